/** `/openapi.json` beside what the gateway really answers: every status, header and media type, with examples that fit. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { Catalogue, Summary } from "../../src/api/CatalogueApi.ts"
import { Introspection, TokenError, TokenResponse } from "../../src/api/OAuthApi.ts"
import { AgencyReport, CityStatus } from "../../src/api/StatusApi.ts"
import { Aggregate } from "../../src/domain/Aggregate.ts"
import { AggregateEnvelope, Envelope } from "../../src/domain/Envelope.ts"
import { mediaTypes } from "../../src/domain/Negotiation.ts"
import { problemCodes } from "../../src/domain/Problem.ts"
import { ProblemDetails } from "../../src/domain/ProblemDetails.ts"
import { faults, json } from "../support/AgencyServer.ts"
import { isRecord } from "../support/isRecord.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const city = yield* startCity({
    diskominfo: {
      "/internal/events": json({ data: [{ id: 1 }] }),
      "/portal-publik/berita": json({ data: [{ id: 2 }] }),
      "/internal/acara/rusak": faults.reset
    },
    variables: { RATE_LIMIT: "60", TOKEN_LIFETIME: "2 hours" }
  })
  const token = yield* Effect.promise(() => city.gateway.token({ scopes: publicScopes }))
  const document: unknown = yield* Effect.promise(async () => (await fetch(`${city.gateway.url}/openapi.json`)).json())
  return { ...city, token, document }
}))

type Json = Readonly<Record<string, unknown>>
const record = (value: unknown): Json => isRecord(value) ? value : {}
/** What stands at the place, references followed. */
const resolved = (value: unknown): Json => {
  const { $ref, ...rest } = record(value)
  return typeof $ref === "string"
    ? { ...resolved($ref.split("/").slice(1).reduce<unknown>((found, name) => record(found)[name], at().document)), ...rest }
    : rest
}
const operationAt = (path: string, method = "get") => record(record(record(record(at().document)["paths"])[path])[method])
const responseAt = (path: string, status: number | string, method?: string) =>
  resolved(record(operationAt(path, method)["responses"])[status])

/** Headers of every answer over HTTP/1.1, and CORS, that no document has to name. */
const unnamed = new RegExp(
  "^(?:content-security-policy|referrer-policy|x-frame-options|x-content-type-options|access-control-.*|connection|keep-alive|date"
    + "|transfer-encoding|content-type|content-length|content-encoding|vary|cache-control|pragma|server-timing|traceparent|x-request-id)$"
)

const read = "/api/v4/gateway/{opd}/{dataset}/{path}"
const aggregate = "/api/v4/gateway/aggregate"
const preset = "/api/v4/gateway/preset/{preset}"
const form = { "content-type": "application/x-www-form-urlencoded" }

