/**
 * What a label says about the value beside it, `{"label": "Nama Lengkap", "value": "Budi"}`, as if it were its key.
 * Remembers the labels seen last by their bytes: forms and charts repeat them.
 */
import { meaningOfKey } from "./KeyMeaning.ts"
import { KnownKey } from "./KeyTable.ts"

const maxLength = 64
const maxLabels = 4_096
const nothing = new Uint8Array(0)

interface Label {
  readonly bytes: Uint8Array
  readonly key: KnownKey
}

const labels = new Map<number, Label>()

const isSame = ({ bytes }: Label, body: Uint8Array, start: number, length: number): boolean => {
  if (bytes.length !== length) return false
  for (let i = 0; i < length; i++) if (bytes[i] !== body[start + i]) return false
  return true
}

/**
 * @param body the document; the label stands between `start` and `end`
 * @param decode gives its text, called for labels that are not remembered
 * @returns undefined where it is no label
 */
export const keyOfLabel = (body: Uint8Array, start: number, end: number, decode: () => string): KnownKey | undefined => {
  const length = end - start
  if (length === 0 || length > maxLength) return undefined
  let hash = length
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ body[i]!, 0x01000193)
  const known = labels.get(hash)
  if (known !== undefined && isSame(known, body, start, length)) return known.key
  const key = new KnownKey(decode(), nothing, undefined, 0, true)
  // It may be personal data itself.
  if (key.suspicious) return undefined
  if (labels.size >= maxLabels) labels.clear()
  labels.set(hash, { bytes: Uint8Array.prototype.slice.call(body, start, end), key })
  return key
}

/** With fewer digits than that a number beside a label counts. */
export const fewestDigits = 7

/** @returns whether the text tells that a number stands at `at` and has few digits */
export const isShortNumber = (body: Uint8Array, at: number, end: number): boolean => {
  let i = body[at] === 0x20 ? at + 1 : at
  const start = i
  while (i < end && i - start < fewestDigits && (body[i]! >= 0x30 && body[i]! <= 0x39 || body[i] === 0x2e)) i++
  return i > start && i < end && i - start < fewestDigits && (body[i]! | 0x20) !== 0x65
}

/** The value is another name of the same field: `{"label": "Agama", "value": "agama"}` describes a column. */
export const namesField = (value: string, { meaning }: KnownKey): boolean =>
  value.length <= maxLength && meaningOfKey(value).personalData === meaning.personalData && meaning.personalData !== undefined
