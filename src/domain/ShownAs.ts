/** How much of a value each class lets through: what a change of class opens or closes. */
import type { FieldClass } from "./PersonalData.ts"

export type ShownAs =
  | "everything"
  | "nothing"
  | "first four"
  | "last two"
  | "last characters"
  | "ends"
  | "initials"
  | "domain"
  | "year"
  | "pseudonym"

export const shownAs: Readonly<Record<FieldClass, ShownAs>> = {
  nik: "first four",
  kk: "first four",
  npwp: "last two",
  bpjs: "last two",
  passport: "last two",
  plate: "last two",
  "bank-account": "last two",
  card: "last two",
  name: "initials",
  email: "domain",
  phone: "ends",
  address: "nothing",
  "coordinates-home": "nothing",
  health: "nothing",
  biometric: "nothing",
  genetic: "nothing",
  criminal: "nothing",
  child: "nothing",
  finance: "nothing",
  religion: "nothing",
  "marital-status": "nothing",
  sex: "nothing",
  nationality: "nothing",
  "birth-date": "year",
  pseudonym: "pseudonym",
  id: "last characters",
  secret: "nothing",
  public: "everything"
}

/**
 * Whether a value that was shown in one way shows anything more in the other. Two ways that each show a part show
 * different parts: whoever has seen both knows more than either tells.
 */
export const showsMore = (before: ShownAs, after: ShownAs): boolean => before !== after && before !== "everything" && after !== "nothing"
