/**
 * The gateway's own OpenAPI 3.1 document, derived from `Api`: its wildcard is named as OpenAPI needs it, and security
 * and servers are filled in.
 */
import { OpenApi } from "effect/http-api"
import { isDeepStrictEqual } from "node:util"
import { Api } from "../api/Api.ts"

export interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: ReadonlyArray<string>
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string; readonly required?: boolean; readonly description?: string }>
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>
  readonly security?: ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>>
}

export interface OpenApiDocument {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly [key: string]: unknown
}

const wildcard = /\/\*$/

/** OpenAPI has no wildcard: the rest of the path becomes one parameter, which may hold slashes. */
const named = (operation: Operation): Operation => ({
  ...operation,
  ...(operation.parameters === undefined ? {} : {
    parameters: operation.parameters.map((parameter) =>
      parameter.name === "*"
        ? { ...parameter, name: "path", required: true, description: "Zero or more segments inside the dataset." }
        : parameter
    )
  })
})

const reference = "#/components/schemas/"
const suffix = /_\d+$/

/** A schema that is used with another status gets a name of its own; those that are equal to the first become it again. */
const withoutRepeats = (document: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec => {
  const { schemas } = document.components
  const repeated = new Set(Object.keys(schemas).filter((name) => suffix.test(name) && isDeepStrictEqual(schemas[name], schemas[name.replace(suffix, "")])))
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => !repeated.has(name)))
  return JSON.parse(
    JSON.stringify({ ...document, components: { ...document.components, schemas: kept } }),
    (key, value) => {
      const name = key === "$ref" ? String(value).slice(reference.length) : ""
      return repeated.has(name) ? `${reference}${name.replace(suffix, "")}` : value
    }
  )
}

export const openApiDocument = (publicUrl: string): OpenApiDocument => {
  const document = withoutRepeats(OpenApi.fromApi(Api))
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [path, item] of Object.entries(document.paths)) {
    const operations: Record<string, Operation> = {}
    for (const [method, operation] of Object.entries(item)) operations[method] = named(operation as Operation)
    paths[path.replace(wildcard, "/{path}")] = operations
  }
  return { ...document, servers: [{ url: publicUrl }], paths }
}
