/**
 * Reads a long text for personal data window by window, so that no step of it takes long, and masks it in place. A
 * window overlaps its neighbours by more than any finding is long; what begins in its own part is its own.
 *
 * What hangs on a first line (a table in CSV) is looked for once, and only in a text of moderate length; a longer one
 * whose first line names columns of personal data is hidden whole.
 */
import type { MaskedClass } from "./ClassCodes.ts"
import { spend } from "./Effort.ts"
import { type EncodedText, mayHoldNumber } from "./EncodedText.ts"
import type { Finding } from "./Finding.ts"
import { hidden } from "./ShownForm.ts"
import type { OfWhom } from "./text/Findings.ts"

export interface MaskedText {
  readonly text: string
  /** One for each thing found. */
  readonly classes: ReadonlyArray<MaskedClass>
}

/** A text of no more characters is read at once. */
export const windowLength = 2_048
const overlap = 512
/** A table of so many characters is read at once. */
const longestTable = 32_768
/** As much as can be its first line. */
const headLength = 4_096
export const maxRounds = 4

/** @param classes told of each that is replaced */
export const replaceAll = (text: string, found: ReadonlyArray<Finding>, classes: Array<MaskedClass>): string => {
  const parts: Array<string> = []
  let copied = 0
  // Of two that start together the longer stays: `nik=3273 0145 0190 0001` is more than its first word.
  for (const finding of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (finding.start < copied) continue
    parts.push(text.slice(copied, finding.start), finding.shown)
    copied = finding.end
    classes.push(finding.personalData)
  }
  parts.push(text.slice(copied))
  return parts.join("")
}

/** Looks for personal data in a text that it may see whole. */
export type Detect = (text: string) => ReadonlyArray<Finding>

export class LongText {
  /** What became of it, once `step` has said that it is done; undefined where there is nothing to mask. */
  result: MaskedText | undefined
  readonly #detect: Detect
  readonly #isTable: (head: string) => boolean
  readonly #ofThing: boolean
  readonly #classes: Array<MaskedClass> = []
  readonly #isSolid: boolean
  #encoded: EncodedText | undefined
  #text: string
  #found: Array<Finding> = []
  #at = 0
  #round = 0

  /**
   * @param isTable whether the first line of a text names columns of personal data
   * @param encoded the text decoded, which is looked at first
   */
  constructor(text: string, of: OfWhom, detect: Detect, isTable: (head: string) => boolean, encoded: EncodedText | undefined) {
    this.#text = text
    this.#encoded = encoded
    this.#isSolid = encoded?.isSolid === true
    this.#isTable = isTable
    this.#ofThing = of === "thing"
    this.#detect = detect
  }

  /** Reads on a little. @returns whether it is done */
  step(): boolean {
    if (this.#encoded !== undefined) return this.#decode(this.#encoded)
    const text = this.#text
    const at = this.#at
    if (at === 0 && !this.#readTable()) return this.#hide()
    const from = Math.max(0, at - overlap)
    this.#at = Math.min(text.length, at + windowLength)
    const part = text.slice(from, this.#at + overlap)
    this.#take(this.#isSolid && !mayHoldNumber(part) ? [] : this.#detect(part), from, at, this.#at)
    return this.#at === text.length && this.#endRound()
  }

  #decode(encoded: EncodedText): boolean {
    const reading = encoded.step()
    if (reading === "nothing") this.#encoded = undefined
    if (reading !== "personal") return false
    this.result = { text: hidden, classes: ["secret"] }
    return true
  }

  /** Takes what begins in the window's own part. */
  #take(found: ReadonlyArray<Finding>, shift: number, from: number, to: number): void {
    spend(10 + (to - from >> 4) + 20 * found.length)
    for (const { end, personalData, shown, start } of found) {
      if (start + shift >= from && start + shift < to) this.#found.push({ start: start + shift, end: end + shift, personalData, shown })
    }
  }

  /** @returns false where it is a table of people too long to be read */
  #readTable(): boolean {
    const text = this.#text
    if (!/[\n\r]/.test(text)) return true
    if (text.length > longestTable) {
      return this.#ofThing || !this.#isTable(text.slice(0, headLength))
    }
    this.#take(this.#detect(text), 0, 0, text.length)
    return true
  }

  #endRound(): boolean {
    if (this.#found.length === 0) {
      if (this.#classes.length > 0) this.result = { text: this.#text, classes: this.#classes }
      return true
    }
    if (this.#round === maxRounds) return this.#hide()
    this.#text = replaceAll(this.#text, this.#found, this.#classes)
    this.#found = []
    this.#at = 0
    this.#round++
    return false
  }

  #hide(): boolean {
    this.result = { text: hidden, classes: this.#classes.length === 0 ? ["unknown"] : this.#classes }
    return true
  }
}
