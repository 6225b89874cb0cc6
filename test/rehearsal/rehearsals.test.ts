import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { expectProblem, quotaOf } from "../support/Problems.ts"
import { suite } from "../support/Suite.ts"
import { rehearsedCity, stations } from "./Rehearsed.ts"

const events = "diskominfo/portal-publik/events"
const patients = "dinkes/faskes/pasien"

const city = suite(rehearsedCity)
const get = async (path: string, headers: Readonly<Record<string, string>> = {}, bearer?: string) =>
  city().gateway.get(path, bearer ?? (await city().token()).token, headers)
const prefer = (path: string, rehearse: string, bearer?: string) => get(path, { prefer: `rehearse=${rehearse}` }, bearer)

const Envelope = Schema.Struct({ data: Schema.Json, meta: Schema.Record(Schema.String, Schema.Json) })
const Rows = Schema.Array(Schema.Record(Schema.String, Schema.Json))
const envelopeOf = async (response: Response) => Schema.decodeUnknownSync(Envelope)(await response.json())
const rowsOf = async (response: Response) => Schema.decodeUnknownSync(Rows)((await envelopeOf(response)).data)

describe("a token of kind latihan", () => {
  it("gets ten rows with the fields and types of the real ones, marked as made up, and no agency is called", async () => {
    const before = city().diskominfo.calls.length
    const response = await get(events)
    assert.deepStrictEqual([response.status, response.headers.get("x-sintetis"), response.headers.get("x-cache")], [200, "true", null])
    const { data, meta } = await envelopeOf(response)
    const rows = Schema.decodeUnknownSync(Rows)(data)
    assert.strictEqual(rows.length, 10)
    for (const row of rows) {
      assert.sameMembers(Object.keys(row), Object.keys(stations[0]))
      assert.deepStrictEqual(
        [row["stasiun"], row["versi"], row["aktif"], row["tanggal"]].map((value) => typeof value),
        ["string", "number", "boolean", "string"]
      )
      assert.isTrue(Number.isInteger(row["tahun"]))
      assert.match(String(row["tanggal"]), /^2026-\d\d-\d\d$/)
    }
    assert.deepStrictEqual([meta["sintetis"], meta["agency"]], [true, "diskominfo"])
    assert.strictEqual(city().diskominfo.calls.length, before)
  })

  it("shows masked fields in the form of their class, and counts them", async () => {
    const { data, meta } = await envelopeOf(await get(events))
    for (const row of Schema.decodeUnknownSync(Rows)(data)) {
      assert.match(String(row["nik"]), /^3273\*{12}$/)
      assert.match(String(row["nama"]), /^[A-Z]\*\*\* [A-Z]\*\*\*$/)
    }
    assert.strictEqual(meta["masked"], 20)
  })

  it("gets no value that an agency ever sent", async () => {
    const text = JSON.stringify([await (await get(events)).json(), await (await get("diskominfo/portal-publik/berita")).json()])
    for (const real of ["Dago", "Ujungberung", "31.4", "12.8", "Budi", "Siti", "Satu"]) assert.notInclude(text, `"${real}`)
  })

  it("gets the same data of the same address every time, and other data of another", async () => {
    const [first, again, other] = [
      await rowsOf(await get(events)),
      await rowsOf(await get(events)),
      await rowsOf(await get(`${events}?page=2`))
    ]
    assert.deepStrictEqual(first, again)
    assert.notDeepEqual(first, other)
  })

  it("reads every endpoint without a scope; of a private one, whose keys may be data, none that the agency has not named", async () => {
    const response = await get(patients)
    assert.strictEqual(response.status, 200)
    assert.notInclude(await response.text(), "keluhan")
    assert.deepStrictEqual(await rowsOf(await get("dinkes/faskes/klinik")).then((rows) => rows.length), 10)
  })

  it("is asked questions like any other", async () => {
    const response = await get(`${events}?${new URLSearchParams({ $select: "stasiun, tahun", $order: "tahun desc", $limit: "3" })}`)
    const { data, meta } = await envelopeOf(response)
    const rows = Schema.decodeUnknownSync(Rows)(data)
    assert.deepStrictEqual([rows.length, Object.keys(rows[0] ?? {}), meta["limit"], meta["sintetis"]], [3, ["stasiun", "tahun"], 3, true])
    const amounts = rows.map(({ tahun }) => Number(tahun))
    assert.deepStrictEqual(amounts, amounts.toSorted((one, other) => other - one))
    await expectProblem(await get(`${events}?$where=nik='1'`), "masked-field", city().gateway.url)
  })

  it("gets CSV and lines, and a 406 for a table of what is no list", async () => {
    const csv = await get(events, { accept: "text/csv" })
    assert.deepStrictEqual([csv.headers.get("x-sintetis"), (await csv.text()).trimEnd().split("\n").length], ["true", 11])
    assert.strictEqual((await (await get(events, { accept: "application/x-ndjson" })).text()).trimEnd().split("\n").length, 10)
    assert.strictEqual((await get("diskominfo/portal-publik/berita", { accept: "text/csv" })).status, 406)
  })

  it("is refused as any other: unknown addresses, methods, ends of service", async () => {
    const { token } = await city().token()
    const { url } = city().gateway
    const notThere = await prefer("diskominfo/portal-publik/tidak-ada", "429", token)
    assert.deepStrictEqual([notThere.headers.get("x-sintetis"), notThere.headers.get("preference-applied")], ["true", null])
    await expectProblem(notThere, "not-registered", url)
    await expectProblem(await prefer("diskominfo/portal-publik/arsip", "503", token), "gone", url)
    const posted = await fetch(`${url}/api/v4/gateway/${events}`, { method: "POST", headers: { authorization: `Bearer ${token}` } })
    assert.strictEqual(posted.status, 405)
  })

  it("has 120 calls in any 60 seconds", async () => {
    const { token } = await city().token("rajin")
    const statuses = await Promise.all(Array.from({ length: 130 }, async () => (await get(events, {}, token)).status))
    assert.strictEqual(statuses.filter((status) => status === 200).length, 120)
  })
})

