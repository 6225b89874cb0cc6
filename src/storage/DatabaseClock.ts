/**
 * How far this gateway's clock is ahead of the database's, measured at the start and every ten seconds by one question.
 *
 * The answer was on its way for at most half of the round trip, which is how far the offset may be wrong: a database that
 * is slow is no reason to mistrust a clock. While it is away the last measure holds. SQLite has this machine's clock.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"

export interface ClockMeasure {
  /** Positive where this gateway is ahead. */
  readonly offsetMillis: number
  readonly halfTripMillis: number
}

const measureEvery = "10 seconds"
const decode = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ now: Schema.Int })]))

const ask = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const sent = yield* Clock.currentTimeMillis
  const [{ now }] = yield* Effect.flatMap(sql`SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT AS now`, decode)
  const halfTripMillis = ((yield* Clock.currentTimeMillis) - sent) / 2
  return { offsetMillis: sent + halfTripMillis - now, halfTripMillis } satisfies ClockMeasure
})

export class DatabaseClock extends Context.Service<DatabaseClock, {
  /** The latest; undefined where there is no clock but this machine's. */
  readonly measure: () => ClockMeasure | undefined
}>()("gapura/storage/DatabaseClock") {
  static readonly layer = Layer.effect(
    DatabaseClock,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      let latest: ClockMeasure | undefined
      const measuring = Effect.ignore(Effect.map(ask, (measure) => {
        latest = measure
      }))
      yield* sql.onDialectOrElse({
        pg: () => Effect.andThen(measuring, measuring.pipe(Effect.delay(measureEvery), Effect.forever, Effect.forkScoped)),
        orElse: () => Effect.void
      })
      return DatabaseClock.of({ measure: () => latest })
    })
  )
}
