/** What is known of the fields of an endpoint's masked answers: learnt from them, and promised by nobody. */
import { Schema } from "effect"
import { fieldPath, stepsOf } from "./FieldPath.ts"
import { FieldClass } from "./PersonalData.ts"

export const fieldTypes = ["string", "integer", "number", "boolean", "object", "array", "null"] as const
export const FieldType = Schema.Literals(fieldTypes)
export type FieldType = typeof FieldType.Type

/** As many as are kept of an endpoint. */
export const maxFields = 200

/** Of texts, and `year` of whole numbers too; `mixed` where not all values have the same. */
export const FieldFormat = Schema.Literals(["date", "date-time", "time", "year", "uri", "uuid", "mixed"])
export type FieldFormat = typeof FieldFormat.Type

/** `unknown` is what nobody classified where the endpoint masks that. */
export const DictionaryClass = Schema.Literals([...FieldClass.literals, "unknown"])
export type DictionaryClass = typeof DictionaryClass.Type

export const LearntField = Schema.Struct({
  /** As a registry writes it: `data[].panitia.nama`; `*` stands for keys that are data. */
  path: Schema.String,
  /** In the order of `fieldTypes`. */
  types: Schema.Array(FieldType),
  format: Schema.NullOr(FieldFormat),
  /** Null: nobody says that it is about a person. */
  fieldClass: Schema.NullOr(DictionaryClass),
  /** How many values were looked at, and how many of them were null. */
  seen: Schema.Int,
  nulls: Schema.Int,
  /** Epoch milliseconds. */
  firstSeen: Schema.Int,
  /** A masked value; never of a field that is about a person, nor of a private endpoint. */
  example: Schema.NullOr(Schema.String)
})

export interface DictionaryField extends Schema.Schema.Type<typeof LearntField> {
  /** The agency's own words; absent where it has none. */
  readonly description?: string
}

/** The first lies at `data` itself, each after what encloses it. Empty: nothing is known. */
export type FieldDictionary = ReadonlyArray<DictionaryField>

/** A field with those that lie in it, by their last step: a key, `[]`, `*`. */
export interface DictionaryNode {
  readonly field: DictionaryField
  readonly under: Map<string, DictionaryNode>
}

/** What lies at `data`; undefined where nothing is known. */
export const dictionaryTree = (fields: FieldDictionary): DictionaryNode | undefined => {
  const nodes = new Map<string, DictionaryNode>()
  for (const field of fields) {
    const steps = stepsOf(field.path)
    const node: DictionaryNode = { field, under: new Map() }
    nodes.set(fieldPath(steps), node)
    if (steps.length > 1) nodes.get(fieldPath(steps.slice(0, -1)))?.under.set(steps.at(-1) ?? "", node)
  }
  return nodes.get("data")
}
