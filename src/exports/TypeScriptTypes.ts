/** JSON Schema, as OpenAPI 3.0 and 3.1 have it, as text of TypeScript types. */
import type { Json } from "./OpenApiSchemas.ts"

const maxDepth = 12

export const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
const listOf = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const plainName = /^[A-Za-z_$][\w$]*$/
/** A member's name, quoted where it has to be. */
export const memberName = (name: string): string => plainName.test(name) ? name : JSON.stringify(name)

/** One line of it, that ends no comment. */
export const commentText = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll("*/", "* /").trim()

export interface TypeOptions {
  /** Whether members have their descriptions above them. */
  readonly comments: boolean
  /** Before the names of what is referred to. */
  readonly prefix?: string
}

/** The name of what a reference leads to, as a type's. */
export const referredName = (reference: string, { prefix = "" }: TypeOptions): string =>
  `${prefix}${(reference.split("/").at(-1) ?? "").replaceAll(/[^\w$]/g, "_")}`

const plainTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null"
}

const unionOf = (types: ReadonlyArray<string>): string => {
  const distinct = [...new Set(types)]
  return distinct.includes("unknown") ? "unknown" : distinct.join(" | ") || "never"
}

/**
 * @param indent of the line on which the type begins
 */
export const typeOf = (schema: unknown, options: TypeOptions, indent = "", depth = 0): string => {
  if (!isJson(schema) || depth > maxDepth) return "unknown"
  const inner = (part: unknown): string => typeOf(part, options, indent, depth + 1)
  const nullable = (type: string): string => schema["nullable"] === true ? unionOf([type, "null"]) : type
  if (typeof schema["$ref"] === "string") return referredName(schema["$ref"], options)
  if ("const" in schema) return JSON.stringify(schema["const"])
  if (Array.isArray(schema["enum"])) return nullable(unionOf(schema["enum"].map((value) => JSON.stringify(value))))
  for (const kind of ["anyOf", "oneOf"]) {
    if (Array.isArray(schema[kind])) return nullable(unionOf(listOf(schema[kind]).map(inner)))
  }
  if (Array.isArray(schema["allOf"])) {
    const parts = listOf(schema["allOf"]).map(inner).filter((part) => part !== "unknown")
    return parts.length === 0 ? "unknown" : parts.map((part) => part.includes(" | ") ? `(${part})` : part).join(" & ")
  }
  const types = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"] ?? ("properties" in schema ? "object" : undefined)]
  return nullable(unionOf(types.map((type) =>
    type === "array"
      ? `ReadonlyArray<${inner(schema["items"])}>`
      : type === "object"
      ? objectOf(schema, options, indent, depth)
      : plainTypes[String(type)] ?? "unknown"
  )))
}

const objectOf = (schema: Json, options: TypeOptions, indent: string, depth: number): string => {
  const properties = Object.entries(isJson(schema["properties"]) ? schema["properties"] : {})
  const required = listOf(schema["required"])
  const rest = schema["additionalProperties"]
  const deeper = `${indent}  `
  const members = properties.map(([name, property]) => {
    const description = isJson(property) && typeof property["description"] === "string" ? property["description"] : ""
    const comment = options.comments && description !== "" ? `${deeper}/** ${commentText(description)} */\n` : ""
    const mark = required.includes(name) ? "" : "?"
    return `${comment}${deeper}readonly ${memberName(name)}${mark}: ${typeOf(property, options, deeper, depth + 1)}`
  })
  // Beside named members only what takes every one of them may stand.
  const others = properties.length > 0 ? "unknown" : typeOf(rest === true ? undefined : rest, options, deeper, depth + 1)
  const isOpen = rest === true || isJson(rest) || properties.length === 0 && rest !== false
  const lines = [...members, ...(isOpen ? [`${deeper}readonly [key: string]: ${others}`] : [])]
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`
}
