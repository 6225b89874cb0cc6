/** A clock that goes on as the one it was made from and can be put ahead: for what would otherwise be waited for. */
import { Clock, Effect } from "effect"
import { clockOf } from "../../src/domain/ClockOf.ts"

export interface AheadClock {
  readonly clock: Clock.Clock
  /** Lets so much time have passed. */
  readonly pass: (millis: number) => void
  /** Puts the wall clock alone forward, or back where negative. */
  readonly jump: (millis: number) => void
}

export const makeAheadClock: Effect.Effect<AheadClock> = Effect.map(Clock.Clock, (base) => {
  let ahead = 0
  let wrong = 0
  return {
    clock: clockOf(
      base,
      () => base.currentTimeMillisUnsafe() + ahead + wrong,
      () => base.monotonicTimeNanosUnsafe() + BigInt(ahead) * 1_000_000n
    ),
    pass: (millis) => {
      ahead += millis
    },
    jump: (millis) => {
      wrong += millis
    }
  }
})