describe("Prefer: rehearse", () => {
  it("429 is the refusal for its quota, with its headers, and spends a call like any other", async () => {
    const { token } = await city().token()
    const response = await prefer(events, "429", token)
    assert.strictEqual(quotaOf(response).left, 0)
    assert.match(response.headers.get("retry-after") ?? "", /^[1-9]\d?$/)
    assert.strictEqual(response.headers.get("preference-applied"), "rehearse=429")
    await expectProblem(response, "quota-exceeded", city().gateway.url)
    assert.strictEqual(quotaOf(await get(events, {}, token)).left, 118)
  })

  it.each([["503", "circuit-open"], ["504", "agency-timeout"]] as const)("%s is %s, told with Proxy-Status", async (asked, code) => {
    const response = await prefer(events, asked)
    assert.deepStrictEqual(
      [response.headers.get("preference-applied"), response.headers.get("proxy-status") === null, response.headers.get("x-sintetis")],
      [`rehearse=${asked}`, false, "true"]
    )
    assert.strictEqual(response.headers.get("retry-after"), asked === "503" ? "30" : null)
    await expectProblem(response, code, city().gateway.url)
  })

  it("stale is a copy that is older than it stays fresh", async () => {
    const response = await prefer("diskominfo/portal-publik/berita", "stale")
    assert.deepStrictEqual([response.status, response.headers.get("x-cache")], [200, "STALE-CIRCUIT"])
    assert.isAbove(Number(response.headers.get("age")), 60)
  })

  it("slow holds the answer back", async () => {
    const began = performance.now()
    const response = await prefer(events, "slow=700ms")
    assert.deepStrictEqual([response.status, response.headers.get("preference-applied")], [200, "rehearse=slow=700ms"])
    assert.isAtLeast(performance.now() - began, 690)
  })

  it("masked shows nothing of any value", async () => {
    const { data, meta } = await envelopeOf(await prefer(events, "masked"))
    const rows = Schema.decodeUnknownSync(Rows)(data)
    for (const row of rows) {
      assert.deepStrictEqual([row["stasiun"], row["versi"], row["aktif"], row["tanggal"]], ["***", "***", "***", "***"])
      assert.match(String(row["nik"]), /^3273\*{12}$/)
    }
    assert.deepStrictEqual([meta["masked"], meta["sintetis"]], [70, true])
  })

  it.each(["500", "slow=11s", "slow=0ms", "slow", "slow=-1s", "stale,", "", "made"])(
    "%j is a 400 that names what there is",
    async (asked) => {
      const response = await prefer(events, asked === "stale," ? "stale s" : asked)
      const detail = await expectProblem(response, "bad-request", city().gateway.url)
      assert.include(detail, "`429`, `503`, `504`, `stale`, `slow=3s`, `masked`")
    }
  )

  it("is asked of what would be answered alone: what is refused is refused at once, for its own reason", async () => {
    const { url } = city().gateway
    const began = performance.now()
    await expectProblem(await prefer("diskominfo/portal-publik/tidak-ada", "slow=9s"), "not-registered", url)
    assert.isBelow(performance.now() - began, 5_000)
    await expectProblem(await prefer("diskominfo/portal-publik/tidak-ada", "apa-saja"), "not-registered", url)
    await expectProblem(await prefer("diskominfo/portal-publik/arsip", "apa-saja"), "gone", url)
  })

  it("is found among other preferences, and quoted too", async () => {
    assert.strictEqual((await get(events, { prefer: "respond-async, rehearse=\"503\"; wait=1, return=minimal" })).status, 503)
    assert.strictEqual((await get(events, { prefer: "respond-async" })).status, 200)
  })

  it("is told as what every rehearsed answer depends on (RFC 7240, section 2), and no other one", async () => {
    const dependsOn = async (response: Promise<Response>) => (await response).headers.get("vary")?.split(", ").includes("Prefer")
    const rehearsed = [get(events), prefer(events, "masked"), prefer(events, "503"), prefer("preset/ringkasan", "stale")]
    assert.deepStrictEqual(await Promise.all(rehearsed.map(dependsOn)), [true, true, true, true])
    assert.isFalse(await dependsOn(get(events, {}, city().real)))
  })

  it("means nothing with any other token", async () => {
    const response = await prefer(events, "503", city().real)
    assert.deepStrictEqual([response.status, response.headers.get("x-sintetis"), response.headers.get("preference-applied")], [
      200,
      null,
      null
    ])
    assert.include(await response.text(), "Dago")
  })
})
