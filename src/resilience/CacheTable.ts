/**
 * The copies in memory: a table that holds at most so many bytes, shared out between the agencies whose copies they are.
 *
 * When room is needed, the agency that holds the most bytes gives way: whoever holds less than an equal share loses
 * nothing to others. Within it the least recently used copy goes, first of the endpoints with more than a few copies
 * (those that are asked with many parameters), then of the rest. Presets go when they alone hold half of it, or nothing
 * else is left.
 *
 * Bytes are those of body, key and metadata plus a fixed share for the objects around them, so that a million tiny
 * copies keep the bound too. Whose a copy is, its key says: its second line is `agency/…`, the endpoint's route, and the
 * first `preset` where it is a preset's.
 *
 * Gotcha: a body that is a view of a much larger buffer is copied, or it would keep the whole buffer in memory. One that
 * fills its buffer but for a little is kept as it is, and the whole buffer counts.
 */
import type { CachedResponse } from "./CachedResponse.ts"
import { type Ordered, UseOrder } from "./UseOrder.ts"

/** One key's place in the table. */
export interface Slot extends Ordered<Slot> {
  readonly key: string
  response: CachedResponse
  bytes: number
  readonly shelf: Shelf
  /** The one of its owner's that it is in. */
  order: UseOrder<Slot>
  /** When it was used last, in uses of the table. */
  used: number
  /** Segment file that holds this key's latest record, 0 when none does, with the record's size and time of writing. */
  segment: number
  recordBytes: number
  writtenAt: number
  /** The copy in memory is newer than what the segment holds. */
  dirty: boolean
}

/** The copies of one endpoint. */
interface Shelf {
  readonly route: string
  readonly owner: Owner
  copies: number
  /** Those in its owner's `few`. */
  few: ReadonlyArray<Slot>
}

/** What one agency holds, or all presets together. */
interface Owner {
  readonly name: string
  bytes: number
  readonly shelves: Map<string, Shelf>
  /** The slots of endpoints with few copies. A slot whose endpoint has fewer than before may be in the other. */
  readonly few: UseOrder<Slot>
  readonly many: UseOrder<Slot>
}

/** No more copies than this are few. */
const fewCopies = 4
const presets = "preset"

/** Map entry, slot, copy, typed array and its buffer: measured, rounded up. */
export const overheadBytes = 512

/** No entity tag is longer; measuring the tag itself would have it made, and it may never be asked for. */
const etagBytes = 64

const isOwned = ({ buffer, byteLength }: Uint8Array): boolean => buffer.byteLength - byteLength <= byteLength >> 4

const sizeOf = (key: string, response: CachedResponse): number =>
  (isOwned(response.body) ? response.body.buffer.byteLength : response.body.byteLength) +
  2 * (key.length + response.policy.length + response.disclosed.length + response.parts.length + response.onlyFor.length) +
  etagBytes + overheadBytes

const owned = (response: CachedResponse): CachedResponse => {
  if (isOwned(response.body)) return response
  const { contentType, disclosed, etag, expiresAt, freshMillis, masked, onlyFor, parts, policy, storedAt } = response
  return {
    body: Uint8Array.prototype.slice.call(response.body),
    contentType,
    disclosed,
    etag,
    expiresAt,
    freshMillis,
    masked,
    onlyFor,
    parts,
    policy,
    storedAt
  }
}

const unsharedOf = ({ onlyFor }: CachedResponse): number => onlyFor === "" ? 0 : 1

const placeOf = (key: string): { readonly owner: string; readonly route: string } => {
  const first = key.indexOf("\n")
  if (first === -1) return { owner: "", route: "" }
  const end = key.indexOf("\n", first + 1)
  const route = key.slice(first + 1, end === -1 ? undefined : end)
  const slash = route.indexOf("/")
  return { owner: key.startsWith(`${presets}\n`) ? presets : slash === -1 ? route : route.slice(0, slash), route }
}

export class CacheTable {
  readonly slots = new Map<string, Slot>()
  bytes = 0
  /** Copies that gave way to others. */
  evicted = 0
  /** How many of them are one application's alone. */
  unshared = 0
  private uses = 0
  private readonly owners = new Map<string, Owner>()
  readonly maxBytes: number
  private readonly onDrop: (slot: Slot) => void

  /** @param onDrop told of each slot that leaves the table */
  constructor(maxBytes: number, onDrop: (slot: Slot) => void) {
    this.maxBytes = maxBytes
    this.onDrop = onDrop
  }

  /** The slot of a key, now the most recently used. */
  get(key: string): Slot | undefined {
    const slot = this.slots.get(key)
    if (slot !== undefined) this.touch(slot)
    return slot
  }

