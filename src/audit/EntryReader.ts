/** Reads what `EntryWriter.ts` wrote. Pure. */
import { Schema } from "effect"
import { crc32 } from "node:zlib"
import type { AuditRecord } from "../domain/AuditRecord.ts"
import { at, cacheMask, cacheResults, entryType, flag, frameHeaderBytes, recordBytes } from "./EntryFormat.ts"

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
}

/** The whole frames of a segment file up to the first that is torn. */
export const readSegment = (file: Buffer): Segment => {
  const parts: Array<Buffer> = []
  let offset = 0
  while (offset + frameHeaderBytes <= file.length) {
    const start = offset + frameHeaderBytes
    const end = start + file.readUInt32LE(offset)
    if (end > file.length) break
    const entries = file.subarray(start, end)
    if (crc32(entries) !== file.readUInt32LE(offset + 4)) break
    parts.push(entries)
    offset = end
  }
  return { entries: Buffer.concat(parts), torn: file.length - offset }
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
    if (end <= start || end > entries.length || type === entryType.record && end - start !== recordBytes) throw new EntriesDamaged({ reason: "an entry has no end" })
    found.push({ type, start, end })
    start = end
  }
  return found
}

const Texts = Schema.fromJsonString(Schema.Array(Schema.NullOr(Schema.String)))
const decodeTexts = Schema.decodeUnknownSync(Texts)

/** What records refer to. */
export class Definitions {
  readonly #texts = new Map<number, string>()
  readonly #lists = new Map<number, ReadonlyArray<string | null>>()

  constructor(entries: Buffer, found: ReadonlyArray<Entry>) {
    for (const { start, type } of found) {
      if (type === entryType.record || type === entryType.owner) continue
      const reference = entries.readUInt16LE(start + 4)
      const text = entries.toString("utf8", start + 8, start + 8 + entries.readUInt16LE(start + 6))
      if (type === entryType.text) this.#texts.set(reference, text)
      else {
        try {
          this.#lists.set(reference, decodeTexts(text))
        } catch {
          throw new EntriesDamaged({ reason: "a definition is no list" })
        }
      }
    }
  }

  text(reference: number): string {
    const text = this.#texts.get(reference)
    if (text === undefined) throw new EntriesDamaged({ reason: "a record refers to a text that is not there" })
    return text
  }

  list(reference: number): ReadonlyArray<string | null> {
    const list = this.#lists.get(reference)
    if (list === undefined) throw new EntriesDamaged({ reason: "a record refers to a definition that is not there" })
    return list
  }
}

export const timeOf = (entries: Buffer, start: number): number => entries.readUInt32LE(start + at.timeLow) + entries.readUInt16LE(start + at.timeHigh) * 0x1_0000_0000

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
  const bare = (flags & flag.bareRoute) !== 0
  const [ownerApplication = null, agency = null, dataset = null, route = null] = bare ? [null, null, null, definitions.text(half(at.place))] : definitions.list(half(at.place))
  const [consumerApplication = null, tokenId = null] = half(at.caller) === 0 ? [] : definitions.list(half(at.caller))
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
    cache: cacheResults[flags & cacheMask] ?? null,
    attempts: half(at.attempts),
    agencyStatus: half(at.agencyStatus) === 0 ? null : half(at.agencyStatus),
    masked: entries.readUInt32LE(start + at.masked),
    alias
  }
}

/** The records in the order of writing; throws `EntriesDamaged`. */
export const recordsOf = (entries: Buffer): ReadonlyArray<AuditRecord> => {
  const found = entriesOf(entries)
  const definitions = new Definitions(entries, found)
  return found.flatMap(({ start, type }) => type === entryType.record ? [recordAt(entries, start, definitions)] : [])
}
