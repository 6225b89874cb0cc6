/**
 * Makes an answer of an agency's body while that is arriving: masked, in its envelope and representation. What
 * `MaskedResponse.ts` does with a whole body, in pieces; the bytes are the same.
 *
 * The envelope has `meta` last, so that what only the end tells (how much was masked, the agency's other keys) can
 * follow the data. Where the answer was small enough to be kept there is a cached response of it at the end.
 */
import { Effect, Result } from "effect"
import { createHash } from "node:crypto"
import { cpuMillis } from "../domain/CpuTime.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { NotAcceptable } from "../domain/GatewayError.ts"
import { isoTime } from "../domain/IsoTime.ts"
import type { Representation } from "../domain/Negotiation.ts"
import type { Slab } from "../domain/Slab.ts"
import { type CsvFault, CsvStream } from "../privacy/CsvStream.ts"
import { type MaskedEnd, MaskStream } from "../privacy/MaskStream.ts"
import { NdjsonStream } from "../privacy/NdjsonStream.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import type { AgencyBody, AgencyCallError } from "../upstream/AgencyClient.ts"
import { envelopeHead, envelopeTail } from "./EnvelopeBytes.ts"
import {
  csvRefusal,
  disclosedBy,
  etagOf,
  type Keeping,
  membersOf,
  mostCsvBytes,
  policyOf,
  responseOf,
  tooCostly,
  unusable
} from "./MaskedResponse.ts"
import { OwnStream, type OwnTraces } from "./OwnTraces.ts"
import { type BufferRoom, ResponseBuffer } from "./ResponseBuffer.ts"
import type { Turns } from "./Turns.ts"

/** Until something leaves, so many steps are taken at a time. */
const firstParts = 8

/** So much of what has arrived is looked through for the agency's own traces in one step. */
const partBytes = 16_384
const nothing = new Uint8Array(0)

/** CPU time that masking an answer of the usual size may take; a larger one may take more in proportion. */
const mostCpuMillis = 2_000
const usualBytes = 10 * 1024 * 1024

/** A table that was waited for has a column for each of its keys up to this size. */
const wholeTable = 256 * 1024

export type StreamError = AgencyCallError | NotAcceptable

/** Masked data in, bytes of a representation written where they are sent from. */
interface Shape {
  /** What stands before all data, and leaves with the first of it. */
  readonly head: number
  readonly push: (data: Uint8Array) => Result.Result<void, StreamError>
  readonly end: (last: MaskedEnd) => Result.Result<void, StreamError>
}

/** The data is written there already, by who masks it. */
const jsonShape = (slab: Slab, endpoint: Endpoint, nowMillis: number): Shape => {
  slab.add(envelopeHead)
  return {
    head: envelopeHead.length,
    push: () => Result.void,
    end: ({ masked, meta }) => {
      slab.add(envelopeTail({ members: membersOf(endpoint), generatedAt: isoTime(nowMillis), masked, extra: meta }))
      return Result.void
    }
  }
}

const ndjsonShape = (slab: Slab): Shape => {
  const lines = new NdjsonStream()
  const push = (data: Uint8Array) => {
    slab.add(lines.push(data))
    return Result.void
  }
  return {
    head: 0,
    push,
    end: ({ data }) => {
      push(data)
      slab.add(lines.end())
      return Result.void
    }
  }
}

const csvShape = (slab: Slab, rows: CsvStream): Shape => {
  const written = (bytes: Result.Result<Uint8Array, CsvFault>): Result.Result<void, StreamError> =>
    Result.mapBoth(bytes, { onFailure: csvRefusal, onSuccess: (made) => slab.add(made) })
  const push = (data: Uint8Array) => written(rows.push(data))
  return { head: 0, push, end: ({ data }) => Result.flatMap(push(data), () => written(rows.end())) }
}

/** How long the last answer of an endpoint was that was kept: the next one is as long more often than not. */
const lengths = new WeakMap<Endpoint, number>()

