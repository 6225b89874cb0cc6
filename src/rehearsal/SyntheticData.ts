/**
 * What an endpoint's `data` might be, made up from what is known of its fields: the same fields, types and nesting, ten rows, and
 * the same for the same seed. Pure.
 *
 * @example
 * syntheticData(dictionary, "dlh/kualitas-udara/terkini") // [{ stasiun: "Contoh stasiun 12", pm25: 31.4 }, …]
 */
import { type DictionaryNode, dictionaryTree, type FieldDictionary, type FieldType } from "../domain/FieldDictionary.ts"
import { hashOf, syntheticValue } from "./SyntheticValue.ts"

const rows = 10
/** Of a list within a row, and keys of a map. */
const inner = 3

/** As what it is shown: what encloses others goes before what does not. */
const typeOf = ({ field: { types }, under }: DictionaryNode): FieldType =>
  under.has("[]") && types.includes("array")
    ? "array"
    : under.size > 0 && types.includes("object")
    ? "object"
    : types.find((type) => type !== "null" && type !== "object" && type !== "array") ?? types.find((type) => type !== "null") ?? "null"

const isNull = ({ field: { nulls, seen, types } }: DictionaryNode, seed: string): boolean =>
  types.includes("null") && seen > 0 && hashOf(`${seed} null`) % 1_000 < nulls / seen * 1_000

const valueOf = (node: DictionaryNode, name: string, seed: string, items: number): unknown => {
  if (isNull(node, seed)) return null
  const { under } = node
  const type = typeOf(node)
  if (type === "array") {
    const item = under.get("[]")
    return item === undefined ? [] : Array.from({ length: items }, (_, index) => valueOf(item, name, `${seed}[${index}]`, inner))
  }
  if (type !== "object") return syntheticValue(node.field, type, name, seed)
  return Object.fromEntries(
    [...under].flatMap(([step, child]): ReadonlyArray<readonly [string, unknown]> =>
      step === "[]"
        ? []
        : step === "*"
        ? Array.from({ length: inner }, (_, index) => [`contoh_${index + 1}`, valueOf(child, name, `${seed}.${index}`, inner)])
        : [[step, valueOf(child, step, `${seed}.${step}`, inner)]]
    )
  )
}

/** A list without rows where nothing is known. */
export const syntheticData = (fields: FieldDictionary, seed: string): unknown => {
  const data = dictionaryTree(fields)
  return data === undefined ? [] : valueOf(data, "", seed, rows)
}
