/**
 * Samples of what an endpoint answered lately, masked as it left, cut short: for documents, and for an agency's desk.
 *
 * Only the answer to the registry's own example, and for documents public endpoints only, whose sample is kept as long
 * as the endpoint is in force and its agency gives everybody the same. What names the agency's server, or any address
 * of a private network, is no sample.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import { hasPseudonyms } from "../gateway/MaskedResponse.ts"
import { cacheKey, cacheSecret } from "../gateway/ReadEndpoint.ts"
import { isUnshared } from "../gateway/UnsharedEndpoints.ts"
import { StaleCache } from "../resilience/StaleCache.ts"

/** Larger answers are not parsed for a sample. */
const maxBodyBytes = 256 * 1024
const maxItems = 2
const maxText = 200
const privateNetwork =
  /\b(?:127(?:\.\d{1,3}){3}|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|localhost)\b/

const shorten = (value: unknown): unknown => {
  if (typeof value === "string") return value.length > maxText ? `${value.slice(0, maxText)}…` : value
  if (Array.isArray(value)) return value.slice(0, maxItems).map(shorten)
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shorten(member)]))
  }
  return value
}

/** The endpoint's address with its examples put in; undefined where one is missing. */
const exampleAddress = (endpoint: Endpoint): string | undefined => {
  const segments = endpoint.segments.map((segment) => segment._tag === "Literal" ? segment.value : endpoint.examples[segment.name])
  return segments.includes(undefined) ? undefined : [endpoint.agency.slug, endpoint.dataset.slug, ...segments].join("/")
}

const sampleOf = (body: Uint8Array, endpoint: Endpoint): unknown => {
  if (body.length > maxBodyBytes) return undefined
  const sample = shorten(JSON.parse(Buffer.from(body).toString("utf8")))
  const text = JSON.stringify(sample)
  return privateNetwork.test(text) || text.includes(new URL(endpoint.agency.server).host) ? undefined : sample
}

export class Samples extends Context.Service<Samples, {
  /** An envelope; undefined where none is at hand. */
  readonly of: (endpoint: Endpoint) => unknown
  /** The same of any endpoint, for its own agency. */
  readonly masked: (endpoint: Endpoint) => unknown
}>()("gapura/watch/Samples") {
  static readonly layer = Layer.effect(
    Samples,
    Effect.gen(function*() {
      const cache = yield* StaleCache
      const clock = yield* Clock.Clock
      const secret = yield* cacheSecret
      const known = new WeakMap<Endpoint, unknown>()

      const masked = (endpoint: Endpoint): unknown => {
        const address = exampleAddress(endpoint)
        if (address === undefined || hasPseudonyms(endpoint) || isUnshared(endpoint)) return undefined
        const key = cacheKey(
          { endpoint, parameters: {} },
          { address, query: "", representation: "json", application: "", keyVersion: 0 },
          secret
        )
        const response = cache.get(key, endpoint.fingerprint, clock.currentTimeMillisUnsafe())
        return response === undefined ? undefined : sampleOf(response.body, endpoint)
      }

      const of = (endpoint: Endpoint): unknown => {
        if (endpoint.private) return undefined
        const kept = known.get(endpoint)
        if (kept !== undefined && !isUnshared(endpoint)) return kept
        known.delete(endpoint)
        const sample = masked(endpoint)
        if (sample !== undefined) known.set(endpoint, sample)
        return sample
      }
      return Samples.of({ of, masked })
    })
  )
}
