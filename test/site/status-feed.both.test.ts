/** The feed of incidents, through the front door: what a feed reader sees of them. */
import { assert, describe, it } from "@effect/vitest"
import { Array as Arrays, Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { json, makeAgencyServer, status } from "../support/AgencyServer.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"

const breaker = { open: "1 second", openMax: "1 second" }
const at = suite(Effect.gen(function*() {
  const opd = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  const time = yield* makeAheadClock
  const gateway = yield* startGateway(
    registryText([
      { slug: "opd", name: "Dinas <Satu> & Dua", server: opd.url, breaker, endpoints: [{ path: "isi" }] },
      { slug: "lama", server: opd.url, breaker, endpoints: [{ path: "isi" }] },
      { slug: "masih", server: opd.url, breaker, endpoints: [{ path: "isi" }] }
    ]),
    { RATE_LIMIT: "100000", BASE_URL: "https://data.kota.example" }
  ).pipe(Effect.provideService(Clock.Clock, time.clock))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { gateway, opd, time, token }
}))

const read = (path: string, init: RequestInit = {}) => fetch(`${at().gateway.url}${path}`, init)
const feed = async (query = "") => (await read(`/portal/status.atom${query}`)).text()
const entriesOf = (text: string) =>
  [...text.matchAll(/<entry>(.*?)<\/entry>/gs)].map(([, entry = ""]) => ({
    text: entry,
    id: /<id>(.*?)<\/id>/.exec(entry)?.[1] ?? "",
    published: /<published>(.*?)<\/published>/.exec(entry)?.[1] ?? "",
    updated: /<updated>(.*?)<\/updated>/.exec(entry)?.[1] ?? ""
  }))
const entries = async (query = "") => entriesOf(await feed(query))
const call = async (): Promise<number> => {
  const response = await at().gateway.get("opd/data/isi", at().token)
  await response.arrayBuffer()
  return response.status
}
const later = (what: string, holds: () => Promise<boolean>): Promise<void> =>
  eventually(what, () => {
    at().time.pass(500)
    return holds()
  })

describe("the feed", () => {
  it("is Atom that anybody may read and keep for a moment, and is linked from the pages", async () => {
    const response = await read("/portal/status.atom", { headers: { origin: "https://lain.example" } })
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "application/atom+xml; charset=utf-8")
    assert.strictEqual(response.headers.get("cache-control"), "public, max-age=10")
    assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
    assert.isNull(response.headers.get("set-cookie"))
    const text = await response.text()
    assert.match(text, /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom" xml:lang="id">/)
    assert.include(text, "<id>tag:data.kota.example,2026:portal/status</id>")
    assert.include(text, "<link rel=\"self\" type=\"application/atom+xml\" href=\"https://data.kota.example/portal/status.atom\"/>")
    assert.match(text, /<updated>\d{4}-.*Z<\/updated>/)
    assert.include(text, "<author><name>")
    assert.lengthOf(entriesOf(text), 0)
    for (const path of ["/portal/status", "/portal/status/opd"]) {
      for (const [query, address] of [["", "/portal/status.atom"], ["?lang=en", "/portal/status.atom?lang=en"]] as const) {
        const page = await (await read(`${path}${query}`, { headers: { accept: "text/html" } })).text()
        assert.include(
          page,
          `<link rel="alternate" type="application/atom+xml" title="Gangguan dan perubahan layanan data" href="${address}">`
            .replace(
              "Gangguan dan perubahan layanan data",
              query === "" ? "Gangguan dan perubahan layanan data" : "Incidents and changes of data services"
            )
        )
      }
    }
    assert.strictEqual((await read("/portal/status.atom", { method: "HEAD" })).status, 200)
    const posted = await read("/portal/status.atom", { method: "POST" })
    assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD, OPTIONS"])
  })

  it("has an incident while it lasts, and the same entry with a later time when it is over", async () => {
    const { opd } = at()
    await Effect.runPromise(opd.setBehaviour(status(500)))
    for (let turn = 0; turn < 5; turn++) assert.strictEqual(await call(), 502)
    await later("the entry", async () => (await entries()).length === 1)
    const [lasting] = await entries()
    assert(lasting !== undefined)
    assert.match(lasting.id, /^tag:data\.kota\.example,\d{4}-\d{2}-\d{2}:portal\/status\/opd\/agency\/\d+$/)
    assert.strictEqual(lasting.updated, lasting.published)
    assert.include(lasting.text, "<title>Gangguan: Dinas &lt;Satu&gt; &amp; Dua</title>")
    assert.match(
      lasting.text,
      /<content type="text">Sejak \d+ \S+ \d{4} pukul \S+\sWIB\. Perangkat daerah menjawab dengan kesalahan\.<\/content>/
    )
    assert.include(lasting.text, "href=\"https://data.kota.example/portal/status/opd\"")
    const [english] = await entries("?lang=en")
    assert.strictEqual(english?.id, lasting.id)
    assert.include(english?.text ?? "", "The agency answered with errors.")

    await Effect.runPromise(opd.setBehaviour(json({ data: ["isi"] })))
    await later("the circuit closes", async () => await call() === 200)
    await later("its end", async () => (await entries())[0]?.text.includes("<title>Selesai: ") === true)
    const after = await entries()
    assert.deepStrictEqual(after.map(({ id, published }) => [id, published]), [[lasting.id, lasting.published]])
    assert.isAbove(Date.parse(after[0]?.updated ?? ""), Date.parse(lasting.updated))
  })

  it("has the latest hundred at most, and each that still lasts", async () => {
    const { gateway } = at()
    const now = Date.now()
    const spans = Arrays.makeBy(150, (index) => {
      const began = now - (index + 2) * 3_600_000
      const lasts = index === 149
      return {
        id: `lama-${index}`,
        agency: lasts ? "masih" : "lama",
        started_at: began,
        seen_at: lasts ? now + 3_600_000 : began + 60_000,
        ended_at: lasts ? null : began + 60_000,
        stale: 0,
        failed: 1
      }
    })
    await gateway.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO incident_spans ${sql.insert(spans)}`)
    )
    await later("all of them", async () => (await entries()).length > 50)
    const found = await entries()
    assert.lengthOf(found, 100)
    assert.lengthOf(new Set(found.map(({ id }) => id)).values().toArray(), 100)
    const times = found.map(({ updated }) => Date.parse(updated))
    assert.deepStrictEqual(times, times.toSorted((a, b) => b - a))
    assert.lengthOf(found.filter(({ text }) => text.includes("<title>Gangguan: Dinas masih</title>")), 1)
  })

  it("has each maintenance that is to come or under way, and of what is over the latest, what was told last first", async () => {
    const now = at().time.clock.currentTimeMillisUnsafe()
    const hour = 3_600_000
    const row = (id: string, from: number, to: number, told: number) => ({
      id,
      kind: "maintenance",
      agency: "opd",
      starts_at: from,
      ends_at: to,
      text_id: id,
      text_en: null,
      made_at: told,
      changed_at: told
    })
    const past = Arrays.makeBy(70, (index) => {
      const from = now - (index + 2) * 7 * hour
      return row(`lewat-${index}`, from, from + 7 * hour, from)
    })
    const coming = Arrays.makeBy(
      40,
      (index) => row(`nanti-${index}`, now + (index + 30) * hour, now + (index + 31) * hour, now - (index + 1) * hour)
    )
    const rows = Arrays.append([...past, ...coming], row("baru-saja", now - 1_000, now + 20 * hour, now - 1_000))
    await at().gateway.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO announcements ${sql.insert(rows)}`))
    const windows = async () => (await entries()).filter(({ text }) => text.includes("<title>Pemeliharaan: "))
    const isLasting = ({ id }: { readonly id: string }) => /nanti|baru/.test(id)
    await eventually("all of them", async () => {
      at().time.pass(5_000)
      return (await windows()).length > 0
    })
    const found = await windows()
    assert.match(found[0]?.id ?? "", /baru-saja$/)
    assert.lengthOf(found.filter(isLasting), 41)
    assert.lengthOf(found, 100)
    assert.isTrue(found.some(({ id }) => id.endsWith("lewat-0")))
    assert.isFalse(found.some(({ id }) => id.endsWith("lewat-69")))
    const times = found.map(({ updated }) => Date.parse(updated))
    assert.deepStrictEqual(times, times.toSorted((a, b) => b - a))
  })
})
