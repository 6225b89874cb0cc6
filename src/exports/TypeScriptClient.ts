/**
 * The registry, or a part of it, as a client in one TypeScript file without dependencies. Its types are those of the
 * OpenAPI document of the same part, so whatever that learns of an endpoint's data, the client says too.
 */
import { problemCodes, problems } from "../domain/Problem.ts"
import { productVersion } from "../domain/Version.ts"
import { clientRuntime } from "./ClientRuntime.ts"
import { openApi } from "./OpenApi.ts"
import { aggregateSchemas, type Json } from "./OpenApiSchemas.ts"
import { type Facts, type Selection, titleOf } from "./Published.ts"
import { questionParameters } from "./Questions.ts"
import { commentText, isJson, memberName, referredName, typeOf } from "./TypeScriptTypes.ts"

const dataPrefix = "/api/v4/gateway/"
const presetPrefix = `${dataPrefix}preset/`
/** Its own types keep their names, whatever a schema is called. */
const options = { comments: true, prefix: "Schema" }

const memberOf = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce<unknown>((found, name) => isJson(found) ? found[name] : undefined, value)
const listOf = (value: unknown): ReadonlyArray<Json> => Array.isArray(value) ? value.filter(isJson) : []

const resolved = (document: Json, schema: unknown): unknown => {
  const reference = memberOf(schema, "$ref")
  return typeof reference === "string" ? memberOf(document, ...reference.split("/").slice(1)) : schema
}

/** The schema of a member of an answer, wherever the answer's own schema says most of it: the last of `allOf` knows best. */
const answerMember = (document: Json, schema: unknown, name: string): unknown => {
  const found = resolved(document, schema)
  return listOf(memberOf(found, "allOf")).reduce<unknown>(
    (best, part) => answerMember(document, part, name) ?? best,
    memberOf(found, "properties", name)
  )
}

const parametersOf = (operation: Json, place: string): string => {
  const members = listOf(operation["parameters"]).filter((parameter) => parameter["in"] === place).map((parameter) => {
    const schema = typeOf(parameter["schema"], options)
    // What an address holds is text in any case.
    const type = schema === "string" ? "Scalar" : schema
    const name = memberName(String(parameter["name"]))
    return parameter["required"] === true ? `readonly ${name}: ${type}` : `readonly ${name}?: ${type} | undefined`
  })
  return members.length === 0 ? "None" : `{ ${members.join("; ")} }`
}

const dataSchema = (document: Json, operation: Json): unknown =>
  answerMember(document, memberOf(operation, "responses", "200", "content", "application/json", "schema"), "data")

const endpointType = (document: Json, path: string, operation: Json): string => {
  const about = `${operation["deprecated"] === true ? "@deprecated " : ""}${commentText(String(operation["summary"] ?? ""))} (${
    commentText(String(operation["x-scope"] ?? ""))
  })${operation["x-private"] === true ? " Privat / private." : ""}`
  return `  /** ${about} */\n  readonly ${JSON.stringify(path.slice(dataPrefix.length))}: {
    readonly params: ${parametersOf(operation, "path")}
    readonly query: ${parametersOf(operation, "query")}
    readonly data: ${typeOf(dataSchema(document, operation), options, "    ")}
  }`
}

/** Schemas of the document that the types refer to, and those that they refer to themselves. */
const referredTypes = (document: Json, roots: unknown): string => {
  const found = new Map<string, string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) { for (const one of value) visit(one) }
    if (!isJson(value)) return
    for (const [name, member] of Object.entries(value)) {
      if (name !== "$ref" || typeof member !== "string") visit(member)
      else if (!found.has(member)) {
        const schema = resolved(document, value)
        found.set(member, `export type ${referredName(member, options)} = ${typeOf(schema, options)}\n`)
        visit(schema)
      }
    }
  }
  visit(roots)
  return [...found.values()].join("")
}

const problemTypes = `interface ProblemOf<Code extends string, Status extends number> {
  readonly type: string
  /** English. */
  readonly title: string
  readonly status: Status
  /** What was wrong here. */
  readonly detail: string
  readonly instance: string
  readonly code: Code
  /** Indonesian. */
  readonly message: string
  /** Name it in a report. */
  readonly requestId: string
  /** Of an aggregate's entry: seconds until the next try. */
  readonly retryAfter?: number
}

/** Every error that the gateway answers, told apart by its code. */
export type Problem =
${
  problemCodes.map((code) =>
    `  /** ${commentText(problems[code].title)} */\n  | ProblemOf<${JSON.stringify(code)}, ${problems[code].status}>`
  )
    .join("\n")
}
`

/** What rows are asked for; the form of the answer is the client's own. */
const questionType = `/** A question about the rows of list data. */
export interface Question {
${
  questionParameters.filter(({ name }) => name !== "$format").map(({ description, name, schema }) =>
    `  /** ${commentText(String(description))} */\n  readonly ${memberName(String(name))}?: ${typeOf(schema, options)} | undefined`
  ).join("\n")
}
}
`

export const typeScriptClient = (selection: Selection, facts: Facts): string => {
  const document = openApi("3.1.0", selection, facts)
  const operations = Object.entries(isJson(document["paths"]) ? document["paths"] : {}).flatMap(([path, item]) => {
    const operation = memberOf(item, "get")
    return isJson(operation) && path.startsWith(dataPrefix) ? [[path, operation] as const] : []
  })
  const endpoints = operations.filter(([path]) => !path.startsWith(presetPrefix))
  const presets = operations.flatMap(([path]) => path.startsWith(presetPrefix) ? [JSON.stringify(path.slice(presetPrefix.length))] : [])
  const types = `/** Every endpoint by its route: what its address takes, and the data that it answers. */
export interface Endpoints {
${endpoints.map(([path, operation]) => endpointType(document, path, operation)).join("\n")}
}
`
  return `/**
 * ${commentText(titleOf(selection))}: klien TypeScript / TypeScript client, gapura ${productVersion}.
 *
 * const api = createClient({ token })
 * const answer = await api.get(${JSON.stringify(endpoints[0]?.[0].slice(dataPrefix.length) ?? "")})
 * if (answer.ok) console.log(answer.data)
 * else console.error(answer.problem.code, answer.problem.detail)
 *
 * Ditulis dari ${facts.publicUrl}/v4/gateway; jangan disunting. / Written from there; do not edit.
 * Tipe adalah janji gerbang, tidak diperiksa saat berjalan. / Types are what the gateway promises; nothing is checked at run time.
 */

const publicUrl = ${JSON.stringify(facts.publicUrl)}

export type Meta = ${typeOf(answerMember(document, { $ref: "#/components/schemas/Envelope" }, "meta"), options)}
export type AggregateMeta = ${typeOf(memberOf(aggregateSchemas, "AggregateEnvelope", "properties", "meta"), options)}
export type Presets = ${presets.join(" | ") || "never"}

${types}${referredTypes(document, endpoints.map(([, operation]) => dataSchema(document, operation)))}
${questionType}${problemTypes}${clientRuntime}`
}
