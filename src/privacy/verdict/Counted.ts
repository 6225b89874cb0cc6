/** Classes whose numbers may be counts, and what counts look like. */
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { wordSet } from "../keys/WordSet.ts"
import type { VerdictClass } from "./NodeByte.ts"
import type { Leaf } from "./Values.ts"

/** A number's container holds its number, and may hold more. */
export const numbered: ReadonlySet<VerdictClass> = new Set<VerdictClass>([
  "nik",
  "kk",
  "npwp",
  "bpjs",
  "passport",
  "plate",
  "bank-account",
  "card",
  "id",
  "phone",
  "email",
  "name",
  "biometric"
])
/** What people are counted by. */
export const countedBy: ReadonlySet<VerdictClass> = new Set<VerdictClass>([
  "religion",
  "sex",
  "marital-status",
  "nationality",
  "health",
  "criminal",
  "child"
])

/** Words for a place, not where it lies. */
export const isPlaced = (values: ReadonlyArray<unknown>): boolean =>
  values.length > 0 && values.every((value) => typeof value === "string" && !/\d[.,]\d|\d ?°/.test(value))

/** Numbers too short to be anybody's, words without any. */
export const isCount = (name: VerdictClass, values: ReadonlyArray<unknown>): boolean =>
  name === "coordinates-home" && isPlaced(values) ||
  values.length > 0 && numbered.has(name) && values.every((value) =>
      typeof value === "number"
        ? Math.abs(value) < 1e6
        : typeof value === "string" && !wordy.has(name) && /^\D*$/.test(value)
    )
/** Of these some have no digits. */
const wordy: ReadonlySet<VerdictClass> = new Set<VerdictClass>(["id", "email", "name", "biometric"])

export const isNumeric = (values: ReadonlyArray<unknown>): boolean =>
  values.length > 0 && values.every((value) => typeof value === "number")

const families = wordSet("anak tanggungan istri saudara anggota_keluarga")
const bySex = wordSet("laki lk perempuan pr putra putri")
const largestFamily = 20
/** How many live of somebody, or with them, sons and daughters too: of offices and places these are counts. */
export const isFamily = ({ counts, words }: KeyMeaning, leaves: ReadonlyArray<Leaf>): boolean =>
  (counts ? families.has(words.slice(1).join("_")) : words.length === 2 && words[0] === "anak" && bySex.has(words[1]!)) &&
  leaves.length > 0 &&
  leaves.every((leaf) => /^\d{1,2}(?: (?:orang|jiwa|anak))?$/.test(String(leaf)) && parseInt(String(leaf)) <= largestFamily)
