/** Moments, days and spans of time as people read them, in the city's time zone. No function here takes NaN. */
import { cityDayOf } from "../domain/CityDays.ts"
import { type Html, html } from "./Html.ts"
import type { Language } from "./Language.ts"

/** Who reads a time, and where the city lies. */
export interface TimeReader {
  readonly language: Language
  readonly timeZone: string
}

const localeOf = (language: Language): string => language === "id" ? "id-ID" : "en-GB"

const formats = new Map<string, Intl.DateTimeFormat>()
/** Making one takes longer than all of its formatting. */
const format = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([locale, options])
  let known = formats.get(key)
  if (known === undefined) formats.set(key, known = new Intl.DateTimeFormat(locale, options))
  return known
}

/** Each knows other zones by their names. */
const nameGivers = ["id-ID", "en-GB", "en-US"]
const nameIn = (locale: string, millis: number, timeZone: string): string =>
  format(locale, { timeZoneName: "short", timeZone }).formatToParts(millis).find(({ type }) => type === "timeZoneName")?.value ?? timeZone

/** What people call the zone at that moment: `WIB`, `WITA`, `WIT`; its distance from Greenwich where it has no name. */
export const zoneOf = (millis: number, timeZone: string): string => {
  const names = nameGivers.map((locale) => nameIn(locale, millis, timeZone))
  return names.find((name) => !/^(?:GMT|UTC)[+-]/.test(name)) ?? names[0] ?? timeZone
}

const withZone = (parts: ReadonlyArray<Intl.DateTimeFormatPart>, millis: number, timeZone: string): string =>
  parts.map(({ type, value }, index) =>
    type === "timeZoneName" ? zoneOf(millis, timeZone) : parts[index + 1]?.type === "timeZoneName" ? value.replace(/ $/, "\u00a0") : value
  ).join("")

const year = { day: "numeric", month: "short", year: "numeric" } as const
const minute = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const
const second = { ...minute, second: "2-digit" } as const

const told = (options: Intl.DateTimeFormatOptions) => (millis: number, { language, timeZone }: TimeReader): string =>
  withZone(format(localeOf(language), { ...options, timeZoneName: "short", timeZone }).formatToParts(millis), millis, timeZone)

/** `21 November 2026 pukul 10.05 WIB`. */
export const timeOf = told({ ...year, month: "long", ...minute })

/** Of these days: `21 Nov, 10.05 WIB`. */
export const lateTimeOf = told({ day: "numeric", month: "short", ...minute })

const shortTime = told({ ...year, ...minute })
const exactTime = told({ ...year, ...second })
const timeElement = (millis: number, text: string): Html => html`<time datetime="${new Date(millis).toISOString()}">${text}</time>`

/** `21 Nov 2026, 10.05 WIB`. */
export const momentOf = (millis: number, reader: TimeReader): Html => timeElement(millis, shortTime(millis, reader))

/** `21 Nov 2026, 10.05.37 WIB`. */
export const secondOf = (millis: number, reader: TimeReader): Html => timeElement(millis, exactTime(millis, reader))

/** `21 Nov 2026, 10.05–10.42 WIB`. */
export const rangeOf = (fromMillis: number, toMillis: number, { language, timeZone }: TimeReader): string =>
  withZone(
    format(localeOf(language), { ...year, ...minute, timeZoneName: "short", timeZone }).formatRangeToParts(fromMillis, toMillis),
    fromMillis,
    timeZone
  )

/** `10.05`, or `10.05.37`. */
export const clockOf = (millis: number, { language, timeZone }: TimeReader, precision: "minute" | "second" = "minute"): string =>
  format(localeOf(language), { ...(precision === "minute" ? minute : second), timeZone }).format(millis)

/** The city's day, `21 November 2026`. */
export const dateOf = (millis: number, { language, timeZone }: TimeReader): string =>
  format(localeOf(language), { ...year, month: "long", timeZone }).format(millis)

/** Until when something holds that ends with a day: that day; of what ends in the midst of one its moment. */
export const untilOf = (millis: number, reader: TimeReader): string =>
  cityDayOf(millis, reader.timeZone) === cityDayOf(millis - 1, reader.timeZone) ? timeOf(millis, reader) : dateOf(millis - 1, reader)

/** @param day `2026-11-21`, which is a day of the city already */
export const shortDayOf = (day: string, language: Language): string =>
  format(localeOf(language), { day: "numeric", month: "short", timeZone: "UTC" }).format(Date.parse(day))

/** `37 menit`, `2,5 jam`. */
export const spanOf = (millis: number, language: Language): string => {
  const minutes = Math.max(1, Math.round(millis / 60_000))
  const unit = minutes < 60 ? "minute" : minutes < 48 * 60 ? "hour" : "day"
  const value = unit === "minute" ? minutes : unit === "hour" ? minutes / 60 : minutes / 1_440
  return new Intl.NumberFormat(localeOf(language), { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: value < 10 ? 1 : 0 })
    .format(value)
}

/** What double precision leaves out of `0.57 * 10_000`, and less than any share of failures. */
const lostToRounding = 1e-9

/** Never rounded up to all: what failed must show. */
export const availabilityOf = (share: number | null, language: Language): string =>
  share === null
    ? "–"
    : (Math.floor(share * 10_000 + lostToRounding) / 10_000).toLocaleString(localeOf(language), {
      style: "percent",
      minimumFractionDigits: share === 1 ? 0 : 2,
      maximumFractionDigits: 2
    })