describe("/openapi.json", () => {
  it("explains every error code that there is", () => {
    const responses = Object.values(record(record(record(at().document)["components"])["responses"]))
    const explained = responses.flatMap((response) =>
      Object.keys(record(record(record(record(response)["content"])["application/problem+json"])["examples"]))
    )
    assert.sameMembers(explained, [...problemCodes])
  })

  it("names the status, the media type and the headers of whatever the gateway answers", async () => {
    const { gateway, token } = at()
    const bearer = { authorization: `Bearer ${token}` }
    const body = JSON.stringify({
      strategy: "keyed",
      requests: [{ alias: "a", opd: "diskominfo", dataset: "portal-publik", path: "events" }]
    })
    const post = (type: string, text: string, more: Readonly<Record<string, string>> = {}): RequestInit => ({
      method: "POST",
      headers: { ...bearer, "content-type": type, ...more },
      body: text
    })
    const spent = await gateway.token({ scopes: publicScopes, application: "habis" })
    for (let n = 0; n < 60; n++) await (await gateway.get("diskominfo/portal-publik/events", spent)).arrayBuffer()
    const data = "/api/v4/gateway/diskominfo/portal-publik"
    const asked: ReadonlyArray<readonly [template: string, path: string, init: RequestInit, status: number]> = [
      [read, `${data}/events`, { headers: bearer }, 200],
      [read, `${data}/berita`, { headers: bearer }, 200],
      [read, `${data}/agenda-lama`, { headers: bearer }, 200],
      [read, `${data}/events`, { headers: { ...bearer, accept: "text/csv" } }, 200],
      [read, `${data}/events`, { headers: { ...bearer, accept: "application/x-ndjson" } }, 200],
      [read, `${data}/events`, { headers: { ...bearer, "if-none-match": "*" } }, 304],
      [read, `${data}/events;x`, { headers: bearer }, 400],
      [read, `${data}/events`, {}, 401],
      [read, "/api/v4/gateway/dinkes/faskes/pasien", { headers: bearer }, 403],
      [read, `${data}/tidak`, { headers: bearer }, 404],
      [read, `${data}/events`, { headers: { ...bearer, accept: "image/png" } }, 406],
      [read, `${data}/arsip`, { headers: bearer }, 410],
      [read, `${data}/events`, { headers: { authorization: `Bearer ${spent}` } }, 429],
      [read, `${data}/acara/rusak`, { headers: bearer }, 502],
      [aggregate, aggregate, post("application/json", body), 200],
      [aggregate, aggregate, post("application/json", body, { accept: "application/x-ndjson" }), 200],
      [aggregate, aggregate, post("application/json", "{"), 400],
      [aggregate, aggregate, post("text/plain", body), 415],
      [aggregate, aggregate, post("application/json", " ".repeat(70_000)), 413],
      [preset, "/api/v4/gateway/preset/ringkasan-kota", { headers: bearer }, 200],
      [preset, "/api/v4/gateway/preset/ringkasan-kota", { headers: { ...bearer, accept: "application/x-ndjson" } }, 200],
      [preset, "/api/v4/gateway/preset/tidak", { headers: bearer }, 404],
      [
        "/oauth/token",
        "/oauth/token",
        { method: "POST", headers: form, body: "grant_type=client_credentials&client_id=x&client_secret=y" },
        401
      ],
      ["/oauth/token", "/oauth/token", { method: "POST", headers: form, body: "a=1" }, 400],
      ["/oauth/introspect", "/oauth/introspect", { method: "POST", headers: form, body: `token=${"x".repeat(70_000)}` }, 413],
      ["/v4/gateway", "/v4/gateway", {}, 200],
      ["/v4/gateway", "/v4/gateway", { headers: { accept: "text/html" } }, 200],
      ["/v4/gateway", "/v4/gateway", { headers: { accept: "application/ld+json" } }, 200],
      ["/v4/gateway", "/v4/gateway?health=x", {}, 400],
      ["/v4/gateway/{opd}", "/v4/gateway/tidak", {}, 404],
      ["/v4/front/ringkasan", "/v4/front/ringkasan", {}, 200],
      ...["postman-2.1", "openapi-3.0", "openapi-3.1", "dcat-3", "typescript-client"].map((format) =>
        ["/v4/export/{format}", `/v4/export/${format}`, {}, 200] as const
      ),
      ["/v4/export/{format}", "/v4/export/postman-2.1", { headers: { "if-none-match": "*" } }, 304],
      ["/v4/export/{format}", "/v4/export/x", {}, 404],
      ["/problems/{code}", "/problems/gone", {}, 200],
      ["/.well-known/api-catalog", "/.well-known/api-catalog", {}, 200],
      ["/portal/status", "/portal/status", {}, 200],
      ["/portal/status/{opd}", "/portal/status/tidak", {}, 404]
    ]
    for (const [template, path, init, status] of asked) {
      const response = await fetch(`${gateway.url}${path}`, init)
      const what = `${init.method ?? "GET"} ${path} ${status}`
      assert.strictEqual(response.status, status, `${what} ${await response.clone().text()}`)
      const named = responseAt(template, status, init.method?.toLowerCase())
      assert.isString(named["description"], what)
      const type = response.headers.get("content-type")
      // Parameters of a type that say nothing of the schema need not be named.
      const bare = type?.replace(/; ?(?:charset|header|profile)=(?:"[^"]*"|[^;]*)/g, "")
      if (status !== 304) assert.property(record(named["content"]), bare ?? "", what)
      const headers = Object.keys(record(named["headers"])).map((name) => name.toLowerCase())
      const quota = status >= 400 ? /^(?:ratelimit|ratelimit-policy|link|link-template|deprecation|sunset)$/ : /^$/
      for (const name of response.headers.keys()) {
        if (!unnamed.test(name) && !quota.test(name) && status !== 304) assert.include(headers, name, what)
      }
      await response.arrayBuffer()
    }
  })

  const decoders: Readonly<Record<string, Schema.ConstraintDecoder<unknown>>> = {
    "gateway.read": Envelope,
    "gateway.aggregate": AggregateEnvelope,
    "gateway.preset": AggregateEnvelope,
    "oauth.token": TokenResponse,
    "oauth.introspect": Introspection,
    "catalogue.catalogue": Catalogue,
    "catalogue.agency": Catalogue,
    "catalogue.dataset": Catalogue,
    "catalogue.summary": Summary,
    "status.status": CityStatus,
    "status.agencyStatus": AgencyReport
  }

  it("has an example of every answer that is data and of every request's body, and each fits its schema", () => {
    const seen = new Set<string>()
    for (const [path, item] of Object.entries(record(record(at().document)["paths"]))) {
      for (const [method, value] of Object.entries(record(item))) {
        const operation = record(value)
        const id = String(operation["operationId"])
        const success = responseAt(path, "200", method)
        const decoder = decoders[id]
        const media = record(record(success["content"])["application/json"])
        if (decoder !== undefined) {
          seen.add(id)
          Schema.decodeUnknownSync(decoder, { onExcessProperty: "error" })(media["example"])
        }
        for (const [status, response] of Object.entries(record(operation["responses"]))) {
          for (const [type, content] of Object.entries(record(resolved(response)["content"]))) {
            if (type !== "application/problem+json") continue
            for (const example of Object.values(record(record(content)["examples"]))) {
              assert.strictEqual(
                Schema.decodeUnknownSync(ProblemDetails, { onExcessProperty: "error" })(record(example)["value"]).status,
                Number(status)
              )
            }
          }
          if (id.startsWith("oauth.") && status !== "200" && status !== "405") {
            const refusal = record(record(resolved(response)["content"])["application/json"])
            if (refusal["example"] !== undefined) Schema.decodeUnknownSync(TokenError)(refusal["example"])
          }
        }
        if (operation["requestBody"] !== undefined) {
          for (const content of Object.values(record(record(operation["requestBody"])["content"]))) {
            assert.isDefined(record(content)["example"], id)
          }
        }
      }
    }
    assert.deepStrictEqual([...seen].sort(), Object.keys(decoders).sort())
    Schema.decodeUnknownSync(Aggregate)(
      record(record(record(operationAt(aggregate, "post")["requestBody"])["content"])["application/json"])["example"]
    )
  })

  it("has lines and tables among a data route's answers, and its example of a token lives as long as is set", async () => {
    assert.hasAllKeys(record(responseAt(read, 200)["content"]), [
      "application/json",
      "application/x-ndjson",
      "text/csv",
      mediaTypes.geojson,
      mediaTypes.xlsx
    ])
    for (const path of [aggregate, preset]) {
      const { example } = record(record(responseAt(path, 200, path === aggregate ? "post" : "get")["content"])["application/x-ndjson"])
      const lines = String(example).trimEnd().split("\n").map((line): Json => JSON.parse(line))
      assert.deepStrictEqual(lines.map((line) => Object.keys(line)[0]), ["alias", "alias", "meta"])
    }
    const { gateway } = at()
    const made = await gateway.run(
      Effect.flatMap(Applications, (applications) => applications.createClient({ name: "sipd", scopes: ["diskominfo-events-get"] }))
    )
    const granted = await fetch(`${gateway.url}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: made.clientId,
        client_secret: Redacted.value(made.clientSecret)
      })
    })
    const example = record(record(record(responseAt("/oauth/token", 200, "post")["content"])["application/json"])["example"])
    assert.strictEqual(record(await granted.json())["expires_in"], example["expires_in"])
    assert.strictEqual(example["expires_in"], 7_200)
  })

  it("names the headers by which a caller waits, asks again and finds its request", () => {
    for (
      const [status, names] of [
        [200, ["RateLimit", "RateLimit-Policy", "X-Cache", "Age", "ETag", "X-Request-Id"]],
        [429, ["Retry-After"]],
        [503, ["Retry-After", "Proxy-Status"]],
        [502, ["Proxy-Status"]],
        [504, ["Proxy-Status"]],
        [401, ["WWW-Authenticate"]],
        [405, ["Allow"]]
      ] as const
    ) {
      assert.containsAllKeys(record(responseAt(read, status)["headers"]), [...names])
    }
    assert.containsAllKeys(record(responseAt("/oauth/token", 429, "post")["headers"]), ["Retry-After"])
  })
})
