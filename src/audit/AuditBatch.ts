/**
 * Many audit records as one row: a JSON array, compressed (zstd). Pure.
 *
 * One row a batch costs a third of one row a record, and a twelfth of the disk; the row's columns tell which batches a
 * question concerns. The order of records is the order of batches, then the order inside.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib"
import { Effect, Schema } from "effect"
import { AuditRecord } from "../domain/AuditRecord.ts"

export interface AuditBatch {
  /** Earliest and latest `time` inside. */
  readonly firstTime: string
  readonly lastTime: string
  readonly count: number
  readonly bytes: Uint8Array
}

/** Characters; the longest string a record keeps, whatever a caller sends. */
export const maxLength = 512
/** No batch unpacks to more than this. */
const maxBytes = 256 * 1024 * 1024

const fits = (text: string | null): boolean => text === null || text.length <= maxLength

const shorten = <A>(value: A): A | string => typeof value === "string" && value.length > maxLength ? `${value.slice(0, maxLength - 1)}…`.toWellFormed() : value

const bounded = (record: AuditRecord): unknown =>
  fits(record.requestId) && fits(record.route) && fits(record.consumerApplication) && fits(record.tokenId) && fits(record.traceId)
    && fits(record.ownerApplication) && fits(record.agency) && fits(record.dataset) && fits(record.method) && fits(record.code)
    && fits(record.alias) && fits(record.time)
    ? record
    : Object.fromEntries(Object.entries(record).map(([key, value]) => [key, shorten(value)]))

const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** `records` must not be empty. */
export const pack = (records: ReadonlyArray<AuditRecord>): AuditBatch => {
  let firstTime = records[0]?.time ?? ""
  let lastTime = firstTime
  const values: Array<unknown> = []
  for (const record of records) {
    if (record.time < firstTime) firstTime = record.time
    if (record.time > lastTime) lastTime = record.time
    values.push(bounded(record))
  }
  return { firstTime, lastTime, count: records.length, bytes: zstdCompressSync(JSON.stringify(values), compression) }
}

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Array(AuditRecord)))

/** Fails on bytes that no `pack` made. */
export const unpack = (bytes: Uint8Array) =>
  Effect.flatMap(
    Effect.try({ try: () => zstdDecompressSync(bytes, { maxOutputLength: maxBytes }).toString("utf8"), catch: () => new BatchDamaged() }),
    decode
  )

export class BatchDamaged extends Schema.TaggedError<BatchDamaged>()("BatchDamaged", {}) {
  override get message(): string {
    return "an audit batch is damaged"
  }
}
