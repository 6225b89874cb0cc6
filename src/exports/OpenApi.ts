/**
 * The registry, or a part of it, as an OpenAPI document of version 3.0 or 3.1: a path for each endpoint.
 *
 * `/openapi.json` describes the gateway's own routes with one generic data route; this has every endpoint by itself.
 */
import { productVersion } from "../domain/Version.ts"
import type { OpenApiVersion } from "./DataSchema.ts"
import {
  aggregateCodes,
  aggregateOperation,
  openApiPath,
  presetOperation,
  readCodes,
  readOperation,
  tagOf,
  tokenOperation
} from "./OpenApiOperations.ts"
import { aggregateSchemas, answerHeaders, dataSchemas, type Json, problemResponses, tokenSchemas } from "./OpenApiSchemas.ts"
import { byDataset, type Facts, licenseAddress, licenseOf, type Selection, titleOf } from "./Published.ts"
import { questionComponents, takesQuestions } from "./Questions.ts"
import { aboutAggregate, aboutAll, aboutBearer, aboutToken, both, headerWords } from "./Wording.ts"

const licenseOfPart = ({ endpoints }: Selection, version: OpenApiVersion, publicUrl: string): Json => {
  const [license, ...others] = new Set(endpoints.map(licenseOf))
  if (license === undefined || others.length > 0) {
    return { name: "Lisensi tertera pada setiap dataset / Each dataset states its license", url: `${publicUrl}/v4/gateway` }
  }
  return version === "3.1.0"
    ? { name: license, identifier: license }
    : { name: license, url: licenseAddress(license) ?? `${publicUrl}/v4/gateway` }
}

const tagsOf = ({ endpoints, kind, presets }: Selection, facts: Facts): ReadonlyArray<Json> => [
  ...[...byDataset(endpoints).values()].flatMap(([first]) =>
    first === undefined
      ? []
      : [{
        name: tagOf(first),
        description: `${first.dataset.title}. ${first.agency.name}.${
          first.dataset.license === undefined ? "" : ` Lisensi / License: ${first.dataset.license}.`
        }`
      }]
  ),
  ...(kind === "city" ? [{ name: "aggregate", description: aboutAggregate }] : []),
  ...(presets.length === 0 ? [] : [{ name: "preset", description: both("Agregat siap pakai.", "Ready-made aggregates.") }]),
  ...(kind === "city" ? [{ name: "oauth", description: aboutToken(facts) }] : [])
]

const pathsOf = (selection: Selection, facts: Facts, version: OpenApiVersion): Json => ({
  ...Object.fromEntries(selection.endpoints.map((endpoint) => [openApiPath(endpoint), { get: readOperation(endpoint, facts, version) }])),
  ...(selection.kind === "city" ? { "/api/v4/gateway/aggregate": { post: aggregateOperation(selection.endpoints) } } : {}),
  ...Object.fromEntries(selection.presets.map((preset) => [`/api/v4/gateway/preset/${preset.slug}`, { get: presetOperation(preset) }])),
  ...(selection.kind === "city" ? { "/oauth/token": { post: tokenOperation(facts) } } : {})
})

const scopesOf = ({ endpoints, presets }: Selection): Json =>
  Object.fromEntries([...endpoints, ...presets].map(({ scope, title }) => [scope, title]))

const fixedHeader = (name: string, description: string): Json => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string" },
  example: "application/json"
})

export const openApi = (version: OpenApiVersion, selection: Selection, facts: Facts): Json => {
  const { publicUrl } = facts
  const { endpoints } = selection
  const isCity = selection.kind === "city"
  return {
    openapi: version,
    info: {
      title: titleOf(selection),
      version: productVersion,
      description: aboutAll(facts),
      contact: { name: "gapura", url: `${publicUrl}/v4/gateway` },
      license: licenseOfPart(selection, version, publicUrl)
    },
    servers: [{ url: publicUrl, description: "gapura" }],
    externalDocs: { description: "Katalog / Catalogue", url: `${publicUrl}/v4/gateway` },
    tags: tagsOf(selection, facts),
    paths: pathsOf(selection, facts, version),
    components: {
      schemas: { ...dataSchemas, ...(isCity ? { ...aggregateSchemas, ...tokenSchemas } : {}) },
      responses: problemResponses(isCity ? aggregateCodes : readCodes, facts),
      headers: answerHeaders,
      parameters: {
        Accept: fixedHeader("Accept", headerWords.accept),
        ContentType: fixedHeader("Content-Type", headerWords.contentType),
        ...(endpoints.some((one) => takesQuestions(one, facts.dictionaryOf(one), facts.sampleOf(one))) ? questionComponents : {})
      },
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: aboutBearer(facts) },
        clientCredentials: {
          type: "oauth2",
          description: aboutToken(facts),
          flows: { clientCredentials: { tokenUrl: `${publicUrl}/oauth/token`, scopes: scopesOf(selection) } }
        },
        ...(isCity
          ? {
            client: {
              type: "http",
              scheme: "basic",
              description: both("Pengenal dan rahasia aplikasi.", "The client's identifier and secret.")
            }
          }
          : {})
      }
    }
  }
}
