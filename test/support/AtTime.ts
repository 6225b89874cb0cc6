/** Has something happen at a time, whatever the clock says: nothing that sleeps is woken up, as a test's clock would that goes there. */
import { Clock, Effect } from "effect"
import { clockOf } from "../../src/domain/ClockOf.ts"

export const atTime = (millis: number) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((own) => Effect.provideService(work, Clock.Clock, clockOf(own, () => millis, () => own.monotonicTimeNanosUnsafe())))
