/**
 * The registry's `fields` of a demo endpoint, read off its columns: what is about a person gets its class, what
 * belongs to an office or a place is `public`.
 *
 * NIK, KK, e-mail addresses and telephone numbers of people are left to the detectors, so that the demo shows both
 * sources at work. An endpoint that masks what nobody classified has everything classified.
 */
import type { FieldClass } from "../domain/PersonalData.ts"
import type { CityDataset, CityEndpoint } from "./CityAgency.ts"
import type { Column, Columns, PersonPart } from "./Column.ts"

const ofPerson: Readonly<Record<PersonPart, FieldClass | "detected">> = {
  nik: "detected",
  nikNumber: "detected",
  kk: "detected",
  email: "detected",
  phone: "detected",
  note: "detected",
  name: "name",
  sex: "sex",
  birthPlace: "address",
  birthDate: "birth-date",
  religion: "religion",
  maritalStatus: "marital-status",
  occupation: "detected",
  address: "address",
  npwp: "npwp",
  bpjs: "bpjs",
  bankAccount: "bank-account",
  bloodType: "health",
  plate: "plate",
  passport: "passport"
}

const publicKinds: ReadonlySet<Column["as"]> = new Set(["placeName", "street", "officePhone", "officeEmail", "position", "company"])

const classOf = (column: Column): FieldClass | undefined => {
  if (column.as === "person") {
    const found = ofPerson[column.part]
    return found === "detected" ? undefined : found
  }
  if (column.as === "choice" || column.as === "whole") return column.class
  return publicKinds.has(column.as) ? "public" : undefined
}

const walk = (columns: Columns, prefix: string, complete: boolean, found: Record<string, FieldClass>): void => {
  for (const [key, column] of Object.entries(columns)) {
    const path = `${prefix}.${key}`
    if (column.as === "nested") {
      walk(column.columns, path, complete, found)
      continue
    }
    const fieldClass = classOf(column) ?? (complete && column.as !== "person" ? "public" : undefined)
    if (fieldClass !== undefined) found[path] = fieldClass
  }
}

/** The columns of an endpoint's rows; undefined where it answers areas. */
export const columnsOf = (dataset: CityDataset, endpoint: CityEndpoint): Columns | undefined => {
  const { answer } = endpoint
  if (answer.kind === "areas") return undefined
  if (answer.kind !== "item") return answer.columns
  const list = dataset.endpoints.find(({ path }) => path === answer.list)
  return list === undefined ? undefined : columnsOf(dataset, list)
}

export const fieldClasses = (dataset: CityDataset, endpoint: CityEndpoint): Readonly<Record<string, FieldClass>> => {
  const found: Record<string, FieldClass> = {}
  const columns = columnsOf(dataset, endpoint)
  if (columns === undefined) return found
  const single = endpoint.answer.kind === "item" || endpoint.answer.kind === "summary"
  walk(columns, single ? "data" : "data[]", endpoint.unknown === "mask", found)
  // What agencies put beside `data`.
  if (endpoint.unknown === "mask") { for (const key of ["sumber", "sintetis", "total"]) found[key] = "public" }
  return found
}
