/** The inbox of developers, desks and operators: over real HTTP, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Developers } from "../../src/access/Developers.ts"
import { NoticeRhythm } from "../../src/watch/NoticeWatch.ts"
import { startDesk } from "../support/Desk.ts"
import { hiddenIn, pageOf, textOf } from "../support/DeveloperPortal.ts"
import type { PortalSession } from "../support/PortalSession.ts"
import { eventually, pause, suite } from "../support/Suite.ts"

const inbox = "/portal/pemberitahuan"
const hour = 3_600_000
const day = 24 * hour
const at = suite(startDesk().pipe(Effect.provideService(NoticeRhythm, { deeds: "50 millis", times: "50 millis" })))

const pageFor = async (who: PortalSession, query = "") => pageOf(await who.get(`${inbox}${query}`))
const told = async (who: PortalSession) => textOf(await pageFor(who))
const times = async (who: PortalSession, title: string) =>
  [...(await pageFor(who)).matchAll(/<span class="name">(?:<a [^>]*>)?([^<]*)/g)].filter(([, found]) => found?.startsWith(title)).length
const hears = (who: PortalSession, words: string) => eventually(`hears ${words}`, async () => (await told(who)).includes(words))
/** The badge on another page. */
const badge = async (who: PortalSession): Promise<number> =>
  Number(/<b class="count">(\d+)<\/b>/.exec(await pageOf(await who.get("/portal/aplikasi")))?.[1] ?? 0)

