/** Classes whose numbers may be counts, and what counts look like. */
import type { VerdictClass } from "./NodeByte.ts"

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
