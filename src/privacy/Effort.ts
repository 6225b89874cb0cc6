/**
 * Counts what reading documents for personal data costs, in units that depend on the documents alone and not on the
 * machine: a unit is about a tenth of a microsecond. Detectors and the key table report to it; whoever masks looks at
 * it before and after, so that no document costs more than it may.
 *
 * One counter for the thread: masking runs in one turn or in parts of which none is interrupted.
 */
let spent = 0
let limit = Infinity

/** Work has gone beyond the limit of `within`. */
export class TooCostly extends Error {
  override readonly message = "reading this for personal data costs too much"
}

const tooCostly = new TooCostly()

/** Units spent by this thread so far. */
export const effortSpent = (): number => spent

/** @throws {TooCostly} beyond the limit of the innermost `within` */
export const spend = (units: number): void => {
  spent += units
  if (spent > limit) throw tooCostly
}

/** @returns undefined where the work costs more than `most` units; what it has done so far is to be thrown away */
export const within = <A>(most: number, work: () => A): A | undefined => {
  const outer = limit
  const own = spent + most
  limit = Math.min(outer, own)
  try {
    return work()
  } catch (error) {
    if (error === tooCostly && spent > own) return undefined
    throw error
  } finally {
    limit = outer
  }
}
