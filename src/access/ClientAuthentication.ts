/**
 * Who an OAuth client is: its name and secret, the same for every OAuth endpoint.
 *
 * Failures are throttled for each client at each address and for each address, never for a client alone: a stranger
 * who tries a client's name cannot lock that client out. Nor at the same address, say behind one proxy: who is
 * throttled hears 429 for what is wrong, and the right secret passes, up to a bound of attempts a second beyond which
 * nothing is looked at. Secrets have 256 random bits, so that bound guards the database and not the secret. A client
 * that has signed in from an address before is not held up by other failures there. An unknown client, a wrong secret,
 * and a revoked or disabled client answer alike; all after the same query and comparisons.
 */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { LRUCache } from "lru-cache"
import { timingSafeEqual } from "node:crypto"
import { clientAddress } from "../domain/ClientAddress.ts"
import { SharedMemory } from "../domain/SharedMemory.ts"
import { AccessSql } from "./AccessSql.ts"
import { hashOf, makeSecret } from "./AccessToken.ts"
import { unavailable } from "./AccessUnavailable.ts"
import { FailureThrottle } from "./FailureThrottle.ts"
import { notNow, OAuthError } from "./OAuthError.ts"

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
  readonly remoteAddress: string
  readonly nowMillis: number
}

export interface AuthenticatedClient {
  readonly clientId: string
  readonly application: string
}

const maxKnownPairs = 10_000
const pairPolicy = { kind: "pair", limit: 10, windowMillis: 300_000, maxKeys: 10_000, looksPerSecond: 500 }
const addressPolicy = { ...pairPolicy, kind: "address", limit: 50 }

/** RFC 6749, appendices A.1 and A.2; a database need not take other characters, NUL for one. */
const wellFormed = /^[\x20-\x7e]{0,256}$/

const Secrets = Schema.Struct({
  client_id: Schema.String,
  secret_hash: Schema.String,
  previous_hash: Schema.NullOr(Schema.String),
  previous_until: Schema.NullOr(Schema.Finite),
  application: Schema.String,
  ended_at: Schema.NullOr(Schema.Finite)
})
const decodeSecrets = Schema.decodeUnknownEffect(Schema.Array(Secrets))

export const invalidClient = new OAuthError({
  error: "invalid_client",
  description: "Unknown client, wrong secret or revoked client.",
  status: 401
})
export const slowDown = (description: string, retryAfterSeconds: number) =>
  new OAuthError({ error: "slow_down", description, status: 429, retryAfterSeconds })

const equal = (hash: string, other: string): boolean => timingSafeEqual(Buffer.from(hash, "hex"), Buffer.from(other, "hex"))

export class ClientAuthentication extends Context.Service<ClientAuthentication, {
  readonly authenticate: (credentials: Credentials) => Effect.Effect<AuthenticatedClient, OAuthError>
}>()("gapura/access/ClientAuthentication") {
  static readonly layer: Layer.Layer<ClientAuthentication, never, AccessSql> = Layer.effect(
    ClientAuthentication,
    Effect.gen(function*() {
      const sql = yield* AccessSql
      // Names that no client has are throttled alike, so that nothing tells them apart, but in a table of their own: a
      // flood of them pushes no client's failures out.
      const memory = yield* SharedMemory
      const pairs = new FailureThrottle(pairPolicy, memory)
      const ghosts = new FailureThrottle({ ...pairPolicy, kind: "ghost" }, memory)
      const addresses = new FailureThrottle(addressPolicy, memory)
      const knownPairs = new LRUCache<string, true>({ max: maxKnownPairs })
      // What a secret is compared with where there is none.
      const dummy = hashOf(Redacted.value(makeSecret()))

      // Untraced: who guesses at secrets runs it as often as they can. Those who call it are named.
      const authenticate = Effect.fnUntraced(function*({ clientId, clientSecret, nowMillis, remoteAddress }: Credentials) {
        const secret = Redacted.value(clientSecret)
        const address = clientAddress(remoteAddress)
        const pair = `${address} ${clientId.slice(0, 256)}`
        const wait = Math.max(
          pairs.waitSeconds(pair, nowMillis),
          ghosts.waitSeconds(pair, nowMillis),
          knownPairs.has(pair) ? 0 : addresses.waitSeconds(address, nowMillis)
        )
        const refusal = wait > 0 ? slowDown("Too many failed attempts.", wait) : invalidClient
        if (wait > 0 && !addresses.mayLook(address, nowMillis)) return yield* refusal
        if (!wellFormed.test(clientId) || !wellFormed.test(secret)) {
          addresses.fail(address, nowMillis)
          return yield* refusal
        }
        // Whoever comes next where there is no such client: an unknown name costs the same row and the same comparisons.
        const [row] = yield* Effect.flatMap(
          sql`SELECT c.client_id, c.secret_hash, c.previous_hash, c.previous_until, c.application,
              COALESCE(c.revoked_at, c.disabled_at, a.disabled_at, d.disabled_at) AS ended_at
            FROM clients c JOIN applications a ON a.name = c.application LEFT JOIN developers d ON d.account = a.owner
            WHERE c.client_id >= ${clientId} ORDER BY c.client_id LIMIT 1`,
          decodeSecrets
        )
        const exists = row?.client_id === clientId
        const hash = hashOf(secret)
        const present = equal(hash, row?.secret_hash ?? dummy) && exists
        const previous = equal(hash, row?.previous_hash ?? dummy) && exists && nowMillis < (row.previous_until ?? 0)
        if (row === undefined || !(present || previous) || row.ended_at !== null) {
          addresses.fail(address, nowMillis)
          const counted = exists ? pairs : ghosts
          counted.fail(pair, nowMillis)
          return yield* refusal
        }
        pairs.forgive(pair)
        knownPairs.set(pair, true)
        return { clientId, application: row.application }
      })

      return {
        authenticate: (credentials) =>
          Effect.catchTag(unavailable(authenticate(credentials)), "AccessUnavailable", () => Effect.fail(notNow))
      }
    })
  )
}
