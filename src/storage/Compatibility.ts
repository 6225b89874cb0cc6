/**
 * Which programs can run beside which steps of the schema.
 *
 * A program's number is that of its highest step. A step that only adds says from which number on programs can run beside
 * it without knowing it (`compatibleSince`); one that says nothing needs programs that know it. A step that takes away
 * what earlier ones relied on names the first program that did without: so a change of shape expands first, and contracts
 * a release later.
 *
 * Gotcha: programs up to 80 refuse whatever stands in `migrations` and is not theirs. What they can run beside stands in
 * `schema_steps` alone, which they do not know.
 */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"

export const table = "migrations"
export const termsTable = "schema_steps"

/** The highest step of the last program that does not read `schema_steps`. */
const lastUnaware = 80

export interface StepName {
  readonly id: number
  readonly name: string
}

export interface AppliedStep extends StepName {
  /** Undefined: programs must know it. */
  readonly compatibleSince: number | undefined
}

/** The database has a step that this program does not know and cannot run beside. */
export class DatabaseNewer extends Schema.TaggedError<DatabaseNewer>()("DatabaseNewer", {
  id: Schema.Int,
  name: Schema.String,
  since: Schema.UndefinedOr(Schema.Int)
}) {
  override get message(): string {
    const needs = this.since === undefined ? "" : `, and which needs a program of step ${this.since} or later`
    const step = `it has step ${this.id} ${this.name}, which this one does not know${needs}`
    return `it was made by a newer version of gapura (${step}): run that version`
  }
}

const decodeSteps = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String, since: Schema.NullOr(Schema.Int) }))
)

export const makeTables = (sql: SqlClient.SqlClient) =>
  Effect.andThen(
    sql`CREATE TABLE IF NOT EXISTS ${
      sql(table)
    } (migration_id INTEGER PRIMARY KEY, name TEXT NOT NULL, created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)`,
    sql`CREATE TABLE IF NOT EXISTS ${sql(termsTable)} (step_id INTEGER PRIMARY KEY, name TEXT NOT NULL,
      compatible_since INTEGER NOT NULL, created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)`
  )

const exists = (sql: SqlClient.SqlClient, name: string) =>
  Effect.map(
    sql.onDialectOrElse({
      pg: () => sql`SELECT 1 FROM pg_class WHERE relname = ${name} AND relnamespace = current_schema()::regnamespace`,
      orElse: () => sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ${name}`
    }),
    (rows) => rows.length > 0
  )

/** What the database has had, by number. Fails where no gapura has used it. */
export const appliedSteps = Effect.fn("Compatibility.appliedSteps")(function*(sql: SqlClient.SqlClient) {
  const old = sql`SELECT migration_id AS id, name, NULL AS since FROM ${sql(table)}`
  const both = sql`SELECT step_id AS id, name, compatible_since AS since FROM ${sql(termsTable)}
    UNION ALL SELECT migration_id, name, NULL FROM ${sql(table)} WHERE migration_id NOT IN (SELECT step_id FROM ${sql(termsTable)})`
  const rows = yield* Effect.flatMap((yield* exists(sql, termsTable)) ? both : old, decodeSteps)
  return rows.map(({ id, name, since }): AppliedStep => ({ id, name, compatibleSince: since ?? undefined })).sort((a, b) => a.id - b.id)
})

/** The same; none where no gapura has used it. */
export const appliedOrNone = (sql: SqlClient.SqlClient) =>
  Effect.flatMap(exists(sql, table), (isUsed) => isUsed ? appliedSteps(sql) : Effect.succeed<ReadonlyArray<AppliedStep>>([]))

export const recordStep = Effect.fn("Compatibility.recordStep")(
  function*(sql: SqlClient.SqlClient, { id, name }: StepName, compatibleSince: number | undefined) {
    if (compatibleSince !== undefined) {
      yield* sql`INSERT INTO ${sql(termsTable)} ${sql.insert({ step_id: id, name, compatible_since: compatibleSince })}`
    }
    if ((compatibleSince ?? Infinity) > lastUnaware) yield* sql`INSERT INTO ${sql(table)} ${sql.insert({ migration_id: id, name })}`
  }
)

/** The step that keeps a program of these steps from running on the database. */
export const obstacle = (applied: ReadonlyArray<AppliedStep>, known: ReadonlyArray<StepName>): DatabaseNewer | undefined => {
  const own = Math.max(0, ...known.map(({ id }) => id))
  const found = applied.find(({ compatibleSince, id }) =>
    !known.some((step) => step.id === id) && (compatibleSince === undefined || own < compatibleSince)
  )
  return found === undefined ? undefined : new DatabaseNewer({ id: found.id, name: found.name, since: found.compatibleSince })
}
