/**
 * Decides about one leaf, or one key, of a document: classification first, then what the key's name says, then what
 * the value itself looks like. Collects the edits.
 */
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import { escaped, isFraction, overlong, wide } from "./ByteClasses.ts"
import { classOfCode, codeOf, codesOf, nameCode, none, publicCode, unknownCode } from "./ClassCodes.ts"
import { integerDigits, isCard, isMobileNumber, isNik } from "./DigitForms.ts"
import { fits, fitsBoolean, fitsNumber, fitsPartOfDate, fitsRole, fitsRoleAt, isMobile, isMobileAt } from "./KeyFit.ts"
import { demographics } from "./KeyNames.ts"
import type { KnownKey } from "./KeyTable.ts"
import { fewestDigits, namesField } from "./Labels.ts"
import { looksLikePerson } from "./PersonName.ts"
import { aboutPerson, mayCount, reachable, surelyPerson } from "./Row.ts"
import { longWay, roomFor, writeShown } from "./ShownBytes.ts"
import { hasMeaning, hidden, show } from "./ShownForm.ts"
import { TextLeaves } from "./TextLeaves.ts"
import { demographicCodes } from "./WaitingLeaves.ts"

const nikCode = codeOf("nik")
const phoneCode = codeOf("phone")
const countable = codesOf(new Set<PersonalDataClass>(["address", ...demographics]))
const birthCode = codeOf("birth-date")
const wholeNik = /^\d{4}\*{12}$/

export class Leaves extends TextLeaves {
  pseudonymKey: Uint8Array | undefined

  begin(maskUnknown: boolean, pseudonymKey: Uint8Array | undefined): void {
    this.clear()
    this.maskUnknown = maskUnknown
    this.pseudonymKey = pseudonymKey
  }

  clear(): void {
    this.edits.clear()
    this.forgetAll()
    this.pseudonymKey = undefined
    this.forgetRead()
  }

  /**
   * @param start after the opening quotation mark; `end` is at the closing one
   * @param row what is known of the row so far
   * @returns what the value tells about the row
   */
  string(
    start: number,
    end: number,
    flags: number,
    digits: number,
    key: KnownKey,
    explicit: number,
    inherited: number,
    row: number
  ): number {
    let told = 0
    if (!key.isLabel) told = this.#string(start, end, flags, digits, key, explicit, inherited, row)
    // A label stands in a row about itself.
    else if (!namesField(this.keyText(start, end, flags), key)) this.#string(start, end, flags, digits, key, explicit, inherited, row)
    if (this.isRead) this.forgetRead()
    return told
  }