/** With some room for what may be more. */
const expected = (bytes: number): number => bytes + (bytes >> 5) + 1_024

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
  /** What has arrived and is not looked through yet. */
  #raw: Uint8Array = nothing
  #arrivedAll = false
  #bytes = 0
  #cpuMillis = 0
  #whole: MaskedEnd | undefined
  /** The whole answer, at the end, where it was kept. */
  response: CachedResponse | undefined

  constructor(options: EnvelopeStreamOptions) {
    const { endpoint, nowMillis, pseudonymKey, representation } = options
    this.#options = options
    this.#own = new OwnStream(options.own)
    this.#rows = options.wholeBytes === undefined || options.wholeBytes > wholeTable
      ? new CsvStream(mostCsvBytes(endpoint))
      : new CsvStream(mostCsvBytes(endpoint), { items: Infinity, bytes: Infinity })
    this.#kept = new ResponseBuffer(options.room, endpoint.maxBytes, expected(options.wholeBytes ?? lengths.get(endpoint) ?? 0))
    const { slab } = this.#kept
    this.#shape = representation === "json"
      ? jsonShape(slab, endpoint, nowMillis)
      : representation === "ndjson"
      ? ndjsonShape(slab)
      : csvShape(slab, this.#rows)
    this.#mask = new MaskStream({
      policy: policyOf(endpoint),
      pseudonymKey,
      ...options.isWrapped === true ? { isWrapped: true } : {},
      ...representation === "json" ? { slab } : {}
    })
  }

  /** The next bytes to send, never empty; undefined at the end. Long work is done in turns of the event loop. */
  readonly next: Effect.Effect<Uint8Array | undefined, StreamError> = Effect.suspend(() => {
    if (this.#ended) return Effect.succeed(undefined)
    if (!this.#busy) return Effect.flatMap(this.#options.body.next, this.#arrived)
    return this.#options.turns.isOver ? Effect.flatMap(this.#options.turns.next, () => this.#go()) : this.#go()
  })

  readonly #arrived = (chunk: Uint8Array | undefined): Effect.Effect<Uint8Array | undefined, StreamError> => {
    this.#busy = true
    if (chunk === undefined) {
      this.#arrivedAll = true
      this.#own.end(this.#offer)
      this.#mask.close()
    } else {
      this.#bytes += chunk.length
      this.#raw = chunk
    }
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
    const before = cpuMillis()
    let parts = 0
    // Until something leaves, little is read at a time, so that it leaves early.
    this.#options.turns.run(() => (this.#busy = this.#step()) && (this.#begun || ++parts < firstParts))
    this.#cpuMillis += cpuMillis() - before
    if (this.#cpuMillis > (this.#options.mostCpuMillis ?? mostCpuMillis) * Math.max(1, this.#bytes / usualBytes)) {
      return Result.fail(tooCostly(this.#options.attempts, this.#options.agencyStatus))
    }
    return this.#arrivedAll && !this.#busy ? this.#finish() : this.#more()
  }

  /** @returns whether there is more to be done at once */
  #step(): boolean {
    if (this.#mask.step()) return true
    if (this.#raw.length === 0) return false
    this.#own.push(this.#raw.subarray(0, partBytes), this.#offer)
    this.#raw = this.#raw.subarray(partBytes)
    return this.#mask.step() || this.#raw.length > 0
  }

  readonly #offer = (part: Uint8Array): void => this.#mask.offer(part)

  /** The body turned out to be an object with a `data` key after too much of it had been taken for something else. */
  get isMisread(): boolean {
    return this.#mask.isMisread
  }

  get #masked(): Pick<MaskedEnd, "classes" | "masked"> {
    return this.#whole ?? this.#mask.counted()
  }

  /** Values masked so far. */
  get masked(): number {
    return this.#masked.masked
  }

  /** Whose classes of personal data the answer holds so far (`Disclosure.ts`). */
  get disclosed(): string {
    return disclosedBy(this.#options.endpoint, this.#masked.classes)
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
    return Result.map(this.#shape.push(masked.success), () => this.#kept.slab.length > this.#shape.head ? this.#kept.next() : nothing)
  }

  #finish(): Result.Result<Uint8Array, StreamError> {
    const end = this.#mask.end()
    if (Result.isFailure(end)) return Result.fail(this.#unusable(end.failure.reason))
    policyOf(this.#options.endpoint).watch.rows = end.success.count
    this.#whole = end.success
    const written = this.#shape.end(end.success)
    if (Result.isFailure(written)) return Result.fail(written.failure)
    this.#ended = true
    const last = this.#kept.next()
    const { endpoint, keeping, nowMillis, representation } = this.#options
    const body = this.#kept.take()
    if (body !== undefined) {
      lengths.set(endpoint, body.length)
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
    return Result.succeed(last)
  }

  #unusable(reason: string) {
    return unusable(reason, this.#options.attempts, this.#options.agencyStatus)
  }
}
