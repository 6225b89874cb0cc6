import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const origin = "https://aplikasi.example"
const data = "/api/v4/gateway/diskominfo/portal-publik/events"

const city = suite(Effect.gen(function*() {
  const made = yield* startCity()
  const token = yield* Effect.promise(() => made.gateway.token({ scopes: publicScopes }))
  return { ...made, token }
}))

const send = (method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: string) =>
  fetch(`${city().gateway.url}${path}`, { method, headers: { origin, ...headers }, ...(body === undefined ? {} : { body }) })

const namesOf = (value: string | null): ReadonlySet<string> => new Set((value ?? "").toLowerCase().split(/ *, */))

const preflight = (path: string, method: string, headers = "authorization,content-type") =>
  send("OPTIONS", path, { "access-control-request-method": method, "access-control-request-headers": headers })

describe("a pre-flight request", () => {
  it("allows GET of data routes and POST of the aggregate, from any origin, without a token and without credentials", async () => {
    const cases: ReadonlyArray<readonly [path: string, method: string, others: string]> = [
      [data, "GET", "GET, HEAD, OPTIONS"],
      ["/api/v4/gateway/preset/ringkasan-kota", "GET", "GET, HEAD, OPTIONS"],
      ["/api/v4/gateway/aggregate", "POST", "POST, OPTIONS"],
      ["/v4/gateway", "GET", "GET, HEAD, OPTIONS"],
      ["/oauth/token", "POST", "POST, OPTIONS"],
      ...["/portal/status", "/portal/status/diskominfo", "/portal/rapor", "/portal/rapor/2026-11", "/portal/rapor/2026-11/diskominfo.csv"]
        .map((
          path
        ) => [path, "GET", "GET, HEAD, OPTIONS"] as const),
      ["/api/v4/gateway/tidak/ada", "GET", "GET, HEAD, OPTIONS"]
    ]
    const before = city().diskominfo.calls.length
    for (const [path, method, methods] of cases) {
      const response = await preflight(path, method)
      assert.strictEqual(response.status, 204, path)
      assert.strictEqual(await response.text(), "")
      assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
      assert.strictEqual(response.headers.get("access-control-allow-methods"), methods)
      assert.isNull(response.headers.get("access-control-allow-credentials"))
      assert.strictEqual(response.headers.get("access-control-max-age"), "86400")
      const allowed = namesOf(response.headers.get("access-control-allow-headers"))
      // A wildcard would not cover Authorization (Fetch standard).
      for (const name of ["authorization", "content-type", "accept", "if-none-match", "traceparent"]) assert.isTrue(allowed.has(name), name)
      assert.isTrue(namesOf(response.headers.get("vary")).has("access-control-request-method"))
      assert.isNull(response.headers.get("ratelimit"))
    }
    assert.strictEqual(city().diskominfo.calls.length, before)
  })

  it("of an address that is not there is 404", async () => {
    assert.strictEqual((await preflight("/tidak/ada", "GET")).status, 404)
  })

  it("writes no methods that the address has not", async () => {
    assert.notInclude((await preflight(data, "DELETE")).headers.get("access-control-allow-methods"), "DELETE")
  })
})

