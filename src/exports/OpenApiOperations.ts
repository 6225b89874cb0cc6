/** One OpenAPI operation for each request that is exported. */
import { maxBodyBytes } from "../domain/Aggregate.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { Preset } from "../domain/Preset.ts"
import { codesOf } from "../domain/Problem.ts"
import { uriTemplate } from "../domain/UriTemplate.ts"
import { aggregateExample } from "./AggregateExample.ts"
import { envelopeSchema, type OpenApiVersion } from "./DataSchema.ts"
import { liveContent } from "./LiveFeed.ts"
import { headerRefs, type Json, problemRefs, ref } from "./OpenApiSchemas.ts"
import { exampleOf, type Facts, parametersOf } from "./Published.ts"
import { mayBeTable, mayHavePositions, questionContent, questionRefs, takesQuestions } from "./Questions.ts"
import { aboutAggregate, aboutEndpoint, aboutPreset, aboutToken, both, headerWords } from "./Wording.ts"

/** What a well-formed request may hear. */
export const readCodes = codesOf("anywhere", "data")
const presetCodes = codesOf("anywhere", "data", "entries")
export const aggregateCodes = [...presetCodes, ...codesOf("body")]

const security = (
  scope: string | undefined
): ReadonlyArray<Json> => [{ token: [] }, { clientCredentials: scope === undefined ? [] : [scope] }]
const successHeaders = headerRefs(
  "X-Request-Id",
  "X-Cache",
  "Age",
  "Cache-Status",
  "Cache-Control",
  "RateLimit",
  "RateLimit-Policy",
  "ETag"
)
const notModified: Json = {
  description: both("Belum berubah sejak `If-None-Match`.", "Unchanged since `If-None-Match`."),
  headers: headerRefs("X-Request-Id", "ETag")
}

const lines: Json = { schema: { type: "string", description: "Satu butir per baris. / One item a line." } }
const table: Json = { schema: { type: "string", description: "Tabel untuk data berupa daftar. / A table, for list data." } }

/** OpenAPI has `{name}` where the registry has `:name`. */
export const openApiPath = (endpoint: Endpoint): string => `/api/v4/gateway/${uriTemplate(endpoint.route)}`

export const tagOf = ({ agency, dataset }: Endpoint): string => `${agency.slug}/${dataset.slug}`

/** A dot of a segment is a colon there, where no segment has one: each route has an id of its own. */
const idOf = (route: string): string => route.replaceAll(".", ":").replaceAll("/", ".")

export const readOperation = (endpoint: Endpoint, facts: Facts, version: OpenApiVersion): Json => {
  const sample = facts.sampleOf(endpoint)
  const fields = facts.dictionaryOf(endpoint)
  const isAsked = takesQuestions(endpoint, fields, sample)
  return {
    operationId: idOf(endpoint.route),
    summary: endpoint.title,
    description: aboutEndpoint(endpoint),
    tags: [tagOf(endpoint)],
    ...(endpoint.deprecated === undefined ? {} : { deprecated: true }),
    "x-scope": endpoint.scope,
    "x-private": endpoint.private,
    security: security(endpoint.scope),
    parameters: [
      ...parametersOf(endpoint).map((name) => ({
        name,
        in: "path",
        required: true,
        description: headerWords.path(name),
        schema: { type: "string" },
        example: exampleOf(endpoint, name)
      })),
      ...endpoint.query.map((name) => ({
        name,
        in: "query",
        required: false,
        description: headerWords.query(endpoint, name),
        schema: { type: "string" },
        ...(endpoint.examples[name] === undefined ? {} : { example: endpoint.examples[name] })
      })),
      ...(isAsked ? questionRefs : []),
      ref("parameters", "Accept"),
      ref("parameters", "ContentType")
    ],
    responses: {
      "200": {
        description: both("Berhasil.", "Success."),
        headers: successHeaders,
        content: {
          "application/json": {
            schema: envelopeSchema(fields, version),
            ...(sample === undefined ? {} : { example: sample })
          },
          "application/x-ndjson": lines,
          ...(mayBeTable(fields, sample) ? { "text/csv": table } : {}),
          ...(isAsked ? questionContent(mayHavePositions(endpoint, fields, sample)) : {}),
          ...(endpoint.live === undefined ? {} : liveContent)
        }
      },
      "304": notModified,
      ...problemRefs(readCodes)
    }
  }
}

const aggregateAnswer: Json = {
  description: both("Berhasil, minimal satu entri.", "Success of at least one entry."),
  headers: successHeaders,
  content: { "application/json": { schema: ref("schemas", "AggregateEnvelope") }, "application/x-ndjson": lines }
}

export const presetOperation = ({ private: isPrivate, scope, slug, title }: Preset): Json => ({
  operationId: `preset.${slug}`,
  summary: title,
  description: aboutPreset(title, scope, isPrivate),
  tags: ["preset"],
  "x-scope": scope,
  "x-private": isPrivate,
  security: security(scope),
  parameters: [ref("parameters", "Accept"), ref("parameters", "ContentType")],
  responses: { "200": aggregateAnswer, "304": notModified, ...problemRefs(presetCodes) }
})

export const aggregateOperation = (endpoints: ReadonlyArray<Endpoint>): Json => ({
  operationId: "aggregate",
  summary: "Beberapa rute data sekaligus",
  description: `${aboutAggregate}\n\nIsi paling besar ${maxBodyBytes / 1024} KiB. / At most ${maxBodyBytes / 1024} KiB.`,
  tags: ["aggregate"],
  security: security(undefined),
  parameters: [ref("parameters", "Accept")],
  requestBody: {
    required: true,
    content: { "application/json": { schema: ref("schemas", "AggregateRequest"), example: aggregateExample(endpoints) } }
  },
  responses: {
    "200": aggregateAnswer,
    ...problemRefs(aggregateCodes)
  }
})

const tokenFailure = (description: string): Json => ({
  description,
  content: { "application/json": { schema: ref("schemas", "TokenError") } }
})

export const tokenOperation = (facts: Facts): Json => ({
  operationId: "token",
  summary: "Token untuk aplikasi pemerintah",
  description: aboutToken(facts),
  tags: ["oauth"],
  security: [{ client: [] }, {}],
  requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema: ref("schemas", "TokenRequest") } } },
  responses: {
    "200": {
      description: both("Token baru.", "A new token."),
      content: { "application/json": { schema: ref("schemas", "TokenResponse") } }
    },
    "400": tokenFailure(both("Permintaan salah (RFC 6749).", "A faulty request (RFC 6749).")),
    "401": tokenFailure(both("Aplikasi tidak dikenal atau rahasianya salah.", "An unknown client or a wrong secret.")),
    "413": tokenFailure(both("Isi terlalu besar.", "The body is too large.")),
    "429": tokenFailure(both("Terlalu banyak permintaan token.", "Too many token requests."))
  }
})
