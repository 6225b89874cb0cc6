/**
 * Answers as HTTP. A stored body is sent byte for byte: whatever differs between two requests is in the headers.
 */
import { Effect } from "effect"
import { detailLanguage } from "../domain/Detail.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { Coding } from "../domain/Negotiation.ts"
import { successorHeader } from "../domain/UriTemplate.ts"
import type { Answer } from "../gateway/Answer.ts"
import type { Exchange } from "../gateway/Exchange.ts"
import type { Reply } from "../gateway/Reply.ts"
import type { StreamedResponse } from "../gateway/StreamedResponse.ts"
import { compressed, compressing } from "./Compression.ts"
import { exposedHeaders, sharedHeaders, toldVary, vary } from "./SharedHeaders.ts"

type Spent = NonNullable<Exchange["quota"]>

/** `RateLimit-Policy` and `RateLimit` (IETF draft), for every caller whose token is known. */
export const quotaHeaders = (quota: Exchange["quota"]): Record<string, string> =>
  quota === undefined ? {} : { "ratelimit-policy": policyOf(quota), ratelimit: leftOf(quota) }

/** The token's quota first; its application's follows where fewer calls are left of that. */
const policyOf = ({ application, limit }: Spent): string =>
  application === undefined ? `"token";q=${limit};w=60` : `"token";q=${limit};w=60, "application";q=${application.limit};w=60`

const leftOf = ({ application, remaining, resetSeconds }: Spent): string =>
  application === undefined
    ? `"token";r=${remaining};t=${resetSeconds}`
    : `"token";r=${remaining};t=${resetSeconds}, "application";r=${application.remaining};t=${application.resetSeconds}`

const httpDate = (millis: number): string => new Date(millis).toUTCString()

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and the successor's address. */
export const lifecycleHeaders = (endpoint: Endpoint, publicUrl: string): Record<string, string> => {
  if (endpoint.deprecated === undefined && endpoint.sunset === undefined) return {}
  const headers: Record<string, string> = {}
  if (endpoint.deprecated !== undefined) headers["deprecation"] = `@${Math.floor(endpoint.deprecated / 1000)}`
  if (endpoint.sunset !== undefined) headers["sunset"] = httpDate(endpoint.sunset)
  if (endpoint.successor !== undefined) Object.assign(headers, successorHeader(endpoint.successor, publicUrl))
  return headers
}

/** RFC 9211: what the cache did for this request. */
const cacheStatus = (answer: Answer): string => {
  switch (answer.cache) {
    case "HIT":
      return `gapura; hit; ttl=${answer.freshFor}`
    case "STALE-CIRCUIT":
      return `gapura; hit; ttl=${answer.freshFor}; detail=STALE-CIRCUIT`
    case "MISS":
      return answer.response.expiresAt > answer.response.storedAt ? "gapura; fwd=miss; stored" : "gapura; fwd=miss"
  }
}

/**
 * An agency that wants no copy wants none of its callers' either. Whoever keeps an answer takes its `Age`, which is told of a copy, from
 * `max-age` (RFC 9111, section 4.2).
 */
const cacheControl = ({ age, cache, response, freshFor }: Answer): string => {
  if (response.onlyFor !== "" && response.expiresAt <= response.storedAt) return "private, no-store"
  return freshFor > 0 && cache !== "STALE-CIRCUIT"
    ? `private, max-age=${cache === "MISS" ? freshFor : age + freshFor}`
    : "private, no-cache"
}

export interface AnswerOptions {
  readonly publicUrl: string
  readonly coding: Coding
  readonly ifNoneMatch: string | undefined
  /** Milliseconds since the request arrived. */
  readonly elapsed: () => number
}

/** Weak comparison (RFC 9110, section 8.8.3.2). */
export const matchesTag = (ifNoneMatch: string, etag: string): boolean => {
  if (ifNoneMatch.trim() === "*") return true
  const opaque = etag.replace(/^W\//, "")
  return ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === opaque)
}

/** @param name of ASCII letters, digits, dots and hyphens */
const attachment = (name: string): string => `attachment; filename="${name}"`

const headersOf = (exchange: Exchange, answer: Answer, options: AnswerOptions): Record<string, string> => {
  const { response } = answer
  const quota = exchange.quota
  // One literal of one shape: the hottest allocation there is.
  const headers: Record<string, string> = {
    "content-type": response.contentType,
    "x-request-id": exchange.requestId,
    traceparent: exchange.trace.traceparent,
    "ratelimit-policy": quota === undefined ? "" : policyOf(quota),
    ratelimit: quota === undefined ? "" : leftOf(quota),
    etag: response.etag,
    "cache-control": cacheControl(answer),
    "cache-status": cacheStatus(answer),
    "server-timing": `total;dur=${options.elapsed().toFixed(2)}`,
    vary,
    "access-control-allow-origin": "*",
    "access-control-expose-headers": exposedHeaders,
    "x-content-type-options": "nosniff"
  }
  if (answer.fileName !== undefined) headers["content-disposition"] = attachment(answer.fileName)
  if (answer.cache !== "MISS") {
    headers["x-cache"] = answer.cache
    headers["age"] = String(answer.age)
  }
  if (exchange.entryFaults !== undefined) {
    headers["vary"] = toldVary
    headers["content-language"] = detailLanguage(exchange.acceptLanguage)
  }
  if (exchange.endpoint !== undefined && exchange.endpoint.deprecated !== undefined) {
    Object.assign(headers, lifecycleHeaders(exchange.endpoint, options.publicUrl))
  }
  return headers
}

export const answerReply = (exchange: Exchange, answer: Answer, options: AnswerOptions): Effect.Effect<Reply> => {
  const headers = headersOf(exchange, answer, options)
  if (options.ifNoneMatch !== undefined && matchesTag(options.ifNoneMatch, answer.response.etag)) {
    return Effect.succeed({ status: 304, code: null, headers, body: undefined })
  }
  const body = answer.response.body
  if (options.coding === "identity" || body.length < 1_024) return Effect.succeed({ status: 200, code: null, headers, body })
  const coding = options.coding
  return Effect.map(compressed(body, coding), (bytes) => {
    headers["content-encoding"] = coding
    return { status: 200, code: null, headers, body: bytes }
  })
}

/**
 * A streamed answer has no entity tag and no length: both are known only when it has left. What a HEAD wants to know
 * is known before.
 */
export const streamedAnswerReply = (exchange: Exchange, answer: StreamedResponse, options: AnswerOptions): Effect.Effect<Reply> => {
  const headers: Record<string, string> = {
    ...sharedHeaders(exchange.requestId),
    "content-type": answer.contentType,
    traceparent: exchange.trace.traceparent,
    ...quotaHeaders(exchange.quota),
    "cache-control": answer.mayBeKept ? "private, no-cache" : "private, no-store",
    "cache-status": "gapura; fwd=miss",
    "server-timing": `total;dur=${options.elapsed().toFixed(2)}`
  }
  if (exchange.endpoint !== undefined) Object.assign(headers, lifecycleHeaders(exchange.endpoint, options.publicUrl))
  if (answer.fileName !== undefined) headers["content-disposition"] = attachment(answer.fileName)
  if (options.coding !== "identity") headers["content-encoding"] = options.coding
  if (exchange.method === "HEAD") return Effect.as(answer.abandon, { status: 200, code: null, headers, body: undefined })
  const body = options.coding === "identity" ? answer.body : compressing(answer.body, options.coding)
  return Effect.succeed({ status: 200, code: null, headers, body })
}
