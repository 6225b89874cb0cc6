/** An agency's own audit records and who uses its endpoints, from real calls: over real HTTP, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json } from "../support/AgencyServer.ts"
import { endpointOf, idOf, loadRecords } from "../support/AuditRecords.ts"
import { startDesk } from "../support/Desk.ts"
import { eventually, suite } from "../support/Suite.ts"

const formula = "=HYPERLINK(\"http://evil.example\")"
const calls = 130

const at = suite(
  Effect.gen(function*() {
    const desk = yield* startDesk({ variables: { RATE_LIMIT: "100000" } })
    const { gateway } = desk
    yield* Effect.promise(async () => {
      const own = await gateway.token({ application: "peta", scopes: "*" })
      const other = await gateway.token({ application: formula, scopes: "*" })
      for (let index = 0; index < calls; index++) await (await gateway.get("dinkes/faskes/klinik", own)).arrayBuffer()
      await gateway.get("dinkes/faskes/pasien", own)
      await gateway.get("dinkes/faskes/klinik", other)
      await gateway.get("diskominfo/portal-publik/events", own)
      await gateway.aggregate({
        strategy: "keyed",
        requests: [{ alias: "klinik", opd: "dinkes", dataset: "faskes", path: "klinik" }, {
          alias: "agenda",
          opd: "diskominfo",
          dataset: "portal-publik",
          path: "events"
        }]
      }, own)
      await eventually(
        "the records are in the database",
        async () => (await (await fetch(`${gateway.managementUrl}/metrics`)).text()).includes("gapura_audit_backlog 0"),
        10_000
      )
    })
    return desk
  })
)

const desk = "/portal/opd/dinkes"
const page = async (query: Readonly<Record<string, string>> = {}, path = "/audit") => {
  const response = await at().dewi.get(`${desk}${path}?${String(new URLSearchParams(query))}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const rowsOf = (text: string) => Array.from(text.matchAll(/<tr role="row"><td[^>]*><time[\s\S]*?<\/tr>/g), ([row]) => row)
const idsOf = (text: string) =>
  rowsOf(text).map((row) => /<td[^>]*><code>([0-9a-f-]{36}(?:#\w+)?)<\/code><\/td><td[^>]* class="n">/.exec(row)?.[1] ?? assert.fail(row))
const olderOf = (text: string) => /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&")

describe("an agency's audit records", () => {
  it("are its own alone, newest first, page by page to the end", async () => {
    const found: Array<string> = []
    let next: string | undefined = `${desk}/audit`
    let pages = 0
    while (next !== undefined) {
      const text = await (await at().dewi.get(next)).text()
      found.push(...idsOf(text))
      assert.notInclude(text, "diskominfo/portal-publik")
      next = olderOf(text)
      pages++
    }
    assert.strictEqual(found.length, calls + 3)
    assert.strictEqual(new Set(found).size, calls + 3)
    assert.strictEqual(pages, 3)
    assert.match(found[0] ?? "", /#klinik$/)
    // The ids grow with time.
    const times = found.map((id) => id.slice(0, 13))
    assert.deepStrictEqual(times, times.toSorted().toReversed())
  })

  it("are found by application, status, request and day", async () => {
    assert.strictEqual(rowsOf((await page({ status: "403" })).text).length, 1)
    assert.include(rowsOf((await page({ status: "403" })).text)[0] ?? "", "private-endpoint")
    const [id = ""] = idsOf((await page({ aplikasi: formula })).text)
    assert.deepStrictEqual(idsOf((await page({ id })).text), [id])
    assert.include((await page({ aplikasi: "tidak-ada" })).text, "Tidak ada catatan yang cocok")
    assert.include((await page({ dari: "2020-01-01", sampai: "2020-01-02" })).text, "Tidak ada catatan yang cocok")
    assert.include((await page({ id: "bukan-uuid" })).text, "Tidak ada catatan yang cocok")
  })

  it("asked wrongly are answered with what would be right", async () => {
    for (
      const [query, said] of [
        [{ dari: "kemarin" }, "Isi tanggal"],
        [{ sampai: "2026-02-31x" }, "Isi tanggal"],
        [{ status: "2xx" }, "Isi tiga digit"],
        [{ dari: "2026-01-01", sampai: "2026-12-31" }, "31 hari"],
        [{ dari: "2026-02-02", sampai: "2026-02-01" }, "31 hari"]
      ] as const
    ) {
      const answer = await page(query)
      assert.strictEqual(answer.status, 422, said)
      assert.include(answer.text, said)
      assert.strictEqual((await page(query, "/audit.csv")).status, 422)
    }
    // A place that no page gave is the beginning.
    for (const setelah of ["x", "1", "-1.0", "1.1e99", "1.2.3.4"]) assert.strictEqual((await page({ setelah })).status, 200)
  })

  it("fault-110 taken away as a table hold no formula, and one's own records alone", async () => {
    const { headers, status, text } = await page({}, "/audit.csv")
    assert.strictEqual(status, 200)
    assert.strictEqual(headers.get("content-type"), "text/csv; charset=utf-8")
    assert.match(headers.get("content-disposition") ?? "", /^attachment; filename="audit-dinkes-[\d-]+\.csv"$/)
    assert.strictEqual(headers.get("cache-control"), "no-store")
    const lines = text.trimEnd().split("\r\n")
    assert.strictEqual(lines.length, calls + 4)
    assert.match(lines[0] ?? "", /^time,requestId,/)
    for (const line of lines.slice(1)) assert.include(line, ",dinkes,")
    assert.include(text, `"'=HYPERLINK(""http://evil.example"")"`)
    assert.notMatch(text, /(?:^|,)"?=/m)
  })
})

describe("a table of more records than one holds", () => {
  it("says in its last line where the rest is, which goes on there to the end", async () => {
    const many = 10_010
    const endpoint = endpointOf("dinkes", "portal-dinkes")
    const own = Array.from({ length: many / 2 }, () => ({ endpoint, route: endpoint.route }))
    await at().gateway.run(Effect.scoped(loadRecords([own, own])))
    const linesOf = (text: string) => text.trimEnd().split("\r\n").slice(1)
    const first = linesOf((await page({ dari: "2023-11-14", sampai: "2023-11-15" }, "/audit.csv")).text)
    assert.strictEqual(first.length, 10_001)
    const last = first.at(-1) ?? ""
    assert.match(last, /^Masih ada catatan yang lebih lama: \/portal\/opd\/dinkes\/audit\.csv\?\S+,+$/)
    assert.strictEqual(last.split(",").length, first[0]?.split(",").length)
    const rest = linesOf(await (await at().dewi.get(/\/portal[^,]+/.exec(last)?.[0] ?? "")).text())
    assert.deepStrictEqual(rest.map((line) => line.split(",")[1]), Array.from({ length: 10 }, (_, index) => idOf(9 - index)))
  })
})

describe("who uses the endpoints", () => {
  it("fault-103 is told by application and day, an application's name as the text that it is", async () => {
    const text = await (await at().dewi.get(desk)).text()
    const row = (name: string) =>
      Array.from(text.matchAll(/<tr><th scope="row">([^<]*)<\/th>(.*?)<\/tr>/g)).find(([, found]) => found === name)?.[2]?.replaceAll(
        /<[^>]+>/g,
        " "
      ).trim().split(/\s+/)
    // Own calls, the refused one and the aggregate's entry; today's column is the first.
    assert.deepStrictEqual(row("peta")?.slice(0, 4), [String(calls + 2), "1", "0", String(calls + 2)])
    assert.deepStrictEqual(row("=HYPERLINK(&quot;http://evil.example&quot;)")?.slice(0, 4), ["1", "0", "0", "1"])
    assert.include(text, `<b>${calls + 3}</b>panggilan dalam 7 hari`)
  })

  it("is told on the endpoint's page too, beside its health and times", async () => {
    const text = await (await at().dewi.get(`${desk}/titik-akses/faskes?path=klinik`)).text()
    assert.match(text, /<th scope="row">peta<\/th><td class="n">131<\/td>/)
    assert.match(text, /<th scope="row">p95<\/th><td class="n">[\d.,]+\s?ms/)
    assert.include(text, "<span class=\"tag up\">Layanan: Normal</span>")
  })
})

describe("fields that are new", () => {
  it("are told with their day, on the desk's first page and beside the endpoint", async () => {
    const { dewi, dinkes, gateway } = at()
    assert.include(await (await dewi.get(desk)).text(), "Tidak ada kolom baru")
    await Effect.runPromise(
      dinkes.setBehaviour(
        json({ data: [{ nama: "Klinik Melati", telepon: "021555123", kepala: "Siti Aminah", kode_pos: 12_345, golongan_darah: "O" }] }),
        "/faskes/klinik"
      )
    )
    await gateway.get("dinkes/faskes/klinik", await gateway.token({ application: "peta", scopes: "*" }))
    const today = new Date().toLocaleDateString("id-ID", { dateStyle: "long", timeZone: "Asia/Jakarta" })
    const text = await (await dewi.get(desk)).text()
    assert.match(text, new RegExp(`<code>golongan_darah</code></a><span>sejak ${today}</span>`))
    assert.include(await (await dewi.get(`${desk}/titik-akses`)).text(), "1 kolom baru")
    assert.include(await (await dewi.get(`${desk}/titik-akses/faskes?path=klinik`)).text(), `sejak ${today}`)
  })
})

describe("the agency's circuit", () => {
  it("is told as it is, and by whom it is held", async () => {
    const { dewi, rina } = at()
    assert.include(await (await dewi.get(desk)).text(), "tertutup: panggilan diteruskan")
    const hold = (deed: string) =>
      rina.post("/portal/operasi/sirkuit/dinkes", { reason: "Pemeliharaan pusat data", confirm: "yes", deed, ends: "60" })
    assert.strictEqual((await hold("open")).status, 303)
    const text = await (await dewi.get(desk)).text()
    assert.include(text, "terbuka: panggilan ditahan")
    assert.include(text, "ditahan operator gerbang")
    assert.strictEqual((await hold("release")).status, 303)
    await eventually("nobody holds it", async () => !(await (await dewi.get(desk)).text()).includes("ditahan operator gerbang"))
  })
})
