/**
 * Makes an answer of an agency's body while that is arriving: masked, in its envelope and representation. What
 * `MaskedResponse.ts` does with a whole body, in pieces; the bytes are the same.
 *
 * The envelope has `meta` last, so that what only the end tells (how much was masked, the agency's other keys) can
 * follow the data. Where the answer was small enough to be kept there is a cached response of it at the end.
 */
import { Effect, Result } from "effect"
import { createHash } from "node:crypto"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { NotAcceptable } from "../domain/GatewayError.ts"
import { isoTime } from "../domain/IsoTime.ts"
import type { Representation } from "../domain/Negotiation.ts"
import { CsvStream, type NotAList, type RowTooLong } from "../privacy/CsvStream.ts"
import { type MaskedEnd, MaskStream } from "../privacy/MaskStream.ts"
import { NdjsonStream } from "../privacy/NdjsonStream.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import type { AgencyBody, AgencyCallError } from "../upstream/AgencyClient.ts"
import { concat, envelopeHead, envelopeTail } from "./EnvelopeBytes.ts"
import {
  disclosedBy,
  etagOf,
  type Keeping,
  membersOf,
  notAList,
  policyOf,
  responseOf,
  rowTooLong,
  tooCostly,
  unusable
} from "./MaskedResponse.ts"
import { OwnStream, type OwnTraces } from "./OwnTraces.ts"
import { type BufferRoom, ResponseBuffer } from "./ResponseBuffer.ts"
import type { Turns } from "./Turns.ts"

/** Until something leaves, so many steps are taken at a time. */
const firstParts = 8

/** CPU time that masking an answer of the usual size may take; a larger one may take more in proportion. */
const mostCpuMillis = 2_000
const usualBytes = 10 * 1024 * 1024

/** A table that was waited for has a column for each of its keys up to this size. */
const wholeTable = 256 * 1024

export type StreamError = AgencyCallError | NotAcceptable

/** Masked data in, bytes of a representation out. */
interface Shape {
  readonly push: (data: Uint8Array) => Result.Result<Uint8Array, StreamError>
  readonly end: (last: MaskedEnd) => Result.Result<Uint8Array, StreamError>
}

const jsonShape = (endpoint: Endpoint, nowMillis: number): Shape => {
  let head: Uint8Array | undefined = envelopeHead
  const begun = (data: Uint8Array): Uint8Array => {
    if (head === undefined || data.length === 0) return data
    const bytes = concat([head, data])
    head = undefined
    return bytes
  }
  return {
    push: (data) => Result.succeed(begun(data)),
    end: ({ data, masked, meta }) =>
      Result.succeed(concat([
        begun(data),
        envelopeTail({ members: membersOf(endpoint), generatedAt: isoTime(nowMillis), masked, extra: meta })
      ]))
  }
}

const ndjsonShape = (): Shape => {
  const lines = new NdjsonStream()
  return {
    push: (data) => Result.succeed(lines.push(data)),
    end: ({ data }) => Result.succeed(concat([lines.push(data), lines.end()]))
  }
}

const csvFault = (error: NotAList | RowTooLong): NotAcceptable => error._tag === "NotAList" ? notAList() : rowTooLong()

const csvShape = (rows: CsvStream): Shape => {
  const push = (data: Uint8Array) => Result.mapError(rows.push(data), csvFault)
  return {
    push,
    end: ({ data }) =>
      Result.flatMap(push(data), (before) => Result.map(Result.mapError(rows.end(), csvFault), (after) => concat([before, after])))
  }
}

export interface EnvelopeStreamOptions {
  readonly endpoint: Endpoint
  readonly body: AgencyBody
  readonly attempts: number
  readonly agencyStatus: number
  readonly representation: Representation
  readonly pseudonymKey: Uint8Array | undefined
  readonly nowMillis: number
  readonly keeping: Keeping
  /** Undefined where all of the answer is kept, whatever its size: the body is there already, and so many bytes long. */
  readonly room: BufferRoom | undefined
  readonly wholeBytes?: number
  readonly turns: Turns
  readonly own: OwnTraces
  /** The body is known to be an object with a `data` key, however late that comes. */
  readonly isWrapped?: boolean
  /** In place of the usual bound. */
  readonly mostCpuMillis?: number
}

export class EnvelopeStream {
  readonly #options: EnvelopeStreamOptions
  readonly #own: OwnStream
  readonly #mask: MaskStream
  readonly #shape: Shape
  readonly #rows: CsvStream
  readonly #digest = createHash("sha1")
  readonly #kept: ResponseBuffer
  #ended = false
  #begun = false
  /** Whether something that has arrived is not masked yet. */
  #busy = false
  #arrivedAll = false
  #bytes = 0
  #cpuMillis = 0
  /** Values masked; known at the end. */
  masked = 0
  /** Whose classes of personal data the answer holds (`Disclosure.ts`); known at the end. */
  disclosed = ""
  /** The whole answer, at the end, where it was kept. */
  response: CachedResponse | undefined

