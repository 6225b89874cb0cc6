/**
 * The gateway's database, migrated and proven usable, or a refusal that says why.
 *
 * Refused: a directory or file that cannot be written, a file that is no database or is damaged, a database that a
 * newer gateway has migrated. Several processes may open the same directory at once.
 */
import { join } from "node:path"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ensureDirectory, ensurePrivateFile, StorageUnusable } from "./DataDirectory.ts"
import { latest, migrate, table } from "./Migrations.ts"
import * as SqliteClient from "./SqliteClient.ts"

export interface DatabaseOptions {
  readonly dataDir: string
  /** How long to wait for another process's lock. Default 5,000. */
  readonly lockWaitMillis?: number
}

const Version = Schema.Struct({ version: Schema.NullOr(Schema.Int) })
const Check = Schema.Struct({ quick_check: Schema.String })

/** The small tables only: a check reads every page, and tokens and audit records may be many. */
const checked = [table, "applications", "clients"]

const prepare = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* migrate
  // A step that never ran writes nothing: this does, and it touches the schema's own page.
  yield* sql.withTransaction(sql`UPDATE ${sql(table)} SET name = name WHERE migration_id = 1`)
  const found = yield* Effect.flatMap(
    sql`SELECT MAX(migration_id) AS version FROM ${sql(table)}`,
    (rows) => Schema.decodeUnknownEffect(Version)(rows[0])
  )
  if ((found.version ?? 0) > latest) {
    return yield* Effect.fail(new Error(`it was made by a newer version (schema ${found.version}, this one knows ${latest})`))
  }
  if (sql.driver !== SqliteClient.driver) return
  for (const name of checked) {
    const [row] = yield* sql`PRAGMA quick_check(${sql.literal(name)})`
    const { quick_check } = yield* Schema.decodeUnknownEffect(Check)(row)
    if (quick_check !== "ok") return yield* Effect.fail(new Error(`it is damaged (${quick_check})`))
  }
})

const reason = (error: Error): string =>
  error.cause instanceof Error && error.cause.message !== error.message ? `${error.message}: ${error.cause.message}` : error.message

export class Database {
  static readonly layer = (options: DatabaseOptions): Layer.Layer<SqlClient.SqlClient, StorageUnusable> => {
    const filename = join(options.dataDir, "gapura.db")
    const usable = Layer.effectDiscard(prepare).pipe(Layer.provideMerge(SqliteClient.layer({ ...options, filename })))
    return Layer.unwrap(Effect.as(Effect.andThen(ensureDirectory(options.dataDir), ensurePrivateFile(filename)), usable)).pipe(
      Layer.catch((error) =>
        Layer.effectContext(Effect.fail(error instanceof StorageUnusable ? error : new StorageUnusable({ path: filename, reason: reason(error) })))
      )
    )
  }
}
