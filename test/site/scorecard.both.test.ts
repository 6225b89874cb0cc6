/** The scorecards of agencies' months through the front door: figures of what is kept, as page, JSON and CSV. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccessRequests } from "../../src/access/AccessRequests.ts"
import { Applications } from "../../src/access/Applications.ts"
import { Scorecards } from "../../src/api/ScorecardApi.ts"
import { makeAgencyServer } from "../support/AgencyServer.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { startGateway } from "../support/Gateway.ts"
import { writeDays } from "../support/PastDays.ts"
import { expectProblem } from "../support/Problems.ts"
import { registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
const hour = 3_600_000
/** 10.00 of 21 November in Jakarta. */
const today = Date.UTC(2026, 10, 21, 3)

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ routes: {} })
  const time = yield* makeAheadClock
  time.jump(today - (yield* Clock.currentTimeMillis))
  const registry = registryText([
    {
      slug: "ramai",
      server: agency.url,
      name: "=Dinas ramai",
      endpoints: [{ path: "isi", title: "Isi", fields: { "data[].nama": "name" } }]
    },
    { slug: "sepi", server: agency.url, endpoints: [{ path: "isi", query: ["halaman"] }] }
  ])
  const dataDir = yield* tempDirectory
  const gateway = yield* startGateway(registry, { DATA_DIR: dataDir }).pipe(Effect.provideService(Clock.Clock, time.clock))
  const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, Clock.Clock, time.clock)
  yield* Effect.promise(() =>
    gateway.run(inTime(
      Effect.gen(function*() {
        yield* writeDays("ramai/data/isi", [
          // The last of October in Jakarta, and the first of November.
          { daysAgo: 21, answers: 400, failures: 40 },
          { daysAgo: 20, answers: 300, failures: 3, stale: 30 },
          { daysAgo: 2, answers: 100, failures: 1 }
        ], { nowMillis: today })
        yield* writeDays("sepi/data/isi", [{ daysAgo: 2, answers: 99 }], { nowMillis: today })
        const sql = yield* SqlClient.SqlClient
        const field = (route: string, path: string, firstSeen: number) => ({
          route,
          path,
          position: 0,
          fingerprint: "a",
          types: "[]",
          format: null,
          field_class: null,
          seen: 1,
          nulls: 0,
          first_seen: firstSeen,
          example: null,
          changed_at: today
        })
        const october = Date.UTC(2026, 9, 5)
        const november = Date.UTC(2026, 10, 9)
        yield* sql`INSERT INTO field_dictionary ${
          sql.insert([
            field("ramai/data/isi", "data", october),
            // Of its first day, which makes it no newer than the rest.
            field("ramai/data/isi", "data[].nama", october + 23 * hour),
            field("ramai/data/isi", "data[].luas", november),
            field("ramai/data/isi", "data[].warna", november + hour),
            field("ramai/data/lain", "data", november),
            field("ramai/data/lain", "data[].nama", november + hour)
          ])
        }`
        const requests = yield* AccessRequests
        yield* (yield* Applications).ensure({ name: "peta" })
        for (const waits of [2, 5, 30]) {
          const { requestId } = yield* requests.ask({
            kind: "client-credentials",
            application: "peta",
            agency: "ramai",
            scopes: [],
            purpose: "Peta",
            by: "budi"
          })
          yield* sql`UPDATE access_requests SET asked_at = ${today - waits * hour} WHERE request_id = ${requestId}`
          yield* requests.refuse(requestId, "dewi", "Tidak jelas")
        }
      }).pipe(Effect.orDie)
    ))
  )
  const read = (path: string, accept = "application/json") => fetch(`${gateway.url}${path}`, { headers: { accept } })
  return { read, url: gateway.url }
}))

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Scorecards), { onExcessProperty: "error" })
const cards = async (path: string) => decode(await (await at().read(path)).text())

