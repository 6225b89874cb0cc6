/**
 * What the text of a leaf is in itself, whatever its key says: JSON inside it, or a text with personal data in it. A long
 * one is read in parts where there is time for that between them.
 */
import { foreign, hasPlateShape, isTimestamp, overlong, quoted, telling, tells } from "./ByteClasses.ts"
import { type MaskedClass, none } from "./ClassCodes.ts"
import type { KnownKey } from "./KeyTable.ts"
import type { LongText, MaskedText } from "./LongText.ts"
import { longText, maskInText } from "./PersonalDataInText.ts"
import { aboutPerson, amongPeople } from "./Row.ts"
import { hidden } from "./ShownForm.ts"
import { WaitingLeaves } from "./WaitingLeaves.ts"

/** Masks JSON inside a string, as if it stood there itself; undefined where it is none. */
export type MaskNested = (
  text: string,
  nesting: number,
  within?: Surroundings
) => { readonly text: string; readonly classes: ReadonlyArray<MaskedClass> } | undefined

/** What governs a value from outside: its key, the class that a key above spreads, and what is known of its row. */
export interface Surroundings {
  readonly key: KnownKey
  readonly inherited: number
  readonly row: number
}

/** How deep JSON inside strings inside JSON is read; deeper strings are hidden. */
const maxNesting = 6

/** Bytes; a longer string is read in parts, where there is time for that between them. */
export const readAtOnce = 4_096
/** Characters of JSON inside a string; what is longer is hidden. */
const longestNested = 1_048_576

const looksLikeJson = /^\ufeff?\s*[{["]/

export class TextLeaves extends WaitingLeaves {
  maskUnknown = false
  /** How deep in strings the document stands. */
  readonly nesting: number
  readonly #maskNested: MaskNested
  /** Long strings are read in parts, by whoever runs the walk; otherwise each at once. */
  defers = false
  /** The document has cost all that it may: what would have to be read is hidden. */
  isExhausted = false
  /** A long string that has to be read before the walk can go on. */
  reading: LongText | undefined
  /** What became of it, or of the JSON that it is. */
  protected read: ReturnType<MaskNested>
  protected isRead = false

  constructor(nesting: number, maskNested: MaskNested) {
    super()
    this.nesting = nesting
    this.#maskNested = maskNested
  }

  protected forgetRead(): void {
    this.isRead = false
    this.read = undefined
    this.reading = undefined
  }

  /**
   * Whether a long string has to be read before it can be decided: `reading` then has to be taken to its end, and the
   * string decided anew.
   */
  mustRead(
    start: number,
    end: number,
    flags: number,
    digits: number,
    key: KnownKey,
    explicit: number,
    inherited: number,
    row: number
  ): boolean {
    if (!this.defers || this.isRead || this.maskUnknown || explicit !== none || this.isExhausted || (flags & overlong) !== 0) return false
    if ((flags & (telling | foreign | quoted)) === 0 && digits < 2) return false
    const value = this.keyText(start, end, flags)
    const nested = this.#nestedIn(value, key, inherited, row)
    if (nested === undefined) this.reading = longText(value, key.meaning.code)
    else this.read = nested.classes.length === 0 ? undefined : nested
    this.isRead = true
    return nested === undefined
  }

  /** Reads on a little in `reading`. @returns whether it is done */
  readOn(): boolean {
    if (this.reading === undefined) return true
    if (this.isExhausted) this.read = { text: hidden, classes: ["unknown"] }
    else if (this.reading.step()) this.read = this.reading.result
    else return false
    this.reading = undefined
    return true
  }

  /** @returns undefined where the value is no JSON */
  #nestedIn(value: string, key: KnownKey, inherited: number, row: number): ReturnType<MaskNested> {
    if (!looksLikeJson.test(value) || !value.includes("\"")) return undefined
    if (this.nesting >= maxNesting || value.length > longestNested) return { text: hidden, classes: ["unknown"] }
    return this.#maskNested(value, this.nesting + 1, { key, inherited, row: row & (aboutPerson | amongPeople) })
  }

  /** What the value itself looks like. */
  protected inText(
    start: number,
    end: number,
    flags: number,
    digits: number,
    key: KnownKey,
    inherited: number,
    row: number
  ): ReturnType<MaskNested> | MaskedText {
    const { code } = key.meaning
    if (this.isRead) return this.read
    if ((flags & (telling | foreign | quoted)) === 0 || flags === telling && !tells(this.body.bytes, start, end)) {
      if (digits < 9) {
        if (digits < 2 || code !== 0 || !hasPlateShape(this.body.bytes, start, end, digits)) return undefined
      } else if (isTimestamp(this.body.bytes, start, end, digits)) return undefined
    }
    if (this.isExhausted) return { text: hidden, classes: ["unknown"] }
    const value = this.keyText(start, end, flags)
    const nested = this.#nestedIn(value, key, inherited, row)
    if (nested !== undefined) return nested.classes.length === 0 ? undefined : nested
    return maskInText(value, code)
  }
}
