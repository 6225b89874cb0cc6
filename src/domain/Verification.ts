/**
 * Somebody's word that a developer may read what is private: an agency's own civil servant gives it for that agency and
 * for a time, an operator for one agency or for all. Times are epoch milliseconds.
 */
import { Schema } from "effect"
import { cityDayOf, dayEndOf, isDay } from "./CityDays.ts"
import type { PrivateAccess } from "./PrivateAccess.ts"

export const Verification = Schema.Struct({
  /** Slug of the agency; null: of the whole account, which opens every agency's. */
  agency: Schema.NullOr(Schema.String),
  givenAt: Schema.Finite,
  /** Account of the civil servant or operator. */
  givenBy: Schema.String,
  /** It is over from then on, without anybody acting; null where it has no end. */
  until: Schema.NullOr(Schema.Finite),
  /** Given when a verification was of the whole account whoever gave it: to be confirmed by an operator or withdrawn. */
  forReview: Schema.Boolean
})
export type Verification = typeof Verification.Type

const dayMillis = 86_400_000
const defaultDays = 180
export const longestDays = 366

/** The end of one that is given now and says nothing else. */
export const defaultEnd = (nowMillis: number): number => nowMillis + defaultDays * dayMillis

export const isInForce = ({ until }: Verification, nowMillis: number): boolean => until === null || nowMillis < until

/** The one that opens an agency's private endpoints now: that agency's own, or the whole account's. */
export const inForceFor = (verifications: ReadonlyArray<Verification>, agency: string, nowMillis: number): Verification | undefined => {
  const now = verifications.filter((one) => isInForce(one, nowMillis))
  return now.find((one) => one.agency === null) ?? now.find((one) => one.agency === agency)
}

/** What a set of them opens. */
export const privateAccessOf = (verifications: Iterable<Pick<Verification, "agency" | "until">>): PrivateAccess => {
  let everywhereUntil = 0
  const untilByAgency = new Map<string, number>()
  for (const { agency, until } of verifications) {
    if (agency === null) everywhereUntil = until ?? Infinity
    else untilByAgency.set(agency, until ?? Infinity)
  }
  return { everywhereUntil, untilByAgency }
}

/** The same as the day on which it ends, `2027-05-20`; then the last day that may be given. */
export const defaultLastDay = (nowMillis: number, timeZone: string): string => cityDayOf(defaultEnd(nowMillis), timeZone)
const longestLastDay = (nowMillis: number, timeZone: string): string => cityDayOf(nowMillis + longestDays * dayMillis, timeZone)

/**
 * When one ends whose last day, or whose very end, was written down.
 *
 * @param text `2027-05-20`, a day of the city that still counts, or a moment such as `2027-05-20T16:00:00Z`
 * @returns undefined where it is neither, is over already or is further away than 366 days
 */
export const endOf = (text: string, nowMillis: number, timeZone: string): number | undefined => {
  const dayEnd = dayEndOf(text, timeZone)
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) && isDay(text.slice(0, 10))
  const end = Number.isNaN(dayEnd) ? isMoment ? Date.parse(text) : Number.NaN : dayEnd
  if (!(end > nowMillis)) return undefined
  const longest = Number.isNaN(dayEnd)
    ? nowMillis + longestDays * dayMillis
    : dayEndOf(longestLastDay(nowMillis, timeZone), timeZone)
  return end <= longest ? end : undefined
}
