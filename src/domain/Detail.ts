/**
 * What was wrong with one request: the `detail` of RFC 9457, in both languages of the gateway, out of the same facts.
 *
 * The texts are in tables, one for each part of the way (`AccessDetails.ts`, `AgencyDetails.ts` and so on). Which language is
 * told is decided where the problem is written, by `detailLanguage`.
 */
import { Schema } from "effect"
import { weightOfLanguage } from "./Negotiation.ts"

export interface Detail {
  readonly en: string
  readonly id: string
}

/** A table of them: as they are, or out of facts. */
export type DetailTable = Readonly<Record<string, Detail | ((...facts: never) => Detail)>>

const isDetail = (value: unknown): value is Detail =>
  typeof value === "object" && value !== null && "en" in value && typeof value.en === "string" && "id" in value &&
  typeof value.id === "string"

export const Detail = Schema.declare(isDetail)

/** Somebody else's words, in whatever language these are. */
export const inOwnWords = (text: string): Detail => ({ en: text, id: text })

/** English, which programs were always told, unless Indonesian is asked for before it. */
export const detailLanguage = (acceptLanguage: string | undefined): keyof Detail => {
  // Nearly all programs ask for nothing, or for any.
  if (acceptLanguage === undefined || acceptLanguage === "*") return "en"
  return weightOfLanguage(acceptLanguage, "id") > weightOfLanguage(acceptLanguage, "en") ? "id" : "en"
}
