import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { hash } from "node:crypto"
import { Catalogue, Summary } from "../../src/api/CatalogueApi.ts"
import { headingOf, helpOf, type ProblemCode, problems } from "../../src/domain/Problem.ts"
import { isRecord } from "../support/isRecord.ts"
import { expectProblem } from "../support/Problems.ts"
import { publicScopes } from "../support/Registries.ts"
import { agencySecret, startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

const city = suite(Effect.gen(function*() {
  const made = yield* startCity()
  const token = yield* Effect.promise(() => made.gateway.token({ scopes: publicScopes }))
  return { ...made, token }
}))

const get = (path: string, accept?: string) =>
  fetch(`${city().gateway.url}${path}`, { headers: accept === undefined ? {} : { accept }, redirect: "manual" })

const decodeCatalogue = Schema.decodeUnknownSync(Schema.fromJsonString(Catalogue), { onExcessProperty: "error" })
const decodeSummary = Schema.decodeUnknownSync(Schema.fromJsonString(Summary), { onExcessProperty: "error" })

const expectJson = async (response: Response): Promise<string> => {
  assert.strictEqual(response.status, 200)
  assert.strictEqual(response.headers.get("content-type"), "application/json; charset=utf-8")
  assert.strictEqual(response.headers.get("x-content-type-options"), "nosniff")
  return response.text()
}
const catalogueOf = async (path: string) => decodeCatalogue(await expectJson(await get(path, "application/json")))

const voids = new Set(["meta", "br", "link", "img", "input", "hr"])

/** Every element is closed in its place, every id is there once. */
const expectWellFormed = (page: string): void => {
  assert.match(page, /^<!doctype html><html lang="(id|en)">/)
  const open: Array<string> = []
  for (
    const [tag, closing, name = ""] of page.slice("<!doctype html>".length).replace(/<style>[^<]*<\/style>/, "").matchAll(
      /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/g
    )
  ) {
    if (closing === "/") assert.strictEqual(open.pop(), name, tag)
    else if (!voids.has(name)) open.push(name)
  }
  assert.deepStrictEqual(open, [])
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  assert.strictEqual(new Set(ids).size, ids.length)
}

/** A page with the strict policy, which its one style sheet and nothing else passes. */
/** @param script the name of the one module that the page may load */
const expectPage = async (response: Response, status = 200, script?: string): Promise<string> => {
  const text = await response.text()
  assert.strictEqual(response.status, status)
  assert.strictEqual(response.headers.get("content-type"), "text/html; charset=utf-8")
  const styles = [...text.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = ""]) => style)
  assert.strictEqual(styles.length, 1)
  assert.strictEqual(
    response.headers.get("content-security-policy"),
    `default-src 'none'; style-src 'sha256-${
      hash("sha256", styles[0] ?? "", "base64")
    }'; img-src 'self'; base-uri 'none'; form-action 'self'; `
      + `frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; connect-src 'self'${
        script === undefined ? "" : "; script-src 'self'"
      }`
  )
  assert.strictEqual(response.headers.get("x-content-type-options"), "nosniff")
  assert.strictEqual(response.headers.get("referrer-policy"), "no-referrer")
  const own = new RegExp(`<script type="module" src="/portal/aset/${script}\\.[0-9a-f]{16}\\.js"></script>`)
  if (script !== undefined) assert.match(text, own)
  // Data for search engines is no script: a browser runs nothing of it, and no policy is asked.
  const bare = text.replace(own, "").replace(/<script type="application\/ld\+json">[^<]*<\/script>/, "")
  assert.notMatch(bare, /<script|<iframe|javascript:| on[a-z]+=| style="|<link/i)
  expectWellFormed(text)
  return text
}

