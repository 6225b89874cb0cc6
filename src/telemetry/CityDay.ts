/** Which day of the city a moment falls on. */

export type CityDay = (millis: number) => number

/** @returns for epoch milliseconds, the midnight that begins the city's day, as if the city lay in UTC */
export const makeCityDay = (timeZone: string): CityDay => {
  const format = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "numeric", day: "numeric", calendar: "gregory", numberingSystem: "latn" })
  return (millis) => {
    const parts = new Map(format.formatToParts(millis).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(parts.get("year") ?? 1970, (parts.get("month") ?? 1) - 1, parts.get("day") ?? 1)
  }
}

/** `2026-11-21`. */
export const dayText = (day: number): string => new Date(day).toISOString().slice(0, 10)
