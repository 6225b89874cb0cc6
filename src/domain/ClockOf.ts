/** A clock that says what it is told to, and sleeps as the one that it stands in for. Its wall time is of whole milliseconds. */
import { Clock, Effect } from "effect"

export const clockOf = (base: Clock.Clock, wallMillis: () => number, monotonicNanos: () => bigint): Clock.Clock => {
  const wallNanos = () => BigInt(wallMillis()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: wallMillis,
    currentTimeMillis: Effect.sync(wallMillis),
    currentTimeNanosUnsafe: wallNanos,
    currentTimeNanos: Effect.sync(wallNanos),
    monotonicTimeNanosUnsafe: monotonicNanos,
    monotonicTimeNanos: Effect.sync(monotonicNanos),
    sleep: (duration) => base.sleep(duration)
  }
}
