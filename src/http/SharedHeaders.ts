/** Headers that every answer of a data route has, and CORS for any origin without credentials. */

export const exposedHeaders = [
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
  "Link-Template",
  "Server-Timing",
  "traceparent",
  "WWW-Authenticate",
  "Proxy-Status",
  "Allow",
  "Content-Disposition",
  "Preference-Applied",
  "X-Sintetis"
].join(", ")

export const vary = "Accept, Accept-Encoding, Authorization"
/** Of what tells of errors, which it does in the caller's language. */
export const toldVary = `${vary}, Accept-Language`

/** What every public address says: any origin may read it, its headers too. */
export const openToAll = { "access-control-allow-origin": "*", "access-control-expose-headers": exposedHeaders } as const

export const sharedHeaders = (requestId: string): Record<string, string> => ({
  "x-request-id": requestId,
  ...openToAll,
  "x-content-type-options": "nosniff",
  vary
})

/** The answer to a pre-flight request (Fetch standard, CORS protocol). */
export const preflightHeaders = (methods: string): Record<string, string> => ({
  ...openToAll,
  "access-control-allow-methods": methods,
  "access-control-allow-headers": "Authorization, Content-Type, Accept, If-None-Match, Last-Event-ID, Prefer, traceparent",
  "access-control-max-age": "86400",
  vary: "Access-Control-Request-Method, Access-Control-Request-Headers"
})
