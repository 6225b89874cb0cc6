/**
 * The copies in memory: a table that holds at most so many bytes and lets the least recently used go first.
 *
 * Bytes are those of body, key and metadata plus a fixed share for the objects around them, so that a million tiny
 * copies keep the bound too.
 *
 * Gotcha: a body that is a view of a larger buffer is copied, or it would keep the whole buffer in memory.
 */
import type { Copy } from "./Copy.ts"

/** One key's place in the table. */
export interface Slot {
  readonly key: string
  copy: Copy
  bytes: number
  older: Slot | undefined
  newer: Slot | undefined
  /** Segment file that holds this key's latest record, 0 when none does, with the record's size and time of writing. */
  segment: number
  recordBytes: number
  writtenAt: number
  /** The copy in memory is newer than what the segment holds. */
  dirty: boolean
}

/** Map entry, slot, copy, typed array and its buffer: measured, rounded up. */
export const overheadBytes = 512

/** No entity tag is longer; measuring the tag itself would have it made, and it may never be asked for. */
const etagBytes = 64

const sizeOf = (key: string, copy: Copy): number =>
  copy.body.byteLength + 2 * (key.length + copy.policy.length + copy.disclosed.length) + etagBytes + overheadBytes

const owned = (copy: Copy): Copy => {
  if (copy.body.byteLength === copy.body.buffer.byteLength) return copy
  const { contentType, disclosed, etag, expiresAt, masked, policy, storedAt } = copy
  return { body: Uint8Array.prototype.slice.call(copy.body), contentType, disclosed, etag, expiresAt, masked, policy, storedAt }
}

export class CopyTable {
  readonly slots = new Map<string, Slot>()
  bytes = 0
  private newest: Slot | undefined
  private oldest: Slot | undefined
  private readonly maxBytes: number
  private readonly onDrop: (slot: Slot) => void

  /** @param onDrop told of each slot that leaves the table */
  constructor(maxBytes: number, onDrop: (slot: Slot) => void) {
    this.maxBytes = maxBytes
    this.onDrop = onDrop
  }

  /** The slot of a key, now the most recently used. */
  get(key: string): Slot | undefined {
    const slot = this.slots.get(key)
    if (slot !== undefined && slot !== this.newest) {
      this.unlink(slot)
      this.linkNewest(slot)
    }
    return slot
  }

  /** Stores a copy as the most recently used. A copy larger than the table is not stored, and takes its predecessor with it. */
  put(key: string, given: Copy): Slot | undefined {
    const bytes = sizeOf(key, given)
    let slot = this.slots.get(key)
    if (bytes > this.maxBytes) {
      if (slot !== undefined) this.drop(slot)
      return undefined
    }
    if (slot === undefined) {
      slot = this.insert(key, owned(given), bytes)
      this.linkNewest(slot)
    } else {
      this.bytes += bytes - slot.bytes
      slot.copy = owned(given)
      slot.bytes = bytes
      if (slot !== this.newest) {
        this.unlink(slot)
        this.linkNewest(slot)
      }
    }
    while (this.bytes > this.maxBytes && this.oldest !== undefined) this.drop(this.oldest)
    return slot
  }

  /** Stores a copy as the least recently used, if its key is absent and nothing has to go for it. */
  putOldest(key: string, copy: Copy): Slot | undefined {
    const bytes = sizeOf(key, copy)
    if (this.slots.has(key) || this.bytes + bytes > this.maxBytes) return undefined
    const slot = this.insert(key, owned(copy), bytes)
    slot.newer = this.oldest
    if (this.oldest === undefined) this.newest = slot
    else this.oldest.older = slot
    this.oldest = slot
    return slot
  }

  drop(slot: Slot): void {
    this.slots.delete(slot.key)
    this.unlink(slot)
    this.bytes -= slot.bytes
    this.onDrop(slot)
  }

  private insert(key: string, copy: Copy, bytes: number): Slot {
    const slot: Slot = { key, copy, bytes, older: undefined, newer: undefined, segment: 0, recordBytes: 0, writtenAt: 0, dirty: false }
    this.slots.set(key, slot)
    this.bytes += bytes
    return slot
  }

  private linkNewest(slot: Slot): void {
    slot.older = this.newest
    slot.newer = undefined
    if (this.newest === undefined) this.oldest = slot
    else this.newest.newer = slot
    this.newest = slot
  }

  private unlink(slot: Slot): void {
    if (slot.older === undefined) this.oldest = slot.newer
    else slot.older.newer = slot.newer
    if (slot.newer === undefined) this.newest = slot.older
    else slot.newer.older = slot.older
    slot.older = undefined
    slot.newer = undefined
  }
}
