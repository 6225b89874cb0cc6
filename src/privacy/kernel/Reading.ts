/** What the kernel reads texts by, and what it tells of them. */
import type { MaskedClass } from "../ClassCodes.ts"
import * as Layout from "./Layout.ts"

/** What a text is read by. */
export interface Reading {
  /** What words say of what stands behind them, as bits of `cues.as`. */
  readonly cues: ReadonlyMap<string, readonly [bits: number, more: number]>
  /** What each code unit is read as. */
  readonly folds: Uint8Array
  /** One bit for each code. */
  readonly regencies: Uint8Array
  /** Of plates, by their letters. */
  readonly areas: Uint8Array
  /** Of the features of names, in sixteenths, each of eight bits with its sign. */
  readonly weights: Uint8Array
  /** Of the features of what texts tell, likewise. */
  readonly facts: Uint8Array
  readonly isOfficeMail: (address: string) => boolean
}

/** What is laid in the kernel's memory, and where. */
export const tablesOf = (
  { areas, facts, folds, regencies, weights }: Reading
): ReadonlyArray<{ readonly bytes: Uint8Array; readonly at: number }> => [
  { bytes: folds, at: Layout.folds },
  { bytes: regencies, at: Layout.regencies },
  { bytes: areas, at: Layout.areas },
  { bytes: weights, at: Layout.weights },
  { bytes: facts, at: Layout.facts }
]

/** As `cues.as` numbers what is found, from 1 on. */
export const foundKinds: ReadonlyArray<MaskedClass> = [
  "unknown",
  "nik",
  "kk",
  "npwp",
  "bpjs",
  "bank-account",
  "passport",
  "card",
  "phone",
  "plate",
  "email",
  "name",
  "address",
  "id",
  "secret",
  "unknown"
]

/** What is found in a text, by its code units. */
export interface FoundIn {
  readonly start: number
  readonly end: number
  readonly personalData: MaskedClass
}
/** Kinds from here on are numbers of what was given. */
export const firstGiven = 64
