/**
 * Turns columns into rows, the same rows each time: the seed is the endpoint's address.
 *
 * Gotchas: faker is one seeded generator for the process, so a table is drawn in one synchronous go.
 */
import type { Faker } from "@faker-js/faker"
import type { Area } from "./Areas.ts"
import type { Column, Columns, Whom } from "./Column.ts"
import { seedOf } from "./Seed.ts"
import { drawPerson, type SyntheticPerson } from "./SyntheticPerson.ts"

export type Row = Record<string, unknown>

export interface CityMap {
  readonly districts: ReadonlyArray<Area>
  readonly villages: ReadonlyArray<Area>
}

const months = [
  "2025-11",
  "2025-12",
  "2026-01",
  "2026-02",
  "2026-03",
  "2026-04",
  "2026-05",
  "2026-06",
  "2026-07",
  "2026-08",
  "2026-09",
  "2026-10"
]
const lastYear = 2025
const centre = { lat: -7.9666, lon: 112.6326 }
const streets = ["Diponegoro", "Pahlawan", "Kenanga", "Dermaga", "Merdeka", "Melati", "Veteran", "Kartini"]
const companyNames = ["Maju Bersama", "Tirta Jaya", "Sumber Rejeki", "Karya Mandiri", "Bahari Sejahtera", "Sinar Maya"]

const round = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places

/** A number larger than a double can hold, on its way to `stringifyRows`. */
const asNumber = (digits: string): string => `#${digits}#`

/** JSON in which such numbers stand digit for digit. */
export const stringifyRows = (value: unknown): string => JSON.stringify(value).replaceAll(/"#(\d{16})#"/g, "$1")

/** A row being drawn: what its columns must agree on. */
interface Draft {
  readonly index: number
  readonly district: Area
  readonly village: Area | undefined
  readonly whom: Exclude<Whom, "same">
  person: SyntheticPerson | undefined
}

const personOf = (faker: Faker, draft: Draft): SyntheticPerson => draft.person ??= drawPerson(faker, draft.district.kode, draft.whom)

const drawValue = (faker: Faker, column: Column, draft: Draft, earlier: Row): unknown => {
  const { district, index, village } = draft
  switch (column.as) {
    case "code":
      return `${column.prefix}-${String(index + 1).padStart(3, "0")}`
    case "placeName":
      return `${column.noun} ${village?.nama ?? district.nama} ${index + 1}`
    case "choice":
      return faker.helpers.arrayElement(column.of)
    case "turn":
      return column.of[index % column.of.length]
    case "whole":
      return column.from + faker.number.int({ min: 0, max: Math.floor((column.to - column.from) / column.step) }) * column.step
    case "decimal":
      return round(faker.number.float({ min: column.from, max: column.to }), 2)
    case "day":
      return faker.date.between({ from: column.from, to: column.to }).toISOString().slice(0, 10)
    case "moment":
      return faker.date.between({ from: "2026-11-01T00:00:00Z", to: "2026-11-15T00:00:00Z" }).toISOString()
    case "measured":
      return `2026-11-15T06:0${faker.number.int({ min: 0, max: 9 })}:00Z`
    case "grade":
      return column.steps.find(([limit]) => Number(earlier[column.by]) <= limit)?.[1]
    case "month":
      return months[index % months.length]
    case "year":
      return lastYear - index % 5
    case "district":
      return district.nama
    case "districtCode":
      return district.kode
    case "village":
      return village?.nama
    case "street":
      return `Jalan ${faker.helpers.arrayElement(streets)} ${faker.number.int({ min: 1, max: 180 })}`
    case "officePhone":
      return `(0341) 55${faker.string.numeric(5)}`
    case "officeEmail":
      return `layanan${index + 1}@tirtamaya.example`
    case "website":
      return `https://tirtamaya.example/${faker.string.alphanumeric({ length: 8, casing: "lower" })}`
    case "position":
      return {
        lat: round(centre.lat + faker.number.float({ min: -0.06, max: 0.06 }), 5),
        lon: round(centre.lon + faker.number.float({ min: -0.06, max: 0.06 }), 5)
      }
    case "company":
      return `${faker.helpers.arrayElement(["CV", "PT", "UD"])} ${faker.helpers.arrayElement(companyNames)} ${index + 1}`
    case "person": {
      const value = personOf(faker, draft)[column.part]
      return column.part === "nikNumber" ? asNumber(value) : value
    }
    case "nested":
      return drawRow(
        faker,
        column.columns,
        column.whom === "same" ? { ...draft, person: personOf(faker, draft) } : { ...draft, whom: column.whom, person: undefined }
      )
  }
}

const drawRow = (faker: Faker, columns: Columns, draft: Draft): Row => {
  const row: Row = {}
  for (const [key, column] of Object.entries(columns)) row[key] = drawValue(faker, column, draft, row)
  return row
}

/** @param address what seeds the table: agency, dataset, path and the values of path parameters */
export const drawRows = (faker: Faker, map: CityMap, address: string, columns: Columns, count: number): ReadonlyArray<Row> => {
  faker.seed(seedOf(address))
  return Array.from({ length: count }, (_, index) => {
    const district = map.districts[faker.number.int({ min: 0, max: map.districts.length - 1 })]!
    const villages = map.villages.filter(({ kode }) => kode.startsWith(`${district.kode}.`))
    return drawRow(faker, columns, { index, district, village: villages[index % villages.length], whom: "anyone", person: undefined })
  })
}

/** One row for each district of the city. */
export const drawPerDistrict = (faker: Faker, map: CityMap, address: string, columns: Columns): ReadonlyArray<Row> => {
  faker.seed(seedOf(address))
  return map.districts.map((district, index) => ({
    kode_wilayah: district.kode,
    kecamatan: district.nama,
    ...drawRow(faker, columns, { index, district, village: undefined, whom: "anyone", person: undefined })
  }))
}