  /**
   * Stores a copy as the most recently used. One larger than the table, or than what its agency can make room for, is
   * not stored, and takes its predecessor with it.
   */
  put(key: string, given: CachedResponse): Slot | undefined {
    const bytes = sizeOf(key, given)
    let slot = this.slots.get(key)
    if (bytes > this.maxBytes) {
      if (slot !== undefined) this.drop(slot)
      return undefined
    }
    if (slot === undefined) {
      slot = this.insert(key, owned(given), bytes)
      this.shelve(slot, true)
    } else {
      this.bytes += bytes - slot.bytes
      slot.shelf.owner.bytes += bytes - slot.bytes
      this.unshared += unsharedOf(given) - unsharedOf(slot.response)
      slot.response = owned(given)
      slot.bytes = bytes
      this.touch(slot)
    }
    while (this.bytes > this.maxBytes) {
      const giving = this.heaviest()
      if (giving === undefined) break
      this.evicted++
      this.drop(this.nextToGo(giving))
    }
    return this.slots.get(key)
  }

  /** Stores a copy as the least recently used, if its key is absent; what goes for it is an agency's that holds more. */
  putOldest(key: string, response: CachedResponse): Slot | undefined {
    const bytes = sizeOf(key, response)
    if (this.slots.has(key) || bytes > this.maxBytes) return undefined
    const own = this.owners.get(placeOf(key).owner)
    while (this.bytes + bytes > this.maxBytes) {
      const giving = this.heaviest()
      if (giving === undefined || giving === own || giving.bytes <= (own?.bytes ?? 0) + bytes) return undefined
      this.evicted++
      this.drop(this.nextToGo(giving))
    }
    const slot = this.insert(key, owned(response), bytes)
    this.shelve(slot, false)
    return slot
  }

  drop(slot: Slot): void {
    const { bytes, key, response, shelf } = slot
    const { owner } = shelf
    this.slots.delete(key)
    this.unshared -= unsharedOf(response)
    slot.order.leave(slot)
    if (slot.order === owner.few) shelf.few = shelf.few.filter((other) => other !== slot)
    shelf.copies--
    if (shelf.copies === 0) owner.shelves.delete(shelf.route)
    this.bytes -= bytes
    owner.bytes -= bytes
    if (owner.shelves.size === 0) this.owners.delete(owner.name)
    this.onDrop(slot)
  }

  /**
   * The slots that are worth keeping on disk when not all can be, the last to go first: of who holds the most only
   * the few of an endpoint.
   */
  worthKeeping(slots: ReadonlyArray<Slot>): ReadonlyArray<Slot> {
    const giving = this.heaviest()
    const weight = ({ shelf: { owner } }: Slot) => owner.name === presets ? 0 : owner.bytes
    return slots.filter(({ shelf }) => shelf.owner !== giving || shelf.copies <= fewCopies).sort((one, other) =>
      weight(one) - weight(other)
    )
  }

  private insert(key: string, response: CachedResponse, bytes: number): Slot {
    const { owner: name, route } = placeOf(key)
    let owner = this.owners.get(name)
    if (owner === undefined) {
      this.owners.set(name, owner = { name, bytes: 0, shelves: new Map(), few: new UseOrder(), many: new UseOrder() })
    }
    let shelf = owner.shelves.get(route)
    if (shelf === undefined) owner.shelves.set(route, shelf = { route, owner, copies: 0, few: [] })
    const slot: Slot = {
      key,
      response,
      bytes,
      shelf,
      order: owner.few,
      older: undefined,
      newer: undefined,
      used: 0,
      segment: 0,
      recordBytes: 0,
      writtenAt: 0,
      dirty: false
    }
    this.slots.set(key, slot)
    this.unshared += unsharedOf(response)
    shelf.copies++
    this.bytes += bytes
    owner.bytes += bytes
    return slot
  }

  /** Finds a new slot its place; with it the others of its endpoint may have ceased to be few. */
  private shelve(slot: Slot, isNewest: boolean): void {
    const { shelf } = slot
    const { few, many } = shelf.owner
    if (shelf.copies <= fewCopies) shelf.few = [...shelf.few, slot]
    else {
      slot.order = many
      for (const other of shelf.few.toSorted((one, two) => one.used - two.used)) {
        few.leave(other)
        other.order = many
        many.joinNewest(other)
      }
      shelf.few = []
    }
    if (isNewest) {
      slot.used = ++this.uses
      slot.order.joinNewest(slot)
    } else slot.order.joinOldest(slot)
  }

  private touch(slot: Slot): void {
    slot.used = ++this.uses
    const { order } = slot
    if (order.newest === slot) return
    order.leave(slot)
    order.joinNewest(slot)
  }

  /** Who gives way; undefined where the table is empty. */
  private heaviest(): Owner | undefined {
    let found: Owner | undefined
    for (const owner of this.owners.values()) {
      if (owner.name === presets && owner.bytes <= this.maxBytes / 2) continue
      if (found === undefined || owner.bytes > found.bytes) found = owner
    }
    return found ?? this.owners.get(presets)
  }

  private nextToGo({ few, many }: Owner): Slot {
    for (let slot = many.oldest; slot !== undefined; slot = many.oldest) {
      if (slot.shelf.copies > fewCopies) return slot
      many.leave(slot)
      slot.shelf.few = [...slot.shelf.few, slot]
      slot.order = few
      few.joinNewest(slot)
    }
    if (few.oldest === undefined) throw new Error("an agency without copies holds bytes")
    return few.oldest
  }
}
