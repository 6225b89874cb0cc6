/**
 * When what the city's agencies tell was: today, in the city's own clock, whenever the demo is looked at. The catalogue
 * has its days as they were on one day; they move with today, all by as much. Pure.
 */
const dayMillis = 86_400_000
const hourMillis = 3_600_000
/** The day on which the catalogue's days are as they stand there. */
const writtenOn = Date.parse("2026-11-15T00:00:00Z")
/** The city lies where Malang does: WIB, which never changes. */
export const aheadOfGreenwich = 7 * hourMillis
const offset = "+07:00"

/** Which hour it is: what was drawn in another one is drawn anew. */
export const hourOf = (nowMillis: number): number => Math.floor(nowMillis / hourMillis)

const clock = (localMillis: number): string => `${new Date(localMillis).toISOString().slice(0, 19)}${offset}`

export interface DemoTimes {
  /** The catalogue's day, as it is today; the draw is between two of them. */
  readonly day: (written: Date) => string
  /** The same with a time, none of which is to come. */
  readonly moment: (written: Date) => string
  /** The last full hour. */
  readonly measured: string
  /** The twelve months before this one, the oldest first. */
  readonly months: ReadonlyArray<string>
  /** The one that is over. */
  readonly lastYear: number
}

export const demoTimes = (nowMillis: number): DemoTimes => {
  const local = hourOf(nowMillis) * hourMillis + aheadOfGreenwich
  const today = new Date(local)
  const moved = Math.floor(local / dayMillis) * dayMillis - writtenOn
  return {
    day: (written) => new Date(written.getTime() + moved).toISOString().slice(0, 10),
    moment: (written) => clock(Math.min(written.getTime() + moved, local)),
    measured: clock(local),
    months: Array.from(
      { length: 12 },
      (_, index) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 12 + index)).toISOString().slice(0, 7)
    ),
    lastYear: today.getUTCFullYear() - 1
  }
}