  constructor(options: EnvelopeStreamOptions) {
    const { endpoint, nowMillis, pseudonymKey, representation } = options
    this.#options = options
    this.#own = new OwnStream(options.own)
    this.#mask = new MaskStream({ policy: policyOf(endpoint), pseudonymKey, ...options.isWrapped === true ? { isWrapped: true } : {} })
    this.#rows = options.wholeBytes === undefined || options.wholeBytes > wholeTable
      ? new CsvStream()
      : new CsvStream({ items: Infinity, bytes: Infinity })
    this.#shape = representation === "json"
      ? jsonShape(endpoint, nowMillis)
      : representation === "ndjson"
      ? ndjsonShape()
      : csvShape(this.#rows)
    this.#kept = new ResponseBuffer(options.room, endpoint.maxBytes)
  }

  /** The next bytes to send, never empty; undefined at the end. Long work is done in turns of the event loop. */
  readonly next: Effect.Effect<Uint8Array | undefined, StreamError> = Effect.suspend(() => {
    if (this.#ended) return Effect.succeed(undefined)
    if (!this.#busy) return Effect.flatMap(this.#options.body.next, this.#arrived)
    return this.#options.turns.isOver ? Effect.flatMap(this.#options.turns.next, () => this.#go()) : this.#go()
  })

  readonly #arrived = (chunk: Uint8Array | undefined): Effect.Effect<Uint8Array | undefined, StreamError> => {
    this.#busy = true
    this.#options.turns.run(() => {
      if (chunk === undefined) {
        this.#arrivedAll = true
        this.#mask.offer(this.#own.end())
        this.#mask.close()
      } else {
        this.#bytes += chunk.length
        this.#mask.offer(this.#own.push(chunk))
      }
      return false
    })
    return this.next
  }

  #go(): Effect.Effect<Uint8Array | undefined, StreamError> {
    const made = this.#turn()
    if (Result.isFailure(made)) return Effect.fail(made.failure)
    if (made.success.length === 0) return this.next
    this.#begun = true
    return Effect.succeed(made.success)
  }

  #turn(): Result.Result<Uint8Array, StreamError> {
    const before = process.threadCpuUsage()
    let parts = 0
    // Until something leaves, little is read at a time, so that it leaves early.
    this.#options.turns.run(() => (this.#busy = this.#mask.step()) && (this.#begun || ++parts < firstParts))
    const { system, user } = process.threadCpuUsage(before)
    this.#cpuMillis += (system + user) / 1_000
    if (this.#cpuMillis > (this.#options.mostCpuMillis ?? mostCpuMillis) * Math.max(1, this.#bytes / usualBytes)) {
      return Result.fail(tooCostly(this.#options.attempts, this.#options.agencyStatus))
    }
    return this.#arrivedAll && !this.#busy ? this.#finish() : this.#more()
  }

  /** The body turned out to be an object with a `data` key after too much of it had been taken for something else. */
  get isMisread(): boolean {
    return this.#mask.isMisread
  }

  /** Keys that came too late to have a column. */
  get omitted(): ReadonlySet<string> {
    return this.#rows.omitted
  }

  /** Whether all of it so far is kept, and its end still to come. */
  get isKept(): boolean {
    return this.#kept.isKept
  }

  /** Nothing more is read: frees the agency's connection and what was kept. Without effect at the end. */
  abandon(): void {
    this.#kept.drop()
    this.#options.body.abandon()
  }

  #more(): Result.Result<Uint8Array, StreamError> {
    const masked = this.#mask.taken()
    if (Result.isFailure(masked)) return Result.fail(this.#unusable(masked.failure.reason))
    if (this.#kept.isKept) this.#digest.update(masked.success)
    return Result.map(this.#shape.push(masked.success), this.#keep)
  }

  #finish(): Result.Result<Uint8Array, StreamError> {
    const end = this.#mask.end()
    if (Result.isFailure(end)) return Result.fail(this.#unusable(end.failure.reason))
    policyOf(this.#options.endpoint).watch.rows = end.success.count
    this.masked = end.success.masked
    this.disclosed = disclosedBy(this.#options.endpoint, end.success.classes)
    const last = Result.map(this.#shape.end(end.success), this.#keep)
    if (Result.isFailure(last)) return last
    this.#ended = true
    const { endpoint, keeping, nowMillis, representation } = this.#options
    const body = this.#kept.take()
    if (body !== undefined) {
      const etag = etagOf(this.#digest.update(end.success.data).digest("base64url"), end.success.meta, representation)
      this.response = responseOf({
        endpoint,
        body,
        etag,
        masked: this.masked,
        disclosed: this.disclosed,
        nowMillis,
        keeping,
        representation
      })
    }
    return last
  }

  readonly #keep = (bytes: Uint8Array): Uint8Array => {
    if (bytes.length > 0) this.#kept.add(bytes)
    return bytes
  }

  #unusable(reason: string) {
    return unusable(reason, this.#options.attempts, this.#options.agencyStatus)
  }
}
