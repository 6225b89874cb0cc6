/**
 * OAuth clients: a name and secret with which an application's server asks for tokens.
 *
 * States: active, disabled (its tokens are refused until it is enabled again) or revoked (for good). A secret is shown
 * once and kept as its SHA-256. A rotated client has two secrets for as long as they overlap, never three: the one
 * before the last ends at once. Of a developer's application he alone makes and sees it, in the portal: a client that an
 * approval makes has one that nobody knows, and one whose secret somebody else may have seen is granted nothing more.
 */
import { Clock, Effect, Redacted, Schema } from "effect"
import type { Client } from "../domain/Client.ts"
import { announce } from "./AccessChanges.ts"
import type { AccessClient } from "./AccessSql.ts"
import { hashOf, makeClientId, makeSecret } from "./AccessToken.ts"
import { encodeScopes, narrowTokens, scopeSet } from "./LiveTokens.ts"
import { Scopes } from "./TokenRows.ts"

export interface NewClient {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
  readonly scopes: ReadonlyArray<string>
}

export interface RotateOptions {
  /** How long the old secret still works; absent: it ends at once. */
  readonly overlapMillis?: number
  /** Account of the developer who makes the secret in the portal; absent: an operator does. */
  readonly by?: string
}

export interface RotatedClient extends NewClient {
  /** Until when the old secret works; null where it ended at once. */
  readonly previousUntil: number | null
  /** Nobody had seen one before. */
  readonly isFirst: boolean
}

