/** Numbers by which a row says whose it is. Pure. */
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { digitsOf, type Leaf } from "./Values.ts"

export const identities: ReadonlySet<string | undefined> = new Set(["nik", "kk", "bpjs", "passport"])

/** A number of a person, not a count under its name. */
export const isIdentity = ({ meaning }: { readonly meaning: KeyMeaning }, leaves: ReadonlyArray<Leaf>): boolean =>
  meaning.class === "passport"
    ? leaves.some((leaf) => /^[A-Z]{0,3}[ -]?\d{5,9}/i.test(String(leaf)))
    : leaves.some((leaf) =>
      typeof leaf !== "boolean" && digitsOf(leaf).length >= (meaning.class === "id" ? 5 : 10) || /^\d{4,6}\*{6,}$/.test(String(leaf))
    )

/** The number of a cooperative, which is a NIK too, is shorter than a person's. */
export const isCooperatives = ({ class: name }: KeyMeaning, leaves: ReadonlyArray<Leaf>): boolean =>
  name === "nik" && leaves.length > 0 && leaves.every((leaf) => /^\d{10,13}$/.test(String(leaf)))

/** A key that says nothing beside whose number it is: `nik`, `no_ktp`. */
export const isNumberOfOne = ({ class: name, isPure, sure, whose }: KeyMeaning): boolean =>
  name === "nik" && isPure && sure === "sure" && whose !== "officer"
