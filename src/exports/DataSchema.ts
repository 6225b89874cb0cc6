/**
 * The schema of an endpoint's `data`, from what was learnt of its fields: what was seen, without a promise that it is all. So no
 * field is required and none is forbidden.
 */
import { type DictionaryNode, dictionaryTree, type FieldDictionary, type FieldFormat, type FieldType } from "../domain/FieldDictionary.ts"
import { type Json, ref } from "./OpenApiSchemas.ts"

export type OpenApiVersion = "3.0.3" | "3.1.0"

/** Those that both versions know; the others are for people. */
const formats: ReadonlySet<FieldFormat> = new Set(["date", "date-time", "uri", "uuid"])

/** What a type says beside its name. */
const insideOf = (type: FieldType, { field: { format }, under }: DictionaryNode, version: OpenApiVersion): Json => {
  const inner = (node: DictionaryNode | undefined): Json => node === undefined ? {} : schemaOf(node, version)
  switch (type) {
    case "array":
      return { items: inner(under.get("[]")) }
    case "object": {
      const keys = [...under].filter(([step]) => step !== "[]" && step !== "*")
      const any = under.get("*")
      return {
        ...(keys.length === 0 ? {} : { properties: Object.fromEntries(keys.map(([step, node]) => [step, inner(node)])) }),
        ...(any === undefined ? {} : { additionalProperties: inner(any) })
      }
    }
    case "string":
      return format !== null && formats.has(format) ? { format } : {}
    default:
      return {}
  }
}

const schemaOf = (node: DictionaryNode, version: OpenApiVersion): Json => {
  const { description, fieldClass, types } = node.field
  const about = {
    ...description === undefined ? {} : { description },
    ...fieldClass === null || fieldClass === "public" ? {} : { "x-masked": fieldClass }
  }
  const named = types.filter((type) => type !== "null")
  const [type, ...others] = named
  // What was always null may be anything.
  if (type === undefined) return about
  const isNullable = types.includes("null")
  if (version === "3.1.0") {
    const inside = Object.assign({}, ...named.map((one) => insideOf(one, node, version)))
    return { type: isNullable ? [...named, "null"] : others.length === 0 ? type : named, ...inside, ...about }
  }
  const one = (name: FieldType): Json => ({ type: name, ...isNullable ? { nullable: true } : {}, ...insideOf(name, node, version) })
  return others.length === 0 ? { ...one(type), ...about } : { anyOf: named.map(one), ...about }
}

/** The envelope, with `data` as far as it is known. */
export const envelopeSchema = (fields: FieldDictionary, version: OpenApiVersion): Json => {
  const data = dictionaryTree(fields)
  const envelope = ref("schemas", "Envelope")
  if (data === undefined) return envelope
  const description =
    "Dipelajari dari jawaban yang disamarkan; kolom lain boleh muncul. / Learnt from masked answers; there may be other fields."
  return { allOf: [envelope, { type: "object", properties: { data: { description, ...schemaOf(data, version) } } }] }
}
