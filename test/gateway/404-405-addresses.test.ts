import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { expectProblem, quotaOf } from "../support/Problems.ts"
import { rawRequest } from "../support/RawHttp.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const city = suite(Effect.gen(function*() {
  const made = yield* startCity()
  const token = yield* Effect.promise(() => made.gateway.token({ scopes: publicScopes }))
  return { ...made, token }
}))

const send = (method: string, path: string, headers: Readonly<Record<string, string>> = { authorization: `Bearer ${city().token}` }) =>
  fetch(`${city().gateway.url}${path}`, { method, headers, redirect: "manual" })

const notRegistered = (response: Response) => expectProblem(response, "not-registered", city().gateway.url)
const heard = () => city().diskominfo.calls.length + city().dinkes.calls.length

describe("an address that nothing stands behind", () => {
  it("is 404 `not-registered` for an unknown agency, dataset or route, naming it and the catalogue", async () => {
    const before = heard()
    for (
      const path of [
        "tidak/portal-publik/events",
        "diskominfo/tidak/events",
        "diskominfo/portal-publik/tidak",
        "diskominfo/portal-publik/events/lebih",
        "dinkes/portal-publik/events",
        "diskominfo/aset",
        "diskominfo/aset/gudang",
        "diskominfo/portal-publik/acara",
        "diskominfo/portal-publik/acara/1/2"
      ]
    ) {
      const response = await city().gateway.get(path, city().token)
      quotaOf(response)
      assert.strictEqual(
        await notRegistered(response),
        `\`${path}\` is not registered: no such combination of agency, dataset and route. The catalogue is at /v4/gateway.`
      )
    }
    assert.strictEqual(heard(), before)
  })

  it("is 404 where agency, dataset or all of it is absent", async () => {
    for (const path of ["", "/", "/diskominfo", "/diskominfo/", "/preset", "/preset/", "/aggregate/x", "/preset/ringkasan-kota/x"]) {
      const response = await send("GET", `/api/v4/gateway${path}`)
      quotaOf(response)
      assert.notInclude(await notRegistered(response), "``")
    }
  })

  it("is 404 or 400, never 405, where a page's name is endless or cannot be decoded", async () => {
    const { url } = city().gateway
    for (const path of ["/v4/gateway/", "/v4/gateway/diskominfo/", "/problems/", "/portal/status/", "/v4/export/", "/portal/rapor/"]) {
      for (const method of ["GET", "HEAD"]) {
        const endless = await send(method, `${path}${"x".repeat(3_000)}`, {})
        assert.strictEqual(endless.status, 404, `${method} ${path}`)
        await endless.text()
      }
      for (const name of ["%zz", "%ff", "a%"]) {
        assert.include(await expectProblem(await send("GET", `${path}${name}`, {}), "bad-request", url), "not valid UTF-8", path + name)
      }
    }
  })

  it("repeats no token and no client's secret of the gateway's own", async () => {
    const { gateway, token } = city()
    const alias = (text: string) => ({ alias: text, opd: "diskominfo", dataset: "portal-publik", path: "events" })
    for (const secret of [token, `gps_${token.slice(4)}`]) {
      const answers = [
        await gateway.get(`diskominfo/portal-publik/${secret}`, token),
        await gateway.get(`preset/${secret}`, token),
        await send("GET", `/v4/export/openapi-3.1?opd=${secret}`),
        await send("GET", `/v4/export/openapi-3.1?${secret}=1`),
        await gateway.aggregate({ strategy: "keyed", requests: [alias(secret), alias(secret)] }, token),
        await gateway.aggregate({ strategy: "list", requests: [{ ...alias("a"), path: secret }] }, token)
      ]
      for (const answer of answers) assert.notInclude(await answer.text(), secret.slice(4, 30))
    }
  })

  it("is 404 for an unknown preset", async () => {
    assert.include(await notRegistered(await city().gateway.get("preset/tidak-ada", city().token)), "`tidak-ada`")
  })

  it("fault-29 names of Object.prototype are addresses like any other: 404", async () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "__defineGetter__", "then"]) {
      for (
        const path of [
          `${name}/portal-publik/events`,
          `diskominfo/${name}/events`,
          `diskominfo/portal-publik/${name}`,
          `preset/${name}`,
          `${name}/${name}`
        ]
      ) {
        await notRegistered(await city().gateway.get(path, city().token))
      }
      await notRegistered(await send("GET", `/v4/gateway/${name}`, {}))
      await notRegistered(await send("GET", `/problems/${name}`, {}))
    }
  })

  it("is 404 for other versions, which names v4", async () => {
    for (const path of ["/api/v3/gateway/diskominfo/portal-publik/events", "/api/v5", "/api/v1/", "/api/v10/x", "/API/V3/x"]) {
      assert.strictEqual(
        await notRegistered(await send("GET", path, {})),
        "This version is not served. The current version is v4: use /api/v4/gateway.",
        path
      )
    }
    assert.strictEqual(
      await notRegistered(await send("POST", "/api/v3/gateway/aggregate", {})),
      "This version is not served. The current version is v4: use /api/v4/gateway."
    )
  })

  it("is 404 for anything else, and never says what else there might be", async () => {
    for (
      const path of [
        "/x",
        "/api",
        "/api/v4",
        "/api/v4/gatewayx",
        "/v4",
        "/v4/gateway/tidak",
        "/v4/gateway/diskominfo/tidak",
        "/v4/gateway/diskominfo/portal-publik/events",
        "/metrics",
        "/health/live",
        "/health/ready",
        "/.env",
        "/oauth",
        "/problems/tidak-ada",
        "/apple-touch-icon.png"
      ]
    ) {
      await notRegistered(await send("GET", path, {}))
    }
  })
})

