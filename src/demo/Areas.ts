/** Real administrative areas of Indonesia (`idn-area-data`, ODbL), each table read when it is first asked for. */
import { getDistricts, getIslands, getProvinces, getRegencies, getVillages } from "idn-area-data"
import { city } from "./City.ts"
import type { AreaLevel } from "./CityAgency.ts"

export interface Area {
  /** Dotted code of the national list: `35`, `35.73`, `35.73.01`, `35.73.01.1001`. */
  readonly kode: string
  readonly nama: string
}

const once = <A>(read: () => Promise<A>): () => Promise<A> => {
  let reading: Promise<A> | undefined
  return () => reading ??= read()
}

const toAreas = (rows: ReadonlyArray<{ readonly code: string; readonly name: string }>): ReadonlyArray<Area> =>
  rows.map(({ code, name }) => ({ kode: code, nama: name }))

const tables = {
  provinces: once(async () => toAreas(await getProvinces())),
  regencies: once(async () => toAreas(await getRegencies())),
  districts: once(async () => toAreas(await getDistricts())),
  villages: once(async () => toAreas(await getVillages()))
}

const islands = once(async () =>
  (await getIslands()).map(({ code, coordinate, is_populated, name, regency_code }) => ({
    kode: code,
    nama: name,
    kabupaten: regency_code,
    berpenghuni: is_populated === "1",
    koordinat: coordinate
  }))
)

const inside = (areas: ReadonlyArray<Area>, parent: string): ReadonlyArray<Area> =>
  areas.filter(({ kode }) => kode.startsWith(`${parent}.`))

const knownIn = async (table: keyof typeof tables, kode: string): Promise<Area | undefined> =>
  (await tables[table]()).find((area) => area.kode === kode)

/** The city's districts and sub-districts. */
export const cityAreas = once(async () => ({
  districts: inside(await tables.districts(), city.area),
  villages: inside(await tables.villages(), city.area)
}))

/**
 * Areas of one level, or one area; undefined where the code leads nowhere.
 *
 * @param parent the code from the address; not used for provinces
 */
export const areasOf = async (level: AreaLevel, parent: string): Promise<ReadonlyArray<unknown> | object | undefined> => {
  switch (level) {
    case "provinces":
      return tables.provinces()
    case "province":
      return knownIn("provinces", parent)
    case "regency":
      return knownIn("regencies", parent)
    case "district":
      return knownIn("districts", parent)
    case "regencies":
      return await knownIn("provinces", parent) === undefined ? undefined : inside(await tables.regencies(), parent)
    case "districts":
      return await knownIn("regencies", parent) === undefined ? undefined : inside(await tables.districts(), parent)
    case "villages":
      // A city's own list asks by the code of the city.
      return await knownIn("districts", parent) === undefined && await knownIn("regencies", parent) === undefined
        ? undefined
        : inside(await tables.villages(), parent)
    case "islands":
      return await knownIn("regencies", parent) === undefined
        ? undefined
        : (await islands()).filter(({ kabupaten }) => kabupaten === parent)
  }
}
