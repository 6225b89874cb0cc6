import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json } from "../support/AgencyServer.ts"
import { expectProblem } from "../support/Problems.ts"
import { rawRequest } from "../support/RawHttp.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const city = suite(Effect.gen(function*() {
  const made = yield* startCity({ diskominfo: { "/portal-publik/berita": json({ data: ["berita"] }) } })
  const token = yield* Effect.promise(() => made.gateway.token({ scopes: publicScopes }))
  return { ...made, token }
}))

/** The target goes out as it is written here. */
const raw = (target: string, headers: ReadonlyArray<readonly [string, string]> = [["Authorization", `Bearer ${city().token}`]]) =>
  rawRequest(city().gateway.url, { target, headers })
const data = (path: string) => raw(`/api/v4/gateway/diskominfo/portal-publik/${path}`)

const malformed = async (response: Response) => {
  assert.isNull(response.headers.get("ratelimit"))
  return expectProblem(response, "bad-request", city().gateway.url)
}

const calls = () => [...city().diskominfo.calls, ...city().dinkes.calls].length

/** None of the requests reaches an agency. */
const unheard = async <A>(requests: () => Promise<A>): Promise<A> => {
  const before = calls()
  const result = await requests()
  assert.strictEqual(calls(), before)
  return result
}

describe("a malformed address", () => {
  it("fault-22 is 400 for an encoded slash, a backslash and dot segments, plain or encoded", () =>
    unheard(async () => {
      for (
        const path of [
          "acara/a%2Fb",
          "acara/a%2fb",
          "acara/..",
          "acara/../events",
          "acara/%2e%2e",
          "acara/%2E%2e/events",
          "acara/.%2e",
          "acara/.",
          "acara/%2e",
          "./events",
          "acara/a\\b",
          "acara/a%5Cb",
          "acara/..%2f..%2fetc%2fpasswd",
          "acara/..\\..",
          "../portal-publik/events",
          "../../dinkes/faskes/pasien",
          ".."
        ]
      ) assert.match(await malformed(await data(path)), /^The address is malformed: /, path)
      for (
        const target of [
          "/api/v4/gateway/../gateway/diskominfo/portal-publik/events",
          "/api/v4/gateway/..",
          "/api/v4/gateway/%2e%2e/%2e%2e/oauth/token"
        ]
      ) {
        await malformed(await raw(target))
      }
    }))

  it("fault-23 is 400 for parameters of a segment", () =>
    unheard(async () => {
      for (const path of ["acara/1;x", "acara/1;x=y", "events;jsessionid=1", ";/events", "acara/;"]) {
        assert.include(await malformed(await data(path)), "`;`", path)
      }
    }))

  it("fault-25 is 400 for NUL, controls, bidirectional and invisible characters, and what is no UTF-8", () =>
    unheard(async () => {
      for (
        const path of [
          "acara/a%00",
          "acara/%00",
          "acara/a%0ab",
          "acara/a%0d%0aHost:x",
          "acara/a%1b%5B31m",
          "acara/%7f",
          "acara/%C2%85",
          "acara/%E2%80%AEgpj",
          "acara/%E2%80%8F",
          "acara/%D8%9C",
          "acara/a%E2%80%8Bb",
          "acara/%EF%BB%BFa",
          "acara/%E2%81%A6x",
          "acara/%ff",
          "acara/%C0%AE%C0%AE",
          "acara/%c0%af",
          "acara/%E0%80%AF",
          "acara/%ED%A0%80",
          "acara/%F4%90%80%80",
          "acara/%",
          "acara/%4",
          "acara/%zz",
          "acara/%u002e"
        ]
      ) await malformed(await data(path))
    }))

  it("fault-25 bytes that are no URL never become an address", () =>
    unheard(async () => {
      for (const path of ["acara/\xff", "acara/\xc0\xae", "acara/\xe2\x80\xae"]) assert.include([400, 404], (await data(path)).status, path)
    }))

  it("fault-26 is decoded once: what decodes to an escape stays an escape", async () => {
    assert.strictEqual((await data("acara/%252e%252e")).status, 200)
    assert.strictEqual(city().diskominfo.calls.at(-1)?.url, "/internal/acara/%252e%252e")
    assert.strictEqual((await data("acara/%252F")).status, 200)
    assert.strictEqual(city().diskominfo.calls.at(-1)?.url, "/internal/acara/%252F")
    await unheard(async () => {
      await expectProblem(await raw("/api/v4/gateway/diskominfo/portal-publik%252Fevents"), "not-registered", city().gateway.url)
      await expectProblem(await data("%252e%252e/events"), "not-registered", city().gateway.url)
    })
  })

  it("fault-36 is 400 for a fragment, and nothing behind it is read", () =>
    unheard(async () => {
      assert.include(await malformed(await data("events#@evil.example/")), "`#`")
    }))

  it("is found before the token is looked at, and counts against nobody", async () => {
    await malformed(await raw("/api/v4/gateway/diskominfo/portal-publik/acara/%00", []))
    await malformed(await raw("/api/v4/gateway/diskominfo/portal-publik/acara/%00", [["Authorization", "Bearer gpr_salah"]]))
  })

  it("fault-25 a NUL in a declared query parameter is 400 by its name, in an aggregate's entry too", () =>
    unheard(async () => {
      assert.include(await expectProblem(await data("berita?page=1%002"), "bad-request", city().gateway.url), "`page`")
      const response = await city().gateway.aggregate({
        strategy: "keyed",
        requests: [{ alias: "a", opd: "diskominfo", dataset: "portal-publik", path: "berita", query: { page: "1\u00002" } }]
      }, city().token)
      assert.strictEqual(response.status, 400)
      assert.include(await response.text(), "`page`")
    }))

  it("a declared query parameter that is no text is 400 by its name; an undeclared one is not looked at", async () => {
    const broken = await data("berita?page=%ff")
    assert.isNotNull(broken.headers.get("ratelimit"))
    assert.include(await expectProblem(broken, "bad-request", city().gateway.url), "`page`")
    assert.strictEqual((await data("berita?lain=%ff&page=1")).status, 200)
    assert.strictEqual((await data("berita?lain=%00&page=1")).status, 200)
    assert.strictEqual((await data("berita?%ff=1&page=1")).status, 200)
  })
})

