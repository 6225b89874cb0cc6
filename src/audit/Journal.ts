/**
 * The audit journal: every record is in a file before its answer leaves.
 *
 * The records of one turn of the event loop are written together, by one synchronous write at the turn's end, and
 * whoever waits for them is told then. What the kernel has taken survives the death of this process (`kill -9`); it
 * survives a power cut only with `powerSafe`, which waits for the disk each time.
 *
 * Requests of a flood share one record a second, which is written again in its place (`CountedRecords.ts`).
 *
 * Records go to the newest segment file. A segment ends when it is large or old; it is then for the loader, who puts
 * it into the database and removes it. Definitions hold for one segment.
 *
 * States: `recording`; and `failing`, after a write failed (disk full or broken, or the spool at its bound). Then the
 * buffer keeps what it has and takes more until it is full, whoever waits is told that nothing is kept, and writing
 * is tried again ten times a second, into a new segment that begins with all definitions. Records that find no room
 * are counted as lost.
 *
 * Gotcha: all of it is synchronous, and meant to be: the writes go to the kernel's memory and take 2 µs.
 */
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { type Counted, CountedRecords } from "./CountedRecords.ts"
import { EntryWriter, maxReferences, type Recordable } from "./EntryWriter.ts"
import { type JournalDisk, nodeDisk } from "./JournalDisk.ts"
import { OpenSegment } from "./OpenSegment.ts"

/** Somebody whose answer may leave only when its record is kept. */
export interface Waiter {
  /** Called once, at the end of this turn of the event loop; must not throw. */
  readonly settled: (kept: boolean) => void
}

export interface JournalOptions {
  readonly directory: string
  /** Bound of all segments together. */
  readonly maxBytes: number
  /** Whether every write waits for the disk. */
  readonly powerSafe?: boolean
  readonly withAddresses?: boolean
  readonly disk?: JournalDisk
  readonly bufferBytes?: number
}

export interface SealedSegment {
  readonly id: string
  readonly bytes: number
  /** Estimated where another process wrote it. */
  readonly records: number
}

/** Segments are so small that reading one is no pause for requests. */
const segmentBytes = 256 * 1024
const retryMillis = 100
/** A segment is written to for so long and no longer: who finds one unchanged for longer may take it over (`JournalFiles.ts`). */
const openMillis = 30_000

export class Journal {
  /** What is for the loader, oldest first. */
  readonly sealed: Array<SealedSegment> = []
  /** Records dropped because neither disk nor memory had room. */
  lost = 0
  /** The system's code for what failed, for instance `ENOSPC`; `ESPOOL` is the spool's own bound. */
  failure: string | undefined = undefined
  /** Bytes of all segments. */
  bytes = 0
  /** Records in all segments. */
  records = 0
  readonly #options: JournalOptions
  readonly #disk: JournalDisk
  readonly #writer: EntryWriter
  readonly #counted = new CountedRecords()
  /** Somebody waits for the open segment to end. */
  #sealDue = false
  #segment: OpenSegment | undefined = undefined
  #waiting: Array<Waiter> = []
  #scheduled = false
  #isSoon = false
  #failedAt = 0
  #closed = false

  constructor(options: JournalOptions) {
    this.#options = options
    this.#disk = options.disk ?? nodeDisk(options.directory)
    this.#writer = new EntryWriter(options.bufferBytes ?? 4 * 1024 * 1024, options.withAddresses)
  }

