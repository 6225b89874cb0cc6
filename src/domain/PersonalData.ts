/**
 * Classes of personal data (Law 27/2022 on personal data protection, articles 1 and 4) and how a registry names them.
 *
 * `id` numbers or names a person where no other class does (an employee, a pupil, a patient, an account, a device),
 * `secret` opens a door. `public` exempts a field from the detectors: a clinic's telephone number is not personal data.
 */
import { Schema } from "effect"

export const personalDataClasses = [
  "nik",
  "kk",
  "npwp",
  "bpjs",
  "passport",
  "plate",
  "bank-account",
  "card",
  "name",
  "email",
  "phone",
  "address",
  "coordinates-home",
  "health",
  "biometric",
  "genetic",
  "criminal",
  "child",
  "finance",
  "religion",
  "marital-status",
  "sex",
  "nationality",
  "birth-date",
  "pseudonym",
  "id",
  "secret"
] as const

export type PersonalDataClass = typeof personalDataClasses[number]

/** What a registry may say about a field: a class, or `public`. */
export const FieldClass = Schema.Literals([...personalDataClasses, "public"])
export type FieldClass = typeof FieldClass.Type