  #string(
    start: number,
    end: number,
    flags: number,
    digits: number,
    key: KnownKey,
    explicit: number,
    inherited: number,
    row: number
  ): number {
    if ((flags & overlong) !== 0) {
      this.edits.addText(start - 1, end + 1, hidden, "unknown")
      return 0
    }
    if (explicit === publicCode) return 0
    if (explicit !== none && explicit !== unknownCode) {
      if (!this.#showBytes(explicit, start, end, flags, digits, true)) {
        this.#show(explicit, start - 1, end + 1, this.keyText(start, end, flags))
      }
      return 0
    }
    if (this.maskUnknown || explicit === unknownCode) {
      if (this.keyText(start, end, flags) !== hidden) this.edits.addText(start - 1, end + 1, hidden, "unknown")
      return 0
    }
    const { meaning } = key
    if (meaning.heads) this.addColumn(this.keyText(start, end, flags))
    const code = key.code === none ? inherited : key.code
    if (code !== none) {
      if (demographicCodes[code] === 1) {
        this.wait(start - 1, end + 1, flags, this.inText(start, end, flags, digits, key, inherited, row), code)
        return 0
      }
      if (this.#showBytes(code, start, end, flags, digits, false)) {
        return code === phoneCode && isMobileAt(this.body.bytes, start, end)
          ? reachable
          : 0
      }
      const value = this.keyText(start, end, flags)
      if (code === birthCode && key.code === none ? hasMeaning(value) : fits(classOfCode(code), value)) {
        if (code !== nameCode || !this.#showBytes(code, start, end, flags, digits, true)) this.#show(code, start - 1, end + 1, value)
        return code === phoneCode && isMobile(value) ? reachable : 0
      }
    }
    if (meaning.role || meaning.openRole || meaning.plainName && surelyPerson(row)) {
      if (
        !meaning.openRole && (!meaning.role || fitsRoleAt(this.body.bytes, start, end, digits)) &&
        this.#showBytes(nameCode, start, end, flags, digits, false)
      ) return 0
      const value = this.keyText(start, end, flags)
      if (meaning.openRole ? looksLikePerson(value) : meaning.role ? fitsRole(value) : fits("name", value)) {
        if (!this.#showBytes(nameCode, start, end, flags, digits, true)) this.#show(nameCode, start - 1, end + 1, value)
        return 0
      }
    } else if (meaning.plainName) {
      this.wait(start - 1, end + 1, flags, this.inText(start, end, flags, digits, key, inherited, row), nameCode)
      return 0
    }
    const found = this.inText(start, end, flags, digits, key, inherited, row)
    if (found === undefined) return 0
    this.edits.addText(start - 1, end + 1, found.text, found.classes)
    return wholeNik.test(found.text) ? aboutPerson : 0
  }

  /** @returns what the value tells about the row */
  number(start: number, end: number, key: KnownKey, explicit: number, inherited: number): number {
    const told = this.#number(start, end, key, explicit, inherited)
    return key.isLabel ? 0 : told
  }

  #number(start: number, end: number, key: KnownKey, explicit: number, inherited: number): number {
    if (explicit === publicCode) return 0
    if (explicit === unknownCode || explicit === none && this.maskUnknown) {
      this.edits.addText(start, end, hidden, "unknown")
      return 0
    }
    if (key.meaning.heads) this.addColumn(undefined)
    // Under `jenis_kelamin: { L, P }` a small number may count.
    const isCount = key.code === none && end - start < 11 && explicit === none && demographicCodes[inherited] === 1
    if (isCount) {
      if (!key.meaning.counting) this.wait(start, end, mayCount, undefined, inherited)
      return 0
    }
    // `{"label": "Disabilitas", "value": 12}` counts.
    const code = key.code === none || key.isLabel && end - start < (countable[key.code] === 1 ? 11 : fewestDigits) ? inherited : key.code
    if (explicit === none && code === none && (end - start < 11 || isFraction(this.body.bytes, start, end))) return 0
    const lexeme = this.body.bytes.toString("latin1", start, end)
    const digits = integerDigits(lexeme)
    if (explicit !== none) return this.#show(explicit, start, end, digits ?? lexeme)
    if (code === birthCode && fitsPartOfDate(key.text, digits)) return this.#show(code, start, end, digits?.padStart(2, "0") ?? lexeme)
    // `akta_perkawinan` counts certificates.
    if (key.code !== none && key.meaning.code === 2 && demographicCodes[code] === 1 && end - start < 11) return 0
    if (code !== none && fitsNumber(classOfCode(code), digits)) {
      if (demographicCodes[code] !== 1) return this.#show(code, start, end, digits ?? lexeme)
      this.wait(start, end, 0, digits !== undefined && isNik(digits) ? { text: show("nik", digits), classes: ["nik"] } : undefined, code)
      return 0
    }
    if (digits === undefined || key.meaning.code === 3) return 0
    if (isNik(digits)) return this.#show(nikCode, start, end, digits)
    if (key.meaning.code === 0 && !key.meaning.counting && !key.meaning.carries && isMobileNumber(digits)) {
      return this.#show(phoneCode, start, end, digits)
    }
    return digits.length >= 15 && key.meaning.code !== 2 && isCard(digits) ? this.#show(codeOf("card"), start, end, digits) : 0
  }

  /** `true` and `false`. */
  boolean(start: number, end: number, key: KnownKey, explicit: number, inherited: number): void {
    if (explicit === publicCode) return
    const code = key.code === none ? inherited : key.code
    if (explicit !== none && explicit !== unknownCode) this.edits.addText(start, end, hidden, classOfCode(explicit))
    else if (this.maskUnknown || explicit === unknownCode) this.edits.addText(start, end, hidden, "unknown")
    else if (code !== none && fitsBoolean(classOfCode(code))) this.wait(start, end, 0, undefined, code)
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
}
