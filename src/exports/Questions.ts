/** What documents say of questions about rows: which endpoints take them, and their parameters, which every document shares. */
import type { Endpoint } from "../domain/Endpoint.ts"
import type { FieldDictionary } from "../domain/FieldDictionary.ts"
import { stepsOf } from "../domain/FieldPath.ts"
import { mediaTypes } from "../domain/Negotiation.ts"
import { isPlaceName } from "../query/GeoJson.ts"
import { type Format, formats, limits } from "../query/Question.ts"
import { type Json, ref } from "./OpenApiSchemas.ts"
import { both } from "./Wording.ts"

/** Whether the endpoint's data, as far as it was seen, is no list. */
const isNoList = (fields: FieldDictionary, sample: unknown): boolean => {
  const types = fields.find(({ path }) => path === "data")?.types.filter((type) => type !== "null") ?? []
  if (types.length > 0) return !types.includes("array")
  return typeof sample === "object" && sample !== null && "data" in sample && !Array.isArray(sample.data)
}

/** Whether it can be a table, as far as it was seen. @param sample an envelope, where one is at hand */
export const mayBeTable = (fields: FieldDictionary, sample: unknown): boolean => !isNoList(fields, sample)

/** @param sample an envelope, where one is at hand */
export const takesQuestions = ({ ask }: Pick<Endpoint, "ask">, fields: FieldDictionary, sample: unknown): boolean =>
  ask !== false && !isNoList(fields, sample)

/** Worked out once for each dictionary: a listing asks for all. */
const placed = new WeakMap<FieldDictionary, boolean>()
const hasPlace = (fields: FieldDictionary): boolean => {
  const found = placed.get(fields) ?? fields.some(({ path }) => isPlaceName(stepsOf(path).at(-1) ?? ""))
  placed.set(fields, found)
  return found
}

/** Whether its rows may be features: the registry says where they lie, a field that was seen may, or nobody has seen any. */
export const mayHavePositions = ({ position }: Pick<Endpoint, "position">, fields: FieldDictionary, sample: unknown): boolean =>
  position !== undefined || (fields.length > 0
    ? hasPlace(fields)
    : sample === undefined || [...JSON.stringify(sample).matchAll(/"(\w+)":/g)].some(([, name = ""]) => isPlaceName(name)))

/** The forms in which an endpoint's data may be had, as far as its fields are known. */
export const formatsOf = (endpoint: Pick<Endpoint, "ask" | "position">, fields: FieldDictionary): ReadonlyArray<Format> => {
  const isAsked = takesQuestions(endpoint, fields, undefined)
  const isPlaced = endpoint.position !== undefined || fields.length > 0 && mayHavePositions(endpoint, fields, undefined)
  const has = { json: true, ndjson: true, csv: mayBeTable(fields, undefined), geojson: isAsked && isPlaced, xlsx: isAsked }
  return formats.filter((format) => has[format])
}

const text: Json = { type: "string", maxLength: limits.characters }
const whole = (maximum: number, unlessGiven: number): Json => ({ type: "integer", minimum: 0, maximum, default: unlessGiven })

interface Told {
  readonly id: string
  readonly en: string
  readonly schema: Json
}

/** By their names without `$`. */
const parameters: Readonly<Record<string, Told>> = {
  select: {
    id: "Kolom dan fungsi yang ditampilkan, dipisahkan koma: `nama, count(*) as jumlah`.",
    en: "Columns and functions to show, with commas between: `nama, count(*) as jumlah`.",
    schema: text
  },
  where: {
    id: "Syarat untuk baris: `kecamatan = 'Sukun' and luas >= 100`. Kolom yang disamarkan dijawab 400 `masked-field`.",
    en: "A condition on a row: `kecamatan = 'Sukun' and luas >= 100`. A masked column is a 400 `masked-field`.",
    schema: text
  },
  group: { id: "Kolom untuk mengelompokkan baris.", en: "Columns to group rows by.", schema: text },
  having: { id: "Syarat untuk kelompok: `count(*) > 3`.", en: "A condition on a group: `count(*) > 3`.", schema: text },
  order: { id: "Urutan baris: `luas desc, nama`.", en: "The order of rows: `luas desc, nama`.", schema: text },
  limit: { id: "Paling banyak sekian baris.", en: "At most so many rows.", schema: whole(limits.limit, limits.defaultLimit) },
  offset: { id: "Lewati sekian baris pertama.", en: "Pass over so many rows first.", schema: whole(limits.offset, 0) },
  q: { id: "Kata-kata yang semuanya harus ada dalam baris.", en: "Words, each of which has to stand in the row.", schema: text },
  count: {
    id: "`true`: `meta.count` berisi jumlah semua baris yang cocok.",
    en: "`true`: `meta.count` says how many rows match in all.",
    schema: { type: "boolean", default: false }
  },
  format: {
    id: "Bentuk jawaban; didahulukan dari `Accept`.",
    en: "The form of the answer; goes before `Accept`.",
    schema: { type: "string", enum: formats }
  }
}

const componentOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`
const parameterOf = (name: string, description: string, schema: Json): Json => ({
  name: `$${name}`,
  in: "query",
  required: false,
  description,
  schema
})

/** The components of a document that has such endpoints. */
export const questionComponents: Json = Object.fromEntries(
  Object.entries(parameters).map(([name, { en, id, schema }]) => [componentOf(name), parameterOf(name, both(id, en), schema)])
)
export const questionRefs: ReadonlyArray<Json> = Object.keys(parameters).map((name) => ref("parameters", componentOf(name)))

/** The same in English, for the gateway's own document. */
export const questionParameters: ReadonlyArray<Json> = Object.entries(parameters).map(([name, { en, schema }]) =>
  parameterOf(name, en, schema)
)
/** What the parameter takes, by its name; undefined where it is none of a question's. */
export const questionWords = (name: string): Omit<Told, "schema"> | undefined =>
  name.startsWith("$") ? parameters[name.slice(1)] : undefined

const file = (description: string): Json => ({ schema: { type: "string", format: "binary", description } })

/** What a question is answered in beside the forms of any answer. */
export const questionContent = (hasPositions: boolean): Json => ({
  ...hasPositions
    ? {
      [mediaTypes.geojson]: {
        schema: { type: "object", description: "Kumpulan fitur (RFC 7946). / A collection of features (RFC 7946)." }
      }
    }
    : {},
  [mediaTypes.xlsx]: file("Buku kerja (XLSX). / A workbook (XLSX).")
})