describe("an answer to another origin", () => {
  it("may be read by anyone, with its rate, cache and request-id headers, and without credentials: errors too", async () => {
    const { token } = city()
    const authorization = `Bearer ${token}`
    const body = JSON.stringify({
      strategy: "keyed",
      requests: [{ alias: "a", opd: "diskominfo", dataset: "portal-publik", path: "events" }]
    })
    const answers = [
      await send("GET", data, { authorization }),
      await send("GET", data),
      await send("GET", "/api/v4/gateway/tidak/ada", { authorization }),
      await send("GET", `${data}/%00`, { authorization }),
      await send("GET", "/api/v4/gateway/preset/ringkasan-kota", { authorization }),
      await send("POST", data, { authorization }),
      await send("POST", "/api/v4/gateway/aggregate", { authorization, "content-type": "application/json" }, body),
      await send(
        "POST",
        "/api/v4/gateway/aggregate",
        { authorization, "content-type": "application/json", accept: "application/x-ndjson" },
        body
      ),
      await send("GET", data, { authorization, "if-none-match": "*" })
    ]
    assert.deepStrictEqual(answers.map(({ status }) => status), [200, 401, 404, 400, 200, 405, 200, 200, 304])
    for (const { headers } of answers) {
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      assert.isNull(headers.get("access-control-allow-credentials"))
      const exposed = namesOf(headers.get("access-control-expose-headers"))
      for (
        const name of [
          "x-request-id",
          "x-cache",
          "age",
          "cache-status",
          "etag",
          "ratelimit",
          "ratelimit-policy",
          "retry-after",
          "deprecation",
          "sunset",
          "link",
          "server-timing",
          "traceparent",
          "www-authenticate"
        ]
      ) assert.isTrue(exposed.has(name), name)
    }
  })

  it("is the same for every origin and for none, so that it may be shared", async () => {
    const authorization = `Bearer ${city().token}`
    for (const other of ["null", "https://evil.example", "http://127.0.0.1"]) {
      assert.strictEqual(
        (await fetch(`${city().gateway.url}${data}`, { headers: { origin: other, authorization } })).headers.get(
          "access-control-allow-origin"
        ),
        "*"
      )
    }
    assert.strictEqual(
      (await city().gateway.get("diskominfo/portal-publik/events", city().token)).headers.get("access-control-allow-origin"),
      "*"
    )
  })

  const publicJson = [
    "/v4/gateway",
    "/v4/gateway?q=klinik",
    "/v4/gateway/dinkes",
    "/v4/gateway/dinkes/faskes",
    "/v4/gateway/dinkes/faskes?path=klinik",
    "/v4/gateway/tidak",
    "/v4/gateway?health=x",
    "/v4/front/ringkasan",
    "/v4/export/postman-2.1",
    "/v4/export/openapi-3.0?opd=dinkes",
    "/v4/export/openapi-3.1",
    "/v4/export/dcat-3",
    "/v4/export/tidak",
    "/openapi.json",
    "/problems/tidak",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
    "/.well-known/api-catalog",
    "/portal/status",
    "/portal/status/dinkes",
    "/portal/status/tidak"
  ]

  it("of every public JSON address may be read with its headers, errors and other methods too, and asked for before", async () => {
    for (const path of publicJson) {
      for (const method of ["GET", "HEAD", "POST", "DELETE"]) {
        const response = await send(method, path)
        assert.strictEqual(response.headers.get("access-control-allow-origin"), "*", `${method} ${path}`)
        assert.isTrue(namesOf(response.headers.get("access-control-expose-headers")).has("content-disposition"), `${method} ${path}`)
        assert.isNull(response.headers.get("access-control-allow-credentials"))
        assert.isNull(response.headers.get("cross-origin-resource-policy"), `${method} ${path}`)
        if (method === "POST") {
          assert.strictEqual(response.status, 405, path)
          assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
        }
        await response.arrayBuffer()
      }
      const before = await preflight(path, "GET", "accept,if-none-match")
      assert.strictEqual(before.status, 204, path)
      assert.strictEqual(before.headers.get("access-control-allow-origin"), "*", path)
      assert.strictEqual(before.headers.get("access-control-allow-methods"), "GET, HEAD, OPTIONS", path)
    }
  })

  it("of public pages may be read too", async () => {
    for (
      const path of [
        "/v4/gateway",
        "/v4/front/ringkasan",
        "/portal/status",
        "/portal/status/dinkes",
        "/openapi.json",
        "/problems/gone",
        "/.well-known/api-catalog",
        "/docs"
      ]
    ) {
      assert.strictEqual((await send("GET", path)).headers.get("access-control-allow-origin"), "*", path)
    }
  })
})
