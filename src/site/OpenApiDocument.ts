/**
 * The gateway's own OpenAPI 3.1 document, derived from `Api`: its wildcard is named as OpenAPI needs it, servers are
 * filled in, and `OpenApiAnswers` adds what the schemas of `api/` cannot say.
 */
import { OpenApi } from "effect/http-api"
import { isDeepStrictEqual } from "node:util"
import { Api } from "../api/Api.ts"
import type { Limits } from "../domain/Limits.ts"
import { completeOperation, sharedComponents } from "./OpenApiAnswers.ts"
import type { Operation } from "./Operation.ts"

export interface OpenApiDocument {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly [key: string]: unknown
}

const wildcard = /\/\*$/

/** What the rest of a path is, where it is not the data's own. */
const rests: Readonly<Record<string, string>> = {
  "status.badge": "`{opd}.svg`, or `{opd}/{dataset}/{path}.svg` of an endpoint, `{opd}/{dataset}.svg` of a dataset's root."
}

/** OpenAPI has no wildcard: the rest of the path becomes one parameter, which may hold slashes. */
const named = (operation: Operation): Operation => ({
  ...operation,
  ...(operation.parameters === undefined ? {} : {
    parameters: operation.parameters.map((parameter) =>
      parameter.name === "*"
        ? {
          ...parameter,
          name: "path",
          required: true,
          description: rests[operation.operationId ?? ""] ?? "Zero or more segments inside the dataset."
        }
        : parameter
    )
  })
})

const reference = "#/components/schemas/"
const suffix = /_\d+$/

/** A schema that is used with another status gets a name of its own; those that are equal to the first become it again. */
const withoutRepeats = (document: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec => {
  const { schemas } = document.components
  const repeated = new Set(
    Object.keys(schemas).filter((name) => suffix.test(name) && isDeepStrictEqual(schemas[name], schemas[name.replace(suffix, "")]))
  )
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => !repeated.has(name)))
  return JSON.parse(
    JSON.stringify({ ...document, components: { ...document.components, schemas: kept } }),
    (key, value) => {
      const name = key === "$ref" ? String(value).slice(reference.length) : ""
      return repeated.has(name) ? `${reference}${name.replace(suffix, "")}` : value
    }
  )
}

export const openApiDocument = (facts: Limits & { readonly publicUrl: string }): OpenApiDocument => {
  const document = withoutRepeats(OpenApi.fromApi(Api))
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [path, item] of Object.entries(document.paths)) {
    const operations: Record<string, Operation> = {}
    for (const [method, operation] of Object.entries(item)) operations[method] = completeOperation(named(operation as Operation), facts)
    paths[path.replace(wildcard, "/{path}")] = operations
  }
  return { ...document, components: { ...document.components, ...sharedComponents(facts) }, servers: [{ url: facts.publicUrl }], paths }
}