describe("the inbox", () => {
  it("is nobody's who has not signed in", async () => {
    const answer = await at().gateway.get(inbox)
    assert.strictEqual(answer.status, 303)
    assert.include(answer.headers.get("location") ?? "", "/portal/masuk")
  })

  it("tells the agency's desk what was asked, and the developer what was decided, with a badge until it is read", async () => {
    const { ask, budi, dewi, joko } = at()
    assert.strictEqual(await badge(dewi), 0)
    const request = await ask()
    await hears(dewi, "Permohonan akses baru")
    assert.strictEqual(await badge(dewi), 1)
    assert.include(await pageFor(dewi), `/portal/opd/dinkes/permintaan/${request}`)
    assert.notInclude(await told(joko), "Permohonan akses baru")
    assert.strictEqual((await dewi.post(`/portal/opd/dinkes/permintaan/${request}/setuju`)).status, 200)
    await hears(budi, "Permohonan disetujui")
    assert.include(textOf(await pageFor(budi, "?lang=en")), "Request approved")
    assert.strictEqual(await badge(budi), 1)

    const page = await pageFor(budi)
    const fields = { sampai: hiddenIn(page, "sampai"), yang: "one" }
    // Somebody else's number marks nothing.
    assert.strictEqual((await joko.post(inbox, { ...fields, yang: "through" })).status, 303)
    assert.strictEqual(await badge(budi), 1)
    assert.strictEqual((await budi.post(inbox, fields)).status, 303)
    assert.strictEqual(await badge(budi), 0)
    assert.include(await told(budi), "Permohonan disetujui")
    assert.notInclude(await told(budi), "Tandai")
  })

  it("tells once, however often it is looked for", async () => {
    const { budi } = at()
    await pause(500)
    assert.strictEqual(await times(budi, "Permohonan disetujui"), 1)
  })

  it("tells a developer of a verification that ends within a day, and of none that was given for a day", async () => {
    const { budi, gateway } = at()
    await gateway.run(
      Effect.gen(function*() {
        const developers = yield* Developers
        const sql = yield* SqlClient.SqlClient
        const now = yield* Clock.currentTimeMillis
        yield* developers.ensure({ account: "budi", name: "Budi Santoso", kind: "developer" })
        yield* developers.verify({ account: "budi", agency: "dinkes", by: "dewi", until: now + day - 60_000 })
        yield* developers.verify({ account: "budi", agency: "diskominfo", by: "joko", until: now + day - 60_000 })
        yield* sql`UPDATE verifications SET given_at = ${now - 30 * day} WHERE agency = 'dinkes'`
      }).pipe(Effect.orDie)
    )
    await hears(budi, "Verifikasi Anda berakhir dalam 1 hari")
    await pause(300)
    assert.strictEqual(await times(budi, "Verifikasi Anda berakhir"), 1)
  })

  it("tells a developer of a token that ends, of a quota that was reached, and of an endpoint that goes which they call", async () => {
    const { budi, gateway } = at()
    const now = await gateway.run(Clock.currentTimeMillis)
    await gateway.token({ scopes: ["dinkes-klinik-get"], application: "peta", lifetimeMillis: 30 * day })
    await gateway.token({ scopes: ["dinkes-klinik-get"], application: "peta", lifetimeMillis: day - 60_000 })
    await gateway.run(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE tokens SET issued_at = ${now - 23 * day - 60_000}, expires_at = ${now + 7 * day - 60_000}
        WHERE application = 'peta' AND expires_at > ${now + 20 * day}`
        const use = { application: "peta", hour: Math.floor(now / hour) * hour, agency: "dinkes", calls: 1, entries: 0, last_at: now }
        yield* sql`INSERT INTO application_usage ${
          sql.insert([
            { ...use, route: "dinkes/faskes/klinik", status: 429, code: "quota-exceeded" },
            { ...use, agency: "diskominfo", route: "diskominfo/portal-publik/agenda-lama", status: 200, code: "" }
          ])
        }`
      }).pipe(Effect.orDie)
    )
    await hears(budi, "Token berakhir dalam 7 hari")
    await hears(budi, "Kuota tercapai")
    await hears(budi, "Endpoint tidak lagi dianjurkan")
    await pause(300)
    for (const title of ["Token berakhir", "Kuota tercapai", "Endpoint"]) assert.strictEqual(await times(budi, title), 1, title)
  })

  it("tells operators and the desk of an agency that is not called any more", async () => {
    const { dewi, gateway, joko, rina } = at()
    await gateway.run(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const now = yield* Clock.currentTimeMillis
        const span = { id: "span-1", agency: "dinkes", started_at: now - 1000, seen_at: now, ended_at: null, stale: 0, failed: 3 }
        yield* sql`INSERT INTO incident_spans ${sql.insert({ ...span, cause: "no-answer", reason: null, changed_at: now })}`
      }).pipe(Effect.orDie)
    )
    await hears(rina, "Gangguan pada")
    await hears(dewi, "Gangguan pada")
    assert.notInclude(await told(joko), "Gangguan pada")
  })

  it("tells them, and developers whose applications call it, that it is over once it has not come back", async () => {
    const { budi, dewi, gateway, rina } = at()
    await gateway.run(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const now = yield* Clock.currentTimeMillis
        const ended = { ended_at: now - 6 * 60_000, seen_at: now - 6 * 60_000, changed_at: now - 6 * 60_000 }
        yield* sql`UPDATE incident_spans SET ${sql.update({ started_at: now - 10 * 60_000, ...ended })} WHERE id = 'span-1'`
      }).pipe(Effect.orDie)
    )
    for (const who of [rina, dewi, budi]) await hears(who, "Gangguan pada Dinas Kesehatan sudah berakhir")
    assert.strictEqual(await times(budi, "Gangguan pada Dinas Kesehatan sudah berakhir"), 1)
    assert.include(textOf(await pageFor(budi, "?lang=en")), "The incident at Dinas Kesehatan is over")
  })

  it("tells the desk of a dataset that is asked for, which its first page counts, and whoever asked of the answer", async () => {
    const { budi, dewi, joko } = at()
    const asked = await budi.post("/portal/dataset-diminta", { opd: "dinkes", apa: "Jadwal donor", untuk: "Relawan" })
    assert.strictEqual(asked.status, 303)
    await hears(dewi, "Dataset baru diminta")
    assert.notInclude(await told(joko), "Dataset baru diminta")
    assert.include(textOf(await pageOf(await dewi.get("/portal/opd/dinkes"))), "1 dataset diminta menunggu jawaban")
    const [, wish = ""] = /href="(\/portal\/opd\/dinkes\/dataset-diminta\/[^"?]+)/.exec(await pageFor(dewi)) ?? []
    assert.strictEqual((await dewi.post(wish, { jawaban: "planned", penjelasan: "Mulai Maret." })).status, 303)
    await hears(budi, "Dataset yang Anda minta direncanakan")
    assert.include(textOf(await pageOf(await dewi.get("/portal/opd/dinkes"))), "0 dataset diminta menunggu jawaban")
  })
})
