/**
 * Writes audit records into the buffer that becomes the journal's next frame. The hot path of every answer: numbers go
 * in by typed arrays, identifiers as bytes, and texts that come again as references.
 *
 * Gotchas: `add` needs `hasRoom`. Request ids must be UUIDs of lower case (an entry's with `#` and its alias) or are
 * written as texts. Typed arrays are little-endian on every machine that Node runs on.
 */
import { crc32 } from "node:zlib"
import { cacheCode, type CacheResult } from "../domain/CacheResult.ts"
import type { Caller } from "../domain/Caller.ts"
import { plainAddress } from "../domain/ClientAddress.ts"
import { joinDisclosures } from "../domain/Disclosure.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { at, cacheMask, entryType, flag, frameHeaderBytes, recordBytes } from "./EntryFormat.ts"

/** What is known of a request when its answer is. */
export interface Recordable {
  readonly time: number
  readonly requestId: string
  readonly trace: { readonly traceId: string }
  readonly endpoint: Endpoint | undefined
  readonly route: string
  readonly caller: Caller | undefined
  /** Where it came from, for a log that has addresses; absent: nobody knows. */
  readonly address?: string | undefined
  readonly method: string
  readonly alias: string | null
  readonly cache: CacheResult | null
  readonly attempts: number
  readonly agencyStatus: number | null
  readonly masked: number
  /** `Disclosure.ts`; empty where nothing of a person was read. */
  readonly disclosed: string
  /** The same of what the caller asked about; absent or empty: of nobody. */
  readonly lookedUp?: string
}

/** Requests of one address that share a record. */
export interface CountedRecord {
  readonly record: Recordable
  /** The address as a keyed hash. */
  readonly address: string
  readonly status: number
  readonly code: string
  readonly bytes: number
  readonly durationMs: number
  readonly times: number
}

interface Definition {
  readonly type: number
  readonly text: string
}

/** Characters; the longest text a record keeps, whatever a caller sends. */
export const maxLength = 512
/** More than one record with all its definitions ever takes. */
const roomBytes = 128 * 1024
/** References are 16 bits; the segment ends before they do. */
export const maxReferences = 60_000

/** What a number of 32 bits can say: 4 GiB, or 71.6 minutes. */
const most = 0xffff_ffff

