/**
 * What masking leaves of a person that, taken together, can tell them from others: initials, year of birth, village,
 * the ends of a telephone number. Read off the keys' names.
 *
 * Sets of kinds are bit masks, a bit for each kind in the order of their names.
 */
import { meaningOfKey } from "./keys/KeyMeaning.ts"
import { rawWords } from "./keys/KeyWords.ts"

/** In the order of the alphabet, which is that of an answer's `by`. */
const kinds = [
  "age",
  "birth-year",
  "district",
  "education",
  "email",
  "initials",
  "neighbourhood",
  "number",
  "occupation",
  "postal-code",
  "telephone",
  "village"
] as const
type QuasiIdentifier = typeof kinds[number]

export const kindCount = kinds.length

const bitOf = (kind: QuasiIdentifier): number => 1 << kinds.indexOf(kind)

export const initials = bitOf("initials")
const birthYear = bitOf("birth-year")
const number = bitOf("number")
/** What is left of masked values; all others are public of a person. */
const remnants = initials | birthYear | number | bitOf("telephone") | bitOf("email")

const byWord: ReadonlyMap<string, number> = new Map(
  ([
    ["kelurahan", "village"],
    ["desa", "village"],
    ["village", "village"],
    ["kel", "village"],
    ["gampong", "village"],
    ["nagari", "village"],
    ["kecamatan", "district"],
    ["kec", "district"],
    ["district", "district"],
    ["distrik", "district"],
    ["rt", "neighbourhood"],
    ["rw", "neighbourhood"],
    ["dusun", "neighbourhood"],
    ["banjar", "neighbourhood"],
    ["lingkungan", "neighbourhood"],
    ["kodepos", "postal-code"],
    ["zip", "postal-code"],
    ["postcode", "postal-code"],
    ["usia", "age"],
    ["umur", "age"],
    ["age", "age"],
    ["pekerjaan", "occupation"],
    ["occupation", "occupation"],
    ["jabatan", "occupation"],
    ["profesi", "occupation"],
    ["pendidikan", "education"],
    ["education", "education"]
  ] as const).map(([word, kind]) => [word, bitOf(kind)])
)

const byWords = (key: string): number => {
  const words = rawWords(key)
  if (words.includes("pos") && words.includes("kode") || words.includes("postal")) return bitOf("postal-code")
  for (const word of words) {
    const kind = byWord.get(word)
    if (kind !== undefined) return kind
  }
  return 0
}

/** The bit of a key's kind; 0 for a key that tells nothing of a person. */
export const quasiOf = (key: string): number => {
  const meaning = meaningOfKey(key)
  switch (meaning.class) {
    case "name":
      return initials
    case "birth-date":
      return birthYear
    case "phone":
      return bitOf("telephone")
    case "email":
      return bitOf("email")
    case "nik":
    case "kk":
    case "npwp":
    case "bpjs":
    case "passport":
    case "plate":
    case "bank-account":
    case "card":
    case "id":
      return number
    case undefined:
      return meaning.name === "plain" || meaning.role ? initials : byWords(key)
    // `rt`, `dusun`: part of an address in a person's row alone.
    default:
      return meaning.sure === "inPerson" ? byWords(key) : 0
  }
}

/** The kinds among an endpoint's field names. */
export const quasiIdentifiersIn = (fields: Iterable<string>): number => {
  let found = 0
  for (const field of fields) found |= quasiOf(field)
  return found
}

/** Kinds that two sets of rows can be joined by: two at least, one of them a remnant of what was masked; or 0. */
export const sharedKinds = (one: number, other: number): number => {
  const shared = one & other
  return (shared & remnants) === 0 || (shared & shared - 1) === 0 ? 0 : shared
}

/** Their names, in order. */
export const namesOfKinds = (mask: number): ReadonlyArray<QuasiIdentifier> => kinds.filter((_, index) => (mask >> index & 1) === 1)

/** Keys under which masking has left something of a person: `B*** S***`, `0812******90`, `1990`. */
export const remnantKeysIn = (data: unknown): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== "object" || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === "object") visit(inner)
      else if (typeof inner === "string" && inner !== "***" && !found.has(key)) {
        const kind = quasiOf(key)
        if ((kind & remnants) !== 0 && (kind === birthYear || inner.includes("**"))) found.add(key)
      }
    }
  }
  visit(data)
  return found
}
