/**
 * The fields of masked answers as a tree: what is seen of one answer, and what is known of those before.
 *
 * Keys that are data name no field: what masking has made of a key, numbers, and maps of many entries stand as `*`.
 * Everything is bounded: items of a list, values looked at, depth, fields.
 */
import {
  type DictionaryField,
  type FieldDictionary,
  type FieldFormat,
  type FieldType,
  fieldTypes,
  maxFields
} from "../domain/FieldDictionary.ts"
import { fieldPath, stepsOf } from "../domain/FieldPath.ts"

export interface FieldNode {
  readonly types: Set<FieldType>
  format: FieldFormat | null
  seen: number
  nulls: number
  firstSeen: number
  example: string | null
  readonly under: Map<string, FieldNode>
}

const maxItems = 100
const maxValues = 5_000
const maxDepth = 8
/** Objects with more keys than any table has columns are maps; those of objects or lists are so earlier. */
const maxKeys = 100
const maxEntries = 20
const maxKeyLength = 60
const maxExample = 80

const nodeAt = (nowMillis: number): FieldNode => ({
  types: new Set(),
  format: null,
  seen: 0,
  nulls: 0,
  firstSeen: nowMillis,
  example: null,
  under: new Map()
})

/** What masking has hidden, numbers, identifiers: no name of a field. */
const isData = (key: string): boolean =>
  key.length > maxKeyLength || /[*[\]\p{C}]/u.test(key) || /^[\d.,:/ -]*$/.test(key) || /\d{5}/.test(key)
  || /^[\da-f]{8}-[\da-f]{4}-/i.test(key)

const date = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const time = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/
const zoned = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const longestUri = 200

const formatOf = (text: string): FieldFormat => {
  if (date.test(text)) return "date"
  if (time.test(text)) return "time"
  if (date.test(text.slice(0, 10)) && text[10] === "T" && zoned.test(text.slice(11))) return "date-time"
  if (/^(?:19|20)\d\d$/.test(text)) return "year"
  if (uuid.test(text)) return "uuid"
  return /^https?:\/\/[!-~]+$/.test(text) && text.length <= longestUri && URL.canParse(text) ? "uri" : "mixed"
}

const both = (one: FieldFormat | null, other: FieldFormat | null): FieldFormat | null =>
  one === null || one === other ? other : other === null ? one : "mixed"

const typeOf = (value: unknown): FieldType => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number"
  return typeof value === "string" ? "string" : typeof value === "boolean" ? "boolean" : "object"
}

const add = (node: FieldNode, other: FieldNode): FieldNode => {
  for (const type of other.types) node.types.add(type)
  node.format = both(node.format, other.format)
  node.seen += other.seen
  node.nulls += other.nulls
  node.firstSeen = Math.min(node.firstSeen, other.firstSeen)
  node.example ??= other.example
  for (const [step, child] of other.under) {
    const known = node.under.get(step)
    if (known === undefined) node.under.set(step, child)
    else add(known, child)
  }
  collapse(node)
  return node
}

const isEnclosing = ({ types, under }: FieldNode): boolean => under.size > 0 || types.has("object") || types.has("array")

/** A map becomes one field for all its keys, and stays so. */
const collapse = (node: FieldNode): void => {
  const { under } = node
  const map = under.get("*")
  const keys = [...under].filter(([step]) => step !== "[]" && step !== "*")
  const isMap = keys.length > maxKeys || keys.length > maxEntries && keys.every(([, child]) => isEnclosing(child))
    // What was a map before is one, however few of its keys come at once.
    || map !== undefined && keys.length > 0 && keys.every(([, child]) => child.firstSeen > map.firstSeen)
  if (!isMap) return
  const entries = keys.map(([, child]) => child)
  const [first, ...others] = map === undefined ? entries : [map, ...entries]
  if (first === undefined) return
  for (const [step] of keys) under.delete(step)
  under.set("*", others.reduce(add, first))
}

/**
 * @param data masked
 * @param isShown whether a value may be an example
 */
export const fieldTree = (data: unknown, nowMillis: number, isShown: (text: string) => boolean): FieldNode => {
  let left = maxValues
  const look = (node: FieldNode, value: unknown, key: string, depth: number): void => {
    if (left-- <= 0) return
    const type = typeOf(value)
    node.types.add(type)
    node.seen++
    if (value === null) {
      node.nulls++
      return
    }
    const child = (step: string): FieldNode => {
      let found = node.under.get(step)
      if (found === undefined) node.under.set(step, found = nodeAt(nowMillis))
      return found
    }
    if (Array.isArray(value)) {
      if (depth < maxDepth) { for (const item of value.slice(0, maxItems)) look(child("[]"), item, key, depth + 1) }
      return
    }
    if (typeof value === "object") {
      if (depth >= maxDepth) return
      for (const [name, member] of Object.entries(value)) {
        const step = isData(name) ? "*" : name
        look(child(step), member, step, depth + 1)
      }
      collapse(node)
      return
    }
    const text = String(value)
    if (typeof value === "string") node.format = both(node.format, formatOf(text))
    else if (type === "integer" && /^(?:tahun|thn|year)/i.test(key)) {
      node.format = both(node.format, formatOf(text) === "year" ? "year" : "mixed")
    }
    if (node.example === null && text !== "" && isShown(text)) {
      node.example = text.length > maxExample ? `${text.slice(0, maxExample - 1).toWellFormed()}…` : text
    }
  }
  const root = nodeAt(nowMillis)
  look(root, data, "", 0)
  return root
}

const knownTree = (known: FieldDictionary): FieldNode | undefined => {
  const nodes = new Map<string, FieldNode>()
  for (const { path, types, ...facts } of known) {
    const steps = stepsOf(path)
    const node: FieldNode = { ...facts, types: new Set(types), under: new Map() }
    nodes.set(fieldPath(steps), node)
    if (steps.length > 1) nodes.get(fieldPath(steps.slice(0, -1)))?.under.set(steps.at(-1) ?? "", node)
  }
  return nodes.get("data")
}

type Classify = (steps: ReadonlyArray<string>) => DictionaryField["fieldClass"]

const fieldsOf = (root: FieldNode, classOf: Classify): FieldDictionary => {
  const fields: Array<DictionaryField> = []
  const list = (node: FieldNode, steps: ReadonlyArray<string>): void => {
    if (fields.length >= maxFields) return
    const { example, firstSeen, format, nulls, seen, types, under } = node
    const isLeaf = under.size === 0
    const fieldClass = isLeaf ? classOf(steps) : null
    fields.push({
      path: fieldPath(steps),
      types: fieldTypes.filter((type) => types.has(type) && !(type === "integer" && types.has("number"))),
      format,
      fieldClass,
      seen,
      nulls,
      firstSeen,
      example: fieldClass === null || fieldClass === "public" ? example : null
    })
    for (const [step, child] of under) list(child, [...steps, step])
  }
  list(root, ["data"])
  return fields
}

/** What is known with what was seen now; @param known of the same endpoint as it is in force, from the oldest field on */
export const learnt = (known: FieldDictionary, seen: FieldNode, classOf: Classify): FieldDictionary => {
  const before = knownTree(known)
  return fieldsOf(before === undefined ? seen : add(before, seen), classOf)
}
