/**
 * Decides about one leaf, or one key, of a document: classification first, then what the key's name says, then what
 * the value itself looks like. Collects the edits.
 *
 * Gotchas: a plain `nama` is a person's name only in a row about a person, and `agama` only a column where the row
 * counts and names nobody. Such edits wait until the row is complete: the telling key may come later. One that would
 * have to wait over more than `patience` bytes is masked.
 */
import { escaped, foreign, hasPlateShape, isFraction, isTimestamp, quoted, telling, tells, wide } from "./ByteClasses.ts"
import { classOfCode, codeOf, codesOf, keyCode, type MaskedClass, nameCode, none, publicCode } from "./ClassCodes.ts"
import { type Memory, memoryOf } from "./CopyBytes.ts"
import { integerDigits, isCard, isMobileNumber, isNik } from "./DigitForms.ts"
import { Edits } from "./Edits.ts"
import type { Frame } from "./Frame.ts"
import { fits, fitsBoolean, fitsNumber, fitsRole, fitsRoleAt, hasLetter, isMobile, isMobileAt } from "./KeyFit.ts"
import { demographics } from "./KeyNames.ts"
import type { KnownKey } from "./KeyTable.ts"
import { likeName, shapedLikeName, surelyName } from "./NamesAsKeys.ts"
import { type MaskedText, maskInText } from "./PersonalDataInText.ts"
import { isOffice, looksLikePerson } from "./PersonName.ts"
import { aboutPerson, amongPeople, isPerson, isStatistic, mayBePlace, mayNamePerson, namesPerson, reachable, surelyPerson } from "./Row.ts"
import { longWay, roomFor, writeShown } from "./ShownBytes.ts"
import { hidden, show } from "./ShownForm.ts"

/** Masks JSON inside a string, as if it stood there itself; undefined where it is none. */
export type MaskNested = (text: string, nesting: number, within?: Surroundings) => { readonly text: string; readonly classes: ReadonlyArray<MaskedClass> } | undefined

/** What governs a value from outside: its key, the class that a key above spreads, and what is known of its row. */
export interface Surroundings {
  readonly key: KnownKey
  readonly inherited: number
  readonly row: number
}

/** How deep JSON inside strings inside JSON is read; deeper strings are hidden. */
const maxNesting = 6

