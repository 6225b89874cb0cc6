/**
 * The rows of a masked answer that a question asks for. The envelope is read as it comes, whole or in pieces: what needs no sorting and no
 * groups takes no more memory than a row.
 *
 * States: `whole`, or `push` for each piece, reads rows; `rows` takes out what has left so far, as the inside of a list; `end` brings out
 * what waited for the last row. `fault` says why there is no answer.
 */
import { Slab } from "../domain/Slab.ts"
import { ItemSplitter } from "../privacy/ItemSplitter.ts"
import { eachPart, text } from "../privacy/JsonParts.ts"
import { Ask, type TooMuch } from "../query/Ask.ts"
import type { Question } from "../query/Question.ts"
import { asBuffer, envelopeHead } from "./EnvelopeBytes.ts"

export type AskFault = TooMuch | "no-list"

/** So many rows, or bytes if that is less, are read between two looks at the time. */
const rowsAtOnce = 4
const bytesAtOnce = 16 * 1024

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const afterSpace = (bytes: Buffer, from: number): number => {
  let at = from
  while (isSpace(bytes[at])) at++
  return at
}

/** What stands behind an envelope's head, or the beginning of that. */
const dataIn = (envelope: Buffer): number => afterSpace(envelope, envelopeHead.length)

/** Whether an answer that begins so has no rows. */
export const hasNoRows = (first: Uint8Array | undefined): boolean => {
  const bytes = asBuffer(first ?? Buffer.alloc(0))
  const byte = bytes[dataIn(bytes)]
  return byte !== undefined && byte !== 0x5b
}

/**
 * Members of `meta` as an envelope ends with them, with those of the question; an agency's of the same name give way. What stays is
 * written as it stands: numbers keep all their digits.
 */
const metaWith = (meta: Buffer, own: Readonly<Record<string, unknown>>): Buffer => {
  const members: Array<string> = []
  eachPart(meta, 0, (_, end, keyStart, keyEnd) => {
    const name: unknown = JSON.parse(text(meta, keyStart, keyEnd))
    if (!Object.hasOwn(own, String(name))) members.push(text(meta, keyStart, end))
  })
  return Buffer.from(`{${[...members, JSON.stringify(own).slice(1)].join(",")}`)
}

export class AskedRows {
  readonly #question: Question
  readonly #ask: Ask
  #rows = new Slab()
  #taken = 0
  readonly #splitter = new ItemSplitter()
  #before = envelopeHead.length
  readonly #tail: Array<Buffer> = []

  constructor(question: Question, isMasked: (path: ReadonlyArray<string>) => boolean) {
    this.#question = question
    this.#ask = new Ask(question, isMasked, (bytes, start, end) => this.#rows.add(bytes.subarray(start, end)))
  }

  get fault(): AskFault | undefined {
    return this.#splitter.isList === false ? "no-list" : this.#ask.tooMuch
  }

  /** The whole envelope, and all that it comes to. */
  *whole(envelope: Uint8Array): Generator<void> {
    const bytes = asBuffer(envelope)
    this.#splitter.isList = !hasNoRows(bytes)
    if (!this.#splitter.isList) return
    let at = afterSpace(bytes, dataIn(bytes) + 1)
    let looked = at
    for (let rows = 1; bytes[at] !== 0x5d && this.#ask.tooMuch === undefined; rows++) {
      at = afterSpace(bytes, this.#ask.row(bytes, at))
      if (bytes[at] === 0x2c) at = afterSpace(bytes, at + 1)
      if (rows % rowsAtOnce !== 0 && at - looked < bytesAtOnce) continue
      looked = at
      yield
    }
    this.#tail.push(bytes.subarray(at + 1))
    yield* this.#ask.end()
  }

  /** A piece of the envelope, of 64 KiB at most. */
  push(piece: Uint8Array): void {
    const skipped = Math.min(this.#before, piece.length)
    this.#before -= skipped
    const bytes = asBuffer(piece.subarray(skipped))
    if (this.#splitter.isEnded) return void this.#tail.push(Buffer.from(bytes))
    const at = this.#splitter.push(bytes, (row, start) => void this.#ask.row(asBuffer(row), start))
    if (at < bytes.length) this.#tail.push(Buffer.from(bytes.subarray(at)))
  }

  /** After the last piece. */
  end(): Generator<void> {
    return this.#ask.end()
  }

  /** What has been found since the last time. */
  rows(): Uint8Array {
    const rows = this.#rows.slice(this.#taken)
    this.#rows.letGo()
    this.#taken = this.#rows.length
    return rows
  }

  /** The value of `meta`, once all is read. */
  meta(): Buffer {
    const { isCounted, limit, offset } = this.#question
    const tail = Buffer.concat(this.#tail)
    const meta = tail.subarray(tail.indexOf("{"), tail.lastIndexOf("}"))
    return metaWith(meta, { limit, offset, more: this.#ask.isMore, ...(isCounted ? { count: this.#ask.count } : {}) })
  }
}
