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
  name: Schema.String,
  changed_at: Schema.Finite
})
export type Change = typeof Change.Type

const decodeChanges = Schema.decodeUnknownEffect(Schema.Array(Change))

const isSame = (one: Change, other: Change): boolean =>
  one.sequence === other.sequence && one.subject === other.subject && one.name === other.name && one.changed_at === other.changed_at

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

/** The latest change; undefined where there is none. */
export const latest = (sql: SqlClient.SqlClient) =>
  Effect.map(
    Effect.flatMap(sql`SELECT sequence, subject, name, changed_at FROM access_changes ORDER BY sequence DESC LIMIT 1`, decodeChanges),
    ([found]) => found
  )

/**
 * The changes after the last that was read, oldest first. Undefined where the log lacks that one: it is another's, or was put
 * back to an earlier time, and its numbers mean nothing to whoever read it before.
 */
export const since = (sql: SqlClient.SqlClient, last: Change | undefined) =>
  Effect.map(
    Effect.flatMap(
      sql`SELECT sequence, subject, name, changed_at FROM access_changes
        WHERE sequence >= ${last?.sequence ?? 0} ORDER BY sequence LIMIT ${pageSize + 1}`,
      decodeChanges
    ),
    ([first, ...rest]) => {
      if (last === undefined) return first === undefined ? rest : [first, ...rest].slice(0, pageSize)
      return first !== undefined && isSame(first, last) ? rest : undefined
    }
  )

/** Removes those before a time. The latest stays: who has read it knows by it that nothing is missing. */
export const forget = (sql: SqlClient.SqlClient, beforeMillis: number) =>
  sql`DELETE FROM access_changes WHERE changed_at < ${beforeMillis} AND sequence < (SELECT MAX(sequence) FROM access_changes)`
