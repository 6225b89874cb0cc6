/**
 * Makes a cached response of an agency's answer: masked, in its envelope and representation. Only what comes out of
 * here is ever cached or sent.
 */
import { Result } from "effect"
import { hash } from "node:crypto"
import { agencyDetails } from "../domain/AgencyDetails.ts"
import { encodeDisclosures } from "../domain/Disclosure.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { AgencyUnavailable, NotAcceptable } from "../domain/GatewayError.ts"
import { isoTime } from "../domain/IsoTime.ts"
import { mediaTypes, type Representation } from "../domain/Negotiation.ts"
import type { CsvFault } from "../privacy/CsvStream.ts"
import { knownKeys } from "../privacy/KnownKeys.ts"
import { maskJson } from "../privacy/Masker.ts"
import { compilePolicy, type MaskingPolicy } from "../privacy/MaskingPolicy.ts"
import { deniesSuccess } from "../privacy/OwnEnvelope.ts"
import { toCsv, toNdjson } from "../privacy/Representation.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import type { CacheDirectives } from "../upstream/CacheDirectives.ts"
import { dataIn, envelopeBytes, extraIn } from "./EnvelopeBytes.ts"

const policies = new WeakMap<Endpoint, MaskingPolicy>()

export const policyOf = (endpoint: Endpoint): MaskingPolicy => {
  let policy = policies.get(endpoint)
  if (policy === undefined) {
    policy = compilePolicy({ fields: endpoint.fields, unknown: endpoint.unknown })
    policies.set(endpoint, policy)
  }
  return policy
}

/** The next answer is masked by verdicts that begin anew. */
export const forgetPolicy = (endpoint: Endpoint): void => void policies.delete(endpoint)

interface Disclosed {
  readonly exempted: string
  /** The classes of the endpoint's last answer and their text: the next one has the same more often than not. */
  classes: Readonly<Record<string, number>> | undefined
  text: string
}

const disclosures = new WeakMap<Endpoint, Disclosed>()

/** What the registry exempts, by the class that the field's name speaks of; `public` where it speaks of none. */
const exemptedBy = (endpoint: Endpoint): string => {
  const classes = new Set(
    endpoint.fields.flatMap(([path, fieldClass]) =>
      fieldClass === "public"
        ? [knownKeys.fieldClass(path.split(/[.[\]]+/).findLast((name) => name !== "" && name !== "*") ?? "") ?? "public"]
        : []
    )
  )
  return encodeDisclosures([...classes].sort().map((personalData) => [endpoint.agency.slug, personalData, "exempted", 0] as const))
}

const isSame = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean => {
  for (const personalData in one) if (one[personalData] !== other[personalData]) return false
  for (const personalData in other) if (one[personalData] === undefined) return false
  return true
}

/** `encodeDisclosures` by hand: none of these texts needs an escape. */
export const disclosedBy = (endpoint: Endpoint, classes: Readonly<Record<string, number>>): string => {
  let disclosed = disclosures.get(endpoint)
  if (disclosed === undefined) disclosures.set(endpoint, disclosed = { exempted: exemptedBy(endpoint), classes: undefined, text: "" })
  if (disclosed.classes !== undefined && isSame(disclosed.classes, classes)) return disclosed.text
  const { exempted } = disclosed
  let text = ""
  for (const personalData in classes) {
    text += `${text === "" ? "[" : ","}["${endpoint.agency.slug}","${personalData}","masked",${classes[personalData]}]`
  }
  disclosed.text = text === "" ? exempted : exempted === "" ? `${text}]` : `${text},${exempted.slice(1)}`
  disclosed.classes = classes
  return disclosed.text
}

/** Whether cached responses of this endpoint differ between applications. */
export const hasPseudonyms = (endpoint: Endpoint): boolean => endpoint.fields.some(([, fieldClass]) => fieldClass === "pseudonym")

/**
 * A weak entity tag over the content without the time it was read: the same data read again is the same entity
 * (RFC 9110, section 8.8.3), so `If-None-Match` spares the body even where nothing stays fresh.
 */
export const etagOf = (digest: string, meta: Uint8Array, representation: Representation): string =>
  meta.length === 0 ? `W/"${digest}-${representation}"` : `W/"${digest}${hash("sha1", meta, "base64url").slice(0, 8)}-${representation}"`

const malformed = (attempts: number, agencyStatus: number): AgencyUnavailable =>
  new AgencyUnavailable({
    detail: agencyDetails.malformedJson,
    attempts,
    agencyStatus,
    proxyError: "http_protocol_error"
  })

/** What is wrong with an answer that masking refused, by the reason that it gave. */
export const unusable = (reason: string, attempts: number, agencyStatus: number): AgencyUnavailable =>
  reason !== deniesSuccess ? malformed(attempts, agencyStatus) : new AgencyUnavailable({
    detail: agencyDetails.deniesSuccess,
    attempts,
    agencyStatus,
    proxyError: "destination_unavailable"
  })

export const tooCostly = (attempts: number, agencyStatus: number): AgencyUnavailable =>
  new AgencyUnavailable({
    detail: agencyDetails.tooCostly,
    attempts,
    agencyStatus,
    proxyError: "http_protocol_error"
  })

export const notAList = (): NotAcceptable => new NotAcceptable({ detail: agencyDetails.notAList })

