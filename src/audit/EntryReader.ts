/** Reads what `EntryWriter.ts` wrote. Pure. */
import { Schema } from "effect"
import { crc32 } from "node:zlib"
import type { AuditRecord } from "../domain/AuditRecord.ts"
import { at, cacheMask, cacheOfCode, entryType, flag, frameHeaderBytes, recordBytes } from "./EntryFormat.ts"

/** Entries that no journal wrote. */
export class EntriesDamaged extends Schema.TaggedError<EntriesDamaged>()("EntriesDamaged", { reason: Schema.String }) {
  override get message(): string {
    return `audit records are damaged: ${this.reason}`
  }
}

export interface Segment {
  /** The entries of all whole frames, one after the other. */
  readonly entries: Buffer
  /** Bytes at the end that are no whole frame: what a crash tore. No answer left with it. */
  readonly torn: number
  /** Bytes before that which no crash explains: records of answers that left are missing. */
  readonly damaged: number
}

/** Where a frame ends that begins here, whole; undefined where none does. */
const frameEnd = (file: Buffer, offset: number): number | undefined => {
  if (offset + frameHeaderBytes > file.length) return undefined
  const start = offset + frameHeaderBytes
  const end = start + file.readUInt32LE(offset)
  return end <= file.length && crc32(file.subarray(start, end)) === file.readUInt32LE(offset + 4) ? end : undefined
}

/** Whether an entry may begin here: spares most places their checksum. */
const mayBeFrame = (file: Buffer, offset: number): boolean =>
  (file[offset + frameHeaderBytes + 2] ?? 0) - 1 >>> 0 < entryType.owner && file.readUInt32LE(offset) >= 8

/** The first whole frame behind a place where none begins; frames begin at multiples of 4. */
const nextFrame = (file: Buffer, broken: number): number | undefined => {
  for (let offset = broken + 4; offset + frameHeaderBytes + 8 <= file.length; offset += 4) {
    if (mayBeFrame(file, offset) && frameEnd(file, offset) !== undefined) return offset
  }
  return undefined
}

/** The references of a record, none of them 0. */
const referencesOf = (entries: Buffer, start: number): ReadonlyArray<number> => {
  const asText = ((entries[start + 3] ?? 0) & flag.textRequestId) === 0 ? [] : [at.requestId]
  return [at.place, at.caller, at.method, at.code, at.alias, at.disclosed, ...asText].map((offset) => entries.readUInt16LE(start + offset))
    .filter((reference) => reference !== 0)
}

/** Frames without those that refer to what a broken one has defined. */
const standingAlone = (frames: ReadonlyArray<Buffer>): ReadonlyArray<Buffer> => {
  const known = new Set<number>()
  return frames.filter((frame) => {
    try {
      const found = entriesOf(frame)
      for (const { start, type } of found) if (type !== entryType.record) known.add(frame.readUInt16LE(start + 4))
      return found.every(({ start, type }) =>
        type !== entryType.record || referencesOf(frame, start).every((reference) => known.has(reference))
      )
    } catch {
      return false
    }
  })
}

const sizeOf = (frames: ReadonlyArray<Buffer>): number => frames.reduce((sum, { length }) => sum + frameHeaderBytes + length, 0)

/** The whole frames of a segment file. What is broken among them hides itself and what cannot be read without it. */
export const readSegment = (file: Buffer): Segment => {
  const frames: Array<Buffer> = []
  let offset = 0
  for (;;) {
    const end = frameEnd(file, offset)
    const next = end ?? nextFrame(file, offset)
    if (next === undefined) break
    if (end !== undefined) frames.push(file.subarray(offset + frameHeaderBytes, end))
    offset = next
  }
  // A crash leaves the beginning of a frame. One that has all its bytes, and wrong ones, was damaged later.
  const isTorn = offset + frameHeaderBytes > file.length || offset + frameHeaderBytes + file.readUInt32LE(offset) > file.length
  const torn = isTorn ? file.length - offset : 0
  const isWhole = sizeOf(frames) + torn === file.length
  const readable = isWhole ? frames : standingAlone(frames)
  return { entries: Buffer.concat(readable), torn, damaged: isWhole ? 0 : file.length - torn - sizeOf(readable) }
}

export interface Entry {
  readonly type: number
  readonly start: number
  readonly end: number
}

