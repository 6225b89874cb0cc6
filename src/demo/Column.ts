/**
 * What a field of the demo city's data looks like: a description that `Rows.ts` turns into values and
 * `FieldClasses.ts` into classifications. Data only.
 */
import type { FieldClass } from "../domain/PersonalData.ts"

/** A part of the one synthetic person that a row, or a nested object, is about. */
export type PersonPart =
  | "nik"
  | "nikNumber"
  | "kk"
  | "name"
  | "sex"
  | "birthPlace"
  | "birthDate"
  | "religion"
  | "maritalStatus"
  | "occupation"
  | "address"
  | "phone"
  | "email"
  | "npwp"
  | "bpjs"
  | "bankAccount"
  | "bloodType"
  | "plate"
  | "passport"
  | "note"

/** Whom a nested object is about: somebody of that age and sex, or the very person of the row. */
export type Whom = "anyone" | "adult" | "woman" | "child" | "same"

export type Column =
  | { readonly as: "code"; readonly prefix: string }
  | { readonly as: "placeName"; readonly noun: string }
  | { readonly as: "choice"; readonly of: ReadonlyArray<string>; readonly class?: FieldClass }
  | { readonly as: "turn"; readonly of: ReadonlyArray<string | number> }
  | { readonly as: "whole"; readonly from: number; readonly to: number; readonly step: number; readonly class?: FieldClass }
  | { readonly as: "decimal"; readonly from: number; readonly to: number }
  | { readonly as: "day"; readonly from: string; readonly to: string }
  | { readonly as: "moment" }
  /** So many times what the row's earlier field `by` is, rounded to so many places. */
  | { readonly as: "multiple"; readonly by: string; readonly from: number; readonly to: number; readonly places: number }
  /** A whole number that follows from the earlier field `by`, on the line through these points. */
  | { readonly as: "along"; readonly by: string; readonly points: ReadonlyArray<readonly [at: number, value: number]> }
  /** The name of the first step whose limit the row's earlier field `by` does not exceed. */
  | { readonly as: "grade"; readonly by: string; readonly steps: ReadonlyArray<readonly [limit: number, name: string]> }
  | {
    readonly as:
      | "month"
      | "year"
      | "thisYear"
      | "district"
      | "districtCode"
      | "village"
      | "street"
      | "officePhone"
      | "officeEmail"
      | "website"
      | "position"
      | "company"
      | "measured"
  }
  | { readonly as: "person"; readonly part: PersonPart }
  | { readonly as: "nested"; readonly columns: Columns; readonly whom: Whom }

export type Columns = Readonly<Record<string, Column>>

export const code = (prefix: string): Column => ({ as: "code", prefix })
export const placeName = (noun: string): Column => ({ as: "placeName", noun })
export const choice = (...of: ReadonlyArray<string>): Column => ({ as: "choice", of })
/** A choice that says something about the row's person. */
export const personalChoice = (fieldClass: FieldClass, ...of: ReadonlyArray<string>): Column => ({ as: "choice", of, class: fieldClass })
/** The values in order, one a row. */
export const turn = (...of: ReadonlyArray<string | number>): Column => ({ as: "turn", of })
export const whole = (from: number, to: number, step = 1): Column => ({ as: "whole", from, to, step })
/** An amount of money that says something about the row's person, in rupiah. */
export const personalAmount = (from: number, to: number): Column => ({ as: "whole", from, to, step: 50_000, class: "finance" })
/** Two decimal places. */
export const decimal = (from: number, to: number): Column => ({ as: "decimal", from, to })
export const day = (from: string, to: string): Column => ({ as: "day", from, to })
export const moment: Column = { as: "moment" }
/** A reading's time: the last full hour, for all readings of a table. */
export const measured: Column = { as: "measured" }
export const grade = (by: string, ...steps: ReadonlyArray<readonly [limit: number, name: string]>): Column => ({ as: "grade", by, steps })
export const multiple = (by: string, from: number, to: number, places = 0): Column => ({ as: "multiple", by, from, to, places })
export const along = (by: string, ...points: ReadonlyArray<readonly [at: number, value: number]>): Column => ({ as: "along", by, points })
/** The index of air pollution (ISPU) of fine dust in µg/m³, by the regulation of the ministry, P.14/2020. */
export const ispu = (by: string): Column => along(by, [0, 0], [15.5, 50], [55.4, 100], [150.4, 200], [250.4, 300], [500, 500])
export const month: Column = { as: "month" }
export const year: Column = { as: "year" }
export const thisYear: Column = { as: "thisYear" }
export const district: Column = { as: "district" }
export const districtCode: Column = { as: "districtCode" }
export const village: Column = { as: "village" }
export const street: Column = { as: "street" }
export const officePhone: Column = { as: "officePhone" }
export const officeEmail: Column = { as: "officeEmail" }
export const website: Column = { as: "website" }
export const position: Column = { as: "position" }
export const company: Column = { as: "company" }
export const person = (part: PersonPart): Column => ({ as: "person", part })
export const nested = (columns: Columns, whom: Whom = "adult"): Column => ({ as: "nested", columns, whom })
