/** A clock that goes on as the one it was made from and can be put ahead: for what would otherwise be waited for. */
import { Clock, Effect } from "effect"
import { clockOf } from "./ClockOf.ts"

export interface AheadClock {
  readonly clock: Clock.Clock
  /** Lets so much time have passed. */
  readonly pass: (millis: number) => void
}

export const makeAheadClock: Effect.Effect<AheadClock> = Effect.map(Clock.Clock, (base) => {
  let ahead = 0
  return {
    clock: clockOf(
      base,
      () => base.currentTimeMillisUnsafe() + ahead,
      () => base.monotonicTimeNanosUnsafe() + BigInt(ahead) * 1_000_000n
    ),
    pass: (millis) => {
      ahead += millis
    }
  }
})
