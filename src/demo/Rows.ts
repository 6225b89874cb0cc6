/**
 * Turns columns into rows, the same rows each time: the seed is the endpoint's address. Their times alone are of today.
 *
 * Gotchas: faker is one seeded generator for the process, so a table is drawn in one synchronous go.
 */
import type { Faker } from "@faker-js/faker"
import type { Area } from "./Areas.ts"
import type { Column, Columns, Whom } from "./Column.ts"
import { type DemoTimes, demoTimes } from "./DemoTimes.ts"
import { middleOf } from "./DistrictOutlines.ts"
import { seedOf } from "./Seed.ts"
import { drawPerson, type SyntheticPerson } from "./SyntheticPerson.ts"

export type Row = Record<string, unknown>

/** What rows are drawn from. */
export interface Drawing {
  readonly faker: Faker
  readonly map: CityMap
  readonly nowMillis: number
}

export interface CityMap {
  readonly districts: ReadonlyArray<Area>
  readonly villages: ReadonlyArray<Area>
}

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
  readonly times: DemoTimes
  person: SyntheticPerson | undefined
}

const personOf = (faker: Faker, draft: Draft): SyntheticPerson => draft.person ??= drawPerson(faker, draft.district.kode, draft.whom)

/** A value between the two points that it lies between, as far between their values. */
const along = (points: ReadonlyArray<readonly [at: number, value: number]>, at: number): number => {
  const next = Math.max(1, points.findIndex(([limit]) => at <= limit))
  const [[from, low], [to, high]] = [points[next - 1]!, points[next]!]
  return low + (high - low) * (at - from) / (to - from)
}

const drawValue = (faker: Faker, column: Column, draft: Draft, earlier: Row): unknown => {
  const { district, index, times, village } = draft
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
      return times.day(faker.date.between({ from: column.from, to: column.to }))
    case "moment":
      return times.moment(faker.date.between({ from: "2026-11-01T00:00:00Z", to: "2026-11-15T00:00:00Z" }))
    case "measured":
      return times.measured
    case "grade":
      return column.steps.find(([limit]) => Number(earlier[column.by]) <= limit)?.[1]
    case "multiple":
      return round(Number(earlier[column.by]) * faker.number.float({ min: column.from, max: column.to }), column.places)
    case "along":
      return Math.round(along(column.points, Number(earlier[column.by])))
    case "month":
      return times.months[index % times.months.length]
    case "year":
      return times.lastYear - index % 5
    case "thisYear":
      return times.lastYear + 1
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
    case "position": {
      const [[longitude, latitude], radius] = middleOf(district.kode)
      const [distance, angle] = [radius * faker.number.float({ min: 0, max: 1 }), faker.number.float({ min: 0, max: 2 * Math.PI })]
      return { lat: round(latitude + distance * Math.sin(angle), 5), lon: round(longitude + distance * Math.cos(angle), 5) }
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
export const drawRows = ({ faker, map, nowMillis }: Drawing, address: string, columns: Columns, count: number): ReadonlyArray<Row> => {
  const times = demoTimes(nowMillis)
  faker.seed(seedOf(address))
  return Array.from({ length: count }, (_, index) => {
    const district = map.districts[faker.number.int({ min: 0, max: map.districts.length - 1 })]!
    const villages = map.villages.filter(({ kode }) => kode.startsWith(`${district.kode}.`))
    return drawRow(faker, columns, {
      index,
      district,
      village: villages[index % villages.length],
      whom: "anyone",
      times,
      person: undefined
    })
  })
}

/** One row for each district of the city. */
export const drawPerDistrict = ({ faker, map, nowMillis }: Drawing, address: string, columns: Columns): ReadonlyArray<Row> => {
  const times = demoTimes(nowMillis)
  faker.seed(seedOf(address))
  return map.districts.map((district, index) => ({
    kode_wilayah: district.kode,
    kecamatan: district.nama,
    ...drawRow(faker, columns, { index, district, village: undefined, whom: "anyone", times, person: undefined })
  }))
}
