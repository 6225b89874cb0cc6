import type { CachedResponse } from "../../src/resilience/CachedResponse.ts"

/** A copy of this text, stored at 0 and good until the year 33658. */
export const cachedResponse = (body: string, changes: Partial<CachedResponse> = {}): CachedResponse => ({
  body: Uint8Array.from(Buffer.from(body)),
  contentType: "application/json; charset=utf-8",
  etag: "W/\"tag\"",
  storedAt: 0,
  expiresAt: 1e15,
  onlyFor: "",
  freshMillis: Infinity,
  masked: 0,
  disclosed: "",
  policy: "policy",
  parts: "",
  ...changes
})

export const textOf = (response: CachedResponse | undefined): string | undefined =>
  response === undefined ? undefined : Buffer.from(response.body).toString()
