/** Takes a document that is there as a whole through the kernel. */
import { unknownCode } from "../ClassCodes.ts"
import type { Shown } from "./Entry.ts"
import * as Layout from "./Layout.ts"
import type { Pass } from "./Pass.ts"

/** What is wrong with a document. Offset in bytes. */
export interface Fault {
  readonly offset: number
  readonly reason: string
}

/** A string of more bytes is hidden. */
export const longestHeld = 16_777_216

export const hiddenLong: Shown = { text: "***", codes: [unknownCode] }

/** Masked bytes, or the document's own where nothing is masked. */
export class Output {
  readonly #body: Buffer
  #bytes: Buffer | undefined
  /** How much there is. */
  length = 0

  constructor(body: Buffer) {
    this.#body = body
  }

  /** What stands in the document from where this ends. */
  keep(length: number, from: number): void {
    if (this.#bytes !== undefined) this.#body.copy(this.#room(length), this.length, from, from + length)
    this.length += length
  }

  add(bytes: Buffer, from = 0, to = bytes.length): void {
    bytes.copy(this.#room(to - from), this.length, from, to)
    this.length += to - from
  }

  slice(from: number, to: number): Buffer {
    return (this.#bytes ?? this.#body).subarray(from, to)
  }

  #room(length: number): Buffer {
    const bytes = this.#bytes
    const needed = this.length + length
    if (bytes !== undefined && needed <= bytes.length) return bytes
    const least = this.#body.length <= Layout.windowBytes ? needed : this.#body.length + (this.#body.length >> 2)
    const larger = Buffer.allocUnsafe(Math.max(needed, bytes === undefined ? least : bytes.length * 2))
    if (this.length > 0) (bytes ?? this.#body).copy(larger, 0, 0, this.length)
    return this.#bytes = larger
  }
}

/** @returns undefined where it is sound; "again" where a verdict was tightened for what is read already */
export const runWhole = (pass: Pass, body: Buffer, out: Output, mayRepeat: boolean): Fault | "again" | undefined => {
  for (;;) {
    const from = pass.position
    const status = pass.run(body, from, body.length, true)
    if (pass.isChanged) pass.addTo(out)
    else out.keep(pass.position - from, from)
    if (status < 0) return { offset: pass.position, reason: Layout.reasons[status] ?? "malformed" }
    switch (status) {
      case Layout.ended:
        return undefined
      case Layout.more:
        if (pass.position === from) return { offset: from, reason: "a key or a number is too long" }
        break
      case Layout.unknownKey:
        if (pass.look(body, pass.position, body.length) && mayRepeat) return "again"
        break
      case Layout.assignRow:
        pass.assign(body, pass.position, body.length)
        break
      case Layout.longString: {
        const end = pass.stopTo > 0 ? pass.stopTo : pass.readOn(body, pass.stopFrom, body.length)
        if (end <= 0) return { offset: pass.stopFrom, reason: Layout.reasons[-1] ?? "" }
        const length = end + 1 - pass.position
        const code = pass.nextCode
        const shown = code === Layout.publicCode
          ? undefined
          : end - pass.stopFrom > longestHeld
          ? pass.jsonOf(hiddenLong)
          : pass.decideLong(body.subarray(pass.stopFrom, end))
        if (shown === undefined) {
          out.keep(length, pass.position)
          pass.skip(length, length)
        } else {
          const bytes = Buffer.from(shown)
          out.add(bytes)
          pass.skip(length, bytes.length)
        }
      }
    }
  }
}
