/** Decides about the values that the kernel hands over: shows them by their class, or reads them for personal data. */
import { codeOf, type MaskedClass, maskedClasses, unknownCode } from "./ClassCodes.ts"
import { integerDigits, isCard, isMobileNumber, isNik } from "./DigitForms.ts"
import type { Decide, Shown } from "./kernel/Entry.ts"
import { type LongText, type MaskedText, replaceAll } from "./LongText.ts"
import { longText, maskInText } from "./PersonalDataInText.ts"
import { hasMeaning, hidden, show } from "./ShownForm.ts"
import type { OfWhom } from "./text/Findings.ts"
import { ownNamesIn } from "./text/OwnNames.ts"
import { numberCode, publicCode, somebodysCode } from "./verdict/NodeByte.ts"

const unknown: Shown = { text: hidden, codes: [unknownCode] }
const looksLikeJson = /^\ufeff?\s*[{["]/
const onlyDigits = /^\d+$/
const looksLikeFields = /^[{[]/

const namespaced = /^[A-Za-z_][\w.-]{0,40}(?::[A-Za-z_][\w-]{0,40}|@(?:odata|iot|type|id|context)\b[.\w]{0,40})$/

/** Masks JSON inside a string, as if it stood there itself; undefined where it is none. */
export type MaskNested = (text: string, node: number) => MaskedText | undefined

const ofWhom = (code: number): OfWhom => code === numberCode ? "thing" : code === somebodysCode ? "somebody" : undefined

const shownOf = (found: MaskedText | undefined): Shown | undefined =>
  found === undefined || found.classes.length === 0 ? undefined : { text: found.text, codes: found.classes.map(codeOf) }

/** @returns undefined where it stays as it is */
const showAs = (name: MaskedClass, value: string, key: Uint8Array | undefined): Shown | undefined => {
  const text = name === "unknown"
    ? hidden
    : !hasMeaning(value)
    ? value
    : show(name, value, key)
  return text === value ? undefined : { text, codes: [codeOf(name)] }
}

export class Values implements Decide {
  /** The document has cost all that it may: what would have to be read is hidden. */
  isExhausted = false
  readonly #pseudonymKey: Uint8Array | undefined
  readonly #maskNested: MaskNested

  constructor(pseudonymKey: Uint8Array | undefined, maskNested: MaskNested) {
    this.#pseudonymKey = pseudonymKey
    this.#maskNested = maskNested
  }

  string(value: string, code: number, node: number): Shown | undefined {
    const found = this.atOnce(value, code, node)
    return found === "read" ? shownOf(maskInText(value, ofWhom(code))) : found
  }

  own(text: string, names: ReadonlyArray<string>, shown: Shown | undefined): Shown | undefined {
    const value = shown?.text ?? text
    const found = ownNamesIn(value, names)
    if (found.length === 0) return shown
    const classes: Array<MaskedClass> = []
    const masks = found.map(({ end, personalData, start }) => ({ start, end, personalData, shown: show("name", value.slice(start, end)) }))
    return { text: replaceAll(value, masks, classes), codes: [...shown?.codes ?? [], ...classes.map(codeOf)] }
  }

  /** As `string`; "read" where the text has to be read. */
  atOnce(value: string, code: number, node: number): Shown | "read" | undefined {
    const name = maskedClasses[code - 1]
    if (code === publicCode) return undefined
    const isOpen = name === undefined
    if (this.isExhausted && isOpen) return unknown
    // The keys of JSON in a string are judged below its own.
    if (!this.isExhausted && name !== "unknown" && (isOpen ? looksLikeJson : looksLikeFields).test(value) && value.includes("\"")) {
      const nested = this.#maskNested(value, node)
      if (nested !== undefined) return shownOf(nested)
    }
    // Most of what is handed over: it needs no reading.
    if (isOpen && code === 0 && value.length === 16 && onlyDigits.test(value) && isNik(value)) return showAs("nik", value, undefined)
    return isOpen ? "read" : showAs(name, value, this.#pseudonymKey)
  }

  /** A long text, to be read step by step. */
  reading(value: string, code: number): LongText {
    return longText(value, ofWhom(code))
  }

  /** What was read by and by. */
  read(reading: LongText): Shown | undefined {
    return this.isExhausted ? unknown : shownOf(reading.result)
  }

  lexeme(lexeme: string, code: number): Shown | undefined {
    const name = maskedClasses[code - 1]
    const digits = integerDigits(lexeme)
    if (name !== undefined) return showAs(name, digits ?? lexeme, this.#pseudonymKey)
    if (digits === undefined || code === publicCode) return undefined
    if (isNik(digits)) return showAs("nik", digits, undefined)
    if (code === numberCode) return undefined
    if (isMobileNumber(digits)) return showAs("phone", digits, undefined)
    return isCard(digits) ? showAs("card", digits, undefined) : undefined
  }

  key(key: string, code: number): Shown | undefined {
    const name = maskedClasses[code - 1]
    if (name !== undefined) return showAs(name, key, undefined)
    if (key.length === 16 && onlyDigits.test(key) && isNik(key)) return showAs("nik", key, undefined)
    // `addr:street`, `tanggal@odata.type`
    return namespaced.test(key) ? undefined : shownOf(maskInText(key))
  }
}