describe("the authority", () => {
  it("fault-3 of an absolute-form target or a double slash never chooses the agency", async () => {
    const { dinkes, diskominfo, gateway } = city()
    for (
      const target of [
        "http://evil.example/api/v4/gateway/diskominfo/portal-publik/events",
        "HTTP://user:pw@evil.example:99/api/v4/gateway/diskominfo/portal-publik/events",
        `${dinkes.url}/api/v4/gateway/diskominfo/portal-publik/events`
      ]
    ) {
      const before = [diskominfo.calls.length, dinkes.calls.length]
      assert.strictEqual((await raw(target)).status, 200, target)
      assert.deepStrictEqual([diskominfo.calls.length, dinkes.calls.length], [before[0]! + 1, before[1]], target)
      assert.strictEqual(diskominfo.calls.at(-1)?.url, "/internal/events")
      assert.strictEqual(diskominfo.calls.at(-1)?.headers["host"], new URL(diskominfo.url).host)
    }
    await unheard(async () => {
      await expectProblem(await raw("//evil.example/x"), "not-registered", gateway.url)
      await expectProblem(await raw("//evil.example/api/v4/gateway/diskominfo/portal-publik/events"), "not-registered", gateway.url)
      await expectProblem(await raw(`/api/v4/gateway/${new URL(dinkes.url).host}/portal-publik/events`), "not-registered", gateway.url)
      await expectProblem(await raw("/api/v4/gateway/http://evil.example/events"), "not-registered", gateway.url)
      for (const target of ["evil.example:443", "*"]) {
        const response = await raw(target)
        assert.include([302, 400, 404], response.status, target)
        assert.include([null, "/v4/gateway"], response.headers.get("location"))
      }
    })
  })

  it("fault-3 of a Host header is not believed in links and errors", async () => {
    const response = await rawRequest(city().gateway.url, {
      target: "/api/v4/gateway/tidak/ada",
      headers: [["X-Forwarded-Host", "evil.example"], ["Forwarded", "host=evil.example"]]
    })
    assert.notInclude(JSON.stringify([...response.headers]), "evil.example")
    await expectProblem(response, "unauthorized", city().gateway.url)
  })
})

