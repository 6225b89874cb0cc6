/**
 * Decides about one leaf, or one key, of a document: classification first, then what the key's name says, then what
 * the value itself looks like. Collects the edits.
 *
 * Gotchas: a plain `nama` is a person's name only in a row about a person, and `agama` only a column where the row
 * counts and names nobody. Such edits wait until the row is complete: the telling key may come later.
 */
import type { FieldClass, PersonalDataClass } from "../domain/PersonalData.ts"
import { capital, digit, escaped, foreign, hasPlateShape, isTimestamp, quoted, telling, wide } from "./ByteClasses.ts"
import { integerDigits, isCard, isNik } from "./DigitForms.ts"
import { type Edit, lexemeOf, type MaskedClass } from "./EditedBytes.ts"
import { fits, fitsBoolean, fitsNumber } from "./KeyFit.ts"
import type { KnownKey } from "./KeyTable.ts"
import { maskInText } from "./PersonalDataInText.ts"
import { hidden, show } from "./ShownForm.ts"

/** What is known of the row, as bits: a key that only people have, … */
export const aboutPerson = 1
/** it stands under `pegawai`, `pemilik` …, and so does what it wraps, … */
export const amongPeople = 2
/** a key that counts, … */
export const counting = 4
/** a column of statistics or a trait of a person, … */
export const traits = 8
/** a plain `nama`. */
export const named = 16

export const bitsOf = (key: KnownKey): number => {
  const { meaning } = key
  return (meaning.personal ? aboutPerson : 0) | (meaning.counting ? counting : 0) | (meaning.demographic ? traits : 0) | (meaning.plainName ? named : 0)
}

const isPerson = (row: number): boolean => (row & (aboutPerson | amongPeople)) !== 0 || (row & (traits | named)) === (traits | named)
const isStatistic = (row: number): boolean => (row & (counting | aboutPerson | named)) === counting

interface Waiting {
  readonly edit: Edit
  /** What it becomes if it is personal data after all. */
  readonly lexeme: string
  readonly personalData: PersonalDataClass
  /** Personal data unless the row is a statistic; otherwise only if the row is about a person. */
  readonly demographic: boolean
}

/** How deep JSON inside strings inside JSON is read; deeper strings are hidden. */
const maxNesting = 6

export class Leaves {
  readonly edits: Array<Edit> = []
  readonly waiting: Array<Waiting> = []
  readonly #body: Buffer
  readonly #maskUnknown: boolean
  readonly #pseudonymKey: Uint8Array | undefined
  readonly #nesting: number
  readonly #maskNested: (text: string, nesting: number) => { readonly text: string; readonly classes: ReadonlyArray<MaskedClass> } | undefined

  constructor(
    body: Buffer,
    maskUnknown: boolean,
    pseudonymKey: Uint8Array | undefined,
    nesting: number,
    maskNested: (text: string, nesting: number) => { readonly text: string; readonly classes: ReadonlyArray<MaskedClass> } | undefined
  ) {
    this.#body = body
    this.#maskUnknown = maskUnknown
    this.#pseudonymKey = pseudonymKey
    this.#nesting = nesting
    this.#maskNested = maskNested
  }

  /** The text of a string between its quotation marks. */
  decode(start: number, end: number, flags: number): string {
    if ((flags & (escaped | wide)) === 0) return this.#body.latin1Slice(start, end)
    const text = this.#body.utf8Slice(start, end)
    return (flags & escaped) === 0 ? text : JSON.parse(`"${text}"`) as string
  }

  /**
   * @param start after the opening quotation mark; `end` is at the closing one
   * @param row what is known of the row so far
   * @returns what the value tells about the row
   */
  string(start: number, end: number, flags: number, digits: number, key: KnownKey, explicit: FieldClass | undefined, inherited: PersonalDataClass | undefined, row: number): number {
    if (explicit === "public") return 0
    if (explicit !== undefined) {
      const value = this.decode(start, end, flags)
      this.#replace(start, end, value, show(explicit, value, this.#pseudonymKey), explicit)
      return 0
    }
    if (this.#maskUnknown) {
      this.#replace(start, end, this.decode(start, end, flags), hidden, "unknown")
      return 0
    }
    const { meaning } = key
    const personalData = meaning.personalData ?? inherited
    if (personalData !== undefined) {
      const value = this.decode(start, end, flags)
      if (fits(personalData, value)) {
        const shown = show(personalData, value)
        if (shown === value) return 0
        if (meaning.demographic) this.#wait(start - 1, end + 1, undefined, shown, personalData, true)
        else this.#replace(start, end, value, shown, named)
        return 0
      }
    }
    const found = this.#inText(start, end, flags, digits, meaning.code)
    if (meaning.plainName || meaning.role) {
      const value = this.decode(start, end, flags)
      if (fits("name", value)) {
        const shown = show("name", value)
        if (shown === value) return 0
        if (meaning.role || isPerson(row)) {
          this.#replace(start, end, value, shown, "name")
          return 0
        }
        this.#wait(start - 1, end + 1, found, shown, "name", false)
        return 0
      }
    }
    if (found === undefined) return 0
    this.edits.push({ start: start - 1, end: end + 1, lexeme: lexemeOf(found.text), classes: found.classes })
    return found.classes.includes("nik") ? aboutPerson : 0
  }

