/** What is in the database, asked from the database itself: backups keep whatever tables the migrations have made. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { table as migrations, termsTable } from "./Compatibility.ts"

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

/** Drops them all, the latest first. */
export const dropTables = Effect.fn("Tables.dropTables")(function*(sql: SqlClient.SqlClient) {
  const cascade = sql.literal(sql.onDialectOrElse({ pg: () => "CASCADE", orElse: () => "" }))
  for (const table of [migrations, termsTable, ...(yield* tablesOf(sql))].reverse()) {
    yield* sql`DROP TABLE IF EXISTS ${sql(table)} ${cascade}`
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
