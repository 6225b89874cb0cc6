/** What the catalogue finds, says and hands out, as JSON and as pages. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { Catalogue } from "../../src/api/CatalogueApi.ts"
import { json } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { expectProblem } from "../support/Problems.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"

const city = suite(Effect.gen(function*() {
  const made = yield* startCity({
    registry: { about: { topics: ["pemerintahan"] } },
    diskominfo: { "/internal/events": json({ data: [{ judul: "Pasar malam", kontak: { nama: "Budi Santoso" } }], total: 1 }) }
  })
  const token = yield* Effect.promise(() => made.gateway.token({ scopes: publicScopes }))
  yield* Effect.promise(async () => assert.strictEqual((await made.gateway.get("diskominfo/portal-publik/events", token)).status, 200))
  return { ...made, token }
}))

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Catalogue), { onExcessProperty: "error" })
const get = (path: string, headers: Readonly<Record<string, string>> = {}) => fetch(`${city().gateway.url}${path}`, { headers })
const found = async (query: string) => {
  const { agencies, presets } = decode(await (await get(`/v4/gateway?${query}`)).text())
  return {
    endpoints: agencies.flatMap(({ datasets, slug }) =>
      datasets.flatMap((dataset) => dataset.endpoints.map(({ path }) => `${slug}/${dataset.slug}/${path}`))
    ),
    presets: presets.map(({ slug }) => slug)
  }
}
const page = async (path: string, language = "id") => {
  const response = await get(path, { accept: "text/html", "accept-language": language })
  assert.strictEqual(response.status, 200)
  return response.text()
}
const unescape = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", "\"").replaceAll("&#39;", "'").replaceAll("&amp;", "&")

describe("a search", () => {
  it("finds what has every word, as a word begins, in the names of agency, dataset, endpoint or scope, whatever the case", async () => {
    assert.deepStrictEqual((await found("q=KLINIK")).endpoints, ["dinkes/faskes/klinik"])
    assert.deepStrictEqual((await found("q=kesehatan+pasien")).endpoints, ["dinkes/faskes/pasien"])
    assert.deepStrictEqual((await found("q=rak-get")).endpoints, ["diskominfo/aset/gudang/ruang/rak"])
    assert.deepStrictEqual(await found("q=kesehatan+rak"), { endpoints: [], presets: [] })
    assert.deepStrictEqual((await found("q=kota")).presets, ["ringkasan-kota"])
  })

  it("tells how it found what it found, with what else to try where that is nothing", async () => {
    const how = async (query: string) => decode(await (await get(`/v4/gateway?${query}`)).text()).search
    assert.strictEqual(await how("opd=dinkes"), undefined)
    assert.strictEqual(await how("q=+"), undefined)
    assert.deepStrictEqual(await how("q=klinik"), { match: "all", instead: [] })
    assert.deepStrictEqual(await how("q=klinlk"), { match: "similar", instead: ["klinik"] })
    assert.deepStrictEqual(await how("q=klinik+emas"), { match: "none", instead: ["klinik"] })
    assert.deepStrictEqual((await found("q=linik")).endpoints, ["dinkes/faskes/klinik"])
    assert.deepStrictEqual((await found("q=inik")).endpoints, [])
    assert.deepStrictEqual((await found("q=clinics&private=true")).endpoints, [])
  })

  it("shows on a page what may have been meant, keeping the filters, and all agencies to browse", async () => {
    const nothing = await page("/v4/gateway?q=klinik+emas&private=false")
    for (const part of ["Mungkin maksud Anda", "href=\"/v4/gateway?q=klinik&amp;private=false\"", "Telusuri menurut perangkat daerah"]) {
      assert.include(nothing, part)
    }
    assert.include(nothing, "<li><a href=\"/v4/gateway/dinkes\">")
    assert.include(nothing, "<a href=\"/v4/gateway?topic=pemerintahan\">")
    assert.include(await page("/v4/gateway?q=klinlk&lang=en"), "what is similar: <b>klinik</b>")
    assert.notInclude(await page("/v4/gateway?q=klinik"), "Mungkin maksud Anda")
  })

  it("filters by agency, access, health and scope, alone and together", async () => {
    assert.deepStrictEqual(await found("private=true"), { endpoints: ["dinkes/faskes/pasien"], presets: ["tertutup"] })
    assert.deepStrictEqual(await found("opd=dinkes&private=false"), { endpoints: ["dinkes/faskes/klinik"], presets: [] })
    assert.deepStrictEqual((await found("health=up")).endpoints, ["diskominfo/portal-publik/events"])
    assert.notInclude((await found("health=unknown")).endpoints, "diskominfo/portal-publik/events")
    assert.deepStrictEqual((await found("scope=klinik")).endpoints, ["dinkes/faskes/klinik"])
    assert.strictEqual((await found("q=&opd=&private=&health=&scope=")).endpoints.length, (await found("")).endpoints.length)
  })

  it("refuses a filter's value that there is not, and names those that there are", async () => {
    for (const [query, allowed] of [["health=baik", "up, degraded, down, unknown"], ["private=ya", "true or false"]] as const) {
      assert.include(
        await expectProblem(await get(`/v4/gateway?${query}`, { accept: "application/json" }), "bad-request", city().gateway.url),
        allowed
      )
    }
  })

  it("fault-103 shows what was typed as text", async () => {
    const text = await page(`/v4/gateway?q=${encodeURIComponent("\"><script>alert(1)</script>")}&lang=en`)
    assert.include(text, "value=\"&quot;&gt;&lt;script&gt;")
    assert.notInclude(text, "<script")
  })
})

describe("a change of the registry", () => {
  it.live("is found at once, and what it took away is not", () =>
    Effect.scoped(Effect.gen(function*() {
      const text = (title: string) => registryText([{ slug: "dinkes", server: "http://127.0.0.1:9", endpoints: [{ path: "a", title }] }])
      const gateway = yield* startGateway(text("Daftar klinik"))
      const titles = async (q: string) =>
        decode(await (await fetch(`${gateway.url}/v4/gateway?q=${q}`)).text()).agencies.flatMap(({ datasets }) =>
          datasets.flatMap(({ endpoints }) => endpoints.map(({ title }) => title))
        )
      assert.deepStrictEqual(yield* Effect.promise(() => titles("klinik")), ["Daftar klinik"])
      writeFileSync(gateway.registryFile, text("Daftar museum"))
      yield* Effect.promise(() => eventually("the new title is found", async () => (await titles("museum"))[0] === "Daftar museum"))
      assert.deepStrictEqual(yield* Effect.promise(() => titles("klinik")), [])
    })))
})

describe("the language", () => {
  it("is Indonesian first, English for who prefers it, and the address decides over the browser", async () => {
    for (
      const [path, accept, language] of [
        ["/v4/gateway", "", "id"],
        ["/v4/gateway", "fr", "id"],
        ["/v4/gateway", "en-GB,en;q=0.9", "en"],
        ["/v4/gateway", "id,en;q=0.9", "id"],
        ["/v4/gateway", "en;q=0.5,id;q=0.4", "en"],
        ["/v4/gateway?lang=id", "en", "id"],
        ["/v4/gateway?lang=en", "id", "en"],
        ["/v4/gateway?lang=xx", "en", "en"]
      ] as const
    ) {
      assert.match(await page(path, accept), new RegExp(`^<!doctype html><html lang="${language}">`), `${path} ${accept}`)
    }
    assert.include((await get("/v4/gateway", { accept: "text/html" })).headers.get("vary") ?? "", "Accept-Language")
  })

  it("leads to the same page in the other one, and nowhere else", async () => {
    assert.include(await page("/v4/gateway/dinkes/faskes?path=klinik"), "href=\"/v4/gateway/dinkes/faskes?path=klinik&amp;lang=en\"")
    assert.notMatch(await page("//v4/gateway/dinkes"), /href="\/\//)
  })
})

describe("an endpoint's page", () => {
  const path = "/v4/gateway/diskominfo/portal-publik?path=events"

  it("tells scope, health, percentiles, exports and errors, and shows a masked sample", async () => {
    const text = await page(path)
    for (
      const part of [
        "diskominfo-events-get",
        "<svg class=\"chart\"",
        "p99",
        "B*** S***",
        "/problems/circuit-open",
        "openapi-3.1?opd=diskominfo&amp;dataset=portal-publik&amp;path=events"
      ]
    ) assert.include(text, part)
    assert.notInclude(text, "Budi Santoso")
  })

  it("shows no sample of a private endpoint, and the successor of a deprecated one", async () => {
    assert.include(await page("/v4/gateway/dinkes/faskes?path=pasien"), "Endpoint privat tidak menampilkan contoh")
    const old = await page("/v4/gateway/diskominfo/portal-publik?path=agenda-lama", "en")
    assert.include(old, "Deprecated since 1 September 2026, withdrawn on 1 September 2027.")
    assert.include(old, "href=\"/v4/gateway/diskominfo/portal-publik?path=events\"")
  })

  it("is JSON too, with the sample, and the empty path is the dataset's root", async () => {
    const whole = decode(await (await get(path)).text())
    const [endpoint] = whole.agencies[0]?.datasets[0]?.endpoints ?? []
    assert.strictEqual(whole.agencies[0]?.datasets[0]?.endpoints.length, 1)
    assert.include(JSON.stringify(endpoint?.sample), "B*** S***")
    assert.strictEqual(endpoint?.links["page"], `${city().gateway.url}${path}`)
    const root = decode(await (await get("/v4/gateway/diskominfo/portal-publik?path=")).text())
    assert.deepStrictEqual(root.agencies[0]?.datasets[0]?.endpoints.map(({ title }) => title), ["Ringkasan portal"])
    await expectProblem(await get("/v4/gateway/diskominfo/portal-publik?path=tidak"), "not-registered", city().gateway.url)
  })

  it("has code that works when it is copied", async () => {
    const text = await page(path)
    const code = (name: string): string =>
      unescape(new RegExp(`<summary>${name}</summary><pre[^>]*><code>([^<]*)</code>`).exec(text)?.[1] ?? assert.fail(name))
    const ran = (command: string, words: ReadonlyArray<string>) =>
      new Promise<string>((resolve, reject) => {
        execFile(
          command,
          [...words],
          { env: { PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`, TOKEN: city().token } },
          (error, stdout, stderr) => error === null ? resolve(stdout) : reject(new Error(stderr))
        )
      })
    for (
      const output of [
        await ran("sh", ["-c", code("curl")]),
        await ran(process.execPath, ["--input-type=module", "-e", code("JavaScript")]),
        await ran("python3", ["-c", code("Python")])
      ]
    ) assert.include(output, "Pasar malam")
    assert.include(code("PHP"), `'${city().gateway.url}/api/v4/gateway/diskominfo/portal-publik/events'`)
  })
})

describe("a catalogue of a thousand endpoints", () => {
  it.live("stays below 100 KB on its way to a browser", () =>
    Effect.scoped(Effect.gen(function*() {
      const agencies = Array.from({ length: 20 }, (_, agency) => ({
        slug: `dinas-${agency}`,
        server: "http://127.0.0.1:9",
        endpoints: Array.from(
          { length: 50 },
          (_, n) => ({ path: `rute-${agency}-${n * 7919 % 1000}`, title: `Daftar ${n * 104_729 % 9973} kegiatan ${agency}` })
        )
      }))
      const gateway = yield* startGateway(registryText(agencies))
      const response = yield* Effect.promise(() =>
        fetch(`${gateway.url}/v4/gateway`, { headers: { accept: "text/html", "accept-encoding": "br" } })
      )
      const text = yield* Effect.promise(() => response.text())
      assert.strictEqual(text.split("class=\"name\"").length - 1, 1_000)
      assert.isBelow(Number(response.headers.get("content-length")), 100_000)
    })))
})
