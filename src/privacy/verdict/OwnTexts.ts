/** Rows in whose texts their own names may come again: each is looked at as a whole, since a name may come behind the text. */
import { isPersons } from "../keys/Whose.ts"
import { wordSet } from "../keys/WordSet.ts"
import { checkBit, classBits, isName, modeBits, numberCode, openCode, publicCode, variantMode } from "./NodeByte.ts"
import type { Member } from "./Row.ts"
import { personVariant, type Trie } from "./Trie.ts"

const freeKeys = wordSet("keterangan uraian catatan alasan deskripsi kronologi komentar pesan aduan tanggapan ringkasan hasil")
/** So deep names stand in a row. */
const deepest = 3

/** A text about the row, not the name of a place or an office. */
const isFree = ({ meaning: { class: fieldClass, name, whose, words }, values }: Member): boolean =>
  fieldClass === undefined && name === undefined && (whose === undefined || isPersons(whose)) &&
  values.some((value) =>
    typeof value === "string" && (words.some((word) => freeKeys.has(word)) || /\p{L}{2}[^\p{L}\p{N}]+\p{L}{2}/u.test(value.slice(0, 400)))
  )

const file = /^[^\n]{3,400}\.[a-z0-9]{3,4}(?:[?#]\S*)?$/i
/** `ktp_budi_santoso.pdf`: what the row says is public, and is called after somebody. */
const isFile = ({ meaning, values }: Member): boolean =>
  meaning.class === undefined && values.some((value) => typeof value === "string" && file.test(value) && !value.includes("@"))

export const holdsName = (trie: Trie, at: number, depth = deepest): boolean => {
  const { children, item } = trie.at(at)
  return isName(trie.bytes[at]!) ||
    depth > 0 && [...children.values(), item].some((inner) => inner >= 0 && holdsName(trie, inner, depth - 1))
}

/** @param members of the objects at this node, judged */
export const lookForOwnNames = (trie: Trie, at: number, members: ReadonlyArray<Member>): void => {
  const { key, parent } = trie.at(at)
  const base = key === `{${personVariant}}` ? parent : at
  const texts = members.flatMap((member) => {
    const text = trie.under(at, member.key)
    const byte = trie.bytes[text]! & (classBits | modeBits)
    const isOpen = byte === openCode || byte === publicCode && trie.at(text).reason !== "classified" && isFile(member)
    return isOpen && (isFree(member) || isFile(member)) ? [text] : []
  })
  if (at === trie.root || texts.length === 0 || !trie.mayLookAt(base) || !holdsName(trie, at)) return
  for (const text of texts) {
    trie.at(text).isFreeText = true
    // Of a file's name nothing else is read: its digits are chance.
    trie.tighten(text, (trie.bytes[text]! & classBits) === publicCode ? numberCode | checkBit : openCode | checkBit)
  }
  trie.at(base).hasOwnNames = true
  trie.setMode(base, variantMode)
}
