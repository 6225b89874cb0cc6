/**
 * What an agency's server answers: the endpoint's table, filtered, cut into pages and put into the agency's own shape.
 *
 * Tables are drawn when they are first asked for and kept for the hour, because their times are of today. `limit`, `page`
 * and `kecamatan` are the query parameters that agencies know; a wrong value is refused with 422.
 */
import { type Area, areasOf, cityAreas } from "./Areas.ts"
import { city, type PlacedEndpoint } from "./City.ts"
import type { Counted } from "./CityAgency.ts"
import { demoTimes, hourOf } from "./DemoTimes.ts"
import { columnsOf } from "./FieldClasses.ts"
import { drawFigures, perDistrict } from "./Figures.ts"
import { drawPerDistrict, drawRows, type Row, stringifyRows } from "./Rows.ts"

export interface AgencyAnswer {
  readonly status: 200 | 404 | 422
  readonly body: string
}

const refusal = (status: 404 | 422, message: string): AgencyAnswer => ({ status, body: JSON.stringify({ pesan: message }) })
const missing = refusal(404, "Data tidak ditemukan.")

const tables = new Map<string, Promise<ReadonlyArray<Row>>>()
let drawnIn = 0

/** What another endpoint of the dataset lists, or a whole that is known, counted by district. */
const countPerDistrict = async (
  placed: PlacedEndpoint,
  of: Counted,
  districts: ReadonlyArray<Area>,
  nowMillis: number
): Promise<ReadonlyArray<Row>> => {
  const named = districts.map(({ kode, nama }): Row => ({ kode_wilayah: kode, kecamatan: nama }))
  if ("whole" in of) {
    const counts = perDistrict(of.whole, districts)
    return named.map((row, index) => Object.assign(row, { jumlah: counts[index] }))
  }
  const endpoint = placed.dataset.endpoints.find(({ path }) => path === of.list)
  const rows = endpoint === undefined ? [] : await tableOf({ ...placed, endpoint }, nowMillis)
  return named.map((one) => {
    const own = rows.filter(({ kecamatan }) => kecamatan === one["kecamatan"])
    one["jumlah"] = own.length
    for (const [name, [column, value]] of Object.entries(of.where ?? {})) one[name] = own.filter((row) => row[column] === value).length
    return one
  })
}

const drawTable = async (address: string, placed: PlacedEndpoint, nowMillis: number): Promise<ReadonlyArray<Row>> => {
  const [{ faker }, map] = await Promise.all([import("@faker-js/faker/locale/id_ID"), cityAreas()])
  const { answer } = placed.endpoint
  if (answer.kind === "areas" || answer.kind === "item") return []
  if (answer.kind === "figures") {
    const { columns, over, part } = answer
    const told = { address: `${placed.agency.slug}/${placed.dataset.slug}`, columns, over, times: demoTimes(nowMillis) }
    return drawFigures(told, part, map.districts)
  }
  if (answer.kind === "perDistrict") {
    return answer.of === undefined
      ? drawPerDistrict({ faker, map, nowMillis }, address, answer.columns)
      : countPerDistrict(placed, answer.of, map.districts, nowMillis)
  }
  return drawRows({ faker, map, nowMillis }, address, answer.columns, answer.kind === "rows" ? answer.rows : 1)
}

const tableOf = (placed: PlacedEndpoint, nowMillis: number, suffix = ""): Promise<ReadonlyArray<Row>> => {
  if (drawnIn !== hourOf(nowMillis)) {
    drawnIn = hourOf(nowMillis)
    tables.clear()
  }
  const address = `${placed.agency.slug}/${placed.dataset.slug}/${placed.endpoint.path}${suffix}`
  const known = tables.get(address)
  if (known !== undefined) return known
  const drawing = drawTable(address, placed, nowMillis)
  tables.set(address, drawing)
  return drawing
}

const itemOf = async (placed: PlacedEndpoint, list: string, wanted: string, nowMillis: number): Promise<Row | undefined> => {
  const endpoint = placed.dataset.endpoints.find(({ path }) => path === list)
  if (endpoint === undefined) return undefined
  const [identifier] = Object.keys(columnsOf(placed.dataset, endpoint) ?? {})
  return (await tableOf({ ...placed, endpoint }, nowMillis)).find((row) => identifier !== undefined && row[identifier] === wanted)
}

const dataOf = async (
  placed: PlacedEndpoint,
  parameters: ReadonlyArray<string>,
  nowMillis: number
): Promise<ReadonlyArray<unknown> | object | undefined> => {
  const { answer } = placed.endpoint
  const wanted = parameters.at(-1) ?? ""
  switch (answer.kind) {
    case "areas":
      return areasOf(answer.level, answer.of === "city" ? city.area : wanted)
    case "item":
      return itemOf(placed, answer.list, wanted, nowMillis)
    case "summary":
      return (await tableOf(placed, nowMillis))[0]
    case "perDistrict":
    case "figures":
      return tableOf(placed, nowMillis)
    case "rows":
      if (answer.under === undefined) return tableOf(placed, nowMillis)
      return await itemOf(placed, answer.under, wanted, nowMillis) === undefined ? undefined : tableOf(placed, nowMillis, `/${wanted}`)
  }
}

const positive = (text: string | null): number | undefined => text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined

const wrap = (placed: PlacedEndpoint, data: ReadonlyArray<unknown> | object, total: number | undefined): unknown => {
  const synthetic = placed.endpoint.answer.kind !== "areas"
  if (placed.agency.style === "wrapped") {
    return { data, sumber: placed.agency.name, ...(synthetic ? { sintetis: true } : {}), ...(total === undefined ? {} : { total }) }
  }
  // Nothing stands beside a bare array: its rows carry the label themselves.
  const label = (row: unknown): unknown => typeof row === "object" && synthetic ? { ...row, sintetis: true } : row
  return Array.isArray(data) ? data.map(label) : label(data)
}

/**
 * @param parameters values of the path parameters, in order
 */
export const answerOf = async (
  placed: PlacedEndpoint,
  parameters: ReadonlyArray<string>,
  query: URLSearchParams,
  nowMillis: number
): Promise<AgencyAnswer> => {
  const data = await dataOf(placed, parameters, nowMillis)
  if (data === undefined) return missing
  if (!Array.isArray(data)) return { status: 200, body: stringifyRows(wrap(placed, data, undefined)) }
  const known = new Set(placed.endpoint.query)
  for (const name of ["limit", "page"]) {
    if (known.has(name) && query.has(name) && positive(query.get(name)) === undefined) {
      return refusal(422, `Parameter ${name} harus bilangan bulat positif.`)
    }
  }
  let rows: ReadonlyArray<unknown> = data
  const wantedDistrict = known.has("kecamatan") ? query.get("kecamatan") : null
  if (wantedDistrict !== null) {
    const { districts } = await cityAreas()
    const district = districts.find(({ nama }) => nama.toLowerCase() === wantedDistrict.toLowerCase())
    if (district === undefined) return refusal(422, `Kecamatan ${wantedDistrict} tidak dikenal.`)
    rows = rows.filter((row) => (row as Row)["kecamatan"] === district.nama)
  }
  const total = rows.length
  const limit = known.has("limit") ? positive(query.get("limit")) : undefined
  if (limit !== undefined) {
    const start = limit * ((positive(query.get("page")) ?? 1) - 1)
    rows = rows.slice(start, start + limit)
  }
  return { status: 200, body: stringifyRows(wrap(placed, rows, total)) }
}
