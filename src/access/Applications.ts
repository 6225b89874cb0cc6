/**
 * Applications and their OAuth clients.
 *
 * An application is who a token speaks for; a client is a name and secret with which an application's server asks for
 * tokens. States: an application is active or disabled, a client active or revoked; their tokens live and die with
 * them, in every process within a second. Secrets are shown once; their SHA-256 is kept.
 */
import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { announce } from "./AccessChanges.ts"
import { hashOf, makeClientId, makeSecret } from "./AccessToken.ts"
import { Scopes } from "./TokenRows.ts"

export interface Application {
  readonly name: string
  /** Of an agency: opens private endpoints. */
  readonly official: boolean
  /** Its developer's private account is verified: opens private endpoints, too. */
  readonly privateVerified: boolean
  /** Epoch milliseconds; null while active. */
  readonly disabledAt: number | null
}

export interface EnsureOptions {
  readonly name: string
  /** Left as it is when absent; false for a new application. */
  readonly official?: boolean | undefined
  readonly privateVerified?: boolean | undefined
}

export interface ClientOptions extends EnsureOptions {
  /** The most that a token of this client can have. */
  readonly scopes: ReadonlyArray<string>
}

export interface ClientSummary {
  readonly clientId: string
  readonly application: string
  readonly scopes: ReadonlyArray<string>
  readonly createdAt: number
  readonly revokedAt: number | null
}

export interface NewClient {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
  readonly scopes: ReadonlyArray<string>
}

const ApplicationRow = Schema.Struct({
  name: Schema.String,
  official: Schema.Int,
  private_verified: Schema.Int,
  disabled_at: Schema.NullOr(Schema.Finite)
})
const decodeApplication = Schema.decodeUnknownEffect(ApplicationRow)
const ClientRow = Schema.Struct({
  client_id: Schema.String,
  application: Schema.String,
  scopes: Scopes,
  created_at: Schema.Finite,
  revoked_at: Schema.NullOr(Schema.Finite)
})
const decodeClients = Schema.decodeUnknownEffect(Schema.Array(ClientRow))
const encodeScopes = Schema.encodeSync(Scopes)
const sorted = (scopes: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(scopes)].sort()

