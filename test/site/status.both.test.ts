/** The public status through the front door: from real traffic, over both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Logger, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { AgencyReport, CityStatus } from "../../src/api/StatusApi.ts"
import { faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { startGateway } from "../support/Gateway.ts"
import { writeDays } from "../support/PastDays.ts"
import { expectProblem } from "../support/Problems.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
const secretServer = "10.77.66.55"

const at = suite(Effect.gen(function*() {
  const good = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  const bad = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  const registry = registryText([
    { slug: "sehat", server: good.url, endpoints: [{ path: "isi", title: "Isi" }, { path: "lain", title: "Lain" }] },
    {
      slug: "rusak",
      name: "Dinas <script>",
      server: bad.url,
      breaker: { open: "1 second" },
      endpoints: [{ path: "isi", title: "Isi" }, { path: "tanpa-salinan", title: "Tanpa" }]
    },
    {
      slug: "diam",
      server: `http://${secretServer}:9`,
      breaker: neverOpen,
      endpoints: [{ path: "isi", title: "Isi" }, { path: "tutup", title: "Tutup", deprecated: "2025-01-01", sunset: "2025-09-01" }]
    }
  ])
  const time = yield* makeAheadClock
  const gateway = yield* startGateway(registry, { RATE_LIMIT: "100000" }).pipe(Effect.provideService(Clock.Clock, time.clock))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const statusOf = async (path: string): Promise<number> => {
    const response = await gateway.get(path, token)
    await response.arrayBuffer()
    return response.status
  }
  const read = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${gateway.url}${path}`, { headers, redirect: "manual" })
  return { gateway, bad, statusOf, read, registry, time }
}))

const decodeCity = Schema.decodeUnknownSync(Schema.fromJsonString(CityStatus), { onExcessProperty: "error" })
const decodeAgency = Schema.decodeUnknownSync(Schema.fromJsonString(AgencyReport), { onExcessProperty: "error" })
const city = async () => decodeCity(await (await at().read("/portal/status")).text())
const agencyIn = (status: typeof CityStatus.Type, slug: string) =>
  status.agencies.find((agency) => agency.slug === slug) ?? assert.fail(slug)

/** History and incidents are read anew every 5 s: half a second passes between two looks, in which little of it is slept. */
const later = (what: string, holds: () => Promise<boolean>): Promise<void> =>
  eventually(what, () => {
    at().time.pass(500)
    return holds()
  })

