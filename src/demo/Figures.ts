/**
 * What the city counts, month by month, as one made-up story: years are their months, districts are parts of the last whole year, and
 * a month that is over keeps its figures whenever it is asked for. Pure.
 */
import type { Area } from "./Areas.ts"
import type { Over } from "./CityAgency.ts"
import type { Column, Columns } from "./Column.ts"
import type { DemoTimes } from "./DemoTimes.ts"
import type { Row } from "./Rows.ts"
import { unitOf } from "./Seed.ts"

const years = 5
/** How much of the people lives in each district, in the order of the national list. */
const shares: ReadonlyArray<number> = [0.21, 0.12, 0.25, 0.23, 0.19]
/** How a stock grows in a month. */
const growth = 0.0008

const round = (value: number, column: Column): number => {
  if (column.as === "whole") return Math.round(value / column.step) * column.step
  return column.as === "multiple" && column.places === 0 ? Math.round(value) : Math.round(value * 100) / 100
}

/** As many as there are, none lost by rounding. */
export const dividedAmong = (total: number, parts: ReadonlyArray<number>, rounded: (value: number) => number): ReadonlyArray<number> => {
  const all = parts.reduce((sum, part) => sum + part, 0)
  const bounds = parts.map((_, index) => rounded(total * parts.slice(0, index + 1).reduce((sum, part) => sum + part, 0) / all))
  return bounds.map((bound, index) => rounded(bound - (bounds[index - 1] ?? 0)))
}

/** A number of people or things by district. */
export const perDistrict = (total: number, districts: ReadonlyArray<Area>): ReadonlyArray<number> =>
  dividedAmong(total, districts.map((_, index) => shares[index] ?? 0), Math.round)

interface Told {
  readonly address: string
  readonly columns: Columns
  readonly over: Readonly<Record<string, Over>>
  readonly times: DemoTimes
}

const overOf = ({ over }: Told, key: string): Over => over[key] ?? "sum"

const valueOf = (told: Told, key: string, column: Column, month: string, ago: number, row: Row): number => {
  const chance = unitOf(`${told.address}/${key}/${month}`)
  if (column.as === "multiple") return Number(row[column.by]) * (column.from + chance * (column.to - column.from))
  if (column.as !== "whole" && column.as !== "decimal") return Number.NaN
  const level = column.from + unitOf(`${told.address}/${key}`) * (column.to - column.from)
  switch (overOf(told, key)) {
    case "sum":
      return level * (0.85 + 0.3 * chance)
    case "last":
      return level * (1 - growth * ago)
    case "mean":
      return Math.min(column.to, Math.max(column.from, level + (chance - 0.5) * 0.16 * (column.to - column.from)))
  }
}

/** Every month of the last whole years, and those of this one that are over. */
const allMonths = (told: Told): ReadonlyArray<Row> => {
  const { columns, times: { lastYear, months } } = told
  const [thisYear = 0, thisMonth = 0] = (months.at(-1) ?? "").split("-").map(Number)
  const count = (thisYear - (lastYear - years + 1)) * 12 + thisMonth
  return Array.from({ length: count }, (_, index) => {
    const bulan = new Date(Date.UTC(lastYear - years + 1, index)).toISOString().slice(0, 7)
    const row: Row = { bulan }
    for (const [key, column] of Object.entries(columns)) {
      row[key] = round(valueOf(told, key, column, bulan, count - 1 - index, row), column)
    }
    return row
  })
}

const yearOf = (told: Told, months: ReadonlyArray<Row>, tahun: number): Row => {
  const own = months.filter(({ bulan }) => String(bulan).startsWith(`${tahun}-`))
  const row: Row = { tahun }
  for (const [key, column] of Object.entries(told.columns)) {
    const values = own.map((month) => Number(month[key]))
    const sum = values.reduce((one, other) => one + other, 0)
    const over = overOf(told, key)
    row[key] = round(over === "sum" ? sum : over === "last" ? values.at(-1) ?? 0 : sum / values.length, column)
  }
  return row
}

const yearsOf = (told: Told): ReadonlyArray<Row> => {
  const months = allMonths(told)
  return Array.from({ length: years }, (_, index) => yearOf(told, months, told.times.lastYear - index))
}

const districtsOf = (told: Told, districts: ReadonlyArray<Area>): ReadonlyArray<Row> => {
  const year = yearOf(told, allMonths(told), told.times.lastYear)
  const parts = districts.map(({ kode }, index) => (shares[index] ?? 0) * (0.8 + 0.4 * unitOf(`${told.address}/${kode}`)))
  const rows = districts.map(({ kode, nama }): Row => ({ kode_wilayah: kode, kecamatan: nama, tahun: told.times.lastYear }))
  for (const [key, column] of Object.entries(told.columns)) {
    const total = Number(year[key])
    const over = overOf(told, key)
    if (over !== "mean") {
      const among = dividedAmong(total, over === "sum" ? parts : shares, (value) => round(value, column))
      for (const [index, row] of rows.entries()) row[key] = among[index] ?? 0
    } else if (column.as === "whole" || column.as === "decimal") {
      // Around the city's, as much above as below.
      const reach = Math.min(total - column.from, column.to - total, 0.3 * (column.to - column.from))
      const middle = (rows.length - 1) / 2
      for (const [index, row] of rows.entries()) row[key] = round(total + (index - middle) / middle * reach, column)
    }
  }
  return rows
}

/** @param part months: the last twelve */
export const drawFigures = (told: Told, part: "months" | "years" | "districts", districts: ReadonlyArray<Area>): ReadonlyArray<Row> =>
  part === "months" ? allMonths(told).slice(-told.times.months.length) : part === "years" ? yearsOf(told) : districtsOf(told, districts)
