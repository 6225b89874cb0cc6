/** A string that is longer than a window, while its end is looked for in a text that comes in pieces. */
import type { Pass } from "./Pass.ts"
import { longestHeld } from "./Whole.ts"

const quote = Buffer.from("\"")

export class LongString {
  /** Up to here, in the text, it is looked through. */
  at: number
  readonly isPublic: boolean
  /** Bytes between its quotation marks. */
  length = 0
  #parts: Array<Uint8Array> | undefined = []

  /** @param at behind its opening quotation mark */
  constructor(at: number, isPublic: boolean) {
    this.at = at
    this.isPublic = isPublic
  }

  /** @param gone how much of the text stood before what is held */
  find(pass: Pass, held: Uint8Array, gone: number, to: number, isLast: boolean): "found" | "more" | "malformed" {
    const from = this.at - gone
    const end = pass.readOn(held, from, to)
    if (end < 0 || end === 0 && isLast) return "malformed"
    const until = end > 0 ? end : pass.reached
    this.at = gone + until
    this.length += until - from
    if (this.length > longestHeld) this.#parts = undefined
    else this.#parts?.push(Buffer.from(held.subarray(from, until)))
    return end > 0 ? "found" : "more"
  }

  /** With its quotation marks; undefined where it is too long to be held. */
  get raw(): Buffer | undefined {
    return this.#parts === undefined ? undefined : Buffer.concat([quote, ...this.#parts, quote])
  }
}
