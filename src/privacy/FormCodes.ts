/** Forms in which values are shown as small numbers, and how many digits a value must have to be shown in one at once. */
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import { type MaskedClass, maskedClasses } from "./ClassCodes.ts"

type Form = "hidden" | "nik" | "last-two" | "name" | "email" | "phone" | "birth-date" | "long"

const forms: Partial<Record<MaskedClass, Form>> = {
  nik: "nik",
  kk: "nik",
  npwp: "last-two",
  bpjs: "last-two",
  passport: "last-two",
  plate: "last-two",
  "bank-account": "last-two",
  card: "last-two",
  name: "name",
  email: "email",
  phone: "phone",
  "birth-date": "birth-date",
  pseudonym: "long"
}

/** `ShownBytes.ts` and `ShowText.ts` have the same numbers. */
const formNumbers: ReadonlyArray<Form> = ["hidden", "nik", "last-two", "name", "email", "phone", "birth-date", "long"]
/** The form of each class, by its code: a number of `formNumbers`. */
export const formOf = Uint8Array.from(maskedClasses, (name) => formNumbers.indexOf(forms[name] ?? "hidden"))

/** `long`: never for here. */
export const noForm = formNumbers.indexOf("long")

/** Fewer digits go the long way, which knows whether such a value fits its key at all. */
const fewest: Partial<Record<PersonalDataClass, number>> = {
  nik: 5,
  kk: 8,
  npwp: 4,
  bpjs: 4,
  card: 4,
  "bank-account": 4,
  passport: 4,
  plate: 1,
  // Seven digits may be a public service, 1500-123.
  phone: 8
}
export const fewestDigits = Uint8Array.from(maskedClasses, (name) => name === "unknown" ? 0 : fewest[name] ?? 0)
