/**
 * Makes an answer of an agency's body while that is arriving: masked, in its envelope and representation. What
 * `Copies.ts` does with a whole body, in pieces; the bytes are the same.
 *
 * The envelope has `meta` last, so that what only the end tells (how much was masked, the agency's other keys) can
 * follow the data. Where the answer was small enough to be kept there is a copy of it at the end.
 */
import { Effect, Result } from "effect"
import { createHash } from "node:crypto"
import type { Endpoint } from "../domain/Endpoint.ts"
import { isoTime } from "../domain/IsoTime.ts"
import type { NotAcceptable } from "../domain/GatewayError.ts"
import type { Representation } from "../domain/Negotiation.ts"
import { CsvStream, type NotAList, type RowTooLong } from "../privacy/CsvStream.ts"
import { type MaskedEnd, MaskStream } from "../privacy/MaskStream.ts"
import { NdjsonStream } from "../privacy/NdjsonStream.ts"
import type { Copy } from "../resilience/StaleCache.ts"
import type { AgencyBody, AgencyCallError } from "../upstream/AgencyClient.ts"
import { copyOf, disclosedBy, etagOf, malformed, membersOf, notAList, policyOf, rowTooLong } from "./Copies.ts"
import { concat, envelopeHead, envelopeTail } from "./EnvelopeBytes.ts"
import { type KeepingRoom, KeptBody } from "./KeptBody.ts"

/** Until something leaves, what has arrived is taken in pieces of so many bytes, so that it leaves early. */
const firstPiece = 32 * 1024

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
    end: ({ data }) => Result.flatMap(push(data), (before) => Result.map(Result.mapError(rows.end(), csvFault), (after) => concat([before, after])))
  }
}

export interface StreamedCopyOptions {
  readonly endpoint: Endpoint
  readonly body: AgencyBody
  readonly attempts: number
  readonly agencyStatus: number
  readonly representation: Representation
  readonly pseudonymKey: Uint8Array | undefined
  readonly nowMillis: number
  readonly room: KeepingRoom
}

export class StreamedCopy {
  readonly #options: StreamedCopyOptions
  readonly #mask: MaskStream
  readonly #shape: Shape
  readonly #rows = new CsvStream()
  readonly #digest = createHash("sha1")
  readonly #kept: KeptBody
  #ended = false
  #begun = false
  /** What has arrived and is not yet masked. */
  #rest: Uint8Array | undefined
  /** Values masked; known at the end. */
  masked = 0
  /** Whose classes of personal data the answer holds (`Disclosure.ts`); known at the end. */
  disclosed = ""
  /** The whole answer, at the end, where it was kept. */
  copy: Copy | undefined

  constructor(options: StreamedCopyOptions) {
    const { endpoint, nowMillis, pseudonymKey, representation } = options
    this.#options = options
    this.#mask = new MaskStream({ policy: policyOf(endpoint), pseudonymKey })
    this.#shape = representation === "json" ? jsonShape(endpoint, nowMillis) : representation === "ndjson" ? ndjsonShape() : csvShape(this.#rows)
    this.#kept = new KeptBody(options.room, endpoint.maxBytes)
  }

  /** The next bytes to send, never empty; undefined at the end. */
  readonly next: Effect.Effect<Uint8Array | undefined, StreamError> = Effect.suspend(() =>
    this.#ended
      ? Effect.succeed(undefined)
      : Effect.flatMap(this.#arrived, (chunk): Effect.Effect<Uint8Array | undefined, StreamError> => {
        const made = chunk === undefined ? this.#finish() : this.#more(chunk)
        if (Result.isFailure(made)) return Effect.fail(made.failure)
        if (made.success.length === 0) return this.next
        this.#begun = true
        return Effect.succeed(made.success)
      })
  )

  readonly #arrived: Effect.Effect<Uint8Array | undefined, StreamError> = Effect.suspend(() => {
    const rest = this.#rest
    this.#rest = undefined
    return rest === undefined ? Effect.map(this.#options.body.next, this.#piece) : Effect.succeed(this.#piece(rest))
  })

  readonly #piece = (chunk: Uint8Array | undefined): Uint8Array | undefined => {
    if (this.#begun || chunk === undefined || chunk.length <= firstPiece) return chunk
    this.#rest = chunk.subarray(firstPiece)
    return chunk.subarray(0, firstPiece)
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
    this.#rest = undefined
    this.#kept.drop()
    this.#options.body.abandon()
  }

  #more(chunk: Uint8Array): Result.Result<Uint8Array, StreamError> {
    const masked = this.#mask.push(chunk)
    if (Result.isFailure(masked)) return Result.fail(this.#malformed())
    if (this.#kept.isKept) this.#digest.update(masked.success)
    return Result.map(this.#shape.push(masked.success), this.#keep)
  }

  #finish(): Result.Result<Uint8Array, StreamError> {
    const end = this.#mask.end()
    if (Result.isFailure(end)) return Result.fail(this.#malformed())
    this.masked = end.success.masked
    this.disclosed = disclosedBy(this.#options.endpoint, end.success.classes)
    const last = Result.map(this.#shape.end(end.success), this.#keep)
    if (Result.isFailure(last)) return last
    this.#ended = true
    const { endpoint, nowMillis, representation } = this.#options
    const body = this.#kept.take()
    if (body !== undefined) {
      const etag = etagOf(this.#digest.update(end.success.data).digest("base64url"), end.success.meta, representation)
      this.copy = copyOf({ endpoint, body, etag, masked: this.masked, disclosed: this.disclosed, nowMillis, representation })
    }
    return last
  }

  readonly #keep = (bytes: Uint8Array): Uint8Array => {
    if (bytes.length > 0) this.#kept.add(bytes)
    return bytes
  }

  #malformed() {
    return malformed(this.#options.attempts, this.#options.agencyStatus)
  }
}