export const csvRefusal = ({ _tag }: CsvFault): NotAcceptable =>
  _tag === "NotAList"
    ? notAList()
    : new NotAcceptable({ detail: _tag === "RowTooLong" ? agencyDetails.rowTooLong : agencyDetails.tableTooLong })

/** A value takes no more than twice its bytes in a table (quotation marks are doubled): what is longer is cells without values. */
export const mostCsvBytes = ({ maxBytes }: Endpoint): number => 2 * maxBytes

/** Our own members of `meta`. */
export const membersOf = (endpoint: Endpoint): string => `"agency":"${endpoint.agency.slug}","dataset":"${endpoint.dataset.slug}"`

/** What an agency says of keeping its answer. */
export interface Keeping {
  /** False: it expires at once, and is never stored. */
  readonly isKept: boolean
  /** The application that the response is for; empty where it is for all. */
  readonly onlyFor: string
  /** How long the agency lets the response answer as fresh, in milliseconds. */
  readonly freshMillis: number
}

const asRegistered: Keeping = { isKept: true, onlyFor: "", freshMillis: Infinity }

/**
 * @param application whose request it was; what is not to be kept for all is this application's alone
 * @param delayMillis since the agency was asked: its own times begin there, those of the registry when the answer is here
 */
export const keepingOf = (caching: CacheDirectives | undefined, application: string, delayMillis: number): Keeping =>
  caching === undefined ? asRegistered : {
    isKept: caching.copies !== "none",
    onlyFor: caching.copies === "shared" ? "" : application,
    freshMillis: Math.max(0, caching.freshMillis - delayMillis)
  }

/** Epoch milliseconds. */
const expiryOf = (endpoint: Endpoint, nowMillis: number, { isKept }: Keeping): number =>
  isKept ? nowMillis + Math.max(endpoint.cache.staleMillis, endpoint.cache.freshMillis) : nowMillis

export const responseOf = (made: {
  readonly endpoint: Endpoint
  readonly body: Uint8Array
  readonly etag: string
  readonly masked: number
  readonly disclosed: string
  readonly nowMillis: number
  readonly keeping: Keeping
  readonly representation: Representation
}): CachedResponse => ({
  body: made.body,
  contentType: mediaTypes[made.representation],
  etag: made.etag,
  storedAt: made.nowMillis,
  expiresAt: expiryOf(made.endpoint, made.nowMillis, made.keeping),
  onlyFor: made.keeping.onlyFor,
  freshMillis: made.keeping.freshMillis,
  masked: made.masked,
  disclosed: made.disclosed,
  policy: made.endpoint.fingerprint,
  parts: ""
})

/** A response whose entity tag is worked out of its own body when somebody asks for it. */
class JsonResponse implements CachedResponse {
  readonly body: Uint8Array
  readonly contentType = mediaTypes.json
  readonly storedAt: number
  readonly expiresAt: number
  readonly onlyFor: string
  readonly freshMillis: number
  readonly masked: number
  readonly disclosed: string
  readonly policy: string
  readonly parts = ""
  readonly #dataBytes: number
  readonly #metaBytes: number
  #etag: string | undefined

  constructor(
    body: Uint8Array,
    dataBytes: number,
    metaBytes: number,
    masked: number,
    disclosed: string,
    endpoint: Endpoint,
    nowMillis: number,
    keeping: Keeping
  ) {
    this.body = body
    this.#dataBytes = dataBytes
    this.#metaBytes = metaBytes
    this.masked = masked
    this.disclosed = disclosed
    this.storedAt = nowMillis
    this.expiresAt = expiryOf(endpoint, nowMillis, keeping)
    this.onlyFor = keeping.onlyFor
    this.freshMillis = keeping.freshMillis
    this.policy = endpoint.fingerprint
  }

  get etag(): string {
    return this.#etag ??= etagOf(hash("sha1", dataIn(this.body, this.#dataBytes), "base64url"), extraIn(this.body, this.#metaBytes), "json")
  }
}

export const maskedResponse = (options: {
  readonly endpoint: Endpoint
  readonly body: Uint8Array
  readonly attempts: number
  readonly agencyStatus: number
  readonly representation: Representation
  readonly pseudonymKey: Uint8Array | undefined
  readonly nowMillis: number
  readonly keeping: Keeping
}): Result.Result<CachedResponse, AgencyUnavailable | NotAcceptable> => {
  const { endpoint, keeping, nowMillis, representation } = options
  const policy = policyOf(endpoint)
  const masked = maskJson(options.body, policy, options.pseudonymKey)
  if (Result.isFailure(masked)) {
    return Result.fail(unusable(masked.failure.reason, options.attempts, options.agencyStatus))
  }
  const { classes, data, masked: count, meta } = masked.success
  policy.watch.rows = masked.success.count
  const disclosed = disclosedBy(endpoint, classes)
  if (representation === "json") {
    const body = envelopeBytes({ data, members: membersOf(endpoint), generatedAt: isoTime(nowMillis), masked: count, extra: meta })
    return Result.succeed(new JsonResponse(body, data.length, meta.length, count, disclosed, endpoint, nowMillis, keeping))
  }
  const rows = representation === "ndjson" ? Result.succeed(toNdjson(data)) : toCsv(data, mostCsvBytes(endpoint))
  if (Result.isFailure(rows)) return Result.fail(csvRefusal(rows.failure))
  const etag = etagOf(hash("sha1", data, "base64url"), meta, representation)
  return Result.succeed(responseOf({ endpoint, body: rows.success, etag, masked: count, disclosed, nowMillis, keeping, representation }))
}
