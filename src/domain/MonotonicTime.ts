/**
 * The time by which durations are measured, in milliseconds with fractions: it only goes forward, whatever becomes of the
 * wall clock. It is the `Clock`'s, so that a test's clock moves it.
 */
import { Clock, Effect } from "effect"

export const monotonicMillis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

export const nowMonotonic: Effect.Effect<number> = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)