/** Every link of the page to this gateway leads somewhere. */
const expectLinksLead = async (page: string): Promise<void> => {
  const { gateway, token } = city()
  const links = new Set([...page.matchAll(/href="([^"#]+)"/g)].map(([, href = ""]) => new URL(href, gateway.url).href))
  assert.isAbove(links.size, 3)
  for (const link of links) {
    assert.isTrue(link.startsWith(gateway.url), link)
    const response = await fetch(link, { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    // What is for whoever is signed in leads to the city's sign-on, and this city has none.
    assert.include(link.includes("/portal/aplikasi/") ? [503] : [200, 403, 410], response.status, link)
  }
}

describe("the catalogue", () => {
  it("is JSON for programs: agency, dataset, endpoint with path, title, scope, private, health and links", async () => {
    const { gateway, token } = city()
    await (await gateway.get("diskominfo/portal-publik/events", token)).arrayBuffer()
    for (const accept of [undefined, "*/*", "application/json"]) decodeCatalogue(await expectJson(await get("/v4/gateway", accept)))
    const catalogue = await catalogueOf("/v4/gateway")
    assert.deepStrictEqual(catalogue.agencies.map(({ slug }) => slug), ["diskominfo", "dinkes"])
    assert.strictEqual(catalogue.meta.version, "4.0")
    const events = catalogue.agencies[0]?.datasets[0]?.endpoints[0]
    const { health, stats, ...plain } = events ?? assert.fail("no endpoint")
    assert.deepStrictEqual(plain, {
      path: "events",
      title: "Agenda kota",
      scope: "diskominfo-events-get",
      private: false,
      query: ["limit", "page"],
      examples: {},
      deprecated: null,
      sunset: null,
      links: {
        self: `${gateway.url}/api/v4/gateway/diskominfo/portal-publik/events`,
        catalogue: `${gateway.url}/v4/gateway/diskominfo/portal-publik`,
        page: `${gateway.url}/v4/gateway/diskominfo/portal-publik?path=events`,
        ...Object.fromEntries(
          ["postman-2.1", "openapi-3.0", "openapi-3.1", "dcat-3", "typescript-client"].map((
            format
          ) => [format, `${gateway.url}/v4/export/${format}?opd=diskominfo&dataset=portal-publik&path=events`])
        )
      }
    })
    assert.strictEqual(health, "up")
    assert.isAtLeast(stats["24h"].count, 1)
    assert.isNumber(stats["5m"].p95)
    const pasien = catalogue.agencies[1]?.datasets[0]?.endpoints.find(({ path }) => path === "pasien")
    assert.strictEqual(pasien?.private, true)
    assert.strictEqual(pasien?.health, "unknown")
    const old = catalogue.agencies[0]?.datasets[0]?.endpoints.find(({ path }) => path === "agenda-lama")
    assert.deepStrictEqual([old?.deprecated, old?.sunset, old?.links["successor-version"]], [
      "2026-09-01",
      "2027-09-01",
      `${gateway.url}/api/v4/gateway/diskominfo/portal-publik/events`
    ])
    const one = catalogue.agencies[0]?.datasets[0]?.endpoints.find(({ path }) => path === "acara/:id")
    assert.deepStrictEqual([one?.templated, one?.links["self"]], [
      true,
      `${gateway.url}/api/v4/gateway/diskominfo/portal-publik/acara/{id}`
    ])
    // Every other link is an address as it stands.
    assert.notMatch(
      JSON.stringify(
        catalogue.agencies.flatMap(({ datasets }) =>
          datasets.flatMap(({ endpoints }) => endpoints.filter(({ path }) => !path.includes(":")).map(({ links }) => links))
        )
      ),
      /[{}]id|:id|\{\w+\}/
    )
    assert.deepStrictEqual(catalogue.presets.map(({ private: isPrivate, scope, slug }) => ({ slug, scope, isPrivate })), [
      { slug: "ringkasan-kota", scope: "preset-ringkasan-kota-get", isPrivate: false },
      { slug: "campuran", scope: "preset-campuran-get", isPrivate: false },
      { slug: "tertutup", scope: "preset-tertutup-get", isPrivate: true }
    ])
  })

  it("is of one agency or one dataset where the address names it", async () => {
    const agency = await catalogueOf("/v4/gateway/dinkes")
    assert.deepStrictEqual(agency.agencies.map(({ datasets, slug }) => [slug, datasets.map((dataset) => dataset.slug)]), [["dinkes", [
      "faskes"
    ]]])
    assert.deepStrictEqual(agency.presets, [])
    const dataset = await catalogueOf("/v4/gateway/diskominfo/aset")
    assert.deepStrictEqual(
      dataset.agencies[0]?.datasets.map(({ endpoints, license, slug }) => ({ slug, license, paths: endpoints.map(({ path }) => path) })),
      [
        { slug: "aset", license: null, paths: ["gudang/ruang/rak"] }
      ]
    )
    for (const path of ["/v4/gateway/tidak", "/v4/gateway/diskominfo/tidak", "/v4/gateway/dinkes/aset"]) {
      await expectProblem(await get(path), "not-registered", city().gateway.url)
    }
  })

  it("is a page for a browser, and for whoever ranks HTML above JSON", async () => {
    for (const accept of [browser, "text/html", "text/html;q=0.9, application/json;q=0.1"]) {
      const page = await expectPage(await get("/v4/gateway", accept))
      for (
        const text of [
          "Dinas Komunikasi &amp; Informatika &lt;Kota&gt;",
          "Agenda kota",
          "<code>diskominfo-events-get</code>",
          "privat",
          "usang sejak 2026-09-01"
        ]
      ) assert.include(page, text)
      assert.notInclude(page, "<Kota>")
    }
    for (const accept of ["application/json, text/html;q=0.5", "text/html;q=0, */*"]) {
      decodeCatalogue(await expectJson(await get("/v4/gateway", accept)))
    }
    for (const path of ["/v4/gateway/dinkes", "/v4/gateway/diskominfo/portal-publik"]) await expectPage(await get(path, browser))
    for (const path of ["/v4/gateway", "/docs"]) assert.include((await get(path, browser)).headers.get("vary") ?? "", "Accept")
  })

  it("has pages whose links all lead somewhere", async () => {
    await expectLinksLead(await expectPage(await get("/v4/gateway", browser)))
    await expectLinksLead(await expectPage(await get("/problems", browser)))
  })

  it("fault-37 shows no agency server, credential or variable name, on any public page", async () => {
    const { dinkes, diskominfo } = city()
    for (
      const path of [
        "/v4/gateway",
        "/v4/gateway/dinkes",
        "/v4/front/ringkasan",
        "/openapi.json",
        "/docs",
        "/.well-known/api-catalog",
        "/.well-known/oauth-authorization-server"
      ]
    ) {
      for (const accept of [browser, "application/json"]) {
        const response = await get(path, accept)
        const text = `${JSON.stringify([...response.headers])}${await response.text()}`
        for (const secret of [String(dinkes.port), String(diskominfo.port), agencySecret, "DINKES_KEY", "X-Api-Key", "/internal/"]) {
          assert.notInclude(text, secret, path)
        }
      }
    }
  })
})

describe("the summary", () => {
  it("counts what there is, says how it is doing, and when it was made", async () => {
    const { gateway, token } = city()
    await (await gateway.get("dinkes/faskes/klinik", token)).arrayBuffer()
    const summary = decodeSummary(await expectJson(await get("/v4/front/ringkasan")))
    const { agencies, datasets, endpoints, health, presets, privateEndpoints } = summary
    assert.deepStrictEqual({ agencies, datasets, endpoints, presets, privateEndpoints }, {
      agencies: 2,
      datasets: 3,
      endpoints: 10,
      presets: 3,
      privateEndpoints: 1
    })
    assert.strictEqual(health.up + health.degraded + health.down + health.unknown, 10)
    assert.isAtLeast(health.up, 1)
    assert.isNumber(summary.p95)
    assert.isAtMost(Math.abs(Date.now() - Date.parse(summary.generatedAt)), 60_000)
  })

  it("is public and small, and `/` leads to the catalogue", async () => {
    const root = await get("/", browser)
    assert.strictEqual(root.status, 302)
    assert.strictEqual(root.headers.get("location"), "/v4/gateway")
  })
})

describe("what problems mean", () => {
  const codes = Object.keys(problems) as ReadonlyArray<ProblemCode>

  it("has a page for every code, in Indonesian and in English", async () => {
    for (const code of codes) {
      const page = await expectPage(await get(`/problems/${code}`, browser))
      const { title } = problems[code]
      const help = helpOf(code, { rateLimit: 120, tokenLifetimeMillis: 86_400_000 })
      const escaped = (text: string) =>
        text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("'", "&#39;")
      assert.match(page, /^<!doctype html><html lang="id">/)
      assert.include(page, `<h1>${escaped(headingOf(code))}</h1><p>${escaped(help.id)}</p>`)
      const english = await expectPage(await get(`/problems/${code}?lang=en`))
      assert.include(english, `<h1>${title}</h1><p>${escaped(help.en)}</p>`)
    }
  })

  it("has an overview that links every one of them", async () => {
    const page = await expectPage(await get("/problems"))
    for (const code of codes) assert.include(page, `href="/problems/${code}"`)
  })

  it("is where `type` of an error points to", async () => {
    const body: unknown = await (await city().gateway.get("tidak/ada")).json()
    const type = isRecord(body) ? String(body["type"]) : ""
    assert.strictEqual(type, `${city().gateway.url}/problems/unauthorized`)
    await expectPage(await fetch(type))
  })
})

describe("/openapi.json", () => {
  const document = async () => {
    const parsed: unknown = JSON.parse(await expectJson(await get("/openapi.json")))
    return isRecord(parsed) ? parsed : assert.fail("no object")
  }
  const record = (value: unknown): Readonly<Record<string, unknown>> => isRecord(value) ? value : {}
  const list = (value: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> => Array.isArray(value) ? value.map(record) : []

  it("is a complete OpenAPI 3.1 document without wildcards", async () => {
    const { components, info, openapi, paths, servers } = await document()
    assert.strictEqual(openapi, "3.1.0")
    assert.isString(record(info)["title"])
    assert.isString(record(info)["version"])
    assert.deepStrictEqual(servers, [{ url: city().gateway.url }])
    assert.deepStrictEqual(record(components)["securitySchemes"], { token: { type: "http", scheme: "Bearer" } })
    const ids = new Set<unknown>()
    let operations = 0
    for (const [path, item] of Object.entries(record(paths))) {
      assert.match(path, /^\/[^*]*$/)
      for (const [method, value] of Object.entries(record(item))) {
        const operation = record(value)
        operations++
        ids.add(operation["operationId"])
        assert.include(["get", "post"], method)
        assert.isNotEmpty(operation["summary"])
        const inPath = list(operation["parameters"]).filter((parameter) => parameter["in"] === "path")
        assert.deepStrictEqual(inPath.map(({ name }) => `{${String(name)}}`), path.match(/\{[^}]+\}/g) ?? [])
        assert.isTrue(inPath.every(({ required }) => required === true))
        const responses = Object.entries(record(operation["responses"]))
        assert.isNotEmpty(responses)
        for (const [status, response] of responses) {
          assert.match(status, /^[1-5]\d\d$/)
          assert.isString(record(response)["description"])
        }
        assert.deepStrictEqual(operation["security"], path.startsWith("/api/") ? [{ token: [] }] : [], path)
      }
    }
    assert.strictEqual(ids.size, operations)
  })

  it("has every reference resolved, and no schema twice", async () => {
    const parsed = await document()
    const schemas = record(record(parsed["components"])["schemas"])
    const references = [...JSON.stringify(parsed).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = ""]) => reference)
    assert.isNotEmpty(references)
    for (const reference of references) {
      const found = reference.split("/").slice(1).reduce<unknown>((at, name) => record(at)[name], parsed)
      assert.isDefined(found, reference)
    }
    const texts = Object.values(schemas).map((schema) => JSON.stringify(schema))
    assert.strictEqual(new Set(texts).size, texts.length)
  })

  it("has the routes that are served, data routes with all their errors", async () => {
    const paths = record((await document())["paths"])
    for (
      const path of [
        "/api/v4/gateway/{opd}/{dataset}/{path}",
        "/api/v4/gateway/aggregate",
        "/api/v4/gateway/preset/{preset}",
        "/oauth/token",
        "/v4/gateway",
        "/v4/gateway/{opd}/{dataset}",
        "/v4/front/ringkasan"
      ]
    ) {
      assert.property(paths, path)
    }
    const { responses } = record(record(paths["/api/v4/gateway/{opd}/{dataset}/{path}"])["get"])
    assert.deepStrictEqual(Object.keys(record(responses)), [
      "200",
      "304",
      "400",
      "401",
      "403",
      "404",
      "405",
      "406",
      "408",
      "410",
      "417",
      "429",
      "431",
      "500",
      "502",
      "503",
      "504"
    ])
  })

  it.each(["id", "en"])("is rendered at /docs, in both languages (%s), with every operation", async (language) => {
    const page = await expectPage(await get(`/docs?lang=${language}`, browser), 200, "copy")
    assert.include(page, `<html lang="${language}">`)
    for (const [path, item] of Object.entries(record((await document())["paths"]))) {
      for (const method of Object.keys(record(item))) assert.include(page, `<code>${method.toUpperCase()} ${path}</code>`)
    }
    await expectLinksLead(page)
  })
})

describe("well-known addresses", () => {
  const metadata = async (name: string) => {
    const parsed: unknown = JSON.parse(await expectJson(await get(`/.well-known/${name}`)))
    return isRecord(parsed) ? parsed : assert.fail("no object")
  }

  it("describe the authorization server (RFC 8414)", async () => {
    const { url } = city().gateway
    const { issuer, grant_types_supported, scopes_supported, token_endpoint, token_endpoint_auth_methods_supported } = await metadata(
      "oauth-authorization-server"
    )
    assert.strictEqual(issuer, url)
    assert.strictEqual(token_endpoint, `${url}/oauth/token`)
    assert.deepStrictEqual(grant_types_supported, ["client_credentials"])
    assert.deepStrictEqual(token_endpoint_auth_methods_supported, ["client_secret_basic", "client_secret_post"])
    assert.sameMembers(scopes_supported as Array<string>, [...publicScopes, "dinkes-pasien-get"])
  })

  it("describe the protected resource (RFC 9728)", async () => {
    const { url } = city().gateway
    const { authorization_servers, bearer_methods_supported, resource } = await metadata("oauth-protected-resource")
    assert.deepStrictEqual({ authorization_servers, bearer_methods_supported, resource }, {
      authorization_servers: [url],
      bearer_methods_supported: ["header"],
      resource: url
    })
  })

  it("list the API and its descriptions (RFC 9727), each of which is there", async () => {
    const response = await get("/.well-known/api-catalog")
    assert.strictEqual(
      response.headers.get("content-type"),
      "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\""
    )
    const text = await response.text()
    const links = [...text.matchAll(/"href":"([^"]+)","type":"([^";]+)/g)]
    assert.isAtLeast(links.length, 4)
    for (const [, href = "", type = ""] of links) {
      const linked = await fetch(href, { headers: { accept: type.includes("json") ? "application/json" : "text/html" } })
      assert.strictEqual(linked.status, 200, href)
      assert.match(linked.headers.get("content-type") ?? "", type.includes("json") ? /json/ : /html/)
    }
  })
})