describe("the status of the city", () => {
  it("before any call there is no figure and no incident, and not a perfect day", async () => {
    const status = await city()
    assert.strictEqual(status.state, "unknown")
    assert.deepStrictEqual(status.incidents, [])
    const { days, windows } = agencyIn(status, "sehat")
    const { since: _, ...month } = windows["30d"]
    assert.deepStrictEqual(month, { answers: 0, failures: 0, stale: 0, availability: null, p50: null, p95: null })
    assert.strictEqual(days.length, 30)
    assert.isTrue(days.every(({ availability }) => availability === null))
    assert.deepStrictEqual([status.meta.timeZone, status.meta.complete], ["Asia/Jakarta", true])
  })

  it("follows an agency through its outage: copies, refusals, an incident, and its end", async () => {
    const { bad, statusOf } = at()
    for (let n = 0; n < 4; n++) assert.strictEqual(await statusOf("sehat/data/isi"), 200)
    assert.strictEqual(await statusOf("sehat/data/tiada"), 404)
    assert.strictEqual(await statusOf("rusak/data/isi"), 200)
    await Effect.runPromise(bad.setBehaviour(faults.reset))
    for (let n = 0; n < 4; n++) assert.strictEqual(await statusOf("rusak/data/tanpa-salinan"), 502)
    assert.strictEqual(await statusOf("rusak/data/isi"), 200)
    assert.isAtLeast(await statusOf("rusak/data/tanpa-salinan"), 502)

    await later("the incident", async () => (await city()).incidents.length === 1)
    const during = await city()
    assert.strictEqual(agencyIn(during, "rusak").state, "down")
    assert.strictEqual(agencyIn(during, "sehat").state, "up")
    assert.strictEqual(during.state, "degraded")
    assert.deepInclude(during.incidents[0], { agency: "rusak", endedAt: null })
    assert.closeTo(Date.parse(during.incidents[0]?.startedAt ?? ""), Date.now(), 60_000)
    const page = await (await at().read("/portal/status", { accept: browser })).text()
    assert.include(page, "1 dari 3 perangkat daerah terputus.")
    assert.include(page, "Gangguan yang sedang berlangsung")
    // Every page calls a state by the same word.
    const named = async (path: string, language: string) => {
      const text = await (await at().read(path, { accept: browser, "accept-language": language })).text()
      return [...new Set([...text.matchAll(/<span class="tag (?:up|down)">([^<]+)</g)].map(([, words = ""]) => words))].toSorted()
    }
    for (const [language, up, down, service] of [["id", "Normal", "Terputus", "Layanan"], ["en", "Normal", "Down", "Service"]] as const) {
      assert.deepStrictEqual(await named("/portal/status", language), [up, down].toSorted())
      assert.deepStrictEqual(await named("/v4/gateway/sehat/data?path=isi", language), [`${service}: ${up}`])
      assert.deepStrictEqual(await named("/v4/gateway/sehat", language), [up])
    }

    await Effect.runPromise(bad.setBehaviour(json({ data: ["isi"] })))
    await later("the circuit closes", async () => await statusOf("rusak/data/tanpa-salinan") === 200)
    await later("the incident's end", async () => (await city()).incidents[0]?.endedAt !== null)
    const [incident] = (await city()).incidents
    assert.strictEqual(incident?.stale, 1)
    assert.isAtLeast(incident?.failed ?? 0, 1)

    await later("the history", async () => (agencyIn(await city(), "rusak")).windows["24h"].failures >= 5)
    const after = await city()
    const { "24h": day, "30d": month } = agencyIn(after, "rusak").windows
    assert.strictEqual(day.stale, 1)
    assert.strictEqual(day.availability, 1 - day.failures / day.answers)
    assert.deepStrictEqual(month, day)
    assert.deepInclude(agencyIn(after, "rusak").days.at(-1), { answers: day.answers, failures: day.failures, stale: 1 })
    // What the caller did wrong speaks against nobody.
    assert.deepInclude(agencyIn(after, "sehat").windows["24h"], { answers: 4, failures: 0, availability: 1 })
  })

  it("one agency has each of its endpoints, but for those that were withdrawn", async () => {
    const report = decodeAgency(await (await at().read("/portal/status/rusak")).text())
    assert.deepStrictEqual(report.endpoints.map(({ path }) => path), ["isi", "tanpa-salinan"])
    const [isi, tanpa] = report.endpoints
    assert.deepInclude(isi?.windows["7d"], { answers: 2, failures: 0, stale: 1, availability: 1 })
    assert.isAtLeast(tanpa?.windows["7d"].failures ?? 0, 5)
    assert.strictEqual(report.incidents.length, 1)
    assert.deepStrictEqual(decodeAgency(await (await at().read("/portal/status/diam")).text()).endpoints.map(({ path }) => path), ["isi"])
  })

  it("shows the past that the database has, by days of the city", async () => {
    const { gateway } = at()
    await gateway.run(
      writeDays("diam/data/isi", [{ daysAgo: 29, answers: 100, failures: 100 }, {
        daysAgo: 3,
        answers: 1_000,
        failures: 2,
        stale: 70,
        millis: 100
      }], { nowMillis: Date.now() })
    )
    await later("the month", async () => agencyIn(await city(), "diam").windows["30d"].answers === 1_100)
    const { days, state, windows } = agencyIn(await city(), "diam")
    assert.strictEqual(state, "unknown")
    assert.strictEqual(days[0]?.availability, 0)
    assert.strictEqual(days[26]?.availability, 0.998)
    assert.strictEqual(windows["7d"].answers, 1_000)
    assert.closeTo(windows["7d"].p95 ?? 0, 400, 100)
    const page = await (await at().read("/portal/status/diam", { accept: browser })).text()
    // A day of too many copies is no good day, though everybody was answered.
    assert.include(page, "1 hari melambat, 1 hari terputus, 28 hari tanpa panggilan")
  })
})