describe("a month's scorecard", () => {
  it("has what that month's days counted, and how long requests waited; too few answers are no figure", async () => {
    const { agencies, complete, month } = await cards("/portal/rapor/2026-11")
    assert.deepStrictEqual([month, complete, agencies.map(({ slug }) => slug)], ["2026-11", false, ["ramai", "sepi"]])
    const [ramai, sepi] = agencies
    assert.deepInclude(ramai, {
      days: 2,
      answers: 400,
      availability: 0.99,
      freshness: 0.925,
      documentation: 0.8,
      decisions: 3,
      decisionHours: 5
    })
    assert.isAbove(ramai?.p95 ?? 0, ramai?.p50 ?? 0)
    assert.deepInclude(sepi, {
      days: 1,
      answers: 99,
      availability: null,
      p50: null,
      p95: null,
      freshness: null,
      documentation: 0.4,
      decisions: 0,
      decisionHours: null
    })
    assert.deepStrictEqual((await cards("/portal/rapor")).agencies, agencies)
  })

  it("tells in which endpoints fields were new, but for the first day of each; what nobody knows is no figure", async () => {
    const told = async (path: string) =>
      (await cards(path)).agencies.map(({ newFields, schemaStability, slug }) => [slug, schemaStability, newFields])
    assert.deepStrictEqual(await told("/portal/rapor/2026-11"), [["ramai", 0.5, 2], ["sepi", null, 0]])
    assert.deepStrictEqual(await told("/portal/rapor/2026-10"), [["ramai", 1, 0], ["sepi", null, 0]])
    const page = await (await at().read("/portal/rapor/2026-11/ramai?lang=id", browser)).text()
    assert.match(page, /Stabilitas skema<\/th><td class="n">50,00% \(2 kolom baru\)/)
  })

  it("keeps to the city's month, and to one agency where one is asked for", async () => {
    const { agencies, complete } = await cards("/portal/rapor/2026-10/ramai")
    assert.isTrue(complete)
    assert.deepStrictEqual(agencies.map(({ answers, availability, decisions, slug }) => [slug, answers, availability, decisions]), [
      ["ramai", 400, 0.9, 0]
    ])
  })

  it("is a table for spreadsheets, in which no name is a formula", async () => {
    const answer = await at().read("/portal/rapor/2026-11.csv", browser)
    assert.include(answer.headers.get("content-type"), "text/csv")
    const lines = (await answer.text()).split("\r\n")
    assert.strictEqual(
      lines[0],
      "month,agency,name,days,answers,availability,p50,p95,freshness,documentation,decisions,decisionHours,schemaStability,newFields"
    )
    assert.match(lines[1] ?? "", /^2026-11,ramai,'=Dinas ramai,2,400,0\.99,/)
    assert.strictEqual(lines[2], "2026-11,sepi,Dinas sepi,1,99,,,,,0.4,0,,,0")
    assert.lengthOf((await (await at().read("/portal/rapor/2026-11/sepi.csv")).text()).split("\r\n"), 3)
  })

  it("is a page in both languages, that says where data are missing", async () => {
    const indonesian = await (await at().read("/portal/rapor/2026-11?lang=id", browser)).text()
    assert.include(indonesian, "Rapor bulanan November 2026")
    assert.include(indonesian, "belum cukup data")
    assert.include(indonesian, "99,00%")
    const english = await (await at().read("/portal/rapor/2026-11/sepi?lang=en", browser)).text()
    assert.include(english, "not enough data")
    assert.include(english, "<title>Dinas sepi: Monthly scorecard November 2026")
    assert.include(indonesian, "<title>Rapor bulanan November 2026")
    assert.include(await (await at().read("/portal/status", browser)).text(), `href="/portal/rapor"`)
  })

  it.each(["2026-13", "2026-12", "2024-01", "november", "2026-11/tidak-ada"])("there is none of %s", async (what) => {
    await expectProblem(await at().read(`/portal/rapor/${what}`), "not-registered", at().url)
  })
})
