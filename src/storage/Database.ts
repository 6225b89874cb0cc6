/**
 * The gateway's database, migrated and proven usable, or a refusal that says why: PostgreSQL where `postgres` is given,
 * otherwise SQLite in the data directory.
 *
 * Refused: a directory or file that cannot be written, a file that is no database or is damaged, a server that cannot
 * be reached or does not let this gateway write, a database that a newer gateway has migrated so that this one cannot
 * run on it. Several processes may
 * open the same database at once: one migrates, the others wait for it.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { join } from "node:path"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { reasonOf } from "../domain/Reason.ts"
import { table } from "./Compatibility.ts"
import { ensureDirectory, ensurePrivateFile, StorageUnusable } from "./DataDirectory.ts"
import { migrate, pendingSteps, type Step } from "./Migrations.ts"
import { placeIn } from "./PostgresAddress.ts"
import type { PostgresOptions } from "./PostgresClient.ts"
import * as SqliteClient from "./SqliteClient.ts"

export interface DatabaseOptions {
  readonly dataDir: string
  readonly postgres?: PostgresOptions | undefined
  /** SQLite: how long to wait for another process's lock. Default 5,000. */
  readonly lockWaitMillis?: number
  /** SQLite: whether every commit survives a power cut; PostgreSQL's do. */
  readonly powerSafe?: boolean
}

const Check = Schema.Struct({ quick_check: Schema.String })

/** The small tables only: a check reads every page, and tokens and audit records may be many. */
const checked = [table, "applications", "clients"]

/** Whether whoever opens the database brings it to this version; else one that lacks a step is refused. */
export const MayMigrate = Context.Reference("gapura/storage/MayMigrate", { defaultValue: () => true })

const refusePending = Effect.gen(function*() {
  const pending = yield* pendingSteps
  if (pending.length === 0) return pending
  const steps = pending.map(({ id, name }) => `${id} ${name}`).join(", ")
  return yield* Effect.fail(
    new Error(`it lacks ${pending.length === 1 ? "a step" : "steps"} of this version (${steps}): run gapura migrate`)
  )
})

const prepare = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const ran = (yield* MayMigrate) ? yield* migrate : yield* refusePending
  // A step that never ran writes nothing: this does, and it touches the schema's own page.
  yield* sql.withTransaction(sql`UPDATE ${sql(table)} SET name = name WHERE migration_id = 1`)
  if (sql.driver !== SqliteClient.driver) return ran
  for (const name of checked) {
    const [row] = yield* sql`PRAGMA quick_check(${sql.literal(name)})`
    const { quick_check } = yield* Schema.decodeUnknownEffect(Check)(row)
    if (quick_check !== "ok") return yield* Effect.fail(new Error(`it is damaged (${quick_check})`))
  }
  return ran
})

/** Loaded when it is asked for: starting without it is quicker. */
const postgresLayer = (options: PostgresOptions) =>
  Layer.unwrap(Effect.map(Effect.promise(() => import("./PostgresClient.ts")), ({ layer }) => layer(options)))

export class Database {
  /** Where the data is, without secrets. */
  static readonly place = ({ dataDir, postgres }: DatabaseOptions): string =>
    postgres === undefined ? join(dataDir, "gapura.db") : placeIn(postgres.url)

  /** The client alone, its database as it is. */
  static readonly client = (options: DatabaseOptions): Layer.Layer<SqlClient.SqlClient, StorageUnusable> => {
    const filename = join(options.dataDir, "gapura.db")
    const opened = options.postgres === undefined
      ? Layer.unwrap(Effect.as(ensurePrivateFile(filename), SqliteClient.layer({ ...options, filename })))
      : postgresLayer(options.postgres)
    return Layer.unwrap(Effect.as(ensureDirectory(options.dataDir), opened)).pipe(
      Layer.catch((error) => Layer.effectContext(Effect.fail(unusable(options, error))))
    )
  }

  /** Brings the database to this version; answers the steps that it took. */
  static readonly prepare = (options: DatabaseOptions): Effect.Effect<ReadonlyArray<Step>, StorageUnusable> =>
    prepare.pipe(
      Effect.mapError((error) => unusable(options, error)),
      Effect.provide(Database.client(patient(options)))
    )

  /** The steps that it lacks; it stays as it is. */
  static readonly pending = (options: DatabaseOptions): Effect.Effect<ReadonlyArray<Step>, StorageUnusable> =>
    pendingSteps.pipe(Effect.mapError((error) => unusable(options, error)), Effect.provide(Database.client(options)))

  static readonly layer = (options: DatabaseOptions): Layer.Layer<SqlClient.SqlClient, StorageUnusable> =>
    Layer.unwrap(Effect.as(Database.prepare(options), Database.client(options)))
}

/** Without a limit on statements, for work that takes as long as the tables are large. */
export const patient = (options: DatabaseOptions): DatabaseOptions =>
  options.postgres === undefined ? options : { ...options, postgres: { ...options.postgres, statementTimeoutMillis: 0, listen: false } }

/** It shuts down, it starts, it has no room for another session. */
const awayCodes: ReadonlySet<string | undefined> = new Set(["57P01", "57P02", "57P03", "53300"])
const isAway = (error: unknown): boolean =>
  SqlError.isSqlError(error) && (error.reason._tag === "ConnectionError" || awayCodes.has(errorCodeOf(error.reason.cause)))

const unusable = (options: DatabaseOptions, error: Error): StorageUnusable =>
  error instanceof StorageUnusable ? error : new StorageUnusable({
    path: options.postgres === undefined ? Database.place(options) : `DATABASE_URL ${Database.place(options)}`,
    reason: reasonOf(error),
    isAway: isAway(error)
  })
