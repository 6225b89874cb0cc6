/** The operations board's ranges, order and notes through the front door: in the page, without script, and in its stream. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { productVersion } from "../../src/domain/Version.ts"
import { answer, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { openEvents } from "../support/EventStream.ts"
import { startGateway } from "../support/Gateway.ts"
import { portalSession } from "../support/PortalSession.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const [well, ill] = yield* Effect.all([
    makeAgencyServer({ behaviour: json({ data: [1] }) }),
    makeAgencyServer({ behaviour: answer({ status: 500 }) })
  ])
  const endpoints = [{ path: "isi" }]
  const gateway = yield* startGateway(registryText([
    { slug: "awal", server: well.url, endpoints },
    { slug: "sakit", server: ill.url, endpoints }
  ]))
  return yield* Effect.promise(async () => {
    const token = await gateway.token({ scopes: "*" })
    const sari = await portalSession(gateway, { account: "sari", kind: "civil-servant", operator: true })
    const call = async (slug: string, times: number): Promise<void> => {
      for (let made = 0; made < times; made++) await (await gateway.get(`${slug}/data/isi`, token)).arrayBuffer()
    }
    const page = async (query: string) => (await sari.get(`/portal/operasi?${query}`)).text()
    return { gateway, sari, call, page }
  })
}))

const unitsOf = (page: string) => [...page.matchAll(/data-agency="(\w+)"/g)].map(([, slug]) => slug)
const notesOf = (page: string) =>
  [...page.matchAll(/<li data-state="(\w+)" data-stated="note\.\d+"><a href="([^"]*)"[^>]*>([^<]*)</g)]
    .filter(([, state]) => state !== "none").map(([, state, href, text]) => ({ state, href, text: text?.replaceAll("\u00a0", " ") }))

describe("the board", () => {
  it("has what is in trouble first, unless its address says otherwise, and keeps both choices in its links", async () => {
    const { call, page } = at()
    await call("sakit", 6)
    await eventually("it is down", async () => unitsOf(await page(""))[0] === "sakit")
    assert.deepStrictEqual(unitsOf(await page("urut=nama")), ["awal", "sakit"])
    const chosen = await page("urut=nama&rentang=6h&lang=en")
    assert.include(chosen, `href="/portal/operasi?urut=nama&amp;rentang=24h&amp;lang=en"`)
    assert.include(chosen, `href="/portal/operasi?rentang=6h&amp;lang=en"`)
    assert.include(chosen, `data-seconds="21600"`)
    assert.include(await page("rentang=selamanya"), `data-seconds="900"`)
  })

  it("counts a longer range slot by slot", async () => {
    const { call, page } = at()
    await call("awal", 3)
    const rows = (text: string) => [...text.matchAll(/<tr data-state="some" data-stated="minute\.\d+">/g)].length
    assert.deepStrictEqual([rows(await page("rentang=1h")), rows(await page("rentang=6h")), rows(await page("rentang=24h"))], [60, 24, 96])
    const requests = (text: string) =>
      [...text.matchAll(/data-live="minute\.\d+\.requests">(\d+)</g)].reduce((sum, [, count]) => sum + Number(count), 0)
    for (const range of ["1h", "6h", "24h"]) {
      await eventually(`its own calls are in ${range}`, async () => requests(await page(`rentang=${range}`)) === 9)
    }
  })

  it("notes what happened, each with its time, agency and place", async () => {
    const { gateway, page, sari } = at()
    await gateway.run(
      Effect.flatMap(
        ActionLog,
        (log) => log.record({ account: "budi", action: "registry-changed", agency: "awal", subject: "awal/data/isi", detail: {} })
      )
    )
    await gateway.run(Effect.orDie(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const now = yield* Clock.currentTimeMillis
      yield* sql`INSERT INTO gateway_starts ${sql.insert({ id: "lama", name: "lama", version: "3.9.0", started_at: now - 3 * 3_600_000 })}`
      const row = { kind: "maintenance", agency: "awal", text_id: "Pindah", text_en: null, made_at: now, changed_at: now }
      yield* sql`INSERT INTO announcements ${sql.insert({ ...row, id: "a", starts_at: now - 7_200_000, ends_at: now - 5_400_000 })}`
    })))
    await eventually("all are there", async () => notesOf(await page("rentang=24h")).length >= 5)
    const notes = notesOf(await page("rentang=24h"))
    const of = (state: string) => notes.find((note) => note.state === state)
    assert.match(of("deployment")?.text ?? "", new RegExp(`Versi baru · ${productVersion} menggantikan 3\\.9\\.0, 1 gerbang$`))
    assert.match(of("restart")?.text ?? "", /3\.9\.0, 1 gerbang$/)
    assert.match(of("incident")?.text ?? "", /masih berlangsung · Gangguan: Dinas sakit · menjawab dengan kesalahan$/)
    assert.strictEqual(of("incident")?.href, "/portal/status/sakit")
    assert.match(of("maintenance")?.text ?? "", /Pemeliharaan: Dinas awal$/)
    const place = (of("change")?.href ?? "").replaceAll("&amp;", "&")
    assert.match(await (await sari.get(place)).text(), /awal\/data\/isi/)
    // None of it names a person.
    assert.notInclude(notes.map(({ text }) => text).join(), "budi")
    assert.deepStrictEqual(notesOf(await page("")).map(({ state }) => state).toSorted(), ["change", "deployment", "incident"])
  })

  it("tells the same by its stream: rows, marks, order and addresses", async () => {
    const { gateway, sari } = at()
    const Told = Schema.fromJsonString(Schema.Struct({
      order: Schema.Array(Schema.String),
      marks: Schema.Array(Schema.Tuple([Schema.String, Schema.Int, Schema.NullOr(Schema.Int)])),
      course: Schema.Array(Schema.Array(Schema.NullOr(Schema.Finite))),
      links: Schema.Record(Schema.String, Schema.String)
    }))
    const live = await openEvents(`${gateway.url}/portal/operasi/alir?rentang=24h&urut=nama&lang=en`, { cookie: sari.cookie })
    const { data } = await live.until("the first event", ({ event }) => event === "board")
    live.close()
    const told = Schema.decodeUnknownSync(Told)(data)
    assert.deepStrictEqual(told.order, ["awal", "sakit"])
    assert.lengthOf(told.course, 96)
    assert.isTrue(told.course.every((row) => row.length === 10))
    assert.deepStrictEqual(told.marks.map(([kind]) => kind).toSorted(), ["change", "deployment", "incident", "maintenance", "restart"])
    assert.include(Object.values(told.links), "/portal/status/sakit?lang=en")
  })
})