export class Applications extends Context.Service<Applications, {
  /** The application of that name, made where there is none, with the flags that are given. */
  readonly ensure: (options: EnsureOptions) => Effect.Effect<Application>
  /** A disabled application's tokens are refused and it gets no new ones. False when there is no such application. */
  readonly setDisabled: (name: string, disabled: boolean) => Effect.Effect<boolean>
  readonly createClient: (options: ClientOptions) => Effect.Effect<NewClient>
  /** A new secret; the old one ends at once, tokens go on. Undefined when there is no such active client. */
  readonly rotateClient: (clientId: string) => Effect.Effect<NewClient | undefined>
  /** Grants exactly `scopes` from now on; live tokens lose what is withdrawn and gain nothing. False as above. */
  readonly setScopes: (clientId: string, scopes: ReadonlyArray<string>) => Effect.Effect<boolean>
  /** False when there is no such client, or it is revoked already. */
  readonly revokeClient: (clientId: string) => Effect.Effect<boolean>
  readonly listClients: Effect.Effect<ReadonlyArray<ClientSummary>>
}>()("gapura/access/Applications") {
  static readonly layer: Layer.Layer<Applications, never, SqlClient.SqlClient> = Layer.effect(
    Applications,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const clientsWhere = (condition: ReturnType<typeof sql.and>) =>
        Effect.flatMap(
          sql`SELECT client_id, application, scopes, created_at, revoked_at FROM clients WHERE ${condition} ORDER BY created_at, client_id`,
          decodeClients
        )

      const ensure = Effect.fnUntraced(function*(options: EnsureOptions) {
        const { name } = options
        const flags = {
          ...(options.official === undefined ? {} : { official: Number(options.official) }),
          ...(options.privateVerified === undefined ? {} : { private_verified: Number(options.privateVerified) })
        }
        const now = yield* Clock.currentTimeMillis
        const find = sql`SELECT name, official, private_verified, disabled_at FROM applications WHERE name = ${name}`
        const row = yield* sql.withTransaction(Effect.gen(function*() {
          const [found] = yield* find
          if (found === undefined) {
            yield* sql`INSERT INTO applications ${sql.insert({ name, official: 0, private_verified: 0, ...flags, created_at: now })}`
          } else {
            const before: Readonly<Record<string, unknown>> = yield* decodeApplication(found)
            if (Object.entries(flags).every(([column, flag]) => before[column] === flag)) return found
            yield* sql`UPDATE applications SET ${sql.update(flags)} WHERE name = ${name}`
            yield* announce(sql, "application", name, now)
          }
          return (yield* find)[0]
        }))
        const application = yield* decodeApplication(row)
        return {
          name,
          official: application.official === 1,
          privateVerified: application.private_verified === 1,
          disabledAt: application.disabled_at
        }
      }, Effect.orDie)

      const setDisabled = Effect.fnUntraced(function*(name: string, disabled: boolean) {
        const now = yield* Clock.currentTimeMillis
        return yield* sql.withTransaction(Effect.gen(function*() {
          const found = yield* sql`UPDATE applications SET disabled_at = ${disabled ? now : null} WHERE name = ${name} RETURNING name`
          if (found.length > 0) yield* announce(sql, "application", name, now)
          return found.length > 0
        }))
      }, Effect.orDie)

      const createClient = Effect.fnUntraced(function*(options: ClientOptions) {
        const clientId = makeClientId()
        const clientSecret = makeSecret()
        const scopes = sorted(options.scopes)
        const now = yield* Clock.currentTimeMillis
        yield* sql.withTransaction(Effect.andThen(
          ensure(options),
          sql`INSERT INTO clients ${
            sql.insert({
              client_id: clientId,
              application: options.name,
              secret_hash: hashOf(Redacted.value(clientSecret)),
              scopes: encodeScopes(scopes),
              created_at: now
            })
          }`
        ))
        return { clientId, clientSecret, scopes }
      }, Effect.orDie)

      const rotateClient = Effect.fnUntraced(function*(clientId: string) {
        const clientSecret = makeSecret()
        return yield* sql.withTransaction(Effect.gen(function*() {
          const [client] = yield* clientsWhere(sql.and([sql`client_id = ${clientId}`, "revoked_at IS NULL"]))
          if (client === undefined) return undefined
          yield* sql`UPDATE clients SET secret_hash = ${hashOf(Redacted.value(clientSecret))} WHERE client_id = ${clientId}`
          return { clientId, clientSecret, scopes: client.scopes }
        }))
      }, Effect.orDie)

      const setScopes = Effect.fnUntraced(function*(clientId: string, wanted: ReadonlyArray<string>) {
        const now = yield* Clock.currentTimeMillis
        const scopes = sorted(wanted)
        const decodeTokens = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ token_id: Schema.String, scopes: Scopes })))
        return yield* sql.withTransaction(Effect.gen(function*() {
          const found = yield* sql`UPDATE clients SET scopes = ${encodeScopes(scopes)} WHERE client_id = ${clientId} AND revoked_at IS NULL RETURNING client_id`
          if (found.length === 0) return false
          const live = yield* Effect.flatMap(
            sql`SELECT token_id, scopes FROM tokens WHERE client_id = ${clientId} AND expires_at > ${now} AND revoked_at IS NULL`,
            decodeTokens
          )
          for (const token of live) {
            const kept = token.scopes.filter((scope) => scopes.includes(scope))
            yield* sql`UPDATE tokens SET scopes = ${encodeScopes(kept)} WHERE token_id = ${token.token_id}`
          }
          yield* announce(sql, "client", clientId, now)
          return true
        }))
      }, Effect.orDie)

      const revokeClient = Effect.fnUntraced(function*(clientId: string) {
        const now = yield* Clock.currentTimeMillis
        return yield* sql.withTransaction(Effect.gen(function*() {
          const found = yield* sql`UPDATE clients SET revoked_at = ${now} WHERE client_id = ${clientId} AND revoked_at IS NULL RETURNING client_id`
          if (found.length > 0) yield* announce(sql, "client", clientId, now)
          return found.length > 0
        }))
      }, Effect.orDie)

      const listClients = clientsWhere(sql.and([])).pipe(
        Effect.map((rows) => rows.map((row): ClientSummary => ({
          clientId: row.client_id,
          application: row.application,
          scopes: row.scopes,
          createdAt: row.created_at,
          revokedAt: row.revoked_at
        }))),
        Effect.orDie
      )

      return { ensure, setDisabled, createClient, rotateClient, setScopes, revokeClient, listClients }
    })
  )
}
