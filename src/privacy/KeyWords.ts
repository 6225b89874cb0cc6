/**
 * The words that a key is made of; among them those that no list holds whole: written together (`namalengkappemohon`), or
 * made by the rules of the language.
 */
import { nameParts, openRoles, phrases, roles, spellings, wholePhrases } from "./KeyNames.ts"
import { amounts, codes, counts, people, places, references, things } from "./KeySubjects.ts"
import { plainText } from "./PlainText.ts"
import { oftenPersonal, ofThings, personal, wrappers } from "./RowKeys.ts"

const isLower = (code: number): boolean => code >= 97 && code <= 122
const isUpper = (code: number): boolean => code >= 65 && code <= 90

/** Diacritics, full-width letters and other scripts. */
const foldedWords = (key: string): ReadonlyArray<string> =>
  plainText(key)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "")

/** A key's words in lower case without diacritics and digits: `noHPPemilik` and `no_hp_pemilik2` are `no hp pemilik`. */
export const wordsOf = (key: string): ReadonlyArray<string> => {
  const words: Array<string> = []
  let start = -1
  for (let i = 0; i <= key.length; i++) {
    const code = key.charCodeAt(i)
    if (code >= 0x80) return foldedWords(key)
    const lower = isLower(code)
    const upper = isUpper(code)
    const begins = upper && start >= 0 &&
      (isLower(key.charCodeAt(i - 1)) || isLower(key.charCodeAt(i + 1)) && isUpper(key.charCodeAt(i - 1)))
    if (start >= 0 && (begins || !lower && !upper)) {
      words.push(key.slice(start, i).toLowerCase())
      start = -1
    }
    if (start < 0 && (lower || upper)) start = i
  }
  return words
}

const glue =
  "no nomor next nama name tanggal tgl alamat telepon kode id data status jenis tempat kartu email foto and of the utama pribadi saat "
  + "ini date number home address phone mobile first last full birth kandung induk pria perempuan laki kerja asal"

const vocabulary: ReadonlySet<string> = new Set([
  ...[phrases, wholePhrases].flatMap((table) => Object.values(table).flatMap((list) => list.flatMap((phrase) => phrase.split(" ")))),
  ...spellings.keys(),
  ...people,
  ...nameParts,
  ...places,
  ...things,
  ...counts,
  ...codes,
  ...glue.split(" ")
].filter((word) => word.length >= 2))

const others =
  "informasi info information dasar umum bio isian formulir hari tahun curah asal usul sumber media sosial hobi prestasi masa riwayat"
    .split(" ")

const keyWords: ReadonlySet<string> = new Set([
  ...vocabulary,
  ...wrappers,
  ...amounts,
  ...references,
  ...[...oftenPersonal, ...ofThings, ...personal, ...roles, ...openRoles].flatMap((phrase) => phrase.split(" ")),
  ...others
])

/** Whether keys are made of this word. */
export const isKeyWord = (word: string): boolean => keyWords.has(word.toLowerCase())

const shortest = 6
const maxWord = 40
const longestPart = Math.max(...Array.from(vocabulary, (word) => word.length))

/**
 * Takes a word apart where known words cover all of it, into as few as possible. Bounded by the longest word it looks at.
 *
 * @returns the word itself where that cannot be done
 */
const splitWord = (word: string): ReadonlyArray<string> => {
  if (word.length < shortest || word.length > maxWord || vocabulary.has(word)) return [word]
  // For each end, where the last part begins in the cheapest cover; short parts cost more.
  const cost = [0]
  const from = [0]
  for (let end = 1; end <= word.length; end++) {
    cost[end] = Infinity
    from[end] = -1
    for (let start = Math.max(0, end - longestPart); start <= end - 2; start++) {
      const next = cost[start]! + (end - start < 4 ? 3 : 2)
      if (next < cost[end]! && vocabulary.has(word.slice(start, end))) {
        cost[end] = next
        from[end] = start
      }
    }
  }
  if (from[word.length] === -1) return splitHead(word)
  const parts: Array<string> = []
  for (let end = word.length; end > 0; end = from[end]!) parts.unshift(word.slice(from[end], end))
  return parts.some((part) => part.length >= 3) ? parts : [word]
}

/** What begins with one of these is a key even where the rest is not known: `namakepalabidang…`. */
const heads = ["nama", "alamat", "tanggallahir", "telepon", "email", "jeniskelamin", "nomor"]

const splitHead = (word: string): ReadonlyArray<string> => {
  const head = heads.find((candidate) => word.startsWith(candidate))
  if (head === undefined) return [word]
  const rest = word.slice(head.length)
  let length = Math.min(rest.length - 1, longestPart)
  while (length >= 3 && !vocabulary.has(rest.slice(0, length))) length--
  return [...splitWord(head), ...(length >= 3 ? [rest.slice(0, length), rest.slice(length)] : [rest])]
}

/** A word as it is written in full. */
export const spelt = (word: string): string => spellings.get(word) ?? word

/** A key's words as they are written in full, what was written together taken apart. */
export const fullWords = (key: string): ReadonlyArray<string> => wordsOf(key).flatMap(splitWord).map(spelt)

const notAgents: ReadonlySet<string> = new Set(
  ("penyakit pemerintah perangkat penerbit penyedia pengembang peta pemda perumda perda perwal pergub perbup perkara peristiwa "
    + "periode perihal persero pesantren petak pelat perak perahu persil permen pertamina petisi pelita pendopo pesisir pesona peluru "
    + "pertalite pertamax pemilu pemkot pemkab pemprov penyulang persen persepsi perlu pensil penggaris pemancar penghubung perpus "
    + "permata pekon pelumas pewarna pengeras pendingin pemanas penerang penjernih penyaring")
    .split(" ")
)

/** `pelapor`, `pemilik`, `pengirim`: who does something. With `-an` it is a thing or a place: `pelabuhan`. */
export const agentNoun = (word: string): boolean => /^pe[a-z]{4,}$/.test(word) && !word.endsWith("an") && !notAgents.has(word)
