/**
 * The registry's part in the database: a whole one that was imported, and the changes that desks made. What is in
 * force is in memory, read again when the database says that there is more, and twice a second in case it could not.
 *
 * When the database fails, what memory has stays in force.
 */
import { Clock, Context, Effect, Layer, Schedule, Schema, Semaphore, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { DatabaseHistory } from "../domain/DatabaseHistory.ts"
import { KeptAccess, type NotKept, partOf } from "../domain/KeptAccess.ts"
import { makeOutage } from "../domain/Outage.ts"
import { ImportedRegistry, latestImport } from "./ImportedRegistry.ts"
import { RegistryChange } from "./RegistryChange.ts"

const Row = Schema.Struct({
  sequence: Schema.Int,
  agency: Schema.String,
  made_at: Schema.Finite,
  made_by: Schema.String,
  settings: Schema.fromJsonString(RegistryChange.fields.settings),
  undone_at: Schema.NullOr(Schema.Finite),
  undone_by: Schema.NullOr(Schema.String)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const Stamp = Schema.Tuple([
  Schema.Struct({ latest: Schema.NullOr(Schema.Int), undone: Schema.Int, imported: Schema.NullOr(Schema.Int), withdrawn: Schema.Int })
])
const decodeStamp = Schema.decodeUnknownEffect(Stamp)

/** What is in force, as the copy of access has it. */
const InForce = Schema.fromJsonString(Schema.Struct({ changes: Schema.Array(RegistryChange), imported: Schema.NullOr(ImportedRegistry) }))
const encodeInForce = Schema.encodeEffect(InForce)
const part = "registry"

const toChange = (row: typeof Row.Type): RegistryChange => ({
  sequence: row.sequence,
  agency: row.agency,
  madeAt: row.made_at,
  madeBy: row.made_by,
  settings: row.settings,
  undoneAt: row.undone_at,
  undoneBy: row.undone_by
})

export type StorageFailure = SqlError.SqlError | Schema.SchemaError

const rowsWhere = (sql: SqlClient.SqlClient, condition: ReturnType<typeof sql.and>) =>
  Effect.map(
    Effect.flatMap(
      sql`SELECT sequence, agency, made_at, made_by, settings, undone_at, undone_by FROM registry_changes
        WHERE ${condition} ORDER BY sequence`,
      decodeRows
    ),
    (rows) => rows.map(toChange)
  )

/** Those in force, oldest first. */
export const changesInForce = (sql: SqlClient.SqlClient) => rowsWhere(sql, sql.and(["undone_at IS NULL"]))

/** Any number; the same in every gateway. */
const lock = 1_735_420_940
const pollInterval = "500 millis"
export const mostListed = 200

export class RegistryStore extends Context.Service<RegistryStore, {
  /** Those in force, oldest first; another array after every change. */
  readonly inForce: () => ReadonlyArray<RegistryChange>
  /** What stands in for the registry file; undefined where the file holds. */
  readonly imported: () => ImportedRegistry | undefined
  readonly refresh: Effect.Effect<void, StorageFailure>
  /** The latest of one agency, newest first, undone ones too. */
  readonly list: (agency: string) => Effect.Effect<ReadonlyArray<RegistryChange>>
  /** Runs alone among all gateways; `inForce` is as the transaction sees it. */
  readonly alone: <A, E>(work: (inForce: ReadonlyArray<RegistryChange>) => Effect.Effect<A, E>) => Effect.Effect<A, E | StorageFailure>
  /** Within `alone`. */
  readonly insert: (change: Pick<RegistryChange, "agency" | "madeBy" | "settings">) => Effect.Effect<RegistryChange, StorageFailure>
  /** Within `alone`. */
  readonly undo: (sequence: number, by: string) => Effect.Effect<void, StorageFailure>
}>()("gapura/registry/RegistryStore") {
  static readonly layer: Layer.Layer<RegistryStore, StorageFailure | NotKept, SqlClient.SqlClient> = Layer.effect(
    RegistryStore,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const readInForce = changesInForce(sql)
      /** Grow with every change and undoing, and with every import and withdrawing. */
      const readStamps = Effect.map(
        Effect.flatMap(
          sql`SELECT (SELECT MAX(sequence) FROM registry_changes) AS latest,
            CAST((SELECT COUNT(undone_at) FROM registry_changes) AS INTEGER) AS undone,
            (SELECT MAX(sequence) FROM registry_imports) AS imported,
            CAST((SELECT COUNT(withdrawn_at) FROM registry_imports) AS INTEGER) AS withdrawn`,
          decodeStamp
        ),
        ([{ imported: latestImported, latest, undone, withdrawn }]) => ({
          changes: `${latest} ${undone}`,
          imports: `${latestImported} ${withdrawn}`
        })
      )

      const history = yield* DatabaseHistory
      const kept = yield* KeptAccess
      /** No number where what is in force is of the copy. */
      let epoch: number | undefined
      let stamps = { changes: "", imports: "" }
      let inForce = none
      let imported: ImportedRegistry | undefined
      /** A reading that began earlier must not be taken for the later one: who has changed something reads it after. */
      const turn = yield* Semaphore.make(1)
      const refresh = turn.withPermit(Effect.gen(function*() {
        // Before it is asked: what another database has is read anew, whatever its stamps.
        const now = history.epoch()
        const found = yield* readStamps
        if (now === epoch && found.changes === stamps.changes && found.imports === stamps.imports) return
        const changes = now !== epoch || found.changes !== stamps.changes ? yield* readInForce : inForce
        const latest = now !== epoch || found.imports !== stamps.imports ? yield* latestImport(sql) : imported
        kept.keep(part, yield* encodeInForce({ changes, imported: latest ?? null }))
        inForce = changes
        imported = latest
        stamps = found
        epoch = now
      }))
      if (kept.before === undefined) yield* refresh
      else {
        const found = yield* partOf(kept.before, part, InForce)
        inForce = found.changes
        imported = found.imported ?? undefined
      }
      const { outlasted } = makeOutage({
        failing: "the registry changes of desks cannot be read; those known stay in force",
        working: "the registry changes of desks can be read again"
      })
      const follow = outlasted(refresh)
      yield* Effect.forkScoped(Stream.runDrain(sql.reactive(["registry_changes", "registry_imports"], follow)))
      yield* Effect.forkScoped(Effect.repeat(follow, Schedule.spaced(pollInterval)))

      const turnOfAll = sql.onDialectOrElse({
        pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(${sql.literal(String(lock))})`),
        orElse: () => Effect.void
      })

      return {
        inForce: () => inForce,
        imported: () => imported,
        refresh,
        list: (agency) =>
          Effect.orDie(
            Effect.map(
              rowsWhere(
                sql,
                sql.and([
                  sql`agency = ${agency}`,
                  sql`sequence IN (SELECT sequence FROM registry_changes
                    WHERE agency = ${agency} ORDER BY sequence DESC LIMIT ${mostListed})`
                ])
              ),
              (changes) => changes.toReversed()
            )
          ),
        alone: (work) => sql.withTransaction(Effect.andThen(turnOfAll, Effect.flatMap(readInForce, work))),
        insert: Effect.fn("RegistryStore.insert")(function*({ agency, madeBy, settings }) {
          const made_at = yield* Clock.currentTimeMillis
          const rows = yield* sql`INSERT INTO registry_changes ${
            sql.insert({ agency, made_at, made_by: madeBy, settings: JSON.stringify(settings) })
          }
            RETURNING sequence, agency, made_at, made_by, settings, undone_at, undone_by`
          const [made] = yield* Schema.decodeUnknownEffect(Schema.Tuple([Row]))(rows)
          return toChange(made)
        }),
        undo: Effect.fn("RegistryStore.undo")(function*(sequence, by) {
          const undone_at = yield* Clock.currentTimeMillis
          yield* sql`UPDATE registry_changes SET ${
            sql.update({ undone_at, undone_by: by })
          } WHERE sequence = ${sequence} AND undone_at IS NULL`
        })
      }
    })
  )

  /** Nothing over the file. */
  static readonly layerNone: Layer.Layer<RegistryStore> = Layer.succeed(RegistryStore, {
    inForce: () => none,
    imported: () => undefined,
    refresh: Effect.void,
    list: () => Effect.succeed(none),
    alone: (work) => work(none),
    insert: () => Effect.die(new Error("this registry takes no changes")),
    undo: () => Effect.void
  })
}

const none: ReadonlyArray<RegistryChange> = []
