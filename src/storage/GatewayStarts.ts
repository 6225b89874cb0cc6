/**
 * When gateways on this database started, for a month: which version ran from when. The latest thousand are kept, so
 * that one which is started over and over fills nothing. A start counts once it serves; without a database it is written when
 * there is one again.
 */
import { Clock, Context, Effect, Layer, Schedule, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"

const keptMillis = 31 * 86_400_000
const keptAtMost = 1_000
const readAtMost = 200

const Row = Schema.Struct({ name: Schema.String, version: Schema.String, started_at: Schema.Int })
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

export interface GatewayStart {
  readonly name: string
  readonly version: string
  /** Epoch milliseconds. */
  readonly at: number
}

export class GatewayStarts extends Context.Service<GatewayStarts, {
  /** This one serves from now on; ends once that is kept. */
  readonly begun: Effect.Effect<void>
  /** The latest, the earliest first. */
  readonly latest: Effect.Effect<ReadonlyArray<GatewayStart>, SqlError.SqlError | Schema.SchemaError>
}>()("gapura/storage/GatewayStarts") {
  static readonly layer = (own: { readonly name: string; readonly version: string }) =>
    Layer.effect(
      GatewayStarts,
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const id = randomUUID()
        const write = Effect.fnUntraced(function*(at: number) {
          yield* sql`INSERT INTO gateway_starts ${sql.insert({ id, ...own, started_at: at })} ON CONFLICT (id) DO NOTHING`
          yield* sql`DELETE FROM gateway_starts WHERE started_at < ${at - keptMillis} OR started_at < (
            SELECT started_at FROM gateway_starts ORDER BY started_at DESC LIMIT 1 OFFSET ${keptAtMost - 1})`
        })
        return GatewayStarts.of({
          begun: Effect.flatMap(Clock.currentTimeMillis, (at) => Effect.ignore(Effect.retry(write(at), Schedule.spaced("5 seconds")))),
          latest: sql`SELECT name, version, started_at FROM gateway_starts ORDER BY started_at DESC LIMIT ${readAtMost}`.pipe(
            Effect.flatMap(decodeRows),
            Effect.map((rows) => rows.toReversed().map(({ name, started_at, version }) => ({ name, version, at: started_at })))
          )
        })
      })
    )
}
