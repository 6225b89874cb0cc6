/** What operators announce to the public: maintenance, by which no failure is the agency's, and notes to incidents. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { AgencyReport, CityStatus } from "../../src/api/StatusApi.ts"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { json, makeAgencyServer, status } from "../support/AgencyServer.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { startGateway } from "../support/Gateway.ts"
import { portalSession } from "../support/PortalSession.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"

const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
const page = "/portal/operasi/pemberitahuan"

const at = suite(Effect.gen(function*() {
  const servers = {
    rawat: yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) }),
    sakit: yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  }
  const time = yield* makeAheadClock
  const gateway = yield* startGateway(
    registryText(
      Object.entries(servers).map(([slug, { url }]) => ({
        slug,
        server: url,
        breaker: { open: "1 hour" },
        endpoints: [{ path: "isi" }, { path: "baru" }]
      }))
    ),
    { RATE_LIMIT: "100000" }
  ).pipe(Effect.provideService(Clock.Clock, time.clock))
  return yield* Effect.promise(async () => ({
    gateway,
    servers,
    time,
    token: await gateway.token({ scopes: "*" }),
    sari: await portalSession(gateway, { account: "sari", kind: "civil-servant", operator: true }),
    rina: await portalSession(gateway, { account: "rina", kind: "civil-servant", agencies: ["rawat"] })
  }))
}))

const decodeCity = Schema.decodeUnknownSync(Schema.fromJsonString(CityStatus), { onExcessProperty: "error" })
const decodeAgency = Schema.decodeUnknownSync(Schema.fromJsonString(AgencyReport), { onExcessProperty: "error" })
const read = async (path: string, accept = "application/json") =>
  (await fetch(`${at().gateway.url}${path}`, { headers: { accept } })).text()
const agency = async (slug: string) => decodeAgency(await read(`/portal/status/${slug}`))
const statusOf = async (path: string): Promise<number> => {
  const response = await at().gateway.get(path, at().token)
  await response.arrayBuffer()
  return response.status
}
const later = (what: string, holds: () => Promise<boolean>): Promise<void> =>
  eventually(what, () => {
    at().time.pass(5_000)
    return holds()
  })
const now = () => at().time.clock.currentTimeMillisUnsafe()
/** As the form wants it, in the time of Jakarta. */
const local = (millis: number): string => new Date(millis + 7 * 3_600_000).toISOString().slice(0, 16)
const hour = 3_600_000
const announce = (fields: Readonly<Record<string, string>>) =>
  at().sari.post(page, { opd: "rawat", mulai: local(now()), selesai: local(now() + 2 * hour), teks: "", text: "", ...fields })

describe("maintenance that an operator announces", () => {
  it("is refused where a time is missing, past or the wrong way round, or nothing is said", async () => {
    const teks = "Pemindahan server."
    for (
      const wrong of [
        { teks, mulai: "" },
        { teks, selesai: "2026-02-30T10:00" },
        { teks, mulai: local(now() - hour) },
        { teks, selesai: local(now() - hour) },
        { teks, selesai: local(now() + 40 * 24 * hour) },
        { teks, opd: "tidak-ada" },
        { teks: " " }
      ]
    ) assert.strictEqual((await announce(wrong)).status, 422, JSON.stringify(wrong))
    assert.deepStrictEqual(decodeCity(await read("/portal/status")).maintenance, [])
    assert.strictEqual((await at().rina.post(page, { opd: "rawat", mulai: "x", selesai: "x", teks, text: "" })).status, 403)
  })

  it("is told on the status page, in the feed and on endpoints' pages, in both languages", async () => {
    assert.strictEqual((await announce({ teks: "Pemindahan server.", text: "A server is moved." })).status, 303)
    assert.strictEqual(
      (await announce({ opd: "", mulai: local(now() + 24 * hour), selesai: local(now() + 26 * hour), teks: "Gerbang diperbarui." })).status,
      303
    )
    await later("both", async () => decodeCity(await read("/portal/status")).maintenance.length === 2)
    assert.deepStrictEqual((await agency("sakit")).maintenance.map((one) => [one.agency, one.text]), [[null, {
      id: "Gerbang diperbarui.",
      en: null
    }]])
    for (const path of ["/portal/status", "/portal/status/rawat", "/v4/gateway/rawat/data?path=isi"]) {
      const [indonesian, english] = [await read(path, browser), await read(`${path}${path.includes("?") ? "&" : "?"}lang=en`, browser)]
      assert.include(indonesian, "Pemindahan server.")
      assert.include(english, "A server is moved.")
      assert.include(english, `<span lang="id">Gerbang diperbarui.</span>`)
      assert.notInclude(indonesian, "sari")
    }
    assert.notInclude(await read("/v4/gateway/sakit/data?path=isi", browser), "Pemindahan server.")
    const feed = await read("/portal/status.atom")
    assert.include(feed, "<title>Pemeliharaan: Dinas rawat</title>")
    assert.include(feed, "<title>Pemeliharaan: Seluruh gerbang</title>")
    const actions = await at().gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ action: "maintenance-announced" })))
    assert.deepStrictEqual(actions.map(({ account, agency: whose }) => [account, whose]), [["sari", null], ["sari", "rawat"]])
  })

  it("takes an incident's blame from the agency: it is named so, and no failure counts; without it both do", async () => {
    for (const slug of ["rawat", "sakit"] as const) {
      assert.strictEqual(await statusOf(`${slug}/data/isi`), 200)
      await Effect.runPromise(at().servers[slug].setBehaviour(status(500)))
      for (let call = 0; call < 5; call++) assert.isAtLeast(await statusOf(`${slug}/data/baru`), 502)
      assert.strictEqual(await statusOf(`${slug}/data/isi`), 200)
      await later("the incident", async () => (await agency(slug)).incidents.length === 1)
    }
    const [rawat, sakit] = [await agency("rawat"), await agency("sakit")]
    assert.deepInclude(rawat.incidents[0], { cause: "maintenance", reason: "Pemindahan server." })
    assert.deepInclude(sakit.incidents[0], { cause: "errors", reason: null })
    assert.deepInclude(rawat.agency.windows["24h"], { answers: 1, failures: 0, stale: 0, availability: 1 })
    assert.deepInclude(sakit.agency.windows["24h"], { answers: 7, failures: 5, stale: 1 })
    assert.include(await read("/portal/status/rawat", browser), "Sedang dalam pemeliharaan.")
  })

  it("ends where it is taken back, and what was named by it stays so", async () => {
    const form = await (await at().sari.get(`${page}?lang=en`)).text()
    const id = decodeCity(await read("/portal/status")).maintenance.find((one) => one.agency === "rawat")?.id ?? ""
    assert.include(form, `value="${id}"`)
    assert.strictEqual((await at().sari.post(`${page}/tarik`, { pemeliharaan: id })).status, 303)
    assert.strictEqual((await at().sari.post(`${page}/tarik`, { pemeliharaan: id })).status, 422)
    await later("it is over", async () => (await agency("rawat")).maintenance.every((one) => one.agency === null))
    assert.strictEqual((await agency("rawat")).incidents[0]?.cause, "maintenance")
  })
})

