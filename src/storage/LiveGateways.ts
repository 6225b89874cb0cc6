/**
 * How many gateways there are on this database, told by their heartbeats, by the database's clock. And the salt that all
 * of them make names with.
 *
 * A gateway counts for longer than a limit's window after its last heartbeat: what it allowed just before it died still
 * counts, so nobody may take over its share. For the same reason it stays when it ends in good order. While the database
 * is away the last number holds. On SQLite there is one gateway.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes, randomUUID } from "node:crypto"
import { makeOutage } from "../domain/Outage.ts"

const beatEvery = "2 seconds"
const countedMillis = 75_000
const forgottenMillis = 600_000

const decodeCount = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ count: Schema.NumberFromString.pipe(Schema.check(Schema.isInt())) }))
)
const decodeSalt = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ salt: Schema.String })))

export class LiveGateways extends Context.Service<LiveGateways, {
  /** One at least. */
  readonly count: () => number
  readonly salt: string
}>()("gapura/storage/LiveGateways") {
  static readonly layer = Layer.effect(
    LiveGateways,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO shared_salts ${
        sql.insert({ name: "limits", salt: randomBytes(32).toString("hex") })
      } ON CONFLICT (name) DO NOTHING`
      const [row] = yield* Effect.flatMap(sql`SELECT salt FROM shared_salts WHERE name = 'limits'`, decodeSalt)
      const id = randomUUID()
      let count = 1
      const beat = sql.onDialectOrElse({
        pg: () =>
          Effect.gen(function*() {
            const now = sql.literal("(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT")
            yield* sql`INSERT INTO gateways (id, seen_at) VALUES (${id}, ${now}) ON CONFLICT (id) DO UPDATE SET seen_at = EXCLUDED.seen_at`
            yield* sql`DELETE FROM gateways WHERE seen_at < ${now} - ${sql.literal(String(forgottenMillis))}`
            const [alive] = yield* Effect.flatMap(
              sql`SELECT COUNT(*)::TEXT AS count FROM gateways WHERE seen_at > ${now} - ${sql.literal(String(countedMillis))}`,
              decodeCount
            )
            count = Math.max(1, alive?.count ?? 1)
          }),
        orElse: () => Effect.void
      })
      yield* beat
      const outage = makeOutage({
        failing: "the other gateways cannot be counted; their last number holds",
        working: "the other gateways are counted again"
      })
      yield* outage.outlasted(beat).pipe(Effect.delay(beatEvery), Effect.forever, Effect.forkScoped)
      return LiveGateways.of({ count: () => count, salt: row?.salt ?? "" })
    })
  )
}