describe("another method of a known address", () => {
  const allow = { data: "GET, HEAD, OPTIONS", post: "POST, OPTIONS" }

  const notAllowed = async (method: string, path: string, expected: string) => {
    const before = heard()
    const response = await send(method, path, { authorization: `Bearer ${city().token}`, "x-http-method-override": "GET" })
    assert.strictEqual(response.headers.get("allow"), expected, `${method} ${path}`)
    assert.strictEqual(await expectProblem(response, "method-not-allowed", city().gateway.url), `This address answers ${expected}.`)
    assert.strictEqual(heard(), before)
  }

  it("is 405 with Allow on public addresses beside the portal's pages, for programs as elsewhere", async () => {
    for (const path of ["/portal/status", "/portal/rapor", "/portal/rapor/2026-11", "/portal/rapor/2026-11/diskominfo.csv"]) {
      for (const method of ["POST", "DELETE"]) await notAllowed(method, path, allow.data)
    }
  })

  it("is 405 with Allow on data routes and presets", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      for (
        const path of [
          "diskominfo/portal-publik/events",
          "diskominfo/portal-publik",
          "dinkes/faskes/pasien",
          "preset/ringkasan-kota",
          "diskominfo/portal-publik/events/"
        ]
      ) {
        await notAllowed(method, `/api/v4/gateway/${path}`, allow.data)
      }
    }
  })

  it("is 405 with Allow on the aggregate and the token endpoint", async () => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      for (const path of ["/api/v4/gateway/aggregate", "/api/v4/gateway/aggregate/", "/oauth/token"]) {
        await notAllowed(method, path, allow.post)
      }
    }
    assert.strictEqual((await send("HEAD", "/api/v4/gateway/aggregate")).status, 405)
  })

  it("is an authenticated request like any other on a data address: counted, recorded, and 401 with a token that is none", async () => {
    const { gateway } = city()
    const token = await gateway.token({ scopes: publicScopes })
    for (
      const [index, [method, path]]
        of ([["DELETE", "diskominfo/portal-publik/events"], ["GET", "aggregate"], ["POST", "preset/ringkasan-kota"]] as const).entries()
    ) {
      const response = await send(method, `/api/v4/gateway/${path}`, { authorization: `Bearer ${token}` })
      assert.strictEqual(quotaOf(response).left, 119 - index)
      const requestId = response.headers.get("x-request-id")
      await expectProblem(response, "method-not-allowed", gateway.url)
      const record = (await gateway.records(0)).find((one) => one.requestId === requestId)
      assert.deepInclude(record, { method, status: 405, code: "method-not-allowed", attempts: 0 })
    }
    await expectProblem(
      await send("DELETE", "/api/v4/gateway/diskominfo/portal-publik/events", { authorization: "Bearer gpr_x" }),
      "unauthorized",
      gateway.url
    )
    await expectProblem(await send("DELETE", "/api/v4/gateway/diskominfo/portal-publik/events", {}), "method-not-allowed", gateway.url)
  })

  it("is 405 with Allow on public pages", async () => {
    for (
      const path of [
        "/v4/gateway",
        "/v4/gateway/diskominfo",
        "/v4/gateway/diskominfo/portal-publik",
        "/v4/front/ringkasan",
        "/openapi.json",
        "/docs",
        "/problems",
        "/problems/gone",
        "/.well-known/api-catalog"
      ]
    ) {
      await notAllowed("POST", path, allow.data)
      await notAllowed("DELETE", path, allow.data)
    }
  })

  it("is 405 for TRACE and unusual methods, and no header overrides a method", async () => {
    const { gateway, token } = city()
    for (const method of ["TRACE", "PROPFIND", "QUERY"]) {
      const response = await rawRequest(gateway.url, {
        method,
        target: "/api/v4/gateway/diskominfo/portal-publik/events",
        headers: [["Authorization", `Bearer ${token}`], ["X-Secret", "gema"]]
      })
      assert.notInclude(await response.clone().text(), "gema")
      await expectProblem(response, "method-not-allowed", gateway.url)
    }
    const overridden = await send("GET", "/api/v4/gateway/diskominfo/portal-publik/events?_method=DELETE", {
      authorization: `Bearer ${token}`,
      "x-http-method-override": "DELETE",
      "x-method-override": "DELETE"
    })
    assert.strictEqual(overridden.status, 200)
    assert.strictEqual(city().diskominfo.calls.at(-1)?.method, "GET")
  })

  it("is no 405 where there is nothing at all: 404", async () => {
    for (const method of ["POST", "DELETE", "OPTIONS"]) await notRegistered(await send(method, "/tidak/ada", {}))
  })
})

