/**
 * Opaque access tokens and client secrets: `gpr_` or `gps_` and 256 random bits in base64url.
 *
 * Only the SHA-256 of one is ever kept. A plain hash is enough, because there is nothing to guess: the value is random.
 */
import { Redacted } from "effect"
import { hash, randomBytes } from "node:crypto"

const tokenPattern = /^gpr_[A-Za-z0-9_-]{43}$/

const random = (prefix: string, bytes: number): string => prefix + randomBytes(bytes).toString("base64url")

export const makeToken = (): Redacted.Redacted<string> => Redacted.make(random("gpr_", 32), { label: "token" })

export const makeSecret = (): Redacted.Redacted<string> => Redacted.make(random("gps_", 32), { label: "client-secret" })

/** Public names: safe in logs, audit records and addresses. */
export const makeTokenId = (): string => random("tok_", 12)
export const makeClientId = (): string => random("cli_", 12)
export const makeAccessRequestId = (): string => random("req_", 12)

/** Characters in a token. */
export const tokenLength = 47

export const isToken = (text: string): boolean => text.length === tokenLength && tokenPattern.test(text)

/** As the database keeps it: 64 lower-case hex digits. */
export const hashOf = (secret: string): string => hash("sha256", secret, "hex")

/** As memory keeps it: 32 characters, one a byte. The cheapest form that node:crypto gives (a Buffer costs 7 times as much). */
export const digestOf = (token: string): string => hash("sha256", token, "latin1")

export const digestOfHash = (hex: string): string => Buffer.from(hex, "hex").toString("latin1")
