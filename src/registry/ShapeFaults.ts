/** A Schema issue of the registry file, flattened: one path and one reason for each fault. */
import type { SchemaAST, SchemaIssue } from "effect"
import { nearest } from "../domain/Nearest.ts"
import type { Path } from "./YamlSource.ts"

export interface ShapeFault {
  readonly path: Path
  readonly reason: string
}

const annotated = (annotations: { readonly [key: string]: unknown } | undefined, key: string): string | undefined => {
  const found = annotations?.[key]
  return typeof found === "string" ? found : undefined
}

const unknownKey = (ast: SchemaAST.AST, path: Path): string => {
  const known = ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []
  const [similar] = nearest(known, String(path.at(-1)), 1)
  return similar === undefined ? `is not a key here; there are ${known.join(", ")}` : `is not a key here; did you mean \`${similar}\`?`
}

const typeName = (ast: SchemaAST.AST): string =>
  ast._tag === "Objects" ? "a mapping of keys to values" : ast._tag === "Arrays" ? "a list" : "a value of another type"

export const shapeFaults = (issue: SchemaIssue.Issue, path: Path = [], reason?: string): ReadonlyArray<ShapeFault> => {
  switch (issue._tag) {
    case "Pointer":
      return shapeFaults(issue.issue, [...path, ...issue.path], reason)
    case "Encoding":
      return shapeFaults(issue.issue, path, reason)
    case "Filter":
      return shapeFaults(issue.issue, path, annotated(issue.filter.annotations, "message") ?? reason)
    case "Composite":
    case "AnyOf":
      return issue.issues.flatMap((inner) => shapeFaults(inner, path, reason))
    case "UnexpectedKey":
      return [{ path, reason: unknownKey(issue.ast, path) }]
    case "MissingKey":
      return [{ path, reason: annotated(issue.annotations, "messageMissingKey") ?? "is missing" }]
    case "InvalidType":
      return [{ path, reason: reason ?? `must be ${typeName(issue.ast)}` }]
    case "InvalidValue":
      return [{ path, reason: annotated(issue.annotations, "message") ?? reason ?? "is not valid" }]
    case "Forbidden":
    case "OneOf":
      return [{ path, reason: reason ?? "is not valid" }]
  }
}
