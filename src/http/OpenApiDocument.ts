/**
 * The gateway's own OpenAPI 3.1 document, derived from `Api`: its wildcard is named as OpenAPI needs it, and security
 * and servers are filled in.
 */
import { OpenApi } from "effect/http-api"
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

export const openApiDocument = (publicUrl: string): OpenApiDocument => {
  const document = OpenApi.fromApi(Api)
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [path, item] of Object.entries(document.paths)) {
    const operations: Record<string, Operation> = {}
    for (const [method, operation] of Object.entries(item)) operations[method] = named(operation as Operation)
    paths[path.replace(wildcard, "/{path}")] = operations
  }
  return { ...document, servers: [{ url: publicUrl }], paths }
}
