/**
 * The log through which processes on one database tell each other what changed about access.
 *
 * A change names its subject and nothing more: the reader looks the rest up, so replaying one is harmless.
 * Gotcha: a reader remembers the last sequence it saw, so changes must be committed in that order. So they are told in
 * transactions of `AccessSql` alone.
 */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { AccessTransaction } from "./AccessTransaction.ts"

const Change = Schema.Struct({
  sequence: Schema.Int,
  subject: Schema.Literals(["token", "client", "application"]),
  name: Schema.String
})
export type Change = typeof Change.Type

const decodeChanges = Schema.decodeUnknownEffect(Schema.Array(Change))
const Latest = Schema.Struct({ latest: Schema.NullOr(Schema.Int) })

/** Largest number of changes read at once. */
export const pageSize = 500

/** In the transaction that makes the change. */
export const announce = (sql: SqlClient.SqlClient, subject: Change["subject"], name: string, nowMillis: number) =>
  Effect.andThen(AccessTransaction, sql`INSERT INTO access_changes ${sql.insert({ subject, name, changed_at: nowMillis })}`)

/** The same for all applications of one developer. */
export const announceOwned = (sql: SqlClient.SqlClient, owner: string, nowMillis: number) =>
  Effect.andThen(
    AccessTransaction,
    sql`INSERT INTO access_changes (subject, name, changed_at)
      SELECT 'application', name, CAST(${nowMillis} AS BIGINT) FROM applications WHERE owner = ${owner} ORDER BY name`
  )

/** The changes after `sequence`, oldest first. */
export const since = (sql: SqlClient.SqlClient, sequence: number) =>
  Effect.flatMap(
    sql`SELECT sequence, subject, name FROM access_changes WHERE sequence > ${sequence} ORDER BY sequence LIMIT ${pageSize}`,
    decodeChanges
  )

/** The sequence of the latest change; 0 when there is none. */
export const latest = (sql: SqlClient.SqlClient) =>
  Effect.flatMap(
    sql`SELECT MAX(sequence) AS latest FROM access_changes`,
    ([row]) => Effect.map(Schema.decodeUnknownEffect(Latest)(row), (found) => found.latest ?? 0)
  )