describe("over HTTP", () => {
  it("is a page for browsers and JSON for programs, without a session, kept for a moment", async () => {
    const { read } = at()
    for (const path of ["/portal/status", "/portal/status/sehat"]) {
      const page = await read(path, { accept: browser })
      assert.strictEqual(page.status, 200)
      assert.strictEqual(page.headers.get("content-type"), "text/html; charset=utf-8")
      assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'; style-src 'sha256-/)
      const data = await read(path, { accept: "application/json" })
      assert.strictEqual(data.headers.get("content-type"), "application/json; charset=utf-8")
      for (const response of [page, data]) {
        assert.isNull(response.headers.get("set-cookie"))
        assert.strictEqual(response.headers.get("cache-control"), "public, max-age=10")
        assert.match(response.headers.get("vary") ?? "", /Accept/)
        await response.arrayBuffer()
      }
    }
  })

  it("speaks the language that is asked for", async () => {
    const { read } = at()
    const english = await (await read("/portal/status?lang=en", { accept: browser })).text()
    assert.include(english, "<html lang=\"en\">")
    assert.include(english, "Data service status")
    assert.include(english, "href=\"/portal/status/sehat?lang=en\"")
    const byHeader = await (await read("/portal/status/sehat", { accept: browser, "accept-language": "en" })).text()
    assert.include(byHeader, "What the figures mean")
    assert.include(await (await read("/portal/status", { accept: browser })).text(), "Arti angka")
  })

  it("an agency that is not registered is a 404, another method a 405", async () => {
    const { gateway, read } = at()
    await expectProblem(await read("/portal/status/tiada"), "not-registered", gateway.url)
    for (const path of ["/portal/status", "/portal/status/sehat"]) {
      for (const headers of [{}, { accept: "application/json" }, { accept: "*/*" }]) {
        const response = await fetch(`${gateway.url}${path}`, { method: "POST", headers })
        assert.strictEqual(response.headers.get("allow"), "GET, HEAD, OPTIONS")
        assert.strictEqual(await expectProblem(response, "method-not-allowed", gateway.url), "This address answers GET, HEAD, OPTIONS.")
      }
      const page = await fetch(`${gateway.url}${path}`, { method: "POST", headers: { accept: "text/html" } })
      assert.deepStrictEqual([page.status, page.headers.get("content-type"), page.headers.get("allow")], [
        405,
        "text/html; charset=utf-8",
        "GET, HEAD, OPTIONS"
      ])
      assert.include(await page.text(), "Alamat ini menjawab GET, HEAD, OPTIONS.")
    }
    assert.strictEqual((await fetch(`${gateway.url}/portal/status`, { method: "HEAD" })).status, 200)
  })

  it("an agency's name is text, and its address nowhere", async () => {
    const { bad, read } = at()
    for (const path of ["/portal/status", "/portal/status/rusak", "/portal/status/diam"]) {
      for (const accept of [browser, "application/json"]) {
        const text = await (await read(path, { accept })).text()
        assert.notInclude(text, secretServer)
        assert.notInclude(text, bad.url)
        if (accept === browser) assert.notInclude(text, "<script")
      }
    }
  })

  it("stays up while the history cannot be read, and says that figures are missing", async () => {
    const { gateway, read } = at()
    const rename = (from: string, to: string) =>
      gateway.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE ${sql(from)} RENAME TO ${sql(to)}`))
    await rename("status_slots", "away")
    try {
      await later("the note", async () => (await (await read("/portal/status", { accept: browser })).text()).includes("belum lengkap"))
      assert.isFalse((await city()).meta.complete)
    } finally {
      await rename("away", "status_slots")
    }
    await later("the whole history", async () => (await city()).meta.complete)
  })

  it("the endpoint's page has the last 24 hours as a chart and as a table", async () => {
    const page = await (await at().read("/v4/gateway/sehat/data?path=isi", { accept: browser })).text()
    assert.match(
      page,
      /<svg class="chart"[^>]* role="img" aria-label="Waktu respons 24 jam terakhir[^"]*p50 antara [^"]+ dan [^"]+; p95 antara/
    )
    assert.match(page, /Data grafik<\/summary><table>.*<td class="n">4<\/td><td class="n">0<\/td>/)
    const unused = await (await at().read("/v4/gateway/sehat/data?path=lain", { accept: browser })).text()
    assert.include(unused, "Belum ada panggilan dalam 24 jam.")
  })
})

describe("a restart", () => {
  it("forgets nothing: the next gateway shows what the one before had answered", async () => {
    const { registry } = at()
    const directory = Scope.makeUnsafe()
    const dataDir = await Effect.runPromise(Scope.provide(tempDirectory, directory))
    const during = async <A>(use: (gateway: Effect.Success<ReturnType<typeof startGateway>>) => Promise<A>): Promise<A> => {
      const scope = Scope.makeUnsafe()
      try {
        return await use(
          await Effect.runPromise(
            startGateway(registry, { DATA_DIR: dataDir }).pipe(Scope.provide(scope), Effect.provide(Logger.layer([])))
          )
        )
      } finally {
        await Effect.runPromise(Scope.close(scope, Exit.void))
      }
    }
    try {
      await during(async (gateway) => {
        const token = await gateway.token({ scopes: "*" })
        for (let n = 0; n < 3; n++) await (await gateway.get("sehat/data/isi", token)).arrayBuffer()
      })
      await during(async (gateway) => {
        const status = decodeCity(await (await fetch(`${gateway.url}/portal/status`)).text())
        assert.deepInclude(agencyIn(status, "sehat").windows["24h"], { answers: 3, failures: 0, availability: 1 })
      })
    } finally {
      await Effect.runPromise(Scope.close(directory, Exit.void))
    }
  })
})