describe("spellings of one address", () => {
  it("fault-24 doubled and trailing slashes lead to one route and one stored copy", async () => {
    const before = city().diskominfo.calls.length
    const bodies = new Set<string>()
    for (
      const target of [
        "/api/v4/gateway/diskominfo/portal-publik/berita",
        "/api/v4/gateway/diskominfo/portal-publik/berita/",
        "/api/v4/gateway/diskominfo//portal-publik///berita//",
        "//api/v4//gateway/diskominfo/portal-publik/berita",
        "/api/v4/gateway//diskominfo/portal-publik/berita",
        "/API/V4/Gateway/diskominfo/portal-publik/berita",
        "/api/v4/gateway/diskominfo/portal-publik/%62erita",
        "/api/v4/gateway/diskominfo/portal%2Dpublik/berita?"
      ]
    ) {
      const response = await raw(target)
      assert.strictEqual(response.status, 200, target)
      bodies.add(await response.text())
    }
    assert.strictEqual(bodies.size, 1)
    assert.strictEqual(city().diskominfo.calls.length - before, 1)
  })

  it("fault-24 of a preset are one too, and of aggregates, which answer to POST alone", async () => {
    for (const path of ["/preset", "//preset", "/PRESET"]) {
      assert.strictEqual((await raw(`/api/v4/gateway${path}/ringkasan-kota`)).status, 200, path)
    }
    for (const path of ["/aggregate", "//aggregate", "/Aggregate", "/%61ggregate"]) {
      await expectProblem(await raw(`/api/v4/gateway${path}`), "method-not-allowed", city().gateway.url)
    }
  })

  it("fault-24 are authorised alike", async () => {
    const other = await city().gateway.token({ scopes: ["dinkes-klinik-get"] })
    for (
      const target of [
        "/api/v4/gateway/diskominfo/portal-publik/berita/",
        "//api/v4//gateway/diskominfo//portal-publik/berita",
        "/API/v4/gateway/diskominfo/portal-publik/%62erita"
      ]
    ) {
      await expectProblem(await raw(target, [["Authorization", `Bearer ${other}`]]), "scope-missing", city().gateway.url)
      await expectProblem(await raw(target, []), "unauthorized", city().gateway.url)
    }
  })

  it("fault-21 another case of a slug or a route is another address: 404", async () => {
    for (
      const path of [
        "DISKOMINFO/portal-publik/berita",
        "diskominfo/Portal-Publik/berita",
        "diskominfo/portal-publik/BERITA",
        "diskominfo/portal-publik/%42erita"
      ]
    ) {
      await expectProblem(await raw(`/api/v4/gateway/${path}`), "not-registered", city().gateway.url)
    }
    for (const preset of ["Ringkasan-Kota", "RINGKASAN-KOTA"]) {
      await expectProblem(await raw(`/api/v4/gateway/preset/${preset}`), "not-registered", city().gateway.url)
    }
  })

  it("fault-24 a prefix in percent-escapes leads nowhere without a token and never past the checks", async () => {
    for (
      const target of [
        "/api/v4/g%61teway/diskominfo/portal-publik/berita",
        "/%61pi/v4/gateway/diskominfo/portal-publik/berita",
        "/api%2Fv4/gateway/diskominfo/portal-publik/berita",
        "/api/v4/gateway/%70reset/ringkasan-kota",
        "/api/v4/gateway;x/diskominfo/portal-publik/berita"
      ]
    ) {
      assert.include([400, 404], (await raw(target)).status, target)
      assert.include([400, 401, 404], (await raw(target, [])).status, target)
    }
  })
})

describe("an aggregate's entry", () => {
  it("fault-22 fault-23 fault-25 follows the same rules, without percent-escapes", () =>
    unheard(async () => {
      for (
        const path of ["acara/..", "acara/a\\b", "acara/1;x", "acara/%2e%2e", "acara/\u0000", "acara/\u202egpj", "acara/a?b=c", "acara/a#b"]
      ) {
        const response = await city().gateway.aggregate({
          strategy: "keyed",
          requests: [{ alias: "a", opd: "diskominfo", dataset: "portal-publik", path }]
        }, city().token)
        assert.match(await expectEntryProblem(response), /^The address is malformed: /, JSON.stringify(path))
      }
    }))

  const expectEntryProblem = async (response: Response): Promise<string> => {
    assert.strictEqual(response.status, 400)
    const { code, detail } = await response.json() as { readonly code: string; readonly detail: string }
    assert.strictEqual(code, "bad-request")
    return detail
  }
})
