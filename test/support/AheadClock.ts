/** A clock that goes on as the one it was made from and can be put ahead: for what would otherwise be waited for. */
import { Clock, Effect } from "effect"

export interface AheadClock {
  readonly clock: Clock.Clock
  /** Lets so much time have passed. */
  readonly pass: (millis: number) => void
}

export const makeAheadClock: Effect.Effect<AheadClock> = Effect.map(Clock.Clock, (base) => {
  let ahead = 0
  const currentTimeMillisUnsafe = () => base.currentTimeMillisUnsafe() + ahead
  const currentTimeNanosUnsafe = () => base.currentTimeNanosUnsafe() + BigInt(ahead) * 1_000_000n
  const monotonicTimeNanosUnsafe = () => base.monotonicTimeNanosUnsafe() + BigInt(ahead) * 1_000_000n
  return {
    clock: {
      currentTimeMillisUnsafe,
      currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
      currentTimeNanosUnsafe,
      currentTimeNanos: Effect.sync(currentTimeNanosUnsafe),
      monotonicTimeNanosUnsafe,
      monotonicTimeNanos: Effect.sync(monotonicTimeNanosUnsafe),
      sleep: (duration) => base.sleep(duration)
    },
    pass: (millis) => {
      ahead += millis
    }
  }
})
