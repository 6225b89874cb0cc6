/**
 * What a document's lexemes are replaced with, as numbers in one array and the bytes that come in another: an object
 * for each of a hundred thousand edits would cost more than the masking.
 *
 * Edits stand in the order of the document. One is undecided until its row is complete; one that stays undecided
 * leaves its lexeme as it is.
 */
import { codeOf, type MaskedClass, maskedClasses } from "./ClassCodes.ts"
import { copyBytes, type Memory, memoryOf, slack } from "./CopyBytes.ts"

/** Start and end of the lexeme, quotation marks included; start and end of what comes; the class. */
const stride = 5
const undecided = -1
/** From here on a class is the place of a list of several, from there on several in one number. */
const several = 256
const packed = 1 << 25

/** More than this is not kept for the next document. */
const keptBytes = 262_144
const keptNumbers = stride * 8192

const noCounts: ReadonlyArray<number> = maskedClasses.map(() => 0)

/** How often each class was masked. */
export class Tally {
  readonly #counts = noCounts.slice()
  masked = 0

  add(code: number): void {
    this.#counts[code]!++
    this.masked++
  }

  toRecord(): Readonly<Record<string, number>> {
    const found: Record<string, number> = {}
    if (this.masked > 0) {
      for (let code = 0; code < maskedClasses.length; code++) {
        if (this.#counts[code]! > 0) found[maskedClasses[code]!] = this.#counts[code]!
      }
    }
    return found
  }
}

export class Edits {
  length = 0
  /** What comes instead of the lexemes, with quotation marks. */
  comes = memoryOf(Buffer.allocUnsafeSlow(2048))
  /** How much of it is written. */
  written = 0
  /** A plain array: small integers in it are read and written faster than in an `Int32Array`. */
  #at: Array<number> = []
  #lists: Array<ReadonlyArray<MaskedClass>> = []
  #lastDecided = -1

  clear(): void {
    this.length = 0
    this.#lastDecided = -1
    this.written = 0
    if (this.#lists.length > 0) this.#lists = []
    if (this.comes.bytes.length > keptBytes) this.comes = memoryOf(Buffer.allocUnsafeSlow(2048))
    if (this.#at.length > keptNumbers) this.#at = []
  }

  start(edit: number): number {
    return this.#at[edit * stride]!
  }

  end(edit: number): number {
    return this.#at[edit * stride + 1]!
  }

  isDecided(edit: number): boolean {
    return this.#at[edit * stride + 2] !== undecided
  }

  isAnyDecided(from: number): boolean {
    return this.#lastDecided >= from
  }

  /** Makes room for `size` more bytes. @returns where they go */
  room(size: number): number {
    const needed = this.written + size + slack
    if (needed > this.comes.bytes.length) this.#grow(needed)
    return this.written
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.comes.bytes.length * 2))
    this.comes.bytes.copy(larger, 0, 0, this.written)
    this.comes = memoryOf(larger)
  }

  /** An edit whose bytes were written since `room`, up to `to`. */
  add(start: number, end: number, to: number, code: number): void {
    this.#put(this.length++, start, end, this.written, to, code)
    this.written = to
  }

  /** One for a stretch in which values were shown. @param classes five bits for each: its code and one more */
  addStretch(start: number, end: number, from: Memory, shownStart: number, shownEnd: number, classes: number): void {
    const at = this.room(shownEnd - shownStart)
    this.add(start, end, copyBytes(from, shownStart, shownEnd, this.comes, at), packed + classes)
  }

  addText(start: number, end: number, text: string, classes: MaskedClass | ReadonlyArray<MaskedClass>): void {
    const from = this.written
    this.written = this.#writeString(text)
    this.#put(this.length++, start, end, from, this.written, this.#codeOf(classes))
  }

  /** An edit that may come to nothing. */
  addUndecided(start: number, end: number): void {
    this.#put(this.length++, start, end, undecided, 0, 0)
  }

  /** Decides with the bytes written since `room`, up to `to`. */
  decide(edit: number, to: number, code: number): void {
    this.#put(edit, this.start(edit), this.end(edit), this.written, to, code)
    this.written = to
  }

  decideText(edit: number, text: string, code: MaskedClass): void {
    const from = this.written
    this.written = this.#writeString(text)
    this.#put(edit, this.start(edit), this.end(edit), from, this.written, codeOf(code))
  }