  number(start: number, end: number, key: KnownKey, explicit: FieldClass | undefined, inherited: PersonalDataClass | undefined): number {
    if (explicit === "public") return 0
    const personalData = key.meaning.personalData ?? inherited
    if (explicit === undefined && !this.#maskUnknown && personalData === undefined && end - start < 13) return 0
    const lexeme = this.#body.latin1Slice(start, end)
    if (explicit === undefined && this.#maskUnknown) {
      this.edits.push({ start, end, lexeme: `"${hidden}"`, classes: ["unknown"] })
      return 0
    }
    const digits = integerDigits(lexeme)
    const value = digits ?? lexeme
    if (explicit !== undefined) return this.#replaceNumber(start, end, value, explicit)
    if (personalData !== undefined && fitsNumber(personalData, digits)) {
      if (!key.meaning.demographic) return this.#replaceNumber(start, end, value, personalData)
      this.#wait(start, end, undefined, show(personalData, value), personalData, true)
      return 0
    }
    if (digits === undefined) return 0
    if (isNik(digits)) return this.#replaceNumber(start, end, digits, "nik")
    return isCard(digits) && digits.length >= 15 ? this.#replaceNumber(start, end, digits, "card") : 0
  }

  /** `true` and `false`. */
  boolean(start: number, end: number, key: KnownKey, explicit: FieldClass | undefined, inherited: PersonalDataClass | undefined): void {
    if (explicit === "public") return
    const personalData = key.meaning.personalData ?? inherited
    if (explicit !== undefined) this.edits.push({ start, end, lexeme: `"${hidden}"`, classes: [explicit] })
    else if (this.#maskUnknown) this.edits.push({ start, end, lexeme: `"${hidden}"`, classes: ["unknown"] })
    else if (personalData !== undefined && fitsBoolean(personalData)) this.#wait(start, end, undefined, hidden, personalData, true)
  }

  /** A key that may be personal data itself. @returns the masked lexeme's text, where it was masked */
  key(start: number, end: number, text: string): string | undefined {
    const found = maskInText(text)
    if (found === undefined) return undefined
    this.edits.push({ start, end, lexeme: lexemeOf(found.text), classes: found.classes })
    return found.text
  }

  /** Tells the key masked last from earlier ones that look alike. */
  numberKey(times: number): void {
    const edit = this.edits[this.edits.length - 1]
    if (edit?.lexeme !== undefined) edit.lexeme = `${edit.lexeme.slice(0, -1)} (${times})"`
  }

  /** The row is complete: decides what waited for it. */
  settle(mark: number, row: number): void {
    for (let i = mark; i < this.waiting.length; i++) {
      const { demographic, edit, lexeme, personalData } = this.waiting[i]!
      if (demographic ? isStatistic(row) : !isPerson(row)) continue
      edit.lexeme = lexeme
      edit.classes = [personalData]
    }
    this.waiting.length = mark
  }

  #replace(start: number, end: number, value: string, shown: string, masked: MaskedClass): void {
    if (shown !== value) this.edits.push({ start: start - 1, end: end + 1, lexeme: lexemeOf(shown), classes: [masked] })
  }

  #replaceNumber(start: number, end: number, value: string, masked: PersonalDataClass): number {
    const shown = show(masked, value, this.#pseudonymKey)
    if (shown !== value) this.edits.push({ start, end, lexeme: lexemeOf(shown), classes: [masked] })
    return masked === "nik" ? aboutPerson : 0
  }

  #wait(
    start: number,
    end: number,
    meanwhile: { readonly text: string; readonly classes: ReadonlyArray<MaskedClass> } | undefined,
    shown: string,
    personalData: PersonalDataClass,
    demographic: boolean
  ): void {
    const edit: Edit = { start, end, lexeme: meanwhile === undefined ? undefined : lexemeOf(meanwhile.text), classes: meanwhile?.classes ?? [] }
    this.edits.push(edit)
    this.waiting.push({ edit, lexeme: lexemeOf(shown), personalData, demographic })
  }

  /** What the value itself looks like. */
  #inText(start: number, end: number, flags: number, digits: number, code: boolean) {
    if ((flags & (telling | foreign | quoted)) === 0) {
      if (digits < 9) {
        if (digits < 3 || (flags & (capital | wide)) === 0 || code || !hasPlateShape(this.#body, start, end)) return undefined
      } else if ((flags & ~digit & ~capital) === 0 && isTimestamp(this.#body, start, end)) return undefined
    }
    const value = this.decode(start, end, flags)
    if (/^\s*[{[]/.test(value) && value.includes("\"")) {
      if (this.#nesting >= maxNesting) return { text: hidden, classes: ["unknown" as const] }
      const nested = this.#maskNested(value, this.#nesting + 1)
      if (nested !== undefined) return nested.classes.length === 0 ? undefined : nested
    }
    return maskInText(value, code)
  }
}
