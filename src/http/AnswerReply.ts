/**
 * Answers as HTTP. A stored body is sent byte for byte: whatever differs between two requests is in the headers.
 */
import { Effect } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { Coding } from "../domain/Negotiation.ts"
import type { Exchange } from "../gateway/Exchange.ts"
import type { Answer } from "../gateway/ReadEndpoint.ts"
import type { Reply } from "../gateway/Reply.ts"
import type { Streamed } from "../gateway/Streamed.ts"
import { compressed, compressing } from "./Compression.ts"
import { exposedHeaders, sharedHeaders, vary } from "./SharedHeaders.ts"

/** `RateLimit-Policy` and `RateLimit` (IETF draft), for every caller whose token is known. */
export const quotaHeaders = (quota: Exchange["quota"]): Record<string, string> =>
  quota === undefined
    ? {}
    : { "ratelimit-policy": `"token";q=${quota.limit};w=60`, ratelimit: `"token";r=${quota.remaining};t=${quota.resetSeconds}` }

const httpDate = (millis: number): string => new Date(millis).toUTCString()

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and the successor's address. */
export const lifecycleHeaders = (endpoint: Endpoint, publicUrl: string): Record<string, string> => {
  if (endpoint.deprecated === undefined && endpoint.sunset === undefined) return {}
  const headers: Record<string, string> = {}
  if (endpoint.deprecated !== undefined) headers["deprecation"] = `@${Math.floor(endpoint.deprecated / 1000)}`
  if (endpoint.sunset !== undefined) headers["sunset"] = httpDate(endpoint.sunset)
  if (endpoint.successor !== undefined) headers["link"] = `<${publicUrl}/api/v4/gateway/${endpoint.successor}>; rel="successor-version"`
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
      return "gapura; fwd=miss; stored"
  }
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

const headersOf = (exchange: Exchange, answer: Answer, options: AnswerOptions): Record<string, string> => {
  const { copy } = answer
  const quota = exchange.quota
  // One literal of one shape: the hottest allocation there is.
  const headers: Record<string, string> = {
    "content-type": copy.contentType,
    "x-request-id": exchange.requestId,
    traceparent: exchange.trace.traceparent,
    "ratelimit-policy": quota === undefined ? "" : `"token";q=${quota.limit};w=60`,
    ratelimit: quota === undefined ? "" : `"token";r=${quota.remaining};t=${quota.resetSeconds}`,
    etag: copy.etag,
    "cache-control": answer.freshFor > 0 && answer.cache !== "STALE-CIRCUIT" ? `private, max-age=${answer.freshFor}` : "private, no-cache",
    "cache-status": cacheStatus(answer),
    "server-timing": `total;dur=${options.elapsed().toFixed(2)}`,
    vary,
    "access-control-allow-origin": "*",
    "access-control-expose-headers": exposedHeaders,
    "x-content-type-options": "nosniff"
  }
  if (answer.cache !== "MISS") {
    headers["x-cache"] = answer.cache
    headers["age"] = String(answer.age)
  }
  if (exchange.endpoint !== undefined && exchange.endpoint.deprecated !== undefined) Object.assign(headers, lifecycleHeaders(exchange.endpoint, options.publicUrl))
  return headers
}

export const answerReply = (exchange: Exchange, answer: Answer, options: AnswerOptions): Effect.Effect<Reply> => {
  const headers = headersOf(exchange, answer, options)
  if (options.ifNoneMatch !== undefined && matchesTag(options.ifNoneMatch, answer.copy.etag)) {
    return Effect.succeed({ status: 304, code: null, headers, body: undefined })
  }
  const body = answer.copy.body
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
export const streamedAnswerReply = (exchange: Exchange, answer: Streamed, options: AnswerOptions): Effect.Effect<Reply> => {
  const headers: Record<string, string> = {
    ...sharedHeaders(exchange.requestId),
    "content-type": answer.contentType,
    traceparent: exchange.trace.traceparent,
    ...quotaHeaders(exchange.quota),
    "cache-control": "private, no-cache",
    "cache-status": "gapura; fwd=miss",
    "server-timing": `total;dur=${options.elapsed().toFixed(2)}`
  }
  if (exchange.endpoint !== undefined) Object.assign(headers, lifecycleHeaders(exchange.endpoint, options.publicUrl))
  if (options.coding !== "identity") headers["content-encoding"] = options.coding
  if (exchange.method === "HEAD") return Effect.as(answer.abandon, { status: 200, code: null, headers, body: undefined })
  const body = options.coding === "identity" ? answer.body : compressing(answer.body, options.coding)
  return Effect.succeed({ status: 200, code: null, headers, body })
}
