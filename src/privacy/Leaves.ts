/**
 * Decides about one leaf, or one key, of a document: classification first, then what the key's name says, then what
 * the value itself looks like. Collects the edits.
 *
 * Gotchas: a plain `nama` is a person's name only in a row about a person, and `agama` only a column where the row
 * counts and names nobody. Such edits wait until the row is complete: the telling key may come later.
 */
import type { FieldClass, PersonalDataClass } from "../domain/PersonalData.ts"
import { escaped, foreign, hasPlateShape, isTimestamp, quoted, telling, wide } from "./ByteClasses.ts"
import { integerDigits, isCard, isNik } from "./DigitForms.ts"
import { type Edit, type MaskedClass } from "./EditedBytes.ts"
import { fits, fitsBoolean, fitsNumber } from "./KeyFit.ts"
import type { KnownKey } from "./KeyTable.ts"
import { maskInText } from "./PersonalDataInText.ts"
import { aboutPerson, isPerson, isStatistic } from "./Row.ts"
import { hidden, show } from "./ShownForm.ts"

/** Masks JSON inside a string; undefined where it is none. */
export type MaskNested = (text: string, nesting: number) => { readonly text: string; readonly classes: ReadonlyArray<MaskedClass> } | undefined

interface Waiting {
  readonly edit: Edit
  readonly flags: number
  /** `name`, if the row is about a person; any other, unless the row is a statistic. */
  readonly personalData: PersonalDataClass
}

/** How deep JSON inside strings inside JSON is read; deeper strings are hidden. */
const maxNesting = 6

const wholeNik = /^\d{4}\*{12}$/
const none: ReadonlyArray<MaskedClass> = []

export class Leaves {
  readonly edits: Array<Edit> = []
  readonly waiting: Array<Waiting> = []
  readonly #body: Buffer
  /** The document as one character a byte, made when first needed: slices of it cost next to nothing. */
  #text = ""
  readonly #maskUnknown: boolean
  readonly #pseudonymKey: Uint8Array | undefined
  readonly #nesting: number
  readonly #maskNested: MaskNested

  constructor(body: Buffer, maskUnknown: boolean, pseudonymKey: Uint8Array | undefined, nesting: number, maskNested: MaskNested) {
    this.#body = body
    this.#maskUnknown = maskUnknown
    this.#pseudonymKey = pseudonymKey
    this.#nesting = nesting
    this.#maskNested = maskNested
  }

  /** The text of a key, in memory of its own: keys outlive documents. */
  keyText(start: number, end: number, flags: number): string {
    const text = this.#body.toString("utf8", start, end)
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
      this.#replace(start, end, this.#decode(start, end, flags), explicit)
      return 0
    }
    if (this.#maskUnknown) {
      if (this.#decode(start, end, flags) !== hidden) this.edits.push({ start: start - 1, end: end + 1, shown: hidden, classes: "unknown" })
      return 0
    }
    const { meaning } = key
    const personalData = meaning.personalData ?? inherited
    if (personalData !== undefined) {
      if (meaning.demographic) {
        this.#wait(start - 1, end + 1, flags, undefined, personalData)
        return 0
      }
      const value = this.#decode(start, end, flags)
      if (fits(personalData, value)) {
        this.#replace(start, end, value, personalData)
        return 0
      }
    }
    const found = this.#inText(start, end, flags, digits, meaning.code)
    if (meaning.role || meaning.plainName && isPerson(row)) {
      const value = this.#decode(start, end, flags)
      if (fits("name", value)) {
        this.#replace(start, end, value, "name")
        return 0
      }
    } else if (meaning.plainName) {
      this.#wait(start - 1, end + 1, flags, found, "name")
      return 0
    }
    if (found === undefined) return 0
    this.edits.push({ start: start - 1, end: end + 1, shown: found.text, classes: found.classes })
    return wholeNik.test(found.text) ? aboutPerson : 0
  }