const Row = Schema.Struct({
  client_id: Schema.String,
  application: Schema.String,
  scopes: Scopes,
  created_at: Schema.Finite,
  disabled_at: Schema.NullOr(Schema.Finite),
  revoked_at: Schema.NullOr(Schema.Finite),
  previous_until: Schema.NullOr(Schema.Finite),
  secret_of: Schema.NullOr(Schema.String),
  previous_of: Schema.NullOr(Schema.String)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const toSummary = (row: typeof Row.Type, nowMillis: number): Client => ({
  clientId: row.client_id,
  application: row.application,
  scopes: row.scopes,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
  revokedAt: row.revoked_at,
  previousUntil: row.previous_until !== null && row.previous_until > nowMillis ? row.previous_until : null,
  secretOf: row.secret_of
})

/** Nobody has seen it. */
const unseen = ""

/** Whether every secret that opens the client now is its owner's alone. */
const isOwnersAlone = ({ previous_of, previous_until, secret_of }: typeof Row.Type, owner: string, nowMillis: number): boolean => {
  const isHis = (seenBy: string | null) => seenBy === unseen || seenBy === owner
  return isHis(secret_of) && (previous_until === null || previous_until <= nowMillis || isHis(previous_of))
}

export const makeClientRegister = (sql: AccessClient) => {
  const clientsWhere = (condition: ReturnType<typeof sql.and>) =>
    Effect.flatMap(
      sql`SELECT client_id, application, scopes, created_at, disabled_at, revoked_at, previous_until, secret_of, previous_of
        FROM clients WHERE ${condition} ORDER BY created_at, client_id`,
      decodeRows
    )
  const unrevoked = (clientId: string) =>
    Effect.map(clientsWhere(sql.and([sql`client_id = ${clientId}`, "revoked_at IS NULL"])), ([row]) => row)

  /** The application has to be there. */
  const addWith = Effect.fn("ClientRegister.addWith")(
    function*(application: string, wanted: ReadonlyArray<string>, secret_of: string | null) {
      const clientId = makeClientId()
      const clientSecret = makeSecret()
      const scopes = scopeSet(wanted)
      const created_at = yield* Clock.currentTimeMillis
      yield* sql`INSERT INTO clients ${
        sql.insert({
          client_id: clientId,
          application,
          secret_hash: hashOf(Redacted.value(clientSecret)),
          scopes: encodeScopes(scopes),
          created_at,
          secret_of
        })
      }`
      return { clientId, clientSecret, scopes }
    }
  )

  /** With a secret for whoever asked for the client. */
  const add = (application: string, wanted: ReadonlyArray<string>) => addWith(application, wanted, null)

  /** With a secret that nobody knows until the first one is made. @returns its id */
  const addUnseen = (application: string, wanted: ReadonlyArray<string>) =>
    Effect.map(addWith(application, wanted, unseen), ({ clientId }) => clientId)

  const rotateClient = Effect.fn("ClientRegister.rotateClient")(function*(clientId: string, { by, overlapMillis = 0 }: RotateOptions = {}) {
    const clientSecret = makeSecret()
    const now = yield* Clock.currentTimeMillis
    return yield* sql.withTransaction(Effect.gen(function*() {
      const client = yield* unrevoked(clientId)
      if (client === undefined) return undefined
      const previousUntil = overlapMillis > 0 && client.secret_of !== unseen ? now + overlapMillis : null
      const previous = previousUntil === null
        ? { previous_hash: null, previous_of: null }
        : { previous_hash: sql`secret_hash`, previous_of: sql`secret_of` }
      yield* sql`UPDATE clients SET previous_hash = ${previous.previous_hash}, previous_of = ${previous.previous_of},
        previous_until = ${previousUntil}, secret_hash = ${hashOf(Redacted.value(clientSecret))}, secret_of = ${by ?? null}
        WHERE client_id = ${clientId}`
      return { clientId, clientSecret, scopes: client.scopes, previousUntil, isFirst: client.secret_of === unseen }
    }))
  }, Effect.orDie)

  const setScopes = Effect.fn("ClientRegister.setScopes")(function*(clientId: string, wanted: ReadonlyArray<string>) {
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

  /**
   * Adds to what the application's latest active client may have whose secrets nobody but its owner has seen; undefined
   * when there is no such client. Those of an application without an owner are an operator's.
   */
  const extend = Effect.fn("ClientRegister.extend")(function*(application: string, owner: string | null, more: ReadonlyArray<string>) {
    const now = yield* Clock.currentTimeMillis
    const active = yield* clientsWhere(sql.and([sql`application = ${application}`, "revoked_at IS NULL", "disabled_at IS NULL"]))
    const client = active.findLast((one) => owner === null || isOwnersAlone(one, owner, now))
    if (client === undefined) return undefined
    yield* sql`UPDATE clients SET scopes = ${encodeScopes(scopeSet([...client.scopes, ...more]))} WHERE client_id = ${client.client_id}`
    return client.client_id
  })

  /** Takes scopes from every client of the application. */
  const withdraw = Effect.fn("ClientRegister.withdraw")(function*(application: string, withdrawn: ReadonlySet<string>) {
    for (const client of yield* clientsWhere(sql.and([sql`application = ${application}`]))) {
      const kept = client.scopes.filter((scope) => !withdrawn.has(scope))
      yield* sql`UPDATE clients SET scopes = ${encodeScopes(kept)} WHERE client_id = ${client.client_id}`
    }
  })

  const mark = (column: "disabled_at" | "revoked_at", clientId: string, at: number | null) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      return yield* sql.withTransaction(Effect.gen(function*() {
        const found = yield* sql`UPDATE clients SET ${
          sql.literal(column)
        } = ${at} WHERE client_id = ${clientId} AND revoked_at IS NULL RETURNING client_id`
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
    addUnseen,
    extend,
    withdraw,
    rotateClient,
    setScopes,
    setClientDisabled: (clientId: string, disabled: boolean) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => mark("disabled_at", clientId, disabled ? now : null)),
    revokeClient: (clientId: string) => Effect.flatMap(Clock.currentTimeMillis, (now) => mark("revoked_at", clientId, now)),
    listClients: listed(sql.and([])),
    clientsOf: (application: string) => listed(sql.and([sql`application = ${application}`]))
  }
}
