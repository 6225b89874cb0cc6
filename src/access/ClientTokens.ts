/**
 * What a client may do with a token that exists: revoke it (RFC 7009) and look at it (RFC 7662).
 *
 * Both are for the client to which the token was issued and for nobody else. No agency's server ever receives a
 * caller's token (the gateway does not pass it on), so there is no resource server that would have to look at strangers'.
 * To look at a token of somebody else is to look at none. To revoke one is refused and changes nothing.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { AccessSql } from "./AccessSql.ts"
import { hashOf, isToken } from "./AccessToken.ts"
import { unavailable } from "./AccessUnavailable.ts"
import { ClientAuthentication, type Credentials } from "./ClientAuthentication.ts"
import { notNow, OAuthError } from "./OAuthError.ts"
import { diedAt, Scopes, tokensJoined } from "./TokenRows.ts"
import { TokenStore } from "./TokenStore.ts"

export interface TokenRequest extends Credentials {
  readonly token: string
}

/** A live token of the asking client. Times are epoch milliseconds. */
export interface LiveToken {
  readonly tokenId: string
  readonly clientId: string
  readonly application: string
  readonly scopes: ReadonlyArray<string>
  readonly issuedAt: number
  readonly expiresAt: number
}

const Row = Schema.Struct({
  token_id: Schema.String,
  client_id: Schema.NullOr(Schema.String),
  application: Schema.String,
  scopes: Scopes,
  issued_at: Schema.Finite,
  expires_at: Schema.Finite,
  died_at: Schema.NullOr(Schema.Finite)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const notYours = new OAuthError({ error: "unauthorized_client", description: "The token was issued to another client.", status: 400 })

export class ClientTokens extends Context.Service<ClientTokens, {
  /** Also succeeds where the token is unknown or dead: what the client wanted holds already. */
  readonly revoke: (request: TokenRequest) => Effect.Effect<void, OAuthError>
  /** Undefined when the token is unknown, dead, or another client's. */
  readonly introspect: (request: TokenRequest) => Effect.Effect<LiveToken | undefined, OAuthError>
}>()("gapura/access/ClientTokens") {
  static readonly layer: Layer.Layer<ClientTokens, never, ClientAuthentication | AccessSql | TokenStore> = Layer.effect(
    ClientTokens,
    Effect.gen(function*() {
      const sql = yield* AccessSql
      const tokens = yield* TokenStore
      const { authenticate } = yield* ClientAuthentication

      /** The token while it lives, whosever it is. */
      const live = Effect.fn("ClientTokens.live")(function*({ nowMillis, token }: TokenRequest) {
        if (!isToken(token)) return undefined
        const [row] = yield* Effect.flatMap(
          sql`SELECT t.token_id, t.client_id, t.application, t.scopes, t.issued_at, t.expires_at, ${sql.literal(diedAt)} AS died_at
            FROM ${sql.literal(tokensJoined)} WHERE t.hash = ${hashOf(token)}`,
          decodeRows
        )
        return row === undefined || row.died_at !== null || nowMillis >= row.expires_at ? undefined : row
      }, unavailable)

      const revoke = Effect.fn("ClientTokens.revoke")(function*(request: TokenRequest) {
        const { clientId } = yield* authenticate(request)
        const token = yield* live(request)
        if (token === undefined) return
        if (token.client_id !== clientId) return yield* notYours
        yield* tokens.revoke(token.token_id)
      })

      const introspect = Effect.fn("ClientTokens.introspect")(function*(request: TokenRequest) {
        const { clientId } = yield* authenticate(request)
        const token = yield* live(request)
        if (token === undefined || token.client_id !== clientId) return undefined
        return {
          tokenId: token.token_id,
          clientId,
          application: token.application,
          scopes: token.scopes,
          issuedAt: token.issued_at,
          expiresAt: token.expires_at
        }
      })

      return {
        revoke: (request) => Effect.catchTag(revoke(request), "AccessUnavailable", () => Effect.fail(notNow)),
        introspect: (request) => Effect.catchTag(introspect(request), "AccessUnavailable", () => Effect.fail(notNow))
      }
    })
  )
}