  /** @returns what the value tells about the row */
  number(start: number, end: number, key: KnownKey, explicit: FieldClass | undefined, inherited: PersonalDataClass | undefined): number {
    if (explicit === "public") return 0
    if (explicit === undefined && this.#maskUnknown) {
      this.edits.push({ start, end, shown: hidden, classes: "unknown" })
      return 0
    }
    const personalData = key.meaning.personalData ?? inherited
    if (explicit === undefined && personalData === undefined && end - start < 15) return 0
    const lexeme = this.#decode(start, end, 0)
    const digits = integerDigits(lexeme)
    if (explicit !== undefined) return this.#replaceNumber(start, end, digits ?? lexeme, explicit)
    if (personalData !== undefined && fitsNumber(personalData, digits)) {
      if (!key.meaning.demographic) return this.#replaceNumber(start, end, digits ?? lexeme, personalData)
      this.#wait(start, end, 0, undefined, personalData)
      return 0
    }
    if (digits === undefined) return 0
    if (isNik(digits)) return this.#replaceNumber(start, end, digits, "nik")
    return digits.length >= 15 && isCard(digits) ? this.#replaceNumber(start, end, digits, "card") : 0
  }

  /** `true` and `false`. */
  boolean(start: number, end: number, key: KnownKey, explicit: FieldClass | undefined, inherited: PersonalDataClass | undefined): void {
    if (explicit === "public") return
    const personalData = key.meaning.personalData ?? inherited
    if (explicit !== undefined || this.#maskUnknown) this.edits.push({ start, end, shown: hidden, classes: explicit ?? "unknown" })
    else if (personalData !== undefined && fitsBoolean(personalData)) this.#wait(start, end, 0, undefined, personalData)
  }

  /** A key that may be personal data itself. @returns its masked text, where it was masked */
  key(start: number, end: number, text: string): string | undefined {
    const found = maskInText(text)
    if (found === undefined) return undefined
    this.edits.push({ start, end, shown: found.text, classes: found.classes })
    return found.text
  }

  /** Tells the key masked last from earlier ones that look alike. */
  numberKey(times: number): void {
    const edit = this.edits[this.edits.length - 1]
    if (edit?.shown !== undefined) edit.shown += ` (${times})`
  }

  /** The row is complete: decides what has waited for it since `mark`. */
  settle(mark: number, row: number): void {
    const { edits, waiting } = this
    while (waiting.length > mark) {
      const { edit, flags, personalData } = waiting.pop()!
      if (personalData === "name" ? isPerson(row) : !isStatistic(row)) {
        const isString = this.#body[edit.start] === 0x22
        const value = isString ? this.#decode(edit.start + 1, edit.end - 1, flags) : this.#decode(edit.start, edit.end, 0)
        const shown = show(personalData, value)
        if (shown !== value && (personalData !== "name" || fits("name", value))) {
          edit.shown = shown
          edit.classes = personalData
        }
      } else if (edit.shown === undefined && edits[edits.length - 1] === edit) edits.pop()
    }
  }

  #decode(start: number, end: number, flags: number): string {
    if ((flags & (escaped | wide)) !== 0) return this.keyText(start, end, flags)
    if (this.#text === "") this.#text = this.#body.toString("latin1")
    return this.#text.slice(start, end)
  }

  #replace(start: number, end: number, value: string, personalData: PersonalDataClass): void {
    const shown = show(personalData, value, this.#pseudonymKey)
    if (shown !== value) this.edits.push({ start: start - 1, end: end + 1, shown, classes: personalData })
  }

  #replaceNumber(start: number, end: number, value: string, personalData: PersonalDataClass): number {
    const shown = show(personalData, value, this.#pseudonymKey)
    if (shown !== value) this.edits.push({ start, end, shown, classes: personalData })
    return personalData === "nik" ? aboutPerson : 0
  }

  #wait(start: number, end: number, flags: number, meanwhile: { readonly text: string; readonly classes: ReadonlyArray<MaskedClass> } | undefined, personalData: PersonalDataClass): void {
    const edit: Edit = { start, end, shown: meanwhile?.text, classes: meanwhile?.classes ?? none }
    this.edits.push(edit)
    this.waiting.push({ edit, flags, personalData })
  }

  /** What the value itself looks like. */
  #inText(start: number, end: number, flags: number, digits: number, code: boolean): ReturnType<MaskNested> {
    if ((flags & (telling | foreign | quoted)) === 0) {
      if (digits < 9) {
        if (digits < 3 || code || !hasPlateShape(this.#body, start, end)) return undefined
      } else if (isTimestamp(this.#body, start, end, digits)) return undefined
    }
    const value = this.#decode(start, end, flags)
    if (/^\s*[{[]/.test(value) && value.includes("\"")) {
      if (this.#nesting >= maxNesting) return { text: hidden, classes: ["unknown"] }
      const nested = this.#maskNested(value, this.#nesting + 1)
      if (nested !== undefined) return nested.classes.length === 0 ? undefined : nested
    }
    return maskInText(value, code)
  }
}