describe("a note to an incident", () => {
  it("is shown with it, on the page, in JSON and in the feed", async () => {
    const form = await (await at().sari.get(page)).text()
    const incident = /value="(sakit \d+)"/.exec(form)?.[1] ?? assert.fail("no incident to choose")
    const add = (fields: Readonly<Record<string, string>>) =>
      at().sari.post(`${page}/keterangan`, { gangguan: incident, keterangan: "", note: "", ...fields })
    assert.strictEqual((await add({})).status, 422)
    assert.strictEqual((await add({ gangguan: "sakit 1", note: "x" })).status, 422)
    assert.strictEqual((await add({ keterangan: "Disk penuh; <b>sedang</b> diganti." })).status, 303)
    await later("the note", async () => (await agency("sakit")).incidents[0]?.notes.length === 1)
    const { notes, updatedAt } = (await agency("sakit")).incidents[0] ?? assert.fail("no incident")
    assert.deepStrictEqual(notes[0]?.text, { id: "Disk penuh; <b>sedang</b> diganti.", en: null })
    assert.strictEqual(updatedAt, notes[0]?.at)
    assert.include(await read("/portal/status/sakit", browser), "Disk penuh; &lt;b&gt;sedang&lt;/b&gt; diganti.")
    assert.include(await read("/portal/status.atom"), "Disk penuh; &lt;b&gt;sedang&lt;/b&gt; diganti.")
  })
})

describe("a form of announcements that is sent twice", () => {
  it("announces and notes once, and is written down once", async () => {
    const { gateway, sari } = at()
    const form = await (await sari.get(page)).text()
    const ids = Array.from(form.matchAll(/name="formulir" value="([^"]+)"/g), ([, id = ""]) => id)
    assert.strictEqual(new Set(ids).size, 2)
    const [window = "", note = ""] = ids
    const actions = async (action: string) => (await gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ action })))).length
    const twice = async (action: string, send: () => Promise<Response>) => {
      const before = await actions(action)
      assert.deepStrictEqual((await Promise.all([send(), send()])).map(({ status: code }) => code), [303, 303])
      assert.strictEqual((await send()).status, 303)
      assert.strictEqual(await actions(action) - before, 1)
    }
    await twice("maintenance-announced", () => announce({ formulir: window, teks: "Dua kali." }))
    const gangguan = /value="(sakit \d+)"/.exec(form)?.[1] ?? assert.fail("no incident to choose")
    await twice("incident-note-added", () => sari.post(`${page}/keterangan`, { formulir: note, gangguan, keterangan: "Sekali.", note: "" }))
    // Gone back to and changed, it is another one.
    assert.strictEqual((await announce({ formulir: window, teks: "Lain." })).status, 303)
    await later("all", async () =>
      decodeCity(await read("/portal/status")).maintenance.some(({ text }) => text.id === "Lain.")
      && (await agency("sakit")).incidents[0]?.notes.some(({ text }) => text.id === "Sekali.") === true)
    assert.lengthOf(decodeCity(await read("/portal/status")).maintenance.filter(({ text }) => text.id === "Dua kali."), 1)
    assert.lengthOf(decodeCity(await read("/portal/status")).maintenance.filter(({ text }) => text.id === "Lain."), 1)
    assert.lengthOf((await agency("sakit")).incidents[0]?.notes.filter(({ text }) => text.id === "Sekali.") ?? [], 1)
  })
})
