/**
 * A state as a small picture, to be shown on pages of others. Its words stand on a ground of their own, so that they can be read
 * on light and dark pages alike; the state is told by its word, not by its colour alone.
 */
import type { Health } from "../../domain/Health.ts"
import { healthWords } from "../../pages/HealthWords.ts"
import { type Html, html, toText } from "../../pages/Html.ts"
import type { Language } from "../../pages/Language.ts"

/** White stands out from each by more than 4.5 to 1. */
const grounds: Readonly<Record<Health, string>> = { up: "#1b6e3c", degraded: "#8a5300", down: "#a3241b", unknown: "#595959" }
const labelGround = "#32373f"
const wordColour = "#ffffff"

const charactersAtMost = 40
/** About what a character takes at 11 px: the words are drawn in exactly as much, whatever the font. */
const characterWidth = 6.6
const margin = 7

const widthOf = (text: string): number => Math.round([...text].length * characterWidth)

/** @param name of an agency or an endpoint */
export const badge = (name: string, state: Health, language: Language): string => {
  const word = healthWords[language].states[state]
  const characters = [...name]
  const label = characters.length > charactersAtMost ? `${characters.slice(0, charactersAtMost - 1).join("")}…` : name
  const [left, right] = [widthOf(label), widthOf(word)]
  const split = left + 2 * margin
  const width = split + right + 2 * margin
  const spoken = `${name}: ${word}`
  const drawn = (text: string, x: number, length: number): Html =>
    html`<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${text}</text>`
  const box = html`width="${width}" height="20" viewBox="0 0 ${width} 20"`
  return toText(
    html`<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img" aria-label="${spoken}" xml:lang="${language}">
<title>${spoken}</title><rect width="${split}" height="20" fill="${labelGround}"/>
<rect x="${split}" width="${width - split}" height="20" fill="${grounds[state]}"/>
<g fill="${wordColour}" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" aria-hidden="true">${
      drawn(label, margin, left)
    }${drawn(word, split + margin, right)}</g></svg>
`
  )
}
