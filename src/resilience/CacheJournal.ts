/**
 * Keeps the copies in memory on disk as well, so that they survive a restart.
 *
 * A background fiber writes what changed, in batches, to the end of the newest segment file. Memory is the truth and
 * the disk an afterthought: no caller waits for it and none hears of its failures.
 *
 * States: `writing`; and `resting`, after the disk failed (full, read-only, gone): memory only, one line in the log,
 * and another try every 30 s, which then writes everything that is missing.
 *
 * - A flush writes so much and no more, so that a flood of copies costs callers little; closing the scope writes all.
 * - A key whose record is young is not written again until the record is 10 s old, or the scope closes: a popular
 *   copy that is refreshed all the time costs one record, not hundreds. A crash loses that much of the refreshing. What
 *   was let go of is written at once, as a stone that hides what the disk has of its key.
 * - Where the disk is full of copies in use, those of who holds the least are written again before their file goes, up to
 *   half of it; the others are in memory only.
 * - Loading goes from the newest record to the oldest: the first one seen of a key is its newest, and who holds less in
 *   memory finds room there. Records that are expired, torn or damaged are skipped.
 *
 * Gotchas: only masked bytes may reach the table, since all of it reaches the disk. Every run starts a new file.
 */
import { Clock, Duration, Effect, type Scope } from "effect"
import { crc32 } from "node:zlib"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { makeOutage } from "../domain/Outage.ts"
import { type CachedResponse, isStone } from "./CachedResponse.ts"
import { readRecords } from "./CacheRecord.ts"
import type { CacheTable, Slot } from "./CacheTable.ts"
import { encodeBatch, makeBatchBuffer } from "./RecordBatch.ts"
import { type DiskFailure, makeSegmentFiles, type OpenSegment, type StoredSegment } from "./SegmentFiles.ts"
import { type Segment, SegmentLedger } from "./SegmentLedger.ts"

const flushEvery = Duration.millis(250)
const rewriteMillis = 10_000
const restMillis = 30_000
/** What one flush writes at most: where copies come and go faster than this, most are gone before a restart could need them. */
const flushRecords = 128
const flushBytes = 1024 * 1024
const loadBeforeReadyBytes = 32 * 1024 * 1024
const largestSegmentBytes = 4 * 1024 * 1024

/** Of a key's checksum the bits that find its own among those that left memory: two keys that share one cost a stone too many. */
const leftShift = 13
const bitOf = (key: string): number => crc32(key) >>> leftShift

/** The first of them whose records have that many bytes together. */
const upTo = (bytes: number, slots: ReadonlyArray<Slot>): ReadonlyArray<Slot> => {
  let taken = 0
  return slots.filter(({ recordBytes }) => (taken += recordBytes) <= bytes)
}

export interface CacheJournal {
  /** To be called when a slot has a new copy. */
  readonly changed: (slot: Slot) => void
  /** To be called when a slot has left the table. */
  readonly dropped: (slot: Slot) => void
  /** Until when the disk may bring back a copy of this key that has left memory, epoch milliseconds; undefined where it has none. */
  readonly leftUntil: (key: string) => number | undefined
  /** Loads what there is into the table and starts to write, until the scope closes. Ready after the newest 32 MiB. */
  readonly start: (table: CacheTable) => Effect.Effect<void, never, Scope.Scope>
}

