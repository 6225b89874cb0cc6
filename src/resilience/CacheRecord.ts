/**
 * How a copy is written to a segment file, pure.
 *
 * A record is a header of 12 bytes and a payload; numbers are little-endian:
 *
 *   mark (4 bytes) · payload length (u32) · CRC-32 of the payload (u32)
 *   storedAt (f64) · expiresAt (f64) · freshMillis (f64) · masked (u32) · lengths of key, content type, etag, policy,
 *   disclosure, parts and application (u32 each) · those seven in UTF-8 · body
 *
 * The mark begins with a byte that no UTF-8 text holds, so a reader that lost its place finds the next record by it.
 */
import { crc32 } from "node:zlib"
import type { CachedResponse } from "./CachedResponse.ts"

/** The last byte is the format's version. */
const mark = Buffer.from([0xff, 0x67, 0x70, 0x03])
const headerBytes = 12
const fixedBytes = 8 * 3 + 4 + 4 * 7

/** No record of this copy is longer. */
export const maxRecordBytes = (key: string, response: CachedResponse): number =>
  headerBytes + fixedBytes +
  3 *
    (key.length + response.contentType.length + response.etag.length + response.policy.length + response.disclosed.length +
      response.parts.length +
      response.onlyFor.length) +
  response.body.byteLength

/** Writes a record at `offset` of a buffer that has room for `maxRecordBytes`, and tells its length. */
export const writeRecord = (target: Buffer, offset: number, key: string, response: CachedResponse): number => {
  const payload = offset + headerBytes
  mark.copy(target, offset)
  target.writeDoubleLE(response.storedAt, payload)
  target.writeDoubleLE(response.expiresAt, payload + 8)
  target.writeDoubleLE(response.freshMillis, payload + 16)
  target.writeUInt32LE(response.masked, payload + 24)
  let end = payload + fixedBytes
  const text = (value: string, lengthAt: number): void => {
    const written = target.write(value, end)
    target.writeUInt32LE(written, lengthAt)
    end += written
  }
  text(key, payload + 28)
  text(response.contentType, payload + 32)
  text(response.etag, payload + 36)
  text(response.policy, payload + 40)
  text(response.disclosed, payload + 44)
  text(response.parts, payload + 48)
  text(response.onlyFor, payload + 52)
  target.set(response.body, end)
  end += response.body.byteLength
  target.writeUInt32LE(end - payload, offset + 4)
  target.writeUInt32LE(crc32(target.subarray(payload, end)), offset + 8)
  return end - offset
}

export interface StoredRecord {
  readonly key: string
  /** Its body is a view of the segment that was read. */
  readonly response: CachedResponse
  /** Bytes of the whole record. */
  readonly bytes: number
}

const readPayload = (payload: Buffer, bytes: number): StoredRecord | undefined => {
  let end = fixedBytes
  const text = (lengthAt: number): string => {
    const start = end
    end += payload.readUInt32LE(lengthAt)
    return payload.toString("utf8", start, end)
  }
  const [key, contentType, etag, policy, disclosed, parts, onlyFor] = [text(28), text(32), text(36), text(40), text(44), text(48), text(52)]
  const storedAt = payload.readDoubleLE(0)
  const expiresAt = payload.readDoubleLE(8)
  const freshMillis = payload.readDoubleLE(16)
  if (end > payload.length || !Number.isFinite(storedAt) || !Number.isFinite(expiresAt) || Number.isNaN(freshMillis)) return undefined
  const response = {
    body: payload.subarray(end),
    contentType,
    etag,
    storedAt,
    expiresAt,
    onlyFor,
    freshMillis,
    masked: payload.readUInt32LE(24),
    disclosed,
    policy,
    parts
  }
  return { key, response, bytes }
}

const readAt = (segment: Buffer, offset: number): StoredRecord | undefined => {
  const start = offset + headerBytes
  if (start + fixedBytes > segment.length) return undefined
  const length = segment.readUInt32LE(offset + 4)
  if (length < fixedBytes || start + length > segment.length) return undefined
  const payload = segment.subarray(start, start + length)
  return crc32(payload) === segment.readUInt32LE(offset + 8) ? readPayload(payload, headerBytes + length) : undefined
}

/** The whole records of a segment in the order of writing. Torn and damaged ones are skipped; `damaged` counts the gaps. */
export const readRecords = (segment: Buffer): { readonly records: ReadonlyArray<StoredRecord>; readonly damaged: number } => {
  const records: Array<StoredRecord> = []
  let damaged = 0
  let offset = 0
  while (offset < segment.length) {
    const found = segment.indexOf(mark, offset)
    const record = found === -1 ? undefined : readAt(segment, found)
    if (found !== offset || record === undefined) damaged++
    if (found === -1) break
    if (record !== undefined) records.push(record)
    offset = found + (record?.bytes ?? mark.length)
  }
  return { records, damaged }
}
