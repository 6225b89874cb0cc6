/**
 * Work that is tried again and again, and fails for a while: the log hears of it once when it begins to fail and once
 * when it works again, however often it is tried meanwhile.
 *
 * States: working → failing → working. A defect counts as a failure, an interruption as neither.
 *
 * Gotcha: a fiber in the background that ends by a defect ends without a word, and what it did is never done again. So
 * a loop takes its turns through `outlasted`.
 */
import { Cause, Effect } from "effect"
import { reasonOf } from "./Reason.ts"

export interface OutageWords {
  /** Logged with what failed. */
  readonly failing: string
  readonly working: string
  /** How grave it is that it fails; `Warn` when absent. */
  readonly level?: "Warn" | "Error"
}

export interface Outage {
  /** Tells, and ends as the effect does. */
  readonly watched: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** One turn of a loop that goes on whatever comes of it. */
  readonly outlasted: <A, E, R>(turn: Effect.Effect<A, E, R>) => Effect.Effect<void, never, R>
}

/** Of a defect its stack, too: somebody has to mend it. */
const textOf = (cause: Cause.Cause<unknown>): string => {
  if (Cause.hasDies(cause)) return Cause.pretty(cause)
  const error = Cause.squash(cause)
  return error instanceof Error ? reasonOf(error) : String(error)
}

export const makeOutage = ({ failing, level = "Warn", working }: OutageWords): Outage => {
  let isFailing = false
  const log = level === "Error" ? Effect.logError : Effect.logWarning

  const worked = Effect.suspend(() => {
    if (!isFailing) return Effect.void
    isFailing = false
    return Effect.logInfo(working)
  })
  const failed = (cause: Cause.Cause<unknown>) =>
    Effect.suspend(() => {
      if (isFailing || Cause.hasInterruptsOnly(cause)) return Effect.void
      isFailing = true
      return log(failing, textOf(cause))
    })
  const watched: Outage["watched"] = (effect) => effect.pipe(Effect.tap(() => worked), Effect.tapCause(failed))

  return { watched, outlasted: (turn) => Effect.ignoreCause(watched(turn)) }
}
