/** What the action log keeps of an action, in the reader's language: composed when it is read, from the codes that are kept. Pure. */
import { FieldClass } from "../../domain/PersonalData.ts"
import type { Language } from "../../pages/Language.ts"
import { aboutName, aboutText } from "../DatasetFormWords.ts"
import { readable, spanText } from "../PeopleUnits.ts"
import { wasPrefix } from "../SettingNames.ts"
import { verdictWords } from "../VerdictWords.ts"
import { actionWords, codedParts } from "./ActionWords.ts"

export const wordFor = (words: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(words, code) ? words[code] ?? code : code

const isClass = (value: string): value is FieldClass => FieldClass.literals.some((one) => one === value)

const classWord = (value: string, language: Language): string =>
  isClass(value) ? verdictWords[language].classes[value] : wordFor(actionWords[language].values, value)

const oneLowering = (text: string, language: Language): string => {
  const { lowered, parts } = actionWords[language]
  const [, route, what] = /^(\S+): (.+)$/s.exec(text) ?? []
  if (what === "private → open") return `${route}: ${lowered.opened}`
  if (what === "unknown mask → detect") return `${route}: ${lowered.unknown}`
  const copies = /^copies (\d+) → (\d+) ms$/.exec(what ?? "")
  if (copies !== null) {
    return `${route}: ${lowered.copies} ${copies.slice(1).map((millis) => spanText(Number(millis), language)).join(" → ")}`
  }
  const field = /^(.+) (\S+) → (\S+)$/s.exec(what ?? "")
  if (field !== null) {
    return `${route}: ${field[1]} ${field.slice(2).map((name) => classWord(name, language)).join(" → ")}`
  }
  return text.startsWith("server ") ? `${parts["server"]} ${text.slice("server ".length)}` : text
}

/** What `toldLowering` has written, of one or several. */
export const loweringText = (told: string, language: Language): string =>
  told.split("; ").map((text) => oneLowering(text, language)).join("; ")

const measured: ReadonlySet<string> = new Set(["overlap", "timeout", "deadline", "cache.fresh", "cache.stale", "maxBytes"])

const momentOf = (value: string): number | undefined => {
  // What looks like a moment may be what somebody typed.
  const millis = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(millis) ? undefined : millis
}

const about = "about."

/** What is kept, part by part, and of what was changed what it was before. */
export const actionParts = (
  detail: Readonly<Record<string, string>>
): ReadonlyArray<readonly [name: string, value: string, was: string | undefined]> =>
  Object.entries(detail).flatMap(([name, value]) => {
    if (name.startsWith(wasPrefix) && Object.hasOwn(detail, name.slice(wasPrefix.length))) return []
    const was = detail[`${wasPrefix}${name}`]
    return value === "" && was === undefined ? [] : [[name, value, was] as const]
  })

/** One part of what is kept: what it is called, and its text, or its time in epoch milliseconds. */
export const actionDetail = (
  name: string,
  value: string,
  language: Language
): { readonly part: string; readonly text: string; readonly moment: number | undefined } => {
  const { parts, values } = actionWords[language]
  const moment = momentOf(value)
  if (name.startsWith("fields ")) {
    return { part: `${parts["fields"]} ${name.slice("fields ".length)}`, text: classWord(value, language), moment }
  }
  if (name.startsWith(about)) {
    const key = name.slice(about.length)
    const written = key === "topics" ? value.split("; ") : value
    return { part: aboutName(key, language), text: value === "" ? value : aboutText(key, written, language) ?? value, moment }
  }
  const part = wordFor(parts, name)
  if (name === "private") return { part, text: wordFor(values, value === "true" ? "private" : value === "false" ? "open" : value), moment }
  if (name === "lowers") return { part, text: loweringText(value, language), moment }
  if (measured.has(name)) return { part, text: readable(value, language), moment }
  return { part, text: codedParts.has(name) ? wordFor(values, value) : value, moment }
}
