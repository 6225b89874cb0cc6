/** The Fastify peer's answers: the same headers as gapura's on data, error bodies of RFC 9457. */
import type { FastifyReply, FastifyRequest } from "fastify"
import { rateLimit } from "./Endpoints.ts"
import { AgencyFault } from "./PeerAgencies.ts"
import type { CacheResult } from "./PeerGateway.ts"

export interface Caller {
  readonly tokenId: string
  readonly scopes: ReadonlySet<string>
  readonly expiresAt: number
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null
    startedAt: number
    remaining: number
    resetSeconds: number
  }
}

const exposedHeaders = [
  "X-Request-Id",
  "X-Cache",
  "Age",
  "Cache-Status",
  "ETag",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Deprecation",
  "Sunset",
  "Link",
  "Server-Timing",
  "traceparent",
  "WWW-Authenticate",
  "Proxy-Status"
].join(", ")

export const problemBody = (status: number, code: string, detail: string, requestId: string): string =>
  JSON.stringify({
    type: `http://127.0.0.1/problems/${code}`,
    title: code,
    status,
    detail,
    instance: `urn:uuid:${requestId}`,
    code,
    message: "Permintaan gagal",
    requestId,
    meta: { version: "4.0" }
  })

const codeOf = (error: unknown): unknown => error instanceof Error && "code" in error ? error.code : undefined

/** What an agency call that failed becomes. */
export const problemOf = (error: unknown): { readonly status: number; readonly code: string } => {
  const agencyStatus = error instanceof AgencyFault ? error.status : undefined
  if (agencyStatus === 404 || agencyStatus === 410) return { status: 404, code: "not-found-at-agency" }
  switch (codeOf(error)) {
    case "EOPENBREAKER":
      return { status: 503, code: "circuit-open" }
    case "ETIMEDOUT":
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
      return { status: 504, code: "agency-timeout" }
    default:
      return { status: 502, code: "agency-unavailable" }
  }
}

export const refuse = (request: FastifyRequest, reply: FastifyReply, status: number, code: string, detail: string): FastifyReply =>
  reply.code(status).headers({
    "content-type": "application/problem+json",
    "x-request-id": request.id,
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {})
  })
    .send(problemBody(status, code, detail, request.id))

const traceparent = (id: string): string => {
  const hex = id.replaceAll("-", "")
  return `00-${hex}-${hex.slice(16)}-00`
}

export const answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  cache: CacheResult,
  extra: { etag?: string; age?: number; freshFor: number }
): FastifyReply => {
  const headers: Record<string, string> = {
    "content-type": "application/json; charset=utf-8",
    "x-request-id": request.id,
    traceparent: traceparent(request.id),
    "ratelimit-policy": `"token";q=${rateLimit};w=60`,
    ratelimit: `"token";r=${request.remaining};t=${request.resetSeconds}`,
    "cache-control": extra.freshFor > 0 ? `private, max-age=${extra.freshFor}` : "private, no-cache",
    "server-timing": `total;dur=${(performance.now() - request.startedAt).toFixed(2)}`,
    vary: "Accept, Accept-Encoding, Authorization",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": exposedHeaders,
    "x-content-type-options": "nosniff"
  }
  if (extra.etag !== undefined) {
    headers["etag"] = extra.etag
    headers["cache-status"] = cache === "MISS" ? "peer; fwd=miss; stored" : `peer; hit; ttl=${extra.freshFor}`
    if (request.headers["if-none-match"] === extra.etag) return reply.code(304).headers(headers).send()
  }
  if (cache !== "MISS") {
    headers["x-cache"] = cache
    headers["age"] = String(extra.age ?? 0)
  }
  return reply.headers(headers).send(body)
}

/** The error's own answer: 502, 503 or 504, or 404 where the agency has no such thing. */
export const failed = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
  const { code, status } = problemOf(error)
  return refuse(request, reply, status, code, "The agency's server gave no valid answer.")
}
