/**
 * A sign-in that has begun and not come back: kept by the browser, sealed with AES-256-GCM, so that any gateway with
 * the same secret can finish it and nothing is stored for whoever never comes back.
 */
import { Option, Redacted, Schema } from "effect"
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"

export const SignInAttempt = Schema.Struct({
  state: Schema.String,
  nonce: Schema.String,
  verifier: Schema.String,
  /** Where to go afterwards; checked again then. */
  next: Schema.String,
  /** Epoch milliseconds. */
  startedAt: Schema.Finite
})
export type SignInAttempt = typeof SignInAttempt.Type

const Sealed = Schema.fromJsonString(SignInAttempt)
const encode = Schema.encodeSync(Sealed)
const decode = Schema.decodeUnknownOption(Sealed)

const ivBytes = 12
const tagBytes = 16
const algorithm = "aes-256-gcm"

const keyOf = (secret: Redacted.Redacted<string>): Buffer =>
  Buffer.from(hkdfSync("sha256", Redacted.value(secret), "", "gapura sign-in attempt 1", 32))

export const seal = (secret: Redacted.Redacted<string>, attempt: SignInAttempt): string => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, keyOf(secret), iv)
  return Buffer.concat([iv, cipher.update(encode(attempt), "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url")
}

/** Undefined for whatever this secret did not seal. */
export const unseal = (secret: Redacted.Redacted<string>, sealed: string): SignInAttempt | undefined => {
  const bytes = Buffer.from(sealed, "base64url")
  if (bytes.length <= ivBytes + tagBytes) return undefined
  try {
    const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    return Option.getOrUndefined(
      decode(Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString("utf8"))
    )
  } catch {
    return undefined
  }
}