/** Where the entries are; throws `EntriesDamaged`. */
export const entriesOf = (entries: Buffer): ReadonlyArray<Entry> => {
  const found: Array<Entry> = []
  let start = 0
  while (start < entries.length) {
    const end = start + (start + 4 > entries.length ? 0 : entries.readUInt16LE(start) * 4)
    const type = entries[start + 2] ?? 0
    if (end <= start || end > entries.length || type === entryType.record && end - start !== recordBytes) {
      throw new EntriesDamaged({ reason: "an entry has no end" })
    }
    found.push({ type, start, end })
    start = end
  }
  return found
}

const Texts = Schema.fromJsonString(Schema.Array(Schema.NullOr(Schema.String)))
const decodeTexts = Schema.decodeUnknownSync(Texts)

/** What records refer to. Lists are read when they are asked for. */
export class Definitions {
  readonly #texts = new Map<number, string>()
  readonly #unread = new Map<number, string>()
  readonly #lists = new Map<number, ReadonlyArray<string | null>>()

  constructor(entries: Buffer, found: ReadonlyArray<Entry>) {
    for (const { start, type } of found) {
      if (type === entryType.record || type === entryType.owner) continue
      const text = entries.toString("utf8", start + 8, start + 8 + entries.readUInt16LE(start + 6))
      const texts = type === entryType.text ? this.#texts : this.#unread
      texts.set(entries.readUInt16LE(start + 4), text)
    }
  }

  text(reference: number): string {
    const text = this.#texts.get(reference)
    if (text === undefined) throw new EntriesDamaged({ reason: "a record refers to a text that is not there" })
    return text
  }

  list(reference: number): ReadonlyArray<string | null> {
    const known = this.#lists.get(reference)
    if (known !== undefined) return known
    const text = this.#unread.get(reference)
    if (text === undefined) throw new EntriesDamaged({ reason: "a record refers to a definition that is not there" })
    try {
      const list = decodeTexts(text)
      this.#lists.set(reference, list)
      return list
    } catch {
      throw new EntriesDamaged({ reason: "a definition is no list" })
    }
  }
}

export const timeOf = (entries: Buffer, start: number): number =>
  entries.readUInt32LE(start + at.timeLow) + entries.readUInt16LE(start + at.timeHigh) * 0x1_0000_0000

const requestIdOf = (entries: Buffer, start: number, flags: number, alias: string | null, definitions: Definitions): string => {
  if ((flags & flag.textRequestId) !== 0) return definitions.text(entries.readUInt16LE(start + at.requestId))
  const hex = entries.toString("hex", start + at.requestId, start + at.traceId)
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return alias === null ? uuid : `${uuid}#${alias}`
}

export const recordAt = (entries: Buffer, start: number, definitions: Definitions): AuditRecord => {
  const half = (offset: number): number => entries.readUInt16LE(start + offset)
  const optional = (reference: number): string | null => reference === 0 ? null : definitions.text(reference)
  const flags = entries[start + 3] ?? 0
  const count = entries.readUInt32LE(start + at.masked)
  const counted = (flags & flag.counted) !== 0
  const bare = (flags & flag.bareRoute) !== 0
  const [ownerApplication = null, agency = null, dataset = null, route = null] = bare
    ? [null, null, null, definitions.text(half(at.place))]
    : definitions.list(half(at.place))
  const [consumerApplication = null, tokenId = null, address = null] = half(at.caller) === 0 ? [] : definitions.list(half(at.caller))
  const alias = optional(half(at.alias))
  return {
    time: new Date(timeOf(entries, start)).toISOString(),
    requestId: requestIdOf(entries, start, flags, alias, definitions),
    traceId: (flags & flag.noTraceId) !== 0 ? null : entries.toString("hex", start + at.traceId, start + at.durationMicros),
    ownerApplication,
    agency,
    dataset,
    route: route ?? "",
    consumerApplication,
    tokenId,
    method: definitions.text(half(at.method)),
    status: half(at.status),
    code: optional(half(at.code)),
    durationMs: entries.readUInt32LE(start + at.durationMicros) / 1000,
    bytes: entries.readUInt32LE(start + at.bytes),
    cache: cacheOfCode[flags & cacheMask] ?? null,
    attempts: half(at.attempts),
    agencyStatus: half(at.agencyStatus) === 0 ? null : half(at.agencyStatus),
    masked: counted ? 0 : count,
    alias,
    ...(counted ? { times: count } : {}),
    ...(address === null ? {} : { address })
  }
}

/** The records in the order of writing; throws `EntriesDamaged`. */
export const recordsOf = (entries: Buffer): ReadonlyArray<AuditRecord> => {
  const found = entriesOf(entries)
  const definitions = new Definitions(entries, found)
  return found.flatMap(({ start, type }) => type === entryType.record ? [recordAt(entries, start, definitions)] : [])
}
