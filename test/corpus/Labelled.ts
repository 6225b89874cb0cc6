/**
 * A document whose every value is labelled: personal, with its class, or public. Rendered as an agency would send it
 * (lexemes are kept), and walked beside what masking made of it.
 */
import type { FieldClass } from "../../src/domain/PersonalData.ts"
import type { VerdictClass } from "../../src/privacy/verdict/NodeByte.ts"

/**
 * What has to be found how: `structured` by the value alone, `keyed` by the key's name or its row, `classified` by the
 * registry's `fields`.
 */
export type Group = "structured" | "keyed" | "classified"

export interface Personal {
  readonly _tag: "Personal"
  readonly personalData: VerdictClass
  readonly group: Group
  /** As it stands in the document. */
  readonly value: string | number | bigint | boolean
}

export interface Public {
  readonly _tag: "Public"
  readonly value: string | number | bigint | boolean | null
  /** A number as it is written, `1.10`. */
  readonly lexeme?: string
}

/** A sentence in which some words are personal data. */
export interface Text {
  readonly _tag: "Text"
  readonly parts: ReadonlyArray<string | Personal>
}

/** JSON held in a string. */
export interface Held {
  readonly _tag: "Held"
  readonly node: Node
}

export interface Row {
  readonly _tag: "Row"
  readonly members: ReadonlyArray<readonly [key: string | Personal, node: Node]>
}

export interface List {
  readonly _tag: "List"
  readonly items: ReadonlyArray<Node>
}

export type Node = Personal | Public | Text | Held | Row | List

export interface LabelledDocument {
  /** Where it comes from, for the report. */
  readonly name: string
  readonly root: Node
  readonly fields?: ReadonlyArray<readonly [string, FieldClass]>
  readonly unknown?: "detect" | "mask"
  /** The agency wraps it: `{"status":…,"data":…,"total":…}`. */
  readonly wrapped?: boolean
}

/** Found by its key or its row. */
export const keyed = (personalData: VerdictClass, value: Personal["value"]): Personal => ({
  _tag: "Personal",
  personalData,
  group: "keyed",
  value
})
/** Found by itself, whatever the key. */
export const structured = (personalData: VerdictClass, value: Personal["value"]): Personal => ({
  _tag: "Personal",
  personalData,
  group: "structured",
  value
})
export const classified = (personalData: VerdictClass, value: Personal["value"]): Personal => ({
  _tag: "Personal",
  personalData,
  group: "classified",
  value
})
export const open = (value: Public["value"]): Public => ({ _tag: "Public", value })
export const openLexeme = (lexeme: string): Public => ({ _tag: "Public", value: Number(lexeme), lexeme })
export const text = (...parts: ReadonlyArray<string | Personal>): Text => ({ _tag: "Text", parts })
export const held = (node: Node): Held => ({ _tag: "Held", node })
export const list = (items: ReadonlyArray<Node>): List => ({ _tag: "List", items })
export const members = (entries: ReadonlyArray<readonly [string | Personal, Node]>): Row => ({ _tag: "Row", members: entries })

type Loose = Node | string | number | bigint | boolean | null | ReadonlyArray<Loose> | { readonly [key: string]: Loose }

const isNode = (value: Exclude<Loose, string | number | bigint | boolean | null>): value is Node => "_tag" in value

/** A row in which all that is not labelled is public. */
export const nodeOf = (value: Loose): Node => {
  if (typeof value !== "object" || value === null) return open(value)
  if (Array.isArray(value)) return list(value.map(nodeOf))
  if (isNode(value as Node)) return value as Node
  return members(Object.entries(value as { readonly [key: string]: Loose }).map(([key, inner]) => [key, nodeOf(inner)] as const))
}

export const rows = (values: ReadonlyArray<{ readonly [key: string]: Loose }>): List => list(values.map(nodeOf))

const quote = (value: string): string => JSON.stringify(value)
const scalar = (value: Public["value"]): string => typeof value === "string" ? quote(value) : String(value)

/** The document as JSON text. */
export const render = (node: Node): string => {
  switch (node._tag) {
    case "Personal":
      return scalar(node.value)
    case "Public":
      return node.lexeme ?? scalar(node.value)
    case "Text":
      return quote(node.parts.map((part) => typeof part === "string" ? part : String(part.value)).join(""))
    case "Held":
      return quote(render(node.node))
    case "List":
      return `[${node.items.map(render).join(",")}]`
    case "Row":
      return `{${
        node.members.map(([key, inner]) => `${quote(typeof key === "string" ? key : String(key.value))}:${render(inner)}`).join(",")
      }}`
  }
}