/** @param options.maxBytes bound of all segment files together, give or take one segment */
export const makeCacheJournal = (options: { readonly maxBytes: number; readonly directory: string }): CacheJournal => {
  const files = makeSegmentFiles(options.directory)
  const segmentBytes = Math.min(largestSegmentBytes, Math.ceil(options.maxBytes / 8))
  const ledger = new SegmentLedger(options.maxBytes, segmentBytes)
  const pending = new Set<Slot>()
  const left = new Uint8Array(1 << (32 - leftShift - 3))
  let lastExpiry = 0
  let active: { readonly file: OpenSegment; readonly segment: Segment } | undefined
  let lastId = 0
  let resting = false
  let restsUntil = 0

  const leave = (key: string, { expiresAt }: CachedResponse): void => {
    const bit = bitOf(key)
    left[bit >> 3] = (left[bit >> 3] ?? 0) | 1 << (bit & 7)
    lastExpiry = Math.max(lastExpiry, expiresAt)
  }

  // Untraced, with what writes: the loop that it leaves running writes four times a second.
  const start = Effect.fnUntraced(function*(table: CacheTable) {
    const clock = yield* Clock.Clock
    const nowMonotonic = () => monotonicMillis(clock)
    const buffer = makeBatchBuffer()
    /** Segments of earlier runs that are not loaded yet, the newest last. */
    let unread: Array<Segment> = []
    let loaded = false

    const closeActive = Effect.suspend(() => {
      const closing = active
      active = undefined
      return closing === undefined ? Effect.void : closing.file.close
    })

    const openActive = Effect.fnUntraced(function*() {
      if (active !== undefined && active.segment.bytes < segmentBytes) return active
      yield* closeActive
      const file = yield* files.create(lastId + 1)
      lastId = file.id
      return active = { file, segment: ledger.add(file.id, 0) }
    })

    /** Writes the slots' present copies. One that changes meanwhile is pending again. */
    const write = Effect.fnUntraced(function*(slots: ReadonlyArray<Slot>) {
      let next = 0
      while (next < slots.length) {
        const { file, segment } = yield* openActive()
        const batch = encodeBatch(buffer, slots, next)
        for (const slot of batch.slots) {
          slot.dirty = false
          pending.delete(slot)
        }
        segment.bytes += batch.bytes.length
        yield* Effect.tapError(file.append(batch.bytes), () => Effect.sync(() => batch.slots.forEach((slot) => slot.dirty = true)))
        const now = nowMonotonic()
        batch.slots.forEach((slot, index) => {
          if (table.slots.get(slot.key) === slot) ledger.place(slot, segment, batch.sizes[index] ?? 0, now)
          else leave(slot.key, slot.response)
        })
        next = batch.next
      }
    })

    /** Removes outdated segments; one that has to be written again in part is enough for one time. */
    const reclaim = Effect.fnUntraced(function*() {
      for (;;) {
        const outdated = ledger.outdated(active?.segment.id)
        if (outdated === undefined) return
        const { carry, segment } = outdated
        const wall = clock.currentTimeMillisUnsafe()
        const live = [...table.slots.values()].filter((slot) => slot.segment === segment.id && slot.response.expiresAt > wall)
        const again = carry ? live : upTo(segment.bytes / 2, table.worthKeeping(live))
        if (again.length > 0) yield* write(again)
        ledger.segments.delete(segment.id)
        yield* files.remove(segment.id)
        if (carry) return
      }
    })

    /** Nothing more for a while; a file that holds nothing of use goes, to leave a full disk some room. */
    const rest = Effect.fn("CacheJournal.rest")(function*(failure: DiskFailure) {
      pending.clear()
      restsUntil = nowMonotonic() + restMillis
      const useless = active?.segment.live === 0 ? active.segment.id : undefined
      yield* closeActive
      if (useless !== undefined) {
        ledger.segments.delete(useless)
        yield* Effect.ignore(files.remove(useless))
      }
      if (resting) return
      resting = true
      yield* Effect.logWarning(
        `Cached copies are kept in memory only, because the disk failed (${failure.code}); trying again every ${restMillis / 1000} s`
      )
    })

    const adopt = (stored: ReadonlyArray<StoredSegment>): void => {
      unread = stored.map(({ bytes, id }) => ledger.add(id, bytes))
      lastId = stored.at(-1)?.id ?? 0
    }

    const resume = Effect.fn("CacheJournal.resume")(function*() {
      const stored = yield* files.prepare
      if (lastId === 0) adopt(stored)
      yield* openActive()
      yield* write([...table.slots.values()].filter((slot) => slot.dirty))
      resting = false
      for (const slot of table.slots.values()) if (slot.dirty) pending.add(slot)
      yield* Effect.logInfo("Cached copies are written to disk again")
    })

    const due = (everything: boolean): ReadonlyArray<Slot> => {
      if (everything) return [...pending]
      const before = nowMonotonic() - rewriteMillis
      const slots: Array<Slot> = []
      let bytes = 0
      for (const slot of pending) {
        if (slots.length === flushRecords || bytes > flushBytes) break
        if (slot.segment !== 0 && slot.writtenAt > before && !isStone(slot.response)) continue
        slots.push(slot)
        bytes += slot.response.body.length
      }
      return slots
    }

    /** @param everything young records too, and however many there are */
    const flush = (everything: boolean) =>
      Effect.gen(function*() {
        if (resting) {
          if (nowMonotonic() < restsUntil) return
          yield* resume()
        }
        if (pending.size > 0) yield* write(due(everything))
        if (loaded) yield* reclaim()
      }).pipe(Effect.catch(rest), Effect.uninterruptible)

    /** Keys whose newest record is expired: those before it are not to be shown any more either. */
    const hidden = new Set<string>()

    const load = Effect.fnUntraced(function*(segment: Segment) {
      if (segment.bytes > segmentBytes + options.maxBytes) return
      const { damaged, records } = readRecords(yield* files.read(segment.id))
      if (damaged > 0) yield* Effect.logWarning(`Skipped ${damaged} damaged places among the cached copies on disk`)
      const wall = clock.currentTimeMillisUnsafe()
      const now = nowMonotonic()
      for (const { bytes, response, key } of records.toReversed()) {
        if (hidden.has(key) || table.slots.has(key)) continue
        if (response.expiresAt <= wall) {
          hidden.add(key)
          continue
        }
        const slot = table.putOldest(key, response)
        if (slot !== undefined) ledger.place(slot, segment, bytes, now)
        else {
          // An older copy, which may find room, is not what was kept last.
          hidden.add(key)
          leave(key, response)
        }
      }
    })

    /** Loads the newest unread segments, and leaves the others once that many bytes are read. */
    const loadNewest = Effect.fn("CacheJournal.loadNewest")(function*(bytes: number) {
      let read = 0
      while (read < bytes) {
        const segment = unread.pop()
        if (segment === undefined) return
        read += segment.bytes
        yield* Effect.catch(load(segment), rest)
      }
    })

    yield* files.prepare.pipe(Effect.map(adopt), Effect.catch(rest))
    yield* loadNewest(loadBeforeReadyBytes)

    const { outlasted } = makeOutage({
      failing: "Cached copies cannot be written to disk by a fault of the gateway's own",
      working: "Cached copies are written to disk again",
      level: "Error"
    })
    yield* Effect.addFinalizer(() => Effect.andThen(flush(true), closeActive))
    yield* loadNewest(Number.POSITIVE_INFINITY).pipe(
      Effect.andThen(Effect.sync(() => {
        loaded = true
        hidden.clear()
      })),
      Effect.andThen(Effect.forever(Effect.delay(outlasted(flush(false)), flushEvery))),
      Effect.forkScoped
    )
  })

  return {
    changed: (slot) => {
      slot.dirty = true
      if (!resting) pending.add(slot)
    },
    dropped: (slot) => {
      pending.delete(slot)
      ledger.forget(slot)
      if (slot.segment !== 0) leave(slot.key, slot.response)
    },
    leftUntil: (key) => {
      const bit = bitOf(key)
      return ((left[bit >> 3] ?? 0) & 1 << (bit & 7)) === 0 ? undefined : lastExpiry
    },
    start
  }
}