  /** The document's offsets are now counted from further on. */
  shift(by: number): void {
    const at = this.#at
    for (let k = 0; k < this.length * stride; k += stride) {
      at[k]! -= by
      at[k + 1]! -= by
    }
  }

  /** The first edits are done with. */
  drop(count: number): void {
    if (count === this.length) return this.clear()
    const at = this.#at
    const old = this.comes
    const kept = Buffer.allocUnsafeSlow(old.bytes.length)
    let written = 0
    for (let k = count * stride, to = 0; k < this.length * stride; k += stride, to += stride) {
      for (let i = 0; i < stride; i++) at[to + i] = at[k + i]!
      if (at[k + 2] === undecided) continue
      const size = old.bytes.copy(kept, written, at[k + 2], at[k + 3])
      at[to + 2] = written
      at[to + 3] = written += size
    }
    this.comes = memoryOf(kept)
    this.written = written
    this.length -= count
    this.#lastDecided -= count
  }

  /** One for each thing masked. */
  classes(): ReadonlyArray<MaskedClass> {
    const found: Array<MaskedClass> = []
    for (let edit = 0; edit < this.length; edit++) {
      const code = this.#at[edit * stride + 4]!
      if (!this.isDecided(edit)) continue
      if (code < several) found.push(maskedClasses[code]!)
      else if (code >= packed) { for (let left = code - packed; left > 0; left >>= 5) found.push(maskedClasses[(left & 31) - 1]!) }
      else found.push(...this.#lists[code - several]!)
    }
    return found
  }

  /** The first edit that is not before the offset. */
  firstFrom(offset: number): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = low + high >> 1
      if (this.start(middle) < offset) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The most bytes that a part of so many may have with its edits. */
  roomFor(length: number): number {
    return length + this.written + slack
  }

  /** The same to the byte, for a part of the document. */
  roomBetween(from: number, to: number, first: number): number {
    let size = to - from + slack
    for (let edit = first; edit < this.length && this.start(edit) < to; edit++) {
      if (this.isDecided(edit)) size += this.#at[edit * stride + 3]! - this.#at[edit * stride + 2]! - this.end(edit) + this.start(edit)
    }
    return size
  }

  /**
   * Copies the part from `from` to `to` with its edits, and tells the tally what they mask.
   *
   * @returns where it ends in `out`
   */
  write(body: Memory, from: number, to: number, first: number, out: Memory, start: number, tally: Tally): number {
    const at = this.#at
    const shown = this.comes
    const end = this.length * stride
    let copied = from
    let written = start
    for (let k = first * stride; k < end; k += stride) {
      const begins = at[k]!
      if (begins >= to) break
      const comes = at[k + 2]!
      if (comes === undecided) continue
      written = copyBytes(body, copied, begins, out, written)
      written = copyBytes(shown, comes, at[k + 3]!, out, written)
      copied = at[k + 1]!
      const code = at[k + 4]!
      if (code < several) tally.add(code)
      else if (code >= packed) { for (let left = code - packed; left > 0; left >>= 5) tally.add((left & 31) - 1) }
      else for (const one of this.#lists[code - several]!) tally.add(codeOf(one))
    }
    return copyBytes(body, copied, to, out, written)
  }

  #put(edit: number, start: number, end: number, from: number, to: number, code: number): void {
    const at = this.#at
    const k = edit * stride
    if (from !== undecided && edit > this.#lastDecided) this.#lastDecided = edit
    if (k === at.length) at.push(start, end, from, to, code)
    else {
      at[k] = start
      at[k + 1] = end
      at[k + 2] = from
      at[k + 3] = to
      at[k + 4] = code
    }
  }

  #codeOf(classes: MaskedClass | ReadonlyArray<MaskedClass>): number {
    if (typeof classes === "string") return codeOf(classes)
    if (classes.length === 1) return codeOf(classes[0])
    return several + this.#lists.push(classes) - 1
  }

  /** Lone surrogates come out escaped. @returns where it ends */
  #writeString(text: string): number {
    // At worst each code unit is escaped, `\uXXXX`.
    let at = this.room(text.length * 6 + 2)
    const out = this.comes.bytes
    out[at++] = 0x22
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) {
        const rest = Buffer.from(JSON.stringify(text.slice(i)))
        out.set(rest.subarray(1), at)
        return at + rest.length - 1
      }
      out[at++] = code
    }
    out[at++] = 0x22
    return at
  }
}
