/** The Fastify peer's error bodies (RFC 9457) and constant headers. */

export const exposedHeaders = [
  "X-Request-Id", "X-Cache", "Age", "Cache-Status", "ETag", "RateLimit", "RateLimit-Policy", "Retry-After",
  "Deprecation", "Sunset", "Link", "Server-Timing", "traceparent", "WWW-Authenticate", "Proxy-Status"
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
export const problemOf = (error: unknown, agencyStatus: number | undefined): { readonly status: number; readonly code: string } => {
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
