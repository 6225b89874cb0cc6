/** Moments, days and spans of time as people read them, in the city's time zone. */
import { type Html, html } from "./Html.ts"
import type { Language } from "./Language.ts"

const localeOf = (language: Language): string => language === "id" ? "id-ID" : "en-GB"

const formats = new Map<string, Intl.DateTimeFormat>()
/** Making one takes longer than all of its formatting. */
const format = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([language, options])
  let known = formats.get(key)
  if (known === undefined) formats.set(key, known = new Intl.DateTimeFormat(localeOf(language), options))
  return known
}

const moment = (timeZone: string): Intl.DateTimeFormatOptions =>
  ({ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short", timeZone })

/** `21 Nov 2026, 10.05 WIB`. */
export const momentOf = (millis: number, timeZone: string, language: Language): Html =>
  html`<time datetime="${new Date(millis).toISOString()}">${format(language, moment(timeZone)).format(millis)}</time>`

/** `21 Nov 2026, 10.05–10.42 WIB`. */
export const rangeOf = (fromMillis: number, toMillis: number, timeZone: string, language: Language): string =>
  format(language, moment(timeZone)).formatRange(fromMillis, toMillis)

/** `10.05`. */
export const clockOf = (millis: number, timeZone: string, language: Language): string =>
  format(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(millis)

/** @param day `2026-11-21`, which is a day of the city already */
export const shortDayOf = (day: string, language: Language): string => format(language, { day: "numeric", month: "short", timeZone: "UTC" }).format(Date.parse(day))

/** `37 menit`, `2,5 jam`. */
export const spanOf = (millis: number, language: Language): string => {
  const minutes = Math.max(1, Math.round(millis / 60_000))
  const unit = minutes < 60 ? "minute" : minutes < 48 * 60 ? "hour" : "day"
  const value = unit === "minute" ? minutes : unit === "hour" ? minutes / 60 : minutes / 1_440
  return new Intl.NumberFormat(localeOf(language), { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
}

/** Never rounded up to all: what failed must show. */
export const availabilityOf = (share: number | null, language: Language): string =>
  share === null ? "–" : (Math.floor(share * 10_000) / 10_000).toLocaleString(localeOf(language), { style: "percent", minimumFractionDigits: share === 1 ? 0 : 2, maximumFractionDigits: 2 })

/** How far the zone is ahead of UTC at that moment. */
const offsetMillisOf = (millis: number, timeZone: string): number => {
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).format(millis)) ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
}

/** The city's day at that moment, `2026-11-21`. */
export const cityDayOf = (millis: number, timeZone: string): string => new Date(millis + offsetMillisOf(millis, timeZone)).toISOString().slice(0, 10)

/** When the city's day begins, epoch milliseconds; NaN where it is none. */
export const dayBeginOf = (day: string, timeZone: string): number => {
  const utc = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  return Number.isNaN(utc) ? utc : utc - offsetMillisOf(utc, timeZone)
}
