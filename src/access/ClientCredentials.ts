/**
 * The client-credentials grant (RFC 6749, section 4.4): a client's name and secret against an access token.
 *
 * A client gets at most 30 tokens in any hour, so that a loop that never keeps its token is found out.
 */
import { Context, Effect, Layer, type Redacted, Schema } from "effect"
import { AccessSql } from "./AccessSql.ts"
import { unavailable } from "./AccessUnavailable.ts"
import { ClientAuthentication, type Credentials, invalidClient, slowDown } from "./ClientAuthentication.ts"
import { notNow, OAuthError } from "./OAuthError.ts"
import { Scopes } from "./TokenRows.ts"
import { TokenStore } from "./TokenStore.ts"

export interface GrantRequest extends Credentials {
  /** Scopes separated by a space; `*`, empty or absent: everything granted to the client. */
  readonly scope: string | undefined
}

export interface Grant {
  readonly accessToken: Redacted.Redacted<string>
  /** Seconds. */
  readonly expiresIn: number
  readonly scopes: ReadonlyArray<string>
}

const tokensPerHour = 30
const hourMillis = 3_600_000
const maxScopeLength = 16_384

const decodeGranted = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ scopes: Schema.String })))
const decodeScopes = Schema.decodeEffect(Scopes)
const decodeIssued = Schema.decodeUnknownEffect(Schema.Struct({ tokens: Schema.Int, oldest: Schema.NullOr(Schema.Finite) }))

const invalidScope = (description: string) => new OAuthError({ error: "invalid_scope", description, status: 400 })

/** What the client gets of what it has been granted. */
const chooseScopes = (asked: string | undefined, granted: ReadonlyArray<string>): ReadonlyArray<string> | OAuthError => {
  const wanted = new Set((asked ?? "").split(" ").filter((scope) => scope !== ""))
  const refused = [...wanted].find((scope) => scope !== "*" && !granted.includes(scope))
  // Only a well-formed scope is repeated: the description may hold nothing else (RFC 6749, section 5.2).
  if (refused !== undefined) {
    return invalidScope(
      /^[a-z0-9-]{1,200}$/.test(refused) ? `The scope ${refused} is not granted to this client.` : "A scope is not well-formed."
    )
  }
  const scopes = wanted.size === 0 || wanted.has("*") ? granted : [...wanted]
  return scopes.length === 0 ? invalidScope("No scope is granted to this client.") : scopes
}

export class ClientCredentials extends Context.Service<ClientCredentials, {
  readonly grant: (request: GrantRequest) => Effect.Effect<Grant, OAuthError>
}>()("gapura/access/ClientCredentials") {
  static readonly layer = (
    options: { readonly lifetimeMillis?: number } = {}
  ): Layer.Layer<ClientCredentials, never, ClientAuthentication | AccessSql | TokenStore> =>
    Layer.effect(
      ClientCredentials,
      Effect.gen(function*() {
        const lifetimeMillis = options.lifetimeMillis ?? 86_400_000
        const sql = yield* AccessSql
        const tokens = yield* TokenStore
        const { authenticate } = yield* ClientAuthentication

        const grant = Effect.fn("ClientCredentials.grant")(
          function*(request: GrantRequest) {
            const { clientId, nowMillis, scope } = request
            if (scope !== undefined && scope.length > maxScopeLength) return yield* invalidScope("The scope is too long.")
            const { application } = yield* authenticate(request)
            for (;;) {
              const [client] = yield* Effect.flatMap(
                sql`SELECT scopes FROM clients WHERE client_id = ${clientId} AND revoked_at IS NULL AND disabled_at IS NULL`,
                decodeGranted
              )
              if (client === undefined) return yield* invalidClient
              const scopes = chooseScopes(scope, yield* decodeScopes(client.scopes))
              if (scopes instanceof OAuthError) return yield* scopes
              const sinceMillis = nowMillis - hourMillis
              // Exact with many askers and many processes, and what is withdrawn meanwhile does not come in.
              const issued = yield* tokens.grant({
                application,
                clientId,
                granted: client.scopes,
                fewerThan: tokensPerHour,
                sinceMillis,
                scopes,
                lifetimeMillis,
                nowMillis
              })
              if (issued !== undefined) {
                return { accessToken: issued.token, expiresIn: Math.floor(lifetimeMillis / 1000), scopes: issued.scopes }
              }
              const [row] = yield* sql`SELECT COUNT(*) AS tokens, MIN(issued_at) AS oldest FROM tokens
                WHERE client_id = ${clientId} AND issued_at > ${sinceMillis}`
              const { oldest, tokens: count } = yield* decodeIssued(row)
              if (count >= tokensPerHour) {
                return yield* slowDown(
                  `At most ${tokensPerHour} tokens an hour; keep using the one you have.`,
                  Math.ceil(((oldest ?? nowMillis) + hourMillis - nowMillis) / 1000)
                )
              }
              // It was changed in between: what it is now decides.
            }
          },
          unavailable,
          Effect.catchTag("AccessUnavailable", () => Effect.fail(notNow))
        )

        return { grant }
      })
    )
}
