/**
 * The gateways on this database, told by their heartbeats, by the database's clock: how many there are, and which
 * registry each serves. And the salt that all of them make names with.
 *
 * A gateway is there for the others once it says which registry it serves: a start that is refused before takes no share.
 * It counts for longer than a limit's window after its last heartbeat: what it allowed just before it died still
 * counts, so nobody may take over its share. One that ends in good order leaves at once, unless that is true of it too.
 * Its registry is believed for as long as some heartbeats take. While the database is away what was known last holds. On SQLite there
 * is one gateway.
 */
import { Clock, Context, Effect, Layer, Schema, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes, randomUUID } from "node:crypto"
import { KeptAccess, partOf } from "../domain/KeptAccess.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { makeOutage } from "../domain/Outage.ts"

const beatEvery = "2 seconds"
const servingMillis = 15_000
const countedMillis = 75_000
const forgottenMillis = 600_000
/** How long an end waits for the database. */
const leavePatience = "2 seconds"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.NullOr(Schema.String),
  version: Schema.NullOr(Schema.String),
  registry: Schema.NullOr(Schema.String),
  /** Milliseconds since its last heartbeat. */
  age: Schema.Finite
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeSalt = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ salt: Schema.String })))

const now = (sql: SqlClient.SqlClient) => sql.literal("(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT")
const Names = Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.optionalKey(Schema.NullOr(Schema.String)) }))

/** The names of those whose heartbeat is fresh, for who is none of them. @param tables that there are: an older version has none of it */
export const servingNow = (sql: SqlClient.SqlClient, tables: ReadonlyArray<string>) =>
  sql.onDialectOrElse({
    pg: () =>
      tables.includes("gateways")
        ? sql`SELECT * FROM gateways WHERE seen_at > ${now(sql)} - ${sql.literal(String(servingMillis))} ORDER BY id`
        : Effect.succeed([]),
    orElse: () => Effect.succeed([])
  }).pipe(Effect.flatMap(Schema.decodeUnknownEffect(Names)), Effect.map((rows) => rows.map(({ id, name }) => name ?? id)))

export interface LiveGateway {
  /** Null of a version that does not say. */
  readonly name: string | null
  readonly version: string | null
  /** The hash of the registry that it serves. */
  readonly registry: string | null
  readonly isOwn: boolean
  /** Since its last heartbeat. */
  readonly ageMillis: number
}

/** Of those that are there for sure, one at least. */
const registriesOf = (rows: ReadonlyArray<typeof Row.Type>): number =>
  Math.max(1, new Set(rows.flatMap(({ age, registry }) => registry === null || age > servingMillis ? [] : [registry])).size)

/** As the copy of access has it. */
const Kept = Schema.fromJsonString(Schema.Struct({ salt: Schema.String, count: Schema.Int }))
const encodeKept = Schema.encodeSync(Kept)
const part = "gateways"

export class LiveGateways extends Context.Service<LiveGateways, {
  /** One at least. */
  readonly count: () => number
  /** By name, this one among them. */
  readonly list: () => ReadonlyArray<LiveGateway>
  /** How many different registries they serve. */
  readonly registries: () => number
  /** Tells the others which registry this one serves from now on. */
  readonly serve: (registry: string) => Effect.Effect<void>
  /** This one ends, and its share is the others' from now on. */
  readonly leave: Effect.Effect<void>
  readonly salt: string
}>()("gapura/storage/LiveGateways") {
  /** @param options.name by which people know this gateway */
  static readonly layer = (options: { readonly name: string; readonly version: string }) =>
    Layer.effect(
      LiveGateways,
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const clock = yield* Clock.Clock
        const kept = yield* KeptAccess
        const read = Effect.gen(function*() {
          yield* sql`INSERT INTO shared_salts ${
            sql.insert({ name: "limits", salt: randomBytes(32).toString("hex") })
          } ON CONFLICT (name) DO NOTHING`
          const [row] = yield* Effect.flatMap(sql`SELECT salt FROM shared_salts WHERE name = 'limits'`, decodeSalt)
          return { salt: row?.salt ?? "", count: 1 }
        })
        const begun = kept.before === undefined ? yield* read : yield* partOf(kept.before, part, Kept)
        const { salt } = begun
        const id = randomUUID()
        const own: { registry: string | null } = { registry: null }
        let hasLeft = false
        let rows: ReadonlyArray<typeof Row.Type> = []
        let readAt = monotonicMillis(clock)
        const countOf = (found: typeof rows): number => found.some((one) => one.id === id) ? found.length : found.length + 1
        const beat = sql.onDialectOrElse({
          pg: () =>
            Effect.gen(function*() {
              if (own.registry !== null) {
                yield* sql`INSERT INTO gateways (id, seen_at, name, version, registry)
                VALUES (${id}, ${now(sql)}, ${options.name}, ${options.version}, ${own.registry})
                ON CONFLICT (id) DO UPDATE SET seen_at = EXCLUDED.seen_at, registry = EXCLUDED.registry`
              }
              yield* sql`DELETE FROM gateways WHERE seen_at < ${now(sql)} - ${sql.literal(String(forgottenMillis))}`
              rows = yield* Effect.flatMap(
                sql`SELECT id, name, version, registry, ${now(sql)} - seen_at AS age FROM gateways
                  WHERE seen_at > ${now(sql)} - ${sql.literal(String(countedMillis))} ORDER BY name, id`,
                decodeRows
              )
              kept.keep(part, encodeKept({ salt, count: countOf(rows) }))
              readAt = monotonicMillis(clock)
            }),
          orElse: () =>
            Effect.sync(() => {
              rows = [{ id, ...options, ...own, age: 0 }]
              readAt = monotonicMillis(clock)
            })
        })
        if (kept.before === undefined) yield* beat
        const outage = makeOutage({
          failing: "the other gateways cannot be counted; their last number holds",
          working: "the other gateways are counted again"
        })
        // One after the other: the last heartbeat must not come after the leaving.
        const turn = yield* Semaphore.make(1)
        const watched = turn.withPermit(Effect.suspend(() => hasLeft ? Effect.void : outage.outlasted(beat)))
        yield* watched.pipe(Effect.delay(beatEvery), Effect.forever, Effect.forkScoped)
        const list = (): ReadonlyArray<LiveGateway> => {
          const since = monotonicMillis(clock) - readAt
          return rows.map((one) => ({
            name: one.name,
            version: one.version,
            registry: one.registry,
            isOwn: one.id === id,
            ageMillis: Math.max(0, one.age) + since
          }))
        }
        return LiveGateways.of({
          count: () => rows.length === 0 ? begun.count : countOf(rows),
          list,
          registries: () => registriesOf(rows),
          serve: (registry) =>
            Effect.suspend(() => {
              own.registry = registry
              return watched
            }),
          leave: turn.withPermit(Effect.suspend(() => {
            hasLeft = true
            return sql.onDialectOrElse({ pg: () => sql`DELETE FROM gateways WHERE id = ${id}`, orElse: () => Effect.succeed([]) })
          })).pipe(Effect.timeoutOption(leavePatience), Effect.ignore),
          salt
        })
      })
    )
}