  /** @returns where the record is, for `amend`; -1 where there was no room */
  append(record: Recordable, status: number, code: string | null, bytes: number, durationMs: number): number {
    if (this.#closed) throw new Error("the audit journal is closed")
    if (!this.#writer.hasRoom() && !this.#write()) {
      this.lost++
      return -1
    }
    this.#schedule()
    return this.#writer.add(record, status, code, bytes, durationMs)
  }

  /**
   * One more request of an address that sends too many: it is kept as a part of that second's one record.
   *
   * @param address as a keyed hash
   */
  count(address: string, record: Recordable, status: number, code: string, bytes: number, durationMs: number): void {
    if (this.#closed) throw new Error("the audit journal is closed")
    this.#counted.add(address, record, status, code, bytes, durationMs, this.failure !== undefined)
    this.#schedule()
  }

  /** For a waiter that has just been told that its record is not kept. */
  amend(start: number, status: number, code: string, bytes: number): void {
    if (start >= 0) this.#writer.amend(start, status, code, bytes)
  }

  /** Tells the waiter when every record so far is kept, or could not be. */
  whenKept(waiter: Waiter): void {
    this.#waiting.push(waiter)
    this.#schedule()
  }

  /**
   * The same at the end of this callback: for whom the rest of a long turn of the event loop would be too long. Not where
   * each write waits for the disk.
   */
  whenKeptSoon(waiter: Waiter): void {
    if (this.#options.powerSafe === true) return this.whenKept(waiter)
    this.#waiting.push(waiter)
    if (this.#isSoon) return
    this.#isSoon = true
    queueMicrotask(this.#callbackEnds)
  }

  get run(): string {
    return this.#disk.run
  }

  recording(): boolean {
    return this.failure === undefined
  }

  /** Records that are in memory alone. */
  unwritten(): number {
    return this.#writer.records + this.#counted.unwritten
  }

  /** Ends the open segment when it is that old, so that the loader gets it. */
  seal(olderThanMillis: number): void {
    if (this.#hasMore() && !this.#write()) return
    if (this.#segment === undefined || performance.now() - this.#segment.openedAt < olderThanMillis) return
    if (olderThanMillis > 0 && this.#counted.isCounting) this.#sealDue = true
    else this.#end(this.#segment)
  }

  /** A segment that an earlier process left. */
  adopt(segment: SealedSegment): void {
    this.sealed.push(segment)
    this.bytes += segment.bytes
    this.records += segment.records
  }

  /** A sealed segment is in the database and its file removed. */
  loaded(segment: SealedSegment): void {
    const index = this.sealed.indexOf(segment)
    if (index === -1) return
    this.sealed.splice(index, 1)
    this.bytes -= segment.bytes
    this.records -= segment.records
  }

  /** Writes and seals everything; whoever appends afterwards gets an error. */
  close(): void {
    this.#failedAt = Number.NEGATIVE_INFINITY
    this.seal(0)
    this.#closed = true
    this.#settle(!this.#hasMore())
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(this.#turnEnds)
  }

  readonly #callbackEnds = (): void => {
    this.#isSoon = false
    this.#settle(this.#write())
  }

  readonly #turnEnds = (): void => {
    this.#scheduled = false
    this.#settle(this.#write())
  }

  #settle(kept: boolean): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const waiter of waiting) waiter.settled(kept)
  }

  readonly #hasMore = (): boolean => this.#writer.records > 0 || this.#counted.hasChanged

  /** @returns whether all records are kept */
  #write(): boolean {
    if (!this.#hasMore()) return true
    if (this.failure !== undefined && performance.now() - this.#failedAt < retryMillis) return false
    try {
      const open = this.#segment
      if (open !== undefined) {
        if (this.#counted.rewrite((frame, position) => this.#put(open, frame, position))) {
          open.sync()
          this.#counted.kept()
        }
        if (performance.now() - open.openedAt > openMillis && !this.#counted.isCounting) this.#leave(open)
      }
      if (this.#writer.records > 0) {
        this.#add(this.#writer.frame(), this.#writer.records).sync()
        this.#writer.written()
      }
      if (this.#segment !== undefined && (this.#sealDue || this.#segment.bytes >= segmentBytes) && !this.#counted.isCounting) {
        this.#end(this.#segment)
      }
      if (this.#counted.hasChanged) {
        this.#counted.writeNew((counted) => this.#addCounted(counted))
        this.#segment?.sync()
        this.#counted.kept()
      }
      this.failure = undefined
      if (this.#segment !== undefined && this.#writer.references() >= maxReferences) this.#end(this.#segment)
      return true
    } catch (cause) {
      this.#failed(cause)
      return false
    }
  }

  /** @returns the segment, at whose end the frame is */
  #add(frame: Buffer, records: number): OpenSegment {
    const segment = this.#segment ?? this.#open()
    this.#put(segment, frame, segment.bytes)
    segment.records += records
    this.records += records
    return segment
  }

  #addCounted(counted: Counted): { readonly frame: Buffer; readonly position: number } {
    const frame = this.#writer.counted(counted)
    return { frame, position: this.#add(frame, 1).bytes - frame.length }
  }

  #open(): OpenSegment {
    if (this.bytes + segmentBytes > this.#options.maxBytes) throw Object.assign(new Error("the spool is full"), { code: "ESPOOL" })
    const segment = new OpenSegment(this.#disk, this.#options.powerSafe === true, performance.now())
    this.#segment = segment
    this.#sealDue = false
    this.#put(segment, this.#writer.opening(this.#disk.owner), 0)
    segment.sync()
    if (this.#options.powerSafe === true) this.#disk.syncDirectory()
    return segment
  }

  /** @param position where in the segment: at its end, or where the same frame was */
  #put(segment: OpenSegment, frame: Buffer, position: number): void {
    this.bytes += segment.put(frame, position)
  }

  #failed(cause: unknown): void {
    this.failure = errorCodeOf(cause) ?? "unknown"
    this.#failedAt = performance.now()
    const segment = this.#segment
    if (segment === undefined) return
    this.#segment = undefined
    this.#counted.restore((frame, position) => this.#put(segment, frame, position))
    this.#counted.left()
    this.bytes -= segment.bytes
    this.records -= segment.records
    segment.cut()
    this.bytes += segment.bytes
    this.records += segment.records
    segment.close()
    if (segment.records > 0) return this.#hand(segment)
    this.#disk.remove(segment.id)
    this.bytes -= segment.bytes
  }

  #end(segment: OpenSegment): void {
    this.#writer.forget()
    this.#leave(segment)
  }

  /** The next segment begins with the definitions of this one, which records in the buffer refer to. */
  #leave(segment: OpenSegment): void {
    this.#segment = undefined
    this.#counted.left()
    segment.close()
    this.#hand(segment)
  }

  #hand({ bytes, id, records }: OpenSegment): void {
    this.sealed.push({ id, bytes, records })
  }
}
