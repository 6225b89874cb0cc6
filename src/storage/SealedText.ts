/**
 * Text that can be kept anywhere and read only with a key of the data directory: AES-256-GCM under a fresh nonce, bound
 * to what it is for, so that it opens nowhere else. `v1.` and then nonce, tag and ciphertext in base64url.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const cipher = "aes-256-gcm"
const nonceBytes = 12
const tagBytes = 16

/** @param key 32 bytes @param purpose what it is for, told again to open it */
export const seal = (key: Uint8Array, text: string, purpose: string): string => {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(purpose))
  const body = Buffer.concat([sealing.update(Buffer.from(text)), sealing.final()])
  return `v1.${Buffer.concat([nonce, sealing.getAuthTag(), body]).toString("base64url")}`
}

/** Undefined where this key did not seal it, or not for this. */
export const unseal = (key: Uint8Array, sealed: string, purpose: string): string | undefined => {
  const bytes = Buffer.from(sealed.replace(/^v1\./, ""), "base64url")
  if (!sealed.startsWith("v1.") || bytes.length < nonceBytes + tagBytes) return undefined
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]).toString("utf8")
  } catch {
    return undefined
  }
}
