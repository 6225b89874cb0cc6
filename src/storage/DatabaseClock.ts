/**
 * The time by which everything in the database begins and ends: the database's. It is the `Clock` of all that stands on this.
 *
 * How far the database's time is from this machine's monotonic one is measured at the start and every ten seconds by one
 * question, and between the questions, or while the database is away, time goes on by the monotonic one: a wall clock that
 * is wrong, or jumps, lets no token live longer or shorter. The answer was on its way for at most half of the round trip,
 * which is how far a measure may be wrong; one that agrees with a better one changes nothing. Until the first, and on
 * SQLite, this machine's clock is all there is.
 */
import { Clock, Context, type Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { clockOf } from "../domain/ClockOf.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"

export interface ClockMeasure {
  /** Positive where this machine's wall clock is ahead. */
  readonly offsetMillis: number
  readonly halfTripMillis: number
}

/** How often it is measured. */
export const MeasureEvery = Context.Reference<Duration.Input>("gapura/storage/MeasureEvery", { defaultValue: () => "10 seconds" })
const untilFirst = "1 second"

const decode = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ now: Schema.Finite })]))

interface Known {
  /** The database's time when the monotonic one was 0. */
  readonly originMillis: number
  readonly halfTripMillis: number
}

const isBetter = (found: Known, before: Known): boolean =>
  found.halfTripMillis <= before.halfTripMillis ||
  Math.abs(found.originMillis - before.originMillis) > found.halfTripMillis + before.halfTripMillis

export class DatabaseClock extends Context.Service<DatabaseClock, {
  /** How far this machine's wall clock is off now; undefined where there is no clock but that. */
  readonly measure: () => ClockMeasure | undefined
}>()("gapura/storage/DatabaseClock") {
  static readonly layer: Layer.Layer<DatabaseClock, never, SqlClient.SqlClient> = Layer.effectContext(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const own = yield* Clock.Clock
    const every = yield* MeasureEvery
    let known: Known | undefined
    const measuring = Effect.ignore(Effect.gen(function*() {
      const sent = monotonicMillis(own)
      const [{ now }] = yield* Effect.flatMap(
        sql`SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::DOUBLE PRECISION AS now`,
        decode
      )
      const halfTripMillis = (monotonicMillis(own) - sent) / 2
      const found: Known = { originMillis: now - sent - halfTripMillis, halfTripMillis }
      if (known === undefined || isBetter(found, known)) known = found
    }))
    const next = Effect.suspend(() => Effect.delay(measuring, known === undefined ? untilFirst : every))
    yield* sql.onDialectOrElse({
      pg: () => Effect.andThen(measuring, Effect.forkScoped(Effect.forever(next))),
      orElse: () => Effect.void
    })
    const nowMillis = () => known === undefined ? own.currentTimeMillisUnsafe() : Math.floor(monotonicMillis(own) + known.originMillis)
    const clock = sql.onDialectOrElse({
      pg: () => clockOf(own, nowMillis, () => own.monotonicTimeNanosUnsafe()),
      orElse: () => own
    })
    const measure = () =>
      known === undefined
        ? undefined
        : { offsetMillis: own.currentTimeMillisUnsafe() - nowMillis(), halfTripMillis: known.halfTripMillis }
    return Context.add(Context.make(DatabaseClock, { measure }), Clock.Clock, clock)
  }))
}
