/**
 * The classification of a dataset that is typed: an Effect Schema of the agency's body whose fields are annotated,
 * `Schema.String.annotate({ personalData: "nik" })`, read into the same paths that a registry file writes.
 *
 * An annotation holds for everything inside, `public` exempts, and a field without one is left to the detectors (or
 * masked, under `unknown: mask`). What counts is the form in which the agency sends it, before any transformation.
 *
 * Gotchas: an annotation on the key (`annotateKey`) counts too. A schema that contains itself gives paths with `**`.
 */
import { Schema, SchemaAST } from "effect"
import { FieldClass } from "./PersonalData.ts"

declare module "effect/Schema" {
  // oxlint-disable-next-line no-shadow -- how Effect lets annotations be declared
  namespace Annotations {
    // oxlint-disable-next-line no-shadow
    interface Annotations {
      /** The class of personal data that the value is, or `public`. */
      readonly personalData?: FieldClass | undefined
    }
  }
}

type Field = readonly [path: string, fieldClass: FieldClass]

const plainKey = /^[^.[\]*\s"]+$/u
const quoted = (key: string): string => `["${key.replace(/[\\"]/g, String.raw`\$&`)}"]`
const under = (prefix: string, key: string): string => plainKey.test(key) ? `${prefix}.${key}` : `${prefix}${quoted(key)}`

const isClass = Schema.is(FieldClass)

/** The class that an annotation names; a mistyped one must not leave a person's field open. */
const classOf = (ast: SchemaAST.AST, path: string): FieldClass | undefined => {
  const named = SchemaAST.resolve(ast)?.["personalData"] ?? ast.context?.annotations?.["personalData"]
  if (named === undefined || isClass(named)) return named
  throw new TypeError(`\`${path}\` is annotated with a class of personal data that does not exist`)
}

const encodedOf = (ast: SchemaAST.AST): SchemaAST.AST => ast.encoding === undefined ? ast : SchemaAST.toEncoded(ast)

const walk = (ast: SchemaAST.AST, path: string, above: ReadonlyMap<SchemaAST.AST, string>): ReadonlyArray<Field> => {
  const fieldClass = classOf(ast, path)
  const own: ReadonlyArray<Field> = fieldClass === undefined ? [] : [[path, fieldClass]]
  const node = encodedOf(ast)
  const inside = ((): ReadonlyArray<Field> => {
    switch (node._tag) {
      case "Objects":
        return [
          ...node.propertySignatures.flatMap(({ name, type }) => typeof name === "string" ? walk(type, under(path, name), above) : []),
          ...node.indexSignatures.flatMap(({ type }) => walk(type, `${path}.*`, above))
        ]
      case "Arrays":
        return [...node.elements, ...node.rest].flatMap((item) => walk(item, `${path}[]`, above))
      case "Union":
        return node.types.flatMap((type) => walk(type, path, above))
      case "Suspend": {
        const inner = node.thunk()
        const first = above.get(inner)
        if (first === undefined) return walk(inner, path, new Map([...above, [inner, path]]))
        // It repeats at any depth from here: its own fields, below a place that may be anywhere.
        return path.includes("**") ? [] : walk(inner, `${path}.**`, new Map(above))
      }
      default:
        return []
    }
  })()
  return [...own, ...inside]
}

/** Where the body's root stands in a path: an object with a `data` key is read as it is, anything else is the data. */
const rootOf = (ast: SchemaAST.AST): string => {
  const node = encodedOf(ast)
  return node._tag === "Objects" && node.propertySignatures.some(({ name }) => name === "data") ? "" : "data"
}

/** @returns paths as a registry's `fields` has them, each once; the first class named for a path holds */
export const fieldsOfSchema = (schema: Schema.Constraint): ReadonlyArray<Field> => {
  const found = new Map<string, FieldClass>()
  for (const [path, fieldClass] of walk(schema.ast, rootOf(schema.ast), new Map())) {
    const trimmed = path.startsWith(".") ? path.slice(1) : path
    if (!found.has(trimmed)) found.set(trimmed, fieldClass)
  }
  return [...found]
}