describe("an aggregate's body", () => {
  const post = (body: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${city().gateway.url}/api/v4/gateway/aggregate`, {
      method: "POST",
      headers: { authorization: `Bearer ${city().token}`, ...headers },
      body
    })

  it("413 is the answer above 64 KiB", async () => {
    const response = await post(" ".repeat(64 * 1024 + 1), { "content-type": "application/json" })
    quotaOf(response)
    assert.include(await expectProblem(response, "payload-too-large", city().gateway.url), "65536")
  })

  it("415 is the answer to another type or a content coding", async () => {
    for (
      const headers of [{ "content-type": "text/plain" }, { "content-type": "application/x-www-form-urlencoded" }, {
        "content-type": "application/json",
        "content-encoding": "gzip"
      }]
    ) {
      const response = await post("{}", headers)
      quotaOf(response)
      await expectProblem(response, "unsupported-media-type", city().gateway.url)
    }
  })

  it("400 is the answer to a body that is malformed, naming the field and the allowed values", async () => {
    const entry = { alias: "a", opd: "diskominfo", dataset: "portal-publik", path: "events" }
    const cases: ReadonlyArray<readonly [body: unknown, named: string]> = [
      ["{", "well-formed JSON"],
      ["", "well-formed JSON"],
      [{}, "`strategy`"],
      [{ strategy: "semua", requests: [entry] }, "`strategy` is one of keyed, list, strict"],
      [{ strategy: "keyed", requests: [] }, "`requests`"],
      [{ strategy: "keyed", requests: Array.from({ length: 21 }, (_, index) => ({ ...entry, alias: `a${index}` })) }, "`requests`"],
      [{ strategy: "keyed", requests: [{ ...entry, alias: "tidak sah" }] }, "`requests[0].alias`"],
      [{ strategy: "keyed", requests: [{ ...entry, alias: "a".repeat(65) }] }, "`requests[0].alias`"],
      [{ strategy: "keyed", requests: [entry, { ...entry, opd: 1 }] }, "`requests[1].opd`"],
      [{ strategy: "keyed", requests: [entry, entry] }, "`requests[1].alias`"]
    ]
    for (const [body, named] of cases) {
      const response = await city().gateway.aggregate(body, city().token)
      quotaOf(response)
      assert.include(await expectProblem(response, "bad-request", city().gateway.url), named)
    }
  })
})
