/**
 * Columns that say of each row whether it is a person's: `jenis: "Perorangan"` beside `"Badan Usaha"`, `sebagai: "Terdakwa"`
 * beside `"Penuntut Umum"`, `is_company: false` beside `true`.
 */
import { rawWords } from "../keys/KeyWords.ts"
import { spellings } from "../keys/Spellings.ts"
import { kin, officers, organisations, subjects } from "../keys/Words.ts"
import { wordSet } from "../keys/WordSet.ts"
import { leavesOf, type Member } from "./Row.ts"
import { isLeaf, offices } from "./Values.ts"

const persons = wordSet("pribadi individu individual wni wna perorangan perseorangan")
const firms = wordSet("badan company corporate organization organisasi swasta pemerintah negara legal entity korporasi umum")

/** Whether a value says that its row is a person's, or that it is another's; undefined where it says neither. */
const saysPerson = (value: unknown): boolean | undefined => {
  if (typeof value !== "string" || value.length > 40) return undefined
  const raw = rawWords(value)
  if (raw.length === 0 || raw.length > 3) return undefined
  const words = raw.map((word) => spellings.get(word) ?? word)
  if (words.some((word, at) => persons.has(raw[at]!) || subjects.has(word) || kin.has(word))) {
    return !words.some((word, at) => firms.has(raw[at]!) || offices.has(raw[at]!) || organisations.has(word))
  }
  return words.some((word, at) => firms.has(raw[at]!) || offices.has(raw[at]!) || organisations.has(word) || officers.has(word))
    ? false
    : undefined
}

/** Whether a key says by a switch that its row is a firm's. */
const isFirmSwitch = ({ meaning, values }: Member): boolean =>
  meaning.words.includes("perusahaan") && values.length > 0 && values.every((value) => typeof value === "boolean")

/** Whether this column says of each row what it is, and of one at least that it is a person's. */
export const isKindColumn = (member: Member): boolean => {
  if (isFirmSwitch(member)) return member.values.includes(false)
  const leaves = leavesOf(member.values)
  const said = leaves.map(saysPerson)
  return said.length > 0 && said.includes(true) && !said.includes(undefined)
}

/** Whether a row is a person's by a column of which `isKindColumn` holds. */
export const isKindOfPerson = (key: string, value: unknown): boolean =>
  isLeaf(value) && (typeof value === "boolean" ? !value && /company|perusahaan/i.test(key) : saysPerson(value) === true)
