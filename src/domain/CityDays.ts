/** Days of the city, which begin at its own midnight; where clocks change on one it has 23 or 25 hours. */
import { DateTime, Option } from "effect"

const inCity = (millis: number, timeZone: string): DateTime.Zoned => DateTime.makeZonedUnsafe(millis, { timeZone })

/** The city's day at that moment, `2026-11-21`. */
export const cityDayOf = (millis: number, timeZone: string): string => DateTime.formatIsoDate(inCity(millis, timeZone))

/** The day that has begun at that moment in Greenwich. */
export const utcDayOf = (millis: number): string => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(millis))

/** The city's day as a number, by which days are 24 hours apart: the midnight that would begin it if the city lay in UTC. */
export const daySlotOf = (millis: number, timeZone: string): number => DateTime.toEpochMillis(DateTime.removeTime(inCity(millis, timeZone)))

const parsed = (text: string): Option.Option<DateTime.Utc> =>
  /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? Option.filter(DateTime.make(text), (day) => DateTime.formatIsoDateUtc(day) === text)
    : Option.none()

/** Whether this is a day that the calendar has, `2027-02-28`; not `2027-02-30`, which a clock would read as 2 March. */
export const isDay = (text: string): boolean => Option.isSome(parsed(text))

/** The day that comes so many days later, or earlier. @param day is one */
export const dayAfter = (day: string, days: number): string => DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(day), { days }))

const beginOf = (day: DateTime.Utc, timeZone: string): number =>
  DateTime.toEpochMillis(DateTime.makeZonedUnsafe(day, { timeZone, adjustForTimeZone: true }))

/** When the city's day begins, epoch milliseconds; NaN where it is none. */
export const dayBeginOf = (day: string, timeZone: string): number =>
  Option.match(parsed(day), { onNone: () => Number.NaN, onSome: (utc) => beginOf(utc, timeZone) })

/** The city's `2026-11-21T10:05` as epoch milliseconds; NaN where it is none. Of an hour that comes twice it is the first. */
export const cityMoment = (text: string, timeZone: string): number => {
  const found = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (found === null || !isDay(found[1] ?? "")) return Number.NaN
  return DateTime.toEpochMillis(DateTime.makeZonedUnsafe(DateTime.makeUnsafe(`${text}:00Z`), { timeZone, adjustForTimeZone: true }))
}

/** When the day after it begins; NaN where it is none. */
export const dayEndOf = (day: string, timeZone: string): number =>
  Option.match(parsed(day), { onNone: () => Number.NaN, onSome: (utc) => beginOf(DateTime.add(utc, { days: 1 }), timeZone) })
