import type { Copy } from "../../src/resilience/Copy.ts"

/** A copy of this text, stored at 0 and good until the year 33658. */
export const copyOf = (body: string, changes: Partial<Copy> = {}): Copy => ({
  body: Uint8Array.from(Buffer.from(body)),
  contentType: "application/json; charset=utf-8",
  etag: "W/\"tag\"",
  storedAt: 0,
  expiresAt: 1e15,
  masked: 0,
  disclosed: "",
  policy: "policy",
  ...changes
})

export const textOf = (copy: Copy | undefined): string | undefined => copy === undefined ? undefined : Buffer.from(copy.body).toString()
