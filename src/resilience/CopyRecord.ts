/**
 * How a copy is written to a segment file, pure.
 *
 * A record is a header of 12 bytes and a payload; numbers are little-endian:
 *
 *   mark (4 bytes) · payload length (u32) · CRC-32 of the payload (u32)
 *   storedAt (f64) · expiresAt (f64) · masked (u32) · lengths of key, content type, etag, policy and
 *   disclosure (u32 each) · those five in UTF-8 · body
 *
 * The mark begins with a byte that no UTF-8 text holds, so a reader that lost its place finds the next record by it.
 */
import { crc32 } from "node:zlib"
import type { Copy } from "./Copy.ts"

/** The last byte is the format's version. */
const mark = Buffer.from([0xff, 0x67, 0x70, 0x02])
const headerBytes = 12
const fixedBytes = 8 + 8 + 4 + 4 * 5

/** No record of this copy is longer. */
export const maxRecordBytes = (key: string, copy: Copy): number =>
  headerBytes + fixedBytes + 3 * (key.length + copy.contentType.length + copy.etag.length + copy.policy.length + copy.disclosed.length) + copy.body.byteLength

/** Writes a record at `offset` of a buffer that has room for `maxRecordBytes`, and tells its length. */
export const writeRecord = (target: Buffer, offset: number, key: string, copy: Copy): number => {
  const payload = offset + headerBytes
  mark.copy(target, offset)
  target.writeDoubleLE(copy.storedAt, payload)
  target.writeDoubleLE(copy.expiresAt, payload + 8)
  target.writeUInt32LE(copy.masked, payload + 16)
  let end = payload + fixedBytes
  const text = (value: string, lengthAt: number): void => {
    const written = target.write(value, end)
    target.writeUInt32LE(written, lengthAt)
    end += written
  }
  text(key, payload + 20)
  text(copy.contentType, payload + 24)
  text(copy.etag, payload + 28)
  text(copy.policy, payload + 32)
  text(copy.disclosed, payload + 36)
  target.set(copy.body, end)
  end += copy.body.byteLength
  target.writeUInt32LE(end - payload, offset + 4)
  target.writeUInt32LE(crc32(target.subarray(payload, end)), offset + 8)
  return end - offset
}

export interface StoredRecord {
  readonly key: string
  /** Its body is a view of the segment that was read. */
  readonly copy: Copy
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
  const [key, contentType, etag, policy, disclosed] = [text(20), text(24), text(28), text(32), text(36)]
  const storedAt = payload.readDoubleLE(0)
  const expiresAt = payload.readDoubleLE(8)
  if (end > payload.length || !Number.isFinite(storedAt) || !Number.isFinite(expiresAt)) return undefined
  return { key, copy: { body: payload.subarray(end), contentType, etag, storedAt, expiresAt, masked: payload.readUInt32LE(16), disclosed, policy }, bytes }
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
