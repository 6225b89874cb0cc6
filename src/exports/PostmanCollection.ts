/**
 * The registry, or a part of it, as an API-client collection of format 2.1: folders by agency and dataset.
 *
 * Only the variable `token` has to be filled in; with `client_id` and `client_secret` the first request obtains the
 * token itself, and without them it is skipped. Query parameters are listed but switched off.
 */
import type { Endpoint } from "../domain/Endpoint.ts"
import type { Preset } from "../domain/Preset.ts"
import { aggregateExample } from "./AggregateExample.ts"
import type { Json } from "./OpenApiSchemas.ts"
import { byDataset, exampleOf, type Facts, parametersOf, type Selection, titleOf } from "./Published.ts"
import { aboutAggregate, aboutAll, aboutEndpoint, aboutPreset, aboutToken, headerWords } from "./Wording.ts"

const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

/** As the route's documentation lists them. */
const headers: ReadonlyArray<Json> = [
  { key: "Accept", value: "application/json", type: "text", description: headerWords.accept },
  { key: "Content-Type", value: "application/json", type: "text", description: headerWords.contentType }
]

const script = (listen: "test" | "prerequest", ...exec: ReadonlyArray<string>): Json => ({
  listen,
  script: { type: "text/javascript", exec }
})

const urlOf = (path: ReadonlyArray<string>, more: Json = {}): Json => ({
  raw: `{{base_url}}/${path.join("/")}`,
  host: ["{{base_url}}"],
  path,
  ...more
})

const requestOf = (endpoint: Endpoint): Json => {
  const parameters = parametersOf(endpoint)
  const path = [
    "api",
    "v4",
    "gateway",
    endpoint.agency.slug,
    endpoint.dataset.slug,
    ...endpoint.segments.map((segment) => segment._tag === "Literal" ? segment.value : `:${segment.name}`)
  ]
  return {
    method: "GET",
    header: headers,
    description: aboutEndpoint(endpoint),
    url: urlOf(path, {
      ...(parameters.length === 0
        ? {}
        : { variable: parameters.map((key) => ({ key, value: exampleOf(endpoint, key), description: headerWords.path(key) })) }),
      ...(endpoint.query.length === 0 ? {} : {
        query: endpoint.query.map((key) => ({
          key,
          value: endpoint.examples[key] ?? "",
          description: headerWords.query(endpoint, key),
          disabled: true
        }))
      })
    })
  }
}

const itemOf = (endpoint: Endpoint, facts: Facts): Json => {
  const request = requestOf(endpoint)
  const sample = facts.sampleOf(endpoint)
  return {
    name: endpoint.title,
    request,
    response: sample === undefined ? [] : [{
      name: "200",
      originalRequest: request,
      status: "OK",
      code: 200,
      _postman_previewlanguage: "json",
      header: [{ key: "Content-Type", value: "application/json; charset=utf-8" }],
      body: JSON.stringify(sample, null, 2)
    }]
  }
}

const presetItem = ({ private: isPrivate, scope, slug, title }: Preset): Json => ({
  name: title,
  request: {
    method: "GET",
    header: headers,
    description: aboutPreset(title, scope, isPrivate),
    url: urlOf(["api", "v4", "gateway", "preset", slug])
  },
  response: []
})

const aggregateItem = (endpoints: ReadonlyArray<Endpoint>): Json => ({
  name: "Agregat",
  request: {
    method: "POST",
    header: headers,
    description: aboutAggregate,
    url: urlOf(["api", "v4", "gateway", "aggregate"]),
    body: { mode: "raw", raw: JSON.stringify(aggregateExample(endpoints), null, 2), options: { raw: { language: "json" } } }
  },
  response: []
})

const tokenItem = (facts: Facts): Json => ({
  name: "Token aplikasi",
  event: [
    script("prerequest", "if (!pm.variables.get('client_id')) pm.execution.skipRequest()"),
    script("test", "if (pm.response.code === 200) pm.collectionVariables.set('token', pm.response.json().access_token)")
  ],
  request: {
    auth: { type: "noauth" },
    method: "POST",
    header: [{ key: "Content-Type", value: "application/x-www-form-urlencoded", type: "text" }],
    description: aboutToken(facts),
    url: urlOf(["oauth", "token"]),
    body: {
      mode: "urlencoded",
      urlencoded: [["grant_type", "client_credentials"], ["client_id", "{{client_id}}"], ["client_secret", "{{client_secret}}"], [
        "scope",
        "*"
      ]].map(([key, value]) => ({ key, value, type: "text" }))
    }
  },
  response: []
})

const folder = (name: string, item: ReadonlyArray<Json>): Json => ({ name, item })

const datasetFolders = (endpoints: ReadonlyArray<Endpoint>, facts: Facts): ReadonlyArray<Json> =>
  [...byDataset(endpoints).values()].map((group) => folder(group[0]?.dataset.title ?? "", group.map((endpoint) => itemOf(endpoint, facts))))

const itemsOf = ({ endpoints, kind, presets }: Selection, facts: Facts): ReadonlyArray<Json> => {
  if (kind === "endpoint" || kind === "dataset") return endpoints.map((endpoint) => itemOf(endpoint, facts))
  if (kind === "agency") return datasetFolders(endpoints, facts)
  return [
    folder("Akses", [tokenItem(facts)]),
    ...(endpoints.length === 0 ? [] : [aggregateItem(endpoints)]),
    ...(presets.length === 0 ? [] : [folder("Preset", presets.map(presetItem))]),
    ...[...Map.groupBy(endpoints, ({ agency }) => agency.slug).values()].map((group) =>
      folder(group[0]?.agency.name ?? "", datasetFolders(group, facts))
    )
  ]
}

const variable = (key: string, value: string, description: string): Json => ({ key, value, type: "string", description })

export const postmanCollection = (selection: Selection, facts: Facts): Json => ({
  info: { name: titleOf(selection), description: aboutAll(facts), schema },
  auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
  event: [script("test", "pm.test('2xx', () => pm.expect(pm.response.code).to.be.within(200, 299))")],
  variable: [
    variable("base_url", facts.publicUrl, "Alamat gerbang / The gateway's address"),
    variable("token", "", "Token akses Anda / Your access token"),
    ...(selection.kind === "city"
      ? [
        variable("client_id", "", "Untuk aplikasi pemerintah / For government applications"),
        variable("client_secret", "", "Untuk aplikasi pemerintah / For government applications")
      ]
      : [])
  ],
  item: itemsOf(selection, facts)
})
