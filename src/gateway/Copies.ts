/**
 * Makes a stored copy of an agency's answer: masked, in its envelope and representation. Only what comes out of
 * here is ever cached or sent.
 */
import { Result } from "effect"
import { hash } from "node:crypto"
import type { Endpoint } from "../domain/Endpoint.ts"
import { AgencyUnavailable, NotAcceptable } from "../domain/GatewayError.ts"
import { mediaTypes, type Representation } from "../domain/Negotiation.ts"
import { maskJson } from "../privacy/Masker.ts"
import { compilePolicy, type MaskingPolicy } from "../privacy/MaskingPolicy.ts"
import { toCsv, toNdjson } from "../privacy/Representation.ts"
import type { Copy } from "../resilience/StaleCache.ts"
import { envelopeBytes } from "./EnvelopeBytes.ts"

const policies = new WeakMap<Endpoint, MaskingPolicy>()

export const policyOf = (endpoint: Endpoint): MaskingPolicy => {
  let policy = policies.get(endpoint)
  if (policy === undefined) {
    policy = compilePolicy({ fields: endpoint.fields, unknown: endpoint.unknown })
    policies.set(endpoint, policy)
  }
  return policy
}

/** Whether copies of this endpoint differ between applications. */
export const hasPseudonyms = (endpoint: Endpoint): boolean => endpoint.fields.some(([, fieldClass]) => fieldClass === "pseudonym")

/**
 * A weak entity tag over the content without the time it was read: the same data read again is the same entity
 * (RFC 9110, section 8.8.3), so `If-None-Match` spares the body even where nothing stays fresh.
 */
const etagOf = (data: Uint8Array, meta: Uint8Array, representation: Representation): string => {
  const digest = hash("sha1", data, "base64url")
  return meta.length === 0 ? `W/"${digest}-${representation}"` : `W/"${digest}${hash("sha1", meta, "base64url").slice(0, 8)}-${representation}"`
}

export const makeCopy = (options: {
  readonly endpoint: Endpoint
  readonly body: Uint8Array
  readonly attempts: number
  readonly agencyStatus: number
  readonly representation: Representation
  readonly pseudonymKey: Uint8Array | undefined
  readonly nowMillis: number
}): Result.Result<Copy, AgencyUnavailable | NotAcceptable> => {
  const { endpoint, nowMillis, representation } = options
  const masked = maskJson(options.body, policyOf(endpoint), options.pseudonymKey)
  if (Result.isFailure(masked)) {
    return Result.fail(
      new AgencyUnavailable({
        detail: "The agency's server answered with something that is not well-formed JSON.",
        attempts: options.attempts,
        agencyStatus: options.agencyStatus,
        proxyError: "http_protocol_error"
      })
    )
  }
  const { data, masked: count, meta } = masked.success
  let body: Uint8Array
  switch (representation) {
    case "json":
      body = envelopeBytes({
        data,
        members: `"agency":"${endpoint.agency.slug}","dataset":"${endpoint.dataset.slug}"`,
        generatedAt: new Date(nowMillis).toISOString(),
        masked: count,
        extra: meta
      })
      break
    case "ndjson":
      body = toNdjson(data)
      break
    case "csv": {
      const csv = toCsv(data)
      if (Result.isFailure(csv)) {
        return Result.fail(new NotAcceptable({ detail: "This data is not a list, so it has no text/csv form. Ask for application/json." }))
      }
      body = csv.success
    }
  }
  return Result.succeed({
    body,
    contentType: mediaTypes[representation],
    etag: etagOf(data, meta, representation),
    storedAt: nowMillis,
    expiresAt: nowMillis + Math.max(endpoint.cache.staleMillis, endpoint.cache.freshMillis),
    masked: count,
    policy: endpoint.fingerprint
  })
}
