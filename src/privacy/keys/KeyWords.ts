/** A key's words: taken apart by case and signs, joined ones by what is known, spelt in full, pairs as one word. */
import { oftenShortened, pairs, spellings } from "./Spellings.ts"
import {
  aboutFields,
  bodyWords,
  classWords,
  counts,
  fillers,
  headWords,
  kin,
  labelWords,
  measures,
  nameParts,
  officers,
  openWords,
  organisations,
  places,
  subjects,
  thingEvidence,
  things,
  valueWords,
  wrappers
} from "./Words.ts"
import { wordSet } from "./WordSet.ts"

/** Of two letters only these are found inside a joined word. */
const shortWords = wordSet("nm no kd hp kk rp rt rw bb tb td jk wa wp rs id pj of dt")

const senses = [
  subjects,
  kin,
  officers,
  organisations,
  places,
  things,
  openWords,
  counts,
  aboutFields,
  measures,
  thingEvidence,
  nameParts,
  wrappers
]

export const vocabulary: ReadonlySet<string> = new Set(
  [
    ...senses,
    fillers,
    labelWords,
    valueWords,
    headWords,
    bodyWords,
    [...spellings.keys(), ...spellings.values(), ...classWords.keys()],
    [...pairs.keys()].flatMap((phrase) => phrase.split("."))
  ].flatMap((words) => Array.from(words)).filter((word) => word.length > 2 && /^[a-z]+$/.test(word) || shortWords.has(word))
)
const longest = 20
const maxJoined = 48

export const isKnownWord = (word: string): boolean => vocabulary.has(word)

/** What begins with one of these is taken apart even where the rest is not known: `nmkanwil`. */
const prefixes = ["nama", "rp", "nomor", "alamat", "tanggal", "status", "kode", "jenis", "jumlah", "nik", "tgl", "jml", "jns", "nm", "kd"]

/** Takes a joined word apart where known words cover all of it, into as few and as long ones as possible. */
export const segment = (word: string): ReadonlyArray<string> => {
  if (word.length < 4 || word.length > maxJoined || vocabulary.has(word)) return [word]
  const cost: Array<number> = [0]
  const from: Array<number> = [0]
  for (let end = 1; end <= word.length; end++) {
    cost[end] = Infinity
    for (let start = Math.max(0, end - longest); start <= end - 2; start++) {
      const length = end - start
      const next = cost[start]! + (length === 2 ? 5 : length === 3 ? 4 : length === 4 ? 3 : 2)
      if (next < cost[end]! && vocabulary.has(word.slice(start, end))) {
        cost[end] = next
        from[end] = start
      }
    }
  }
  if (cost[word.length] === Infinity) {
    const prefix = prefixes.find((candidate) => word.startsWith(candidate) && word.length - candidate.length >= 3)
    if (prefix === undefined) return [word]
    const rest = word.slice(prefix.length)
    return [prefix, ...(vocabulary.has(rest) ? [rest] : segmentHead(rest))]
  }
  const parts: Array<string> = []
  for (let end = word.length; end > 0; end = from[end]!) parts.unshift(word.slice(from[end], end))
  return parts
}

/** The longest known word that the rest begins with, and what is left. */
const segmentHead = (rest: string): ReadonlyArray<string> => {
  for (let length = Math.min(rest.length - 1, longest); length >= 4; length--) {
    if (vocabulary.has(rest.slice(0, length))) return [rest.slice(0, length), rest.slice(length)]
  }
  return [rest]
}

const isSmall = (code: number): boolean => code >= 97 && code <= 122
const isCapital = (code: number): boolean => code >= 65 && code <= 90

/** What nearly all keys and values are: ASCII, read once. @returns undefined where it is not */
const asciiWords = (text: string): ReadonlyArray<string> | undefined => {
  const words: Array<string> = []
  let start = -1
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 32
    // An apostrophe stands inside a word, and so does a hyphen before a line's end.
    if (code >= 0x80 || code === 39 || code === 10) return undefined
    const isLetter = isSmall(code) || isCapital(code)
    const isNew = start >= 0 && isCapital(code) &&
      (isSmall(text.charCodeAt(i - 1)) || i + 1 < text.length && isSmall(text.charCodeAt(i + 1)))
    if (start >= 0 && (!isLetter || isNew)) {
      words.push(text.slice(start, i).toLowerCase())
      start = -1
    }
    if (isLetter && start < 0) start = i
  }
  return words
}

/** In lower case, without signs and digits: `noHPPemilik2` is `no hp pemilik`. */
export const rawWords = (key: string): ReadonlyArray<string> =>
  asciiWords(key.length > 200 ? key.slice(0, 200) : key) ?? key
    .slice(0, 200)
    .replace(/-\s*\n\s*/g, "")
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}'’]/gu, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "")

const joints = wordSet("of the and dan")
const longestPair = 4

const joinPairs = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joined: Array<string> = []
  for (let i = 0; i < words.length;) {
    let length = Math.min(longestPair, words.length - i)
    let found: string | undefined
    for (; length > 1 && found === undefined; length--) found = pairs.get(words.slice(i, i + length).join("."))
    if (found === undefined) joined.push(words[i++]!)
    else {
      joined.push(found)
      i += length + 1
    }
  }
  return joined
}

const consonants = (word: string): string => word[0]! + word.slice(1).replace(/[aeiou]/g, "").replace(/(.)\1+/g, "$1")
const byConsonants = new Map(oftenShortened.toReversed().map((word): [string, string] => [consonants(word), word]))

/** `pndptn`, `kcmtn`, `sttus`: a word that is not known, by its consonants. */
const unabridged = (word: string): string => {
  if (word.length < 3 || vocabulary.has(word)) return word
  const found = byConsonants.get(consonants(word))
  return found !== undefined && found.length - word.length <= (word.length > 5 ? 8 : 5) ? found : word
}

const spelt = (short: string): string => {
  const word = unabridged(short)
  const found = spellings.get(word)
  if (found !== undefined || !word.endsWith("s") || word.length < 5) return found ?? word
  const singular = word.slice(0, -1)
  return spellings.get(singular) ?? (vocabulary.has(word) || !vocabulary.has(singular) ? word : singular)
}

/** Words as they are spelt in full, what belongs together as one. */
export const wordsOf = (key: string): ReadonlyArray<string> => {
  // Forms write the group before the question: `grup_a/nik`.
  const raw = rawWords(/^[\w-]*(?:gr[ou]u?p|section|bagian|sec)[\w-]*\//i.test(key) ? key.slice(key.lastIndexOf("/") + 1) : key)
  const joined = raw.join("")
  // `níK`
  const whole = spellings.get(joined) ?? (classWords.has(joined) ? joined : undefined)
  const words = (raw.length > 1 && whole !== undefined ? [whole] : raw.flatMap((word) => spellings.has(word) ? [word] : segment(word)))
    .filter((word, _, all) => all.length === 1 || !joints.has(word))
    .map(spelt)
  // What a pair made may be part of another: `nomor rekam medis`.
  return joinPairs(joinPairs(words))
}