const nikCode = codeOf("nik")
const phoneCode = codeOf("phone")
const wholeNik = /^\d{4}\*{12}$/
const demographicCodes = codesOf(demographics)
const looksLikeJson = /^\ufeff?\s*[{["]/

export class Leaves {
  readonly edits = new Edits()
  /** Edits that wait for the end of their row, innermost row last: place, flags and class of each, three numbers. */
  readonly waiting: Array<number> = []
  /** The document, or what is held of it. */
  body: Memory = memoryOf(Buffer.alloc(0))
  patience = Infinity
  pseudonymKey: Uint8Array | undefined
  maskUnknown = false
  /** How deep in strings the document stands. */
  readonly nesting: number
  readonly #maskNested: MaskNested

  constructor(nesting: number, maskNested: MaskNested) {
    this.nesting = nesting
    this.#maskNested = maskNested
  }

  begin(maskUnknown: boolean, pseudonymKey: Uint8Array | undefined): void {
    this.clear()
    this.maskUnknown = maskUnknown
    this.pseudonymKey = pseudonymKey
  }

  clear(): void {
    this.edits.clear()
    this.waiting.length = 0
    this.pseudonymKey = undefined
  }

  /** The text of a key, in memory of its own: keys outlive documents. */
  keyText(start: number, end: number, flags: number): string {
    if ((flags & (escaped | wide)) === 0) return this.body.bytes.toString("latin1", start, end)
    const text = this.body.bytes.toString("utf8", start, end)
    return (flags & escaped) === 0 ? text : JSON.parse(`"${text}"`) as string
  }

  /**
   * @param start after the opening quotation mark; `end` is at the closing one
   * @param row what is known of the row so far
   * @returns what the value tells about the row
   */
  string(start: number, end: number, flags: number, digits: number, key: KnownKey, explicit: number, inherited: number, row: number): number {
    if (explicit === publicCode) return 0
    if (explicit !== none) {
      if (!this.#showBytes(explicit, start, end, flags, digits, true)) this.#show(explicit, start - 1, end + 1, this.keyText(start, end, flags))
      return 0
    }
    if (this.maskUnknown) {
      if (this.keyText(start, end, flags) !== hidden) this.edits.addText(start - 1, end + 1, hidden, "unknown")
      return 0
    }
    const { meaning } = key
    const code = key.code === none ? inherited : key.code
    if (code !== none) {
      if (demographicCodes[code] === 1) {
        this.#wait(start - 1, end + 1, flags, this.#inText(start, end, flags, digits, key, inherited, row), code)
        return 0
      }
      if (this.#showBytes(code, start, end, flags, digits, false)) return code === phoneCode && isMobileAt(this.body.bytes, start, end) ? reachable : 0
      const value = this.keyText(start, end, flags)
      if (fits(classOfCode(code), value)) {
        if (code !== nameCode || !this.#showBytes(code, start, end, flags, digits, true)) this.#show(code, start - 1, end + 1, value)
        return code === phoneCode && isMobile(value) ? reachable : 0
      }
    }
    if (meaning.role || meaning.openRole || meaning.plainName && surelyPerson(row)) {
      if (!meaning.openRole && (!meaning.role || fitsRoleAt(this.body.bytes, start, end, digits)) && this.#showBytes(nameCode, start, end, flags, digits, false)) return 0
      const value = this.keyText(start, end, flags)
      if (meaning.openRole ? looksLikePerson(value) : meaning.role ? fitsRole(value) : fits("name", value)) {
        if (!this.#showBytes(nameCode, start, end, flags, digits, true)) this.#show(nameCode, start - 1, end + 1, value)
        return 0
      }
    } else if (meaning.plainName) {
      this.#wait(start - 1, end + 1, flags, this.#inText(start, end, flags, digits, key, inherited, row), nameCode)
      return 0
    }
    const found = this.#inText(start, end, flags, digits, key, inherited, row)
    if (found === undefined) return 0
    this.edits.addText(start - 1, end + 1, found.text, found.classes)
    return wholeNik.test(found.text) ? aboutPerson : 0
  }

  /** @returns what the value tells about the row */
  number(start: number, end: number, key: KnownKey, explicit: number, inherited: number): number {
    if (explicit === publicCode) return 0
    if (explicit === none && this.maskUnknown) {
      this.edits.addText(start, end, hidden, "unknown")
      return 0
    }
    const code = key.code === none ? inherited : key.code
    if (explicit === none && code === none && (end - start < 11 || isFraction(this.body.bytes, start, end))) return 0
    const lexeme = this.body.bytes.toString("latin1", start, end)
    const digits = integerDigits(lexeme)
    if (explicit !== none) return this.#show(explicit, start, end, digits ?? lexeme)
    // Under `agama: { value }` or `akta_perkawinan` a small number counts.
    const isCount = (key.code === none || key.meaning.code === 2) && demographicCodes[code] === 1 && end - start < 11
    if (code !== none && !isCount && fitsNumber(classOfCode(code), digits)) {
      if (demographicCodes[code] !== 1) return this.#show(code, start, end, digits ?? lexeme)
      this.#wait(start, end, 0, digits !== undefined && isNik(digits) ? { text: show("nik", digits), classes: ["nik"] } : undefined, code)
      return 0
    }
    if (digits === undefined || key.meaning.code === 3) return 0
    if (isNik(digits)) return this.#show(nikCode, start, end, digits)
    if (key.meaning.code === 0 && !key.meaning.counting && !key.meaning.carries && isMobileNumber(digits)) return this.#show(phoneCode, start, end, digits)
    return digits.length >= 15 && key.meaning.code !== 2 && isCard(digits) ? this.#show(codeOf("card"), start, end, digits) : 0
  }

  /** `true` and `false`. */
  boolean(start: number, end: number, key: KnownKey, explicit: number, inherited: number): void {
    if (explicit === publicCode) return
    const code = key.code === none ? inherited : key.code
    if (explicit !== none) this.edits.addText(start, end, hidden, classOfCode(explicit))
    else if (this.maskUnknown) this.edits.addText(start, end, hidden, "unknown")
    else if (code !== none && fitsBoolean(classOfCode(code))) this.#wait(start, end, 0, undefined, code)
  }

  /** The row is complete at `now`: decides what has waited for it since `mark`. */
  settle(mark: number, row: number, now: number, frame: Frame): void {
    const { edits, patience, waiting } = this
    const isPublic = waiting.length > mark && (isStatistic(row) || mayBePlace(row) && this.#namesOffice(mark))
    while (waiting.length > mark) {
      const code = waiting.pop()!
      const flags = waiting.pop()!
      const edit = waiting.pop()!
      if (code === keyCode) {
        // `penduduk: { "Aceh Jaya": 93159 }` counts.
        if (flags >= likeName && ((row & amongPeople) !== 0 && (flags === surelyName || !this.#isNumberAfter(edit)) || this.#isMaskedAfter(edit))) this.#nameKey(edit, frame)
        continue
      }
      const isLate = now - edits.start(edit) > patience
      if (isLate || (code === nameCode ? mayNamePerson(row) : !isPublic)) this.#decide(edit, flags, code, isLate ? undefined : row)
    }
  }

  /**
   * Masks what has waited over more than `patience` bytes.
   *
   * @returns how many numbers of `waiting` that were
   */
  giveUp(now: number): number {
    const { edits, patience, waiting } = this
    let lost = 0
    for (; lost < waiting.length && now - edits.start(waiting[lost]!) > patience; lost += 3) {
      if (waiting[lost + 2] !== keyCode) this.#decide(waiting[lost]!, waiting[lost + 1]!, waiting[lost + 2]!, undefined)
      else if (waiting[lost + 1] === surelyName) this.#nameKey(waiting[lost]!, undefined)
    }
    return lost
  }

  /** A key that may be a name waits for what stands under it. */
  waitForName(start: number, end: number, likeness: number): void {
    this.waiting.push(this.edits.length, likeness, keyCode)
    this.edits.addUndecided(start, end)
  }

  /**
   * The object or list under such a key is complete.
   *
   * @param at where it waits; negative once it was given up
   * @param row what is known of what stands under it
   */
  settleName(at: number, row: number, frame: Frame): void {
    if (at < 0) return
    const { edits } = this
    const [edit = 0, likeness] = this.waiting.splice(at, 3)
    if (isPerson(row) || likeness !== shapedLikeName && (frame.row & amongPeople) !== 0 || likeness === surelyName && edits.isAnyDecided(edit + 1)) this.#nameKey(edit, frame)
  }

  /** Whether the value right after a key is masked. */
  #isMaskedAfter(key: number): boolean {
    const { body, edits } = this
    if (key + 1 >= edits.length || !edits.isDecided(key + 1)) return false
    for (let i = edits.end(key); i < edits.start(key + 1); i++) if (body.bytes[i]! > 0x20 && body.bytes[i] !== 0x3a) return false
    return true
  }

  #namesOffice(mark: number): boolean {
    return this.waiting.some((code, i, all) => i >= mark && i % 3 === 2 && code === nameCode && isOffice(this.keyText(this.edits.start(all[i - 2]!) + 1, this.edits.end(all[i - 2]!) - 1, all[i - 1]!)))
  }

  #isNumberAfter(key: number): boolean {
    const { bytes } = this.body
    let i = this.edits.end(key)
    while (bytes[i]! <= 0x20 || bytes[i] === 0x3a) i++
    return bytes[i]! >= 0x2d && bytes[i]! <= 0x39
  }

  #nameKey(edit: number, frame: Frame | undefined): void {
    const shown = show("name", this.keyText(this.edits.start(edit) + 1, this.edits.end(edit) - 1, escaped))
    this.edits.decideText(edit, frame?.apart(shown) ?? shown, "name")
  }

  /** @param row undefined where it was not waited for */
  #decide(edit: number, flags: number, code: number, row: number | undefined): void {
    const { edits } = this
    const start = edits.start(edit)
    const end = edits.end(edit)
    const isString = this.body.bytes[start] === 0x22
    if (isString && code === nameCode && row !== undefined && isPerson(row) && (flags & (escaped | wide)) === 0) {
      const from = edits.room(roomFor(end - start))
      const to = writeShown(code, this.body, start + 1, end - 1, 0, false, edits.comes, from)
      if (to !== longWay) return edits.decide(edit, to, code)
    }
    const value = isString ? this.keyText(start + 1, end - 1, flags) : this.body.bytes.toString("latin1", start, end)
    const personalData = classOfCode(code)
    if (code === nameCode && (!hasLetter(value) || row !== undefined && !namesPerson(row, value))) return
    const shown = show(personalData, value)
    if (shown !== value) edits.decideText(edit, shown, personalData)
  }

  /**
   * @param isSure whether the value is known to be of the class; otherwise an office's name is not shown as one
   * @returns whether the value has been shown straight from its bytes
   */
  #showBytes(code: number, start: number, end: number, flags: number, digits: number, isSure: boolean): boolean {
    if ((flags & (escaped | wide)) !== 0) return false
    const { edits } = this
    const from = edits.room(roomFor(end - start))
    const to = writeShown(code, this.body, start, end, digits, isSure, edits.comes, from)
    if (to === longWay) return false
    edits.add(start - 1, end + 1, to, code)
    return true
  }

  /** @returns what it tells about the row, where it was a number */
  #show(code: number, start: number, end: number, value: string): number {
    const personalData = classOfCode(code)
    const shown = show(personalData, value, this.pseudonymKey)
    if (shown !== value) this.edits.addText(start, end, shown, personalData)
    return code === nikCode ? aboutPerson : 0
  }

  #wait(start: number, end: number, flags: number, meanwhile: MaskedText | ReturnType<MaskNested>, code: number): void {
    this.waiting.push(this.edits.length, flags, code)
    if (meanwhile === undefined) this.edits.addUndecided(start, end)
    else this.edits.addText(start, end, meanwhile.text, meanwhile.classes)
  }

  /** What the value itself looks like. */
  #inText(start: number, end: number, flags: number, digits: number, key: KnownKey, inherited: number, row: number): ReturnType<MaskNested> | MaskedText {
    const { code } = key.meaning
    if ((flags & (telling | foreign | quoted)) === 0 || flags === telling && !tells(this.body.bytes, start, end)) {
      if (digits < 9) {
        if (digits < 2 || code !== 0 || !hasPlateShape(this.body.bytes, start, end, digits)) return undefined
      } else if (isTimestamp(this.body.bytes, start, end, digits)) return undefined
    }
    const value = this.keyText(start, end, flags)
    if (looksLikeJson.test(value) && value.includes("\"")) {
      if (this.nesting >= maxNesting) return { text: hidden, classes: ["unknown"] }
      const nested = this.#maskNested(value, this.nesting + 1, { key, inherited, row: row & (aboutPerson | amongPeople) })
      if (nested !== undefined) return nested.classes.length === 0 ? undefined : nested
    }
    return maskInText(value, code)
  }
}
