/** A number with its noun, as the language wants it. */
import { type Language, numberOf } from "../Language.ts"

export interface Noun {
  readonly one: string
  readonly other: string
}

const rules = { id: new Intl.PluralRules("id-ID"), en: new Intl.PluralRules("en-GB") }

export const counted = (value: number, { one, other }: Noun, language: Language): string =>
  `${numberOf(value, language)}\u00a0${rules[language].select(value) === "one" ? one : other}`

/** Epoch milliseconds as a moment of these days, in the time zone of Jakarta. */
export const momentOf = (millis: number, language: Language): string =>
  `${new Date(millis).toLocaleString(language === "id" ? "id-ID" : "en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: "Asia/Jakarta" })}\u00a0WIB`
