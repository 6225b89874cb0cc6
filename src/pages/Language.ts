/** The language of a page: `?lang=` decides, then Accept-Language, then Indonesian. */
import { weightOfLanguage } from "../domain/Negotiation.ts"

export type Language = "id" | "en"

/** Texts in another language than those of `T`, by the same names. */
export type WordsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : { readonly [L in keyof T[K]]: string } }

/** What a page is written in, and whether its links must carry the choice on. */
export interface Tongue {
  readonly language: Language
  /** `lang=en` was in the address. */
  readonly isChosen: boolean
}

export const tongueOf = (lang: string | null, acceptLanguage: string | undefined): Tongue => {
  if (lang === "id" || lang === "en") return { language: lang, isChosen: true }
  const header = acceptLanguage ?? ""
  return { language: weightOfLanguage(header, "en") > weightOfLanguage(header, "id") ? "en" : "id", isChosen: false }
}

/** The address of the same page in the other language, whatever else was asked for. */
export const otherLanguageOf = (path: string, query: URLSearchParams | string, language: Language): string => {
  const all = new URLSearchParams(query)
  all.set("lang", language === "id" ? "en" : "id")
  return `${path}?${String(all)}`
}

export const numberOf = (value: number, language: Language): string => value.toLocaleString(language === "id" ? "id-ID" : "en-GB")

/** Milliseconds as people read them. */
export const millisOf = (value: number | null, language: Language): string =>
  value === null
    ? "–"
    : `${value.toLocaleString(language === "id" ? "id-ID" : "en-GB", { maximumFractionDigits: value < 10 ? 1 : 0 })}\u00a0ms`

export const shareOf = (share: number, language: Language): string =>
  share.toLocaleString(language === "id" ? "id-ID" : "en-GB", { style: "percent", maximumFractionDigits: 1 })

/** Epoch milliseconds as a day. */
export const dayOf = (millis: number, language: Language): string =>
  new Date(millis).toLocaleDateString(language === "id" ? "id-ID" : "en-GB", { dateStyle: "long", timeZone: "UTC" })