const shorten = (text: string): string => text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`.toWellFormed()
const shortened = (text: string | null): string | null => text === null ? null : shorten(text)

const nibbles = new Uint8Array(128)
for (let digit = 0; digit < 16; digit++) nibbles[digit.toString(16).charCodeAt(0)] = digit

/** Digits without a look: what is no hexadecimal digit becomes 0. */
const putHex = (target: Buffer, offset: number, text: string, from: number, to: number): number => {
  let end = offset
  for (let i = from; i < to; i += 2) target[end++] = nibbles[text.charCodeAt(i) & 127]! << 4 | nibbles[text.charCodeAt(i + 1) & 127]!
  return end
}

const isUuid = (text: string, alias: string | null): boolean =>
  (alias === null ? text.length === 36 : text.length === 37 + alias.length) && text.charCodeAt(8) === 45 && text.charCodeAt(13) === 45 &&
  text.charCodeAt(18) === 45 && text.charCodeAt(23) === 45

export class EntryWriter {
  readonly #buffer: Buffer
  readonly #halves: Uint16Array
  readonly #words: Uint32Array
  readonly #withAddresses: boolean
  readonly #references = new Map<Endpoint | Caller | string, number>()
  #definitions: Array<Definition> = []
  #end = frameHeaderBytes
  /** Bytes that were in the buffer before those that are: places count on. */
  #before = 0
  /** Records in the buffer. */
  records = 0

  /** @param withAddresses whether records tell where requests came from */
  constructor(bytes: number, withAddresses = false) {
    this.#withAddresses = withAddresses
    this.#buffer = Buffer.allocUnsafeSlow(bytes)
    this.#halves = new Uint16Array(this.#buffer.buffer)
    this.#words = new Uint32Array(this.#buffer.buffer)
  }

  hasRoom(): boolean {
    return this.#end + roomBytes <= this.#buffer.length
  }

  references(): number {
    return this.#definitions.length
  }

  /** @returns where the record is, for `amend` */
  add(record: Recordable, status: number, code: string | null, bytes: number, durationMs: number): number {
    const { alias, cache, caller, endpoint, requestId, time } = record
    const { traceId } = record.trace
    const place = endpoint === undefined ? this.#text(record.route) : this.#references.get(endpoint) ?? this.#endpoint(endpoint)
    const callerRef = this.#withAddresses && record.address !== undefined
      ? this.#from(plainAddress(record.address), caller)
      : caller === undefined
      ? 0
      : this.#references.get(caller) ?? this.#caller(caller)
    const method = this.#text(record.method)
    const codeRef = code === null ? 0 : this.#text(code)
    const aliasRef = alias === null ? 0 : this.#text(alias)
    const held = record.method === "HEAD" ? "" : record.disclosed
    const told = record.lookedUp === undefined || record.lookedUp === "" ? held : joinDisclosures([held, record.lookedUp])
    const disclosed = told === "" ? 0 : this.#references.get(told) ?? this.#define(entryType.text, told, told)
    let flags: number = cacheCode(cache)
    if (endpoint === undefined) flags |= flag.bareRoute
    const uuid = isUuid(requestId, alias)
    const idRef = uuid ? 0 : this.#text(requestId)
    if (!uuid) flags |= flag.textRequestId
    if (traceId.length !== 32) flags |= flag.noTraceId

    const start = this.#end
    const buffer = this.#buffer
    const halves = this.#halves
    const words = this.#words
    const half = start >> 1
    const word = start >> 2
    words[word] = recordBytes >> 2 | entryType.record << 16 | flags << 24
    words[word + (at.timeLow >> 2)] = time
    halves[half + (at.timeHigh >> 1)] = time / 0x1_0000_0000
    halves[half + (at.place >> 1)] = place
    if (uuid) {
      let end = putHex(buffer, start + at.requestId, requestId, 0, 8)
      end = putHex(buffer, end, requestId, 9, 13)
      end = putHex(buffer, end, requestId, 14, 18)
      end = putHex(buffer, end, requestId, 19, 23)
      putHex(buffer, end, requestId, 24, 36)
    } else {
      buffer.fill(0, start + at.requestId, start + at.traceId)
      halves[half + (at.requestId >> 1)] = idRef
    }
    if (traceId.length === 32) putHex(buffer, start + at.traceId, traceId, 0, 32)
    else buffer.fill(0, start + at.traceId, start + at.durationMicros)
    words[word + (at.durationMicros >> 2)] = Math.min(most, Math.round(durationMs * 1000))
    words[word + (at.bytes >> 2)] = Math.min(most, bytes)
    words[word + (at.masked >> 2)] = record.masked
    halves[half + (at.caller >> 1)] = callerRef
    halves[half + (at.method >> 1)] = method
    halves[half + (at.code >> 1)] = codeRef
    halves[half + (at.alias >> 1)] = aliasRef
    halves[half + (at.disclosed >> 1)] = disclosed
    halves[half + (at.status >> 1)] = status
    halves[half + (at.agencyStatus >> 1)] = record.agencyStatus ?? 0
    halves[half + (at.attempts >> 1)] = record.attempts
    this.#end = start + recordBytes
    this.records++
    return this.#before + start
  }

  /**
   * The frame of a record that counts the requests of one address; the buffer must be empty, and is again.
   *
   * @returns a copy, to be kept for `recount`
   */
  counted({ address, bytes, code, durationMs, record, status, times }: CountedRecord): Buffer {
    const reference = this.#from(this.#withAddresses && record.address !== undefined ? plainAddress(record.address) : address)
    const start = this.add(record, status, code, bytes, durationMs) - this.#before
    this.#halves[(start + at.caller) >> 1] = reference
    this.#words[(start + at.masked) >> 2] = times
    this.#buffer[start + 3]! |= flag.counted
    const frame = Buffer.from(this.frame())
    this.written()
    return frame
  }

  /** Changes a record if it is still in the buffer: what left in its place told the caller nothing of the data. */
  amend(place: number, status: number, code: string, bytes: number): void {
    const start = place - this.#before
    if (start < frameHeaderBytes) return
    const codeRef = this.#text(code)
    const half = start >> 1
    this.#halves[half + (at.status >> 1)] = status
    this.#halves[half + (at.code >> 1)] = codeRef
    this.#halves[half + (at.disclosed >> 1)] = 0
    this.#words[(start + at.bytes) >> 2] = bytes
    this.#words[(start + at.masked) >> 2] = 0
    this.#buffer[start + 3]! &= ~cacheMask
  }

  /** The frame of everything in the buffer, to be written before anything else is added. */
  frame(): Buffer {
    return seal(this.#buffer.subarray(0, this.#end))
  }

  /** The first frame of a segment: its owner, and the definitions that the records to come refer to. */
  opening(owner: string): Buffer {
    const size = [...this.#definitions, { text: owner }].reduce((sum, { text }) => sum + 12 + 3 * text.length, frameHeaderBytes)
    const buffer = Buffer.alloc(size)
    let end = writeDefinition(buffer, frameHeaderBytes, entryType.owner, 0, owner)
    this.#definitions.forEach(({ text, type }, index) => {
      end = writeDefinition(buffer, end, type, index + 1, text)
    })
    return seal(buffer.subarray(0, end))
  }

  /** Everything in the buffer is written. */
  written(): void {
    this.#before += this.#end
    this.#end = frameHeaderBytes
    this.records = 0
  }

  /** The segment has ended, and with it its references; the buffer must be empty. */
  forget(): void {
    this.#references.clear()
    this.#definitions = []
  }

  #text(text: string): number {
    return this.#references.get(text) ?? this.#define(entryType.text, text, shorten(text))
  }

  #endpoint(endpoint: Endpoint): number {
    const { agency, dataset, route } = endpoint
    return this.#define(
      entryType.endpoint,
      endpoint,
      JSON.stringify([shortened(agency.application), agency.slug, dataset.slug, shorten(route)])
    )
  }

  #caller(caller: Caller): number {
    return this.#define(entryType.caller, caller, JSON.stringify([shorten(caller.application), shorten(caller.tokenId)]))
  }

  #from(address: string, caller?: Caller): number {
    const key = `from ${address} ${caller?.tokenId ?? ""}`
    return this.#references.get(key) ?? this.#define(
      entryType.caller,
      key,
      JSON.stringify([shortened(caller?.application ?? null), shortened(caller?.tokenId ?? null), address])
    )
  }

  #define(type: number, key: Endpoint | Caller | string, text: string): number {
    const reference = this.#definitions.push({ type, text })
    this.#references.set(key, reference)
    this.#end = writeDefinition(this.#buffer, this.#end, type, reference, text)
    return reference
  }
}

const seal = (frame: Buffer): Buffer => {
  frame.writeUInt32LE(frame.length - frameHeaderBytes, 0)
  frame.writeUInt32LE(crc32(frame.subarray(frameHeaderBytes)), 4)
  return frame
}

/** Has the record at the end of a frame of its own stand for so many requests. */
export const recount = (frame: Buffer, times: number): void => {
  frame.writeUInt32LE(times, frame.length - recordBytes + at.masked)
  seal(frame)
}

/** @returns where it ends */
const writeDefinition = (buffer: Buffer, start: number, type: number, reference: number, text: string): number => {
  const bytes = buffer.write(text, start + 8)
  const length = (8 + bytes + 3) & ~3
  buffer.fill(0, start + 8 + bytes, start + length)
  buffer.writeUInt16LE(length >> 2, start)
  buffer[start + 2] = type
  buffer[start + 3] = 0
  buffer.writeUInt16LE(reference, start + 4)
  buffer.writeUInt16LE(bytes, start + 6)
  return start + length
}
