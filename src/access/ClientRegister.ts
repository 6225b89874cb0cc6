/**
 * OAuth clients: a name and secret with which an application's server asks for tokens.
 *
 * States: active, disabled (its tokens are refused until it is enabled again) or revoked (for good). A secret is shown
 * once and kept as its SHA-256. A rotated client has two secrets for as long as they overlap, never three: the one
 * before the last ends at once.
 */
import { Clock, Effect, Redacted, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Client } from "../domain/Client.ts"
import { announce } from "./AccessChanges.ts"
import { hashOf, makeClientId, makeSecret } from "./AccessToken.ts"
import { encodeScopes, narrowTokens, scopeSet } from "./LiveTokens.ts"
import { Scopes } from "./TokenRows.ts"

export interface NewClient {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
  readonly scopes: ReadonlyArray<string>
}

export interface RotatedClient extends NewClient {
  /** Until when the old secret works; null where it ended at once. */
  readonly previousUntil: number | null
}

const Row = Schema.Struct({
  client_id: Schema.String,
  application: Schema.String,
  scopes: Scopes,
  created_at: Schema.Finite,
  disabled_at: Schema.NullOr(Schema.Finite),
  revoked_at: Schema.NullOr(Schema.Finite),
  previous_until: Schema.NullOr(Schema.Finite)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const toSummary = (row: typeof Row.Type, nowMillis: number): Client => ({
  clientId: row.client_id,
  application: row.application,
  scopes: row.scopes,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
  revokedAt: row.revoked_at,
  previousUntil: row.previous_until !== null && row.previous_until > nowMillis ? row.previous_until : null
})

/** @param sql through `oneWriter` */
export const makeClientRegister = (sql: SqlClient.SqlClient) => {
  const clientsWhere = (condition: ReturnType<typeof sql.and>) =>
    Effect.flatMap(
      sql`SELECT client_id, application, scopes, created_at, disabled_at, revoked_at, previous_until
        FROM clients WHERE ${condition} ORDER BY created_at, client_id`,
      decodeRows
    )
  const unrevoked = (clientId: string) => Effect.map(clientsWhere(sql.and([sql`client_id = ${clientId}`, "revoked_at IS NULL"])), ([row]) => row)

  /** The application has to be there. */
  const add = Effect.fnUntraced(function*(application: string, wanted: ReadonlyArray<string>) {
    const clientId = makeClientId()
    const clientSecret = makeSecret()
    const scopes = scopeSet(wanted)
    const created_at = yield* Clock.currentTimeMillis
    yield* sql`INSERT INTO clients ${
      sql.insert({ client_id: clientId, application, secret_hash: hashOf(Redacted.value(clientSecret)), scopes: encodeScopes(scopes), created_at })
    }`
    return { clientId, clientSecret, scopes }
  })

  const rotateClient = Effect.fnUntraced(function*(clientId: string, overlapMillis = 0) {
    const clientSecret = makeSecret()
    const now = yield* Clock.currentTimeMillis
    const previousUntil = overlapMillis > 0 ? now + overlapMillis : null
    return yield* sql.withTransaction(Effect.gen(function*() {
      const client = yield* unrevoked(clientId)
      if (client === undefined) return undefined
      yield* sql`UPDATE clients SET previous_hash = ${previousUntil === null ? null : sql`secret_hash`}, previous_until = ${previousUntil},
        secret_hash = ${hashOf(Redacted.value(clientSecret))} WHERE client_id = ${clientId}`
      return { clientId, clientSecret, scopes: client.scopes, previousUntil }
    }))
  }, Effect.orDie)

  const setScopes = Effect.fnUntraced(function*(clientId: string, wanted: ReadonlyArray<string>) {
    const now = yield* Clock.currentTimeMillis
    const scopes = scopeSet(wanted)
    return yield* sql.withTransaction(Effect.gen(function*() {
      if ((yield* unrevoked(clientId)) === undefined) return false
      yield* sql`UPDATE clients SET scopes = ${encodeScopes(scopes)} WHERE client_id = ${clientId}`
      yield* narrowTokens(sql, sql`client_id = ${clientId}`, (scope) => scopes.includes(scope), now)
      yield* announce(sql, "client", clientId, now)
      return true
    }))
  }, Effect.orDie)

  /** Adds to what the application's latest active client may have; undefined when there is no such client. */
  const extend = Effect.fnUntraced(function*(application: string, more: ReadonlyArray<string>) {
    const active = yield* clientsWhere(sql.and([sql`application = ${application}`, "revoked_at IS NULL", "disabled_at IS NULL"]))
    const client = active.at(-1)
    if (client === undefined) return undefined
    yield* sql`UPDATE clients SET scopes = ${encodeScopes(scopeSet([...client.scopes, ...more]))} WHERE client_id = ${client.client_id}`
    return client.client_id
  })

  /** Takes scopes from every client of the application. */
  const withdraw = Effect.fnUntraced(function*(application: string, withdrawn: ReadonlySet<string>) {
    for (const client of yield* clientsWhere(sql.and([sql`application = ${application}`]))) {
      const kept = client.scopes.filter((scope) => !withdrawn.has(scope))
      yield* sql`UPDATE clients SET scopes = ${encodeScopes(kept)} WHERE client_id = ${client.client_id}`
    }
  })

  const mark = (column: "disabled_at" | "revoked_at", clientId: string, at: number | null) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      return yield* sql.withTransaction(Effect.gen(function*() {
        const found = yield* sql`UPDATE clients SET ${sql.literal(column)} = ${at} WHERE client_id = ${clientId} AND revoked_at IS NULL RETURNING client_id`
        if (found.length > 0) yield* announce(sql, "client", clientId, now)
        return found.length > 0
      }))
    }).pipe(Effect.orDie)

  const listed = (condition: ReturnType<typeof sql.and>) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      return (yield* clientsWhere(condition)).map((row) => toSummary(row, now))
    }).pipe(Effect.orDie)

  return {
    add,
    extend,
    withdraw,
    rotateClient,
    setScopes,
    setClientDisabled: (clientId: string, disabled: boolean) => Effect.flatMap(Clock.currentTimeMillis, (now) => mark("disabled_at", clientId, disabled ? now : null)),
    revokeClient: (clientId: string) => Effect.flatMap(Clock.currentTimeMillis, (now) => mark("revoked_at", clientId, now)),
    listClients: listed(sql.and([])),
    clientsOf: (application: string) => listed(sql.and([sql`application = ${application}`]))
  }
}
