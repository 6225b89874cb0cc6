/** What is in the database, asked from the database itself: backups keep whatever tables the migrations have made. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { BackupFailed } from "./BackupFile.ts"
import { appliedOrNone, table as migrations, termsTable } from "./Compatibility.ts"
import { migrateWith, type Step, Steps } from "./Migrations.ts"
import * as SqliteClient from "./SqliteClient.ts"

const Names = Schema.Array(Schema.Struct({ name: Schema.String }))
const decodeNames = Schema.decodeUnknownEffect(Names)
const names = (rows: ReadonlyArray<unknown>) => Effect.map(decodeNames(rows), (found) => found.map(({ name }) => name))

/** Every table in the order in which they were made, so that one comes after those it refers to; not those of migrations. */
export const tablesOf = (sql: SqlClient.SqlClient) =>
  Effect.flatMap(
    sql.onDialectOrElse({
      pg: () =>
        sql`SELECT relname AS name FROM pg_class
          WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname NOT IN (${migrations}, ${termsTable})
          ORDER BY oid`,
      orElse: () =>
        sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN (${migrations}, ${termsTable})
          ORDER BY rowid`
    }),
    names
  )

/** Tells by trying: in a database of its own, which is gone at once. */
const madeBy = (steps: ReadonlyArray<Step>) =>
  Effect.andThen(migrateWith(steps), Effect.flatMap(SqlClient.SqlClient, tablesOf)).pipe(
    Effect.provide(SqliteClient.layer({ filename: ":memory:" })),
    // Whoever asks within a transaction of PostgreSQL's may have begun it in a way that is none of SQLite's.
    Effect.provideService(SqlClient.BeginTransaction, undefined)
  )

/**
 * The same, without those that another program has in the same database. Where a newer version has migrated it nobody here
 * knows which are its own, and it is taken whole.
 */
export const ownTablesOf = Effect.fn("Tables.ownTablesOf")(function*(sql: SqlClient.SqlClient) {
  const [all, applied, known] = [yield* tablesOf(sql), yield* appliedOrNone(sql), yield* Steps]
  const steps = known.filter(({ id }) => applied.some((step) => step.id === id))
  if (steps.length < applied.length) return all
  const made = new Set(yield* madeBy(steps))
  return all.filter((table) => made.has(table))
})

export const columnsOf = (sql: SqlClient.SqlClient, table: string) =>
  Effect.flatMap(
    sql.onDialectOrElse({
      pg: () =>
        sql`SELECT column_name AS name FROM information_schema.columns
          WHERE table_schema = current_schema() AND table_name = ${table} ORDER BY ordinal_position`,
      orElse: () => sql`SELECT name FROM pragma_table_info(${table})`
    }),
    names
  )

export const hasRows = (sql: SqlClient.SqlClient, table: string) =>
  Effect.map(sql`SELECT 1 FROM ${sql(table)} LIMIT 1`, (rows) => rows.length > 0)

/** PostgreSQL's code for a table on which a view or another table depends. */
const dependedOn = "2BP01"
const inTheWay = (table: string): string =>
  `a view or table that is none of gapura's depends on ${table}: drop it, and make it again after the restore`

/** Drops all of gapura's own, the latest first; fails where something of somebody else's depends on one. */
export const dropTables = Effect.fn("Tables.dropTables")(function*(sql: SqlClient.SqlClient) {
  for (const table of [migrations, termsTable, ...(yield* ownTablesOf(sql))].reverse()) {
    yield* sql`DROP TABLE IF EXISTS ${sql(table)}`.pipe(
      Effect.catchIf(({ reason }) => errorCodeOf(reason.cause) === dependedOn, () => new BackupFailed({ message: inTheWay(table) }))
    )
  }
})

/** Makes a table's own numbers go on after the highest one; SQLite does that by itself. */
export const continueNumbers = Effect.fn("Tables.continueNumbers")(function*(sql: SqlClient.SqlClient, table: string) {
  const counted = yield* sql.onDialectOrElse({
    pg: () =>
      Effect.flatMap(
        sql`SELECT column_name AS name FROM information_schema.columns
          WHERE table_schema = current_schema() AND table_name = ${table} AND is_identity = 'YES'`,
        names
      ),
    orElse: () => Effect.succeed<ReadonlyArray<string>>([])
  })
  for (const column of counted) {
    yield* sql`SELECT setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), COALESCE((SELECT MAX(${sql(column)}) FROM ${
      sql(table)
    }), 0) + 1, false)`
  }
})
