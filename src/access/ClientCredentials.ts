/**
 * The client-credentials grant (RFC 6749, section 4.4): a client's name and secret against an access token.
 *
 * Failures are throttled for each client at each address and for each address, never for a client alone: a stranger
 * who tries a client's name cannot lock that client out. A client that has signed in from an address before is not
 * held up by other failures there, so neighbours behind one proxy do not lock each other out. An unknown client, a
 * wrong secret and a revoked client answer alike, after the same comparison.
 */
import { timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { hashOf, makeSecret } from "./AccessToken.ts"
import { FailureThrottle } from "./FailureThrottle.ts"
import { Scopes } from "./TokenRows.ts"
import { TokenStore } from "./TokenStore.ts"

/** An answer of the token endpoint (RFC 6749, section 5.2); `slow_down` (429) is RFC 8628's name for "too often". */
export class OAuthError extends Schema.TaggedError<OAuthError>()("OAuthError", {
  error: Schema.Literals(["invalid_request", "invalid_client", "invalid_grant", "invalid_scope", "unauthorized_client", "unsupported_grant_type", "slow_down"]),
  description: Schema.String,
  status: Schema.Int,
  retryAfterSeconds: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return `${this.error}: ${this.description}`
  }
}

export interface GrantRequest {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
  /** Scopes separated by a space; `*`, empty or absent: everything granted to the client. */
  readonly scope: string | undefined
  readonly remoteAddress: string
  readonly nowMillis: number
}

export interface Grant {
  readonly accessToken: Redacted.Redacted<string>
  /** Seconds. */
  readonly expiresIn: number
  readonly scopes: ReadonlyArray<string>
}

const tokensPerHour = 30
const hourMillis = 3_600_000
const maxKnownPairs = 10_000
const pairPolicy = { limit: 10, windowMillis: 300_000, maxKeys: 10_000 }
const addressPolicy = { limit: 50, windowMillis: 300_000, maxKeys: 10_000 }
const maxLength = 256
const maxScopeLength = 16_384

const ClientRow = Schema.Struct({
  application: Schema.String,
  secret_hash: Schema.String,
  scopes: Scopes,
  revoked_at: Schema.NullOr(Schema.Finite)
})
const decodeClient = Schema.decodeUnknownEffect(Schema.UndefinedOr(ClientRow))
const decodeIssued = Schema.decodeUnknownEffect(Schema.Struct({ tokens: Schema.Int, oldest: Schema.NullOr(Schema.Finite) }))

/** Neighbours in one IPv6 network of 64 bits are one: a single host has all of its addresses. */
const networkOf = (address: string): string => {
  if (!address.includes(":") || address.includes(".")) return address.slice(address.lastIndexOf(":") + 1)
  const [head = "", tail] = address.split("%", 1)[0]!.split("::")
  const first = head === "" ? [] : head.split(":")
  const last = tail === undefined || tail === "" ? [] : tail.split(":")
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  return [...first, ...Array.from({ length: missing }, () => "0"), ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(":")
}

const invalidClient = new OAuthError({ error: "invalid_client", description: "Unknown client, wrong secret or revoked client.", status: 401 })
const invalidScope = (description: string) => new OAuthError({ error: "invalid_scope", description, status: 400 })
const slowDown = (description: string, retryAfterSeconds: number) => new OAuthError({ error: "slow_down", description, status: 429, retryAfterSeconds })

/** What the client gets of what it has been granted. */
const chooseScopes = (asked: string | undefined, granted: ReadonlyArray<string>): ReadonlyArray<string> | OAuthError => {
  const wanted = new Set((asked ?? "").split(" ").filter((scope) => scope !== ""))
  const refused = [...wanted].find((scope) => scope !== "*" && !granted.includes(scope))
  // Only a well-formed scope is repeated: the description may hold nothing else (RFC 6749, section 5.2).
  if (refused !== undefined) return invalidScope(/^[a-z0-9-]{1,200}$/.test(refused) ? `The scope ${refused} is not granted to this client.` : "A scope is not well-formed.")
  const scopes = wanted.size === 0 || wanted.has("*") ? granted : [...wanted]
  return scopes.length === 0 ? invalidScope("No scope is granted to this client.") : scopes
}

export class ClientCredentials extends Context.Service<ClientCredentials, {
  readonly grant: (request: GrantRequest) => Effect.Effect<Grant, OAuthError>
}>()("gapura/access/ClientCredentials") {
  static readonly layer = (
    options: { readonly lifetimeMillis?: number } = {}
  ): Layer.Layer<ClientCredentials, never, SqlClient.SqlClient | TokenStore> =>
    Layer.effect(
      ClientCredentials,
      Effect.gen(function*() {
        const lifetimeMillis = options.lifetimeMillis ?? 86_400_000
        const sql = yield* SqlClient.SqlClient
        const tokens = yield* TokenStore
        const pairs = new FailureThrottle(pairPolicy)
        const addresses = new FailureThrottle(addressPolicy)
        const knownPairs = new Set<string>()
        // What an unknown client's secret is compared with.
        const dummy = hashOf(Redacted.value(makeSecret()))

        const remember = (pair: string): void => {
          knownPairs.delete(pair)
          const oldest = knownPairs.size < maxKnownPairs ? undefined : knownPairs.values().next().value
          if (oldest !== undefined) knownPairs.delete(oldest)
          knownPairs.add(pair)
        }

        const authenticate = Effect.fnUntraced(function*({ clientId, clientSecret, nowMillis, remoteAddress }: GrantRequest) {
          const secret = Redacted.value(clientSecret)
          const network = networkOf(remoteAddress)
          if (clientId.length > maxLength || secret.length > maxLength) {
            addresses.fail(network, nowMillis)
            return yield* invalidClient
          }
          const pair = `${network} ${clientId}`
          const wait = Math.max(pairs.waitSeconds(pair, nowMillis), knownPairs.has(pair) ? 0 : addresses.waitSeconds(network, nowMillis))
          if (wait > 0) return yield* slowDown("Too many failed attempts.", wait)
          const rows = yield* sql`SELECT c.application, c.secret_hash, c.scopes, COALESCE(c.revoked_at, a.disabled_at) AS revoked_at
            FROM clients c JOIN applications a ON a.name = c.application WHERE c.client_id = ${clientId}`
          const client = yield* decodeClient(rows[0])
          const equal = timingSafeEqual(Buffer.from(hashOf(secret), "hex"), Buffer.from(client?.secret_hash ?? dummy, "hex"))
          if (client === undefined || !equal || client.revoked_at !== null) {
            addresses.fail(network, nowMillis)
            if (client !== undefined) pairs.fail(pair, nowMillis)
            return yield* invalidClient
          }
          pairs.forgive(pair)
          remember(pair)
          return client
        })

        const grant = Effect.fnUntraced(function*(request: GrantRequest) {
          const { clientId, nowMillis, scope } = request
          if (scope !== undefined && scope.length > maxScopeLength) return yield* invalidScope("The scope is too long.")
          const client = yield* authenticate(request)
          const scopes = chooseScopes(scope, client.scopes)
          if (scopes instanceof OAuthError) return yield* scopes
          // One transaction counts and issues, so that the limit is exact with many askers and many processes.
          const issued = yield* sql.withTransaction(Effect.gen(function*() {
            const [row] = yield* sql`SELECT COUNT(*) AS tokens, MIN(issued_at) AS oldest FROM tokens
              WHERE client_id = ${clientId} AND issued_at > ${nowMillis - hourMillis}`
            const { oldest, tokens: count } = yield* decodeIssued(row)
            if (count >= tokensPerHour) {
              return yield* slowDown(`At most ${tokensPerHour} tokens an hour; keep using the one you have.`, Math.ceil(((oldest ?? nowMillis) + hourMillis - nowMillis) / 1000))
            }
            return yield* tokens.issue({ application: client.application, clientId, scopes, lifetimeMillis, nowMillis })
          })).pipe(Effect.catchTag("UnknownApplication", () => Effect.fail(invalidClient)))
          return { accessToken: issued.token, expiresIn: Math.floor(lifetimeMillis / 1000), scopes: issued.scopes }
        })

        return {
          grant: (request) => Effect.catchTags(grant(request), { SqlError: Effect.die, SchemaError: Effect.die })
        }
      })
    )
}
