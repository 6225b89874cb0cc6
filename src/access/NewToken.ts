/**
 * Puts a new token into the database: one statement, under the lock of the row that lets it be given, its application's
 * or its client's. So what is withdrawn meanwhile does not come in, a client's hour is counted exactly, and nobody waits
 * for what happens to another application.
 *
 * Gotcha: on PostgreSQL a statement does not see what was committed while it waited for the lock; the function that
 * counts looks anew.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

export interface NewToken {
  readonly tokenId: string
  /** Of the token that it takes the place of; null: its own. */
  readonly bucket: string | null
  readonly hash: string
  readonly application: string
  /** As text, like all scopes here. */
  readonly scopes: string
  readonly issuedAt: number
  readonly expiresAt: number
  readonly trial: boolean
  readonly rehearsal: boolean
}

/** What was read and has to hold still. */
export type Giver =
  /** The selection of an application that is active. */
  | { readonly selected: string | null }
  /** The grants of a client that is active and has had fewer tokens since then. */
  | { readonly clientId: string; readonly granted: string; readonly fewerThan: number; readonly sinceMillis: number }

/** False where it does not hold. */
export const insertToken = Effect.fn("NewToken.insertToken")(function*(sql: SqlClient.SqlClient, token: NewToken, giver: Giver) {
  const lock = (kind: "SHARE" | "UPDATE") => sql.literal(sql.onDialectOrElse({ pg: () => `FOR ${kind}`, orElse: () => "" }))
  const text = (value: string | null) => sql`CAST(${value} AS TEXT)`
  const number = (value: number) => sql`CAST(${value} AS BIGINT)`
  const isClient = "clientId" in giver
  const found = isClient
    ? sql`SELECT client_id FROM clients
        WHERE client_id = ${giver.clientId} AND revoked_at IS NULL AND disabled_at IS NULL AND scopes = ${giver.granted} ${lock("UPDATE")}`
    : sql`SELECT name FROM applications WHERE name = ${token.application} AND disabled_at IS NULL
        AND ${giver.selected === null ? sql`scopes IS NULL` : sql`scopes = ${giver.selected}`}
        AND NOT EXISTS (SELECT 1 FROM developers d WHERE d.account = applications.owner AND d.disabled_at IS NOT NULL) ${lock("SHARE")}`
  const holds = !isClient ? sql`1 = 1` : sql`${
    sql.onDialectOrElse({
      pg: () => sql`gapura_tokens_since(client_id, ${number(giver.sinceMillis)})`,
      orElse: () => sql`(SELECT COUNT(*) FROM tokens t WHERE t.client_id = giver.client_id AND t.issued_at > ${giver.sinceMillis})`
    })
  } < ${giver.fewerThan}`
  const made = yield* sql`WITH giver AS (${found})
    INSERT INTO tokens (token_id, bucket, hash, application, client_id, scopes, issued_at, expires_at, trial, rehearsal)
    SELECT ${text(token.tokenId)}, ${text(token.bucket)}, ${text(token.hash)}, ${text(token.application)},
      ${text(isClient ? giver.clientId : null)}, ${text(token.scopes)}, ${number(token.issuedAt)}, ${number(token.expiresAt)},
      CAST(${Number(token.trial)} AS INTEGER), CAST(${Number(token.rehearsal)} AS INTEGER)
    FROM giver WHERE ${holds} RETURNING token_id`
  return made.length > 0
})
