/**
 * A copy as it leaves this process: its name tells nothing of what it is, and only gateways with the city's salt can read or
 * make it. Pure but for chance.
 *
 * nonce (12 bytes) · tag (16) · AES-256-GCM of the zstd of the record that lies on disk too (`CacheRecord.ts`), with a key
 * for each name, so that no copy can be put in the place of another. What was sealed once can be put back later, until the
 * time in it at which it expires.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto"
import { promisify } from "node:util"
import { constants, zstdCompress, zstdDecompress } from "node:zlib"
import type { CachedResponse } from "./CachedResponse.ts"
import { maxRecordBytes, readRecords, writeRecord } from "./CacheRecord.ts"

const nonceBytes = 12
const tagBytes = 16
/** Beyond the largest copy of a stream. */
const largestRecord = 32 * 1024 * 1024
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** @param policy what it was made under: under another it has another name */
export const copyName = (salt: string, key: string, policy: string): string =>
  createHmac("sha256", salt).update(`copy\n${policy}\n${key}`).digest("base64url").slice(0, 22)

const keyOf = (salt: string, name: string): Buffer => createHmac("sha256", salt).update(`seal\n${name}`).digest()

/** @param name what it is kept under: it can be opened under no other */
export const seal = (salt: string, name: string, bytes: Uint8Array): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv("aes-256-gcm", keyOf(salt, name), nonce)
  const sealed = cipher.update(bytes)
  return Buffer.concat([nonce, cipher.final(), cipher.getAuthTag(), sealed])
}

/** @returns undefined for what no gateway of this city has sealed under this name */
export const unseal = (salt: string, name: string, sealed: Buffer): Buffer | undefined => {
  if (sealed.length < nonceBytes + tagBytes) return undefined
  const decipher = createDecipheriv("aes-256-gcm", keyOf(salt, name), sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  const opened = decipher.update(sealed.subarray(nonceBytes + tagBytes))
  try {
    decipher.final()
    return opened
  } catch {
    return undefined
  }
}

export const sealCopy = async (salt: string, name: string, key: string, response: CachedResponse): Promise<Buffer> => {
  const record = Buffer.allocUnsafe(maxRecordBytes(key, response))
  return seal(salt, name, await compress(record.subarray(0, writeRecord(record, 0, key, response)), options))
}

/** @returns undefined for what is no copy of this key and policy, or has expired */
export const openCopy = async (
  salt: string,
  name: string,
  sealed: Buffer,
  { key, nowMillis, policy }: { readonly key: string; readonly policy: string; readonly nowMillis: number }
): Promise<CachedResponse | undefined> => {
  const packed = unseal(salt, name, sealed)
  if (packed === undefined) return undefined
  const { records: [found] } = readRecords(await decompress(packed, { maxOutputLength: largestRecord }))
  if (found === undefined || found.key !== key) return undefined
  const { response } = found
  if (response.policy !== policy || response.onlyFor !== "" || nowMillis >= response.expiresAt) return undefined
  // Another gateway's clock may be a little ahead of this one's.
  return response.storedAt > nowMillis ? { ...response, storedAt: nowMillis } : response
}
