/** Packs the copies of many slots into one buffer of records, so that each write to the disk is a large one. Pure but for the buffer. */
import { maxRecordBytes, writeRecord } from "./CacheRecord.ts"
import type { Slot } from "./CacheTable.ts"

const batchBytes = 1024 * 1024

export interface RecordBatch {
  /** Views the buffer it was made with: to be written before the next batch is made. */
  readonly bytes: Buffer
  readonly slots: ReadonlyArray<Slot>
  /** Bytes of each slot's record. */
  readonly sizes: ReadonlyArray<number>
  /** Index of the first slot that found no room. */
  readonly next: number
}

export const makeBatchBuffer = (): Buffer => Buffer.allocUnsafeSlow(batchBytes)

/** Takes slots from `start` on until the buffer is full; a record larger than the buffer comes alone in one of its own. */
export const encodeBatch = (shared: Buffer, slots: ReadonlyArray<Slot>, start: number): RecordBatch => {
  const taken: Array<Slot> = []
  const sizes: Array<number> = []
  let buffer = shared
  let filled = 0
  let next = start
  for (; next < slots.length; next++) {
    const slot = slots[next]
    if (slot === undefined) break
    const room = maxRecordBytes(slot.key, slot.response)
    if (filled + room > buffer.length) {
      if (taken.length > 0) break
      buffer = Buffer.allocUnsafeSlow(room)
    }
    const size = writeRecord(buffer, filled, slot.key, slot.response)
    filled += size
    taken.push(slot)
    sizes.push(size)
  }
  return { bytes: buffer.subarray(0, filled), slots: taken, sizes, next }
}
