/** A number with its noun, as the language wants it. */
import { type Language, numberOf } from "../../pages/Language.ts"

export interface Noun {
  readonly one: string
  readonly other: string
}

const rules = { id: new Intl.PluralRules("id-ID"), en: new Intl.PluralRules("en-GB") }

export const counted = (value: number, { one, other }: Noun, language: Language): string =>
  `${numberOf(value, language)}\u00a0${rules[language].select(value) === "one" ? one : other}`
