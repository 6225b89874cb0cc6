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
export const maxBodyBytes = 256 * 1024
/** Items of a list in a document's sample, and on the endpoint's page. */
const maxItems = { short: 2, long: 20 } as const
const maxText = 200
const privateNetwork =
  /\b(?:127(?:\.\d{1,3}){3}|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|localhost)\b/

/** Whether a text of an answer has the address of the agency's server, or any of a private network. */
export const namesServer = (text: string, { agency }: Endpoint): boolean =>
  privateNetwork.test(text) || text.includes(new URL(agency.server).host)

const shorten = (value: unknown, items: number): unknown => {
  if (typeof value === "string") return value.length > maxText ? `${value.slice(0, maxText)}…` : value
  if (Array.isArray(value)) return value.slice(0, items).map((item) => shorten(item, items))
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shorten(member, items)]))
  }
  return value
}

/** The endpoint's address with its examples put in; undefined where one is missing. */
const exampleAddress = (endpoint: Endpoint): string | undefined => {
  const segments = endpoint.segments.map((segment) => segment._tag === "Literal" ? segment.value : endpoint.examples[segment.name])
  return segments.includes(undefined) ? undefined : [endpoint.agency.slug, endpoint.dataset.slug, ...segments].join("/")
}

/** The longer one holds the shorter one; undefined where it is no sample. */
interface Sample {
  readonly short: unknown
  readonly long: unknown
}

const sampleOf = (body: Uint8Array, endpoint: Endpoint): Sample | undefined => {
  if (body.length > maxBodyBytes) return undefined
  const answer: unknown = JSON.parse(Buffer.from(body).toString("utf8"))
  const short = shorten(answer, maxItems.short)
  if (namesServer(JSON.stringify(short), endpoint)) return undefined
  const long = shorten(answer, maxItems.long)
  return { short, long: namesServer(JSON.stringify(long), endpoint) ? short : long }
}

export class Samples extends Context.Service<Samples, {
  /** An envelope; undefined where none is at hand. */
  readonly of: (endpoint: Endpoint) => unknown
  /** The same with more items of each list. */
  readonly long: (endpoint: Endpoint) => unknown
  /** The short one of any endpoint, for its own agency. */
  readonly masked: (endpoint: Endpoint) => unknown
}>()("gapura/watch/Samples") {
  static readonly layer = Layer.effect(
    Samples,
    Effect.gen(function*() {
      const cache = yield* StaleCache
      const clock = yield* Clock.Clock
      const secret = yield* cacheSecret
      const known = new WeakMap<Endpoint, Sample>()

      const found = (endpoint: Endpoint): Sample | undefined => {
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

      const shown = (endpoint: Endpoint): Sample | undefined => {
        if (endpoint.private) return undefined
        const kept = known.get(endpoint)
        if (kept !== undefined && !isUnshared(endpoint)) return kept
        known.delete(endpoint)
        const sample = found(endpoint)
        if (sample !== undefined) known.set(endpoint, sample)
        return sample
      }
      return Samples.of({
        of: (endpoint) => shown(endpoint)?.short,
        long: (endpoint) => shown(endpoint)?.long,
        masked: (endpoint) => found(endpoint)?.short
      })
    })
  )
}
