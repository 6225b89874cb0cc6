/**
 * What a label says about the value beside it, `{"label": "Nama Lengkap", "value": "Budi"}`, as if it were its key.
 * Remembers the labels seen last: forms and charts repeat them.
 */
import { meaningOfKey } from "./KeyMeaning.ts"
import { KnownKey } from "./KeyTable.ts"

const maxLength = 64
const maxLabels = 2_048
const nothing = new Uint8Array(0)

const labels = new Map<string, KnownKey | undefined>()

/** @returns undefined where it says nothing about a person */
export const keyOfLabel = (label: string): KnownKey | undefined => {
  if (label.length > maxLength) return undefined
  const known = labels.get(label)
  if (known !== undefined || labels.has(label)) return known
  const key = new KnownKey(label, nothing, undefined, 0, true)
  // It may be personal data itself.
  if (key.suspicious) return undefined
  if (labels.size >= maxLabels) labels.clear()
  const found = key.ofPerson ? key : undefined
  labels.set(label, found)
  return found
}

/** The value is another name of the same field: `{"label": "Agama", "value": "agama"}` describes a column. */
export const namesField = (value: string, { meaning }: KnownKey): boolean => value.length <= maxLength && meaningOfKey(value).personalData === meaning.personalData && meaning.personalData !== undefined
