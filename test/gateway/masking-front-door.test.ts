/** Personal data as callers see it, through every door: data routes, refusals, aggregates, copies, representations. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Behaviour, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"

const nik = "3674011502900001"
const papua = "9171010101900001"
const person = { nik, nama_lengkap: "Budi Santoso", surel: "budi.santoso@contoh.id", telepon: "081234567890", tanggal_lahir: "1990-02-15" }
const raw = [nik, papua, "Budi", "Santoso", "budi.santoso", "081234567890", "1990-02-15"]

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(
    registryText(
      [{
        slug: "opd",
        server: agency.url,
        breaker: neverOpen,
        endpoints: [
          { path: "isi", query: ["n"] },
          { path: "kas" },
          { path: "klinik", fields: { "data[].telepon": "public", "data[].kode": "pseudonym" } },
          { path: "ketat", unknown: "mask", fields: { "data[].jumlah": "public" } },
          { path: "segar", cache: { fresh: "1 hour" } }
        ]
      }],
      [{ slug: "ringkas", title: "Ringkas", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi" }] }]
    ),
    { RATE_LIMIT: "100000" }
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  const get = (path: string, headers?: Readonly<Record<string, string>>) => gateway.get(`opd/data/${path}`, token, headers)
  return { gateway, get, set, token }
}))

const expectMasked = (text: string) => {
  for (const value of raw) assert.isFalse(text.includes(value), `${value} in ${text}`)
}

const aggregateOf = (token: string) =>
  at().gateway.aggregate({ strategy: "list", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi" }] }, token)

describe("personal data at the front door", () => {
  it("is shown masked, class by class, and counted", async () => {
    const { get, set } = at()
    await set(json({ data: [person], halaman: 1, total: 40 }))
    const text = await (await get("isi")).text()
    expectMasked(text)
    const { data, meta }: { readonly data: unknown; readonly meta: Readonly<Record<string, unknown>> } = JSON.parse(text)
    assert.deepStrictEqual(data, [{
      nik: "3674************",
      nama_lengkap: "B*** S***",
      surel: "b***@contoh.id",
      telepon: "0812******90",
      tanggal_lahir: "1990"
    }])
    assert.deepInclude(meta, { masked: 5, halaman: 1, agency: "opd", dataset: "data", version: "4.0" })
  })

  it("is masked by the label beside it and by the column above it, in every representation", async () => {
    const { get, set } = at()
    const fields = Object.entries(person)
    await set(json({ data: fields.map(([label, isi], id) => ({ id, label, isi })), columns: ["nama_lengkap"], rows: [["Budi Santoso"]] }))
    for (const accept of ["application/json", "application/x-ndjson", "text/csv"]) expectMasked(await (await get("isi", { accept })).text())
    await set(json({ tabel: { kolom: fields.map(([name]) => name), baris: [fields.map(([, value]) => value)] } }))
    expectMasked(await (await get("isi")).text())
    await set(json({ columns: fields.map(([name]) => name), data: [fields.map(([, value]) => value)] }))
    for (const accept of ["application/json", "application/x-ndjson"]) expectMasked(await (await get("isi", { accept })).text())
  })

  it("is masked in nested objects, in arrays at the root, inside free text and in the agency's meta", async () => {
    const { get, set } = at()
    await set(json([{ catatan: `Pemohon NIK ${nik}, telepon 081234567890`, keluarga: { anggota: [person] } }]))
    expectMasked(await (await get("isi")).text())
    await set(json({ data: [], petugas: person, kontak: "budi.santoso@contoh.id" }))
    expectMasked(await (await get("isi")).text())
  })

  it("an agency cannot speak for us in meta", async () => {
    const { get, set } = at()
    await set(json({ data: [], version: "0", agency: "palsu", dataset: "palsu", generatedAt: "kemarin", masked: 99, halaman: 2 }))
    const { meta }: { readonly meta: Readonly<Record<string, unknown>> } = JSON.parse(await (await get("isi")).text())
    assert.deepInclude(meta, { version: "4.0", agency: "opd", dataset: "data", masked: 0, halaman: 2 })
    assert.notStrictEqual(meta["generatedAt"], "kemarin")
  })

  it("fault-51 numbers beyond 2^53 arrive digit for digit; fault-78 a NIK as a number is masked whatever its size", async () => {
    const { get, set } = at()
    await set(json(Buffer.from(`{"data":[{"kas":12345678901234567890123,"pecahan":0.1000000000000000055511151231257827,"e":1E400}]}`)))
    assert.include(
      await (await get("kas")).text(),
      "[{\"kas\":12345678901234567890123,\"pecahan\":0.1000000000000000055511151231257827,\"e\":1E400}]"
    )
    await set(json(Buffer.from(`{"data":[{"nik":${nik}},{"nik":${papua}}]}`)))
    const text = await (await get("isi")).text()
    expectMasked(text)
    assert.include(text, "[{\"nik\":\"3674************\"},{\"nik\":\"9171************\"}]")
  })

  it("fault-82 is masked in what an agency says when it refuses, on every door", async () => {
    const { gateway, get, set, token } = at()
    await set(json({ message: `NIK ${nik} atas nama Budi Santoso tidak dikenal, hubungi budi.santoso@contoh.id` }, { status: 422 }))
    const refused = await get("isi")
    assert.strictEqual(refused.status, 400)
    const own = await refused.text()
    const whole = await (await aggregateOf(token)).text()
    const preset = await (await gateway.get("preset/ringkas", token)).text()
    for (const text of [own, whole, preset]) {
      for (const value of [nik, "budi.santoso"]) assert.notInclude(text, value)
    }
    assert.include(own, "3674************")
  })

  it("fault-82 is masked in our own words about an address", async () => {
    const { get } = at()
    const response = await get(`tak-ada/${nik}`)
    assert.strictEqual(response.status, 404)
    assert.notInclude(await response.text(), nik)
  })

  it("fault-82 is masked in aggregates, presets, and their streams", async () => {
    const { gateway, set, token } = at()
    await set(json({ data: [person] }))
    const keyed = await (await aggregateOf(token)).text()
    const preset = await (await gateway.get("preset/ringkas", token)).text()
    const lines = await (await gateway.aggregate(
      { strategy: "keyed", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi" }] },
      token,
      { accept: "application/x-ndjson" }
    )).text()
    for (const text of [keyed, preset, lines]) {
      expectMasked(text)
      assert.include(text, "B*** S***")
      assert.match(text, /"masked":5,"total":1/)
    }
  })

  it("fault-82 is masked in copies, fresh and stale, and in every representation", async () => {
    const { get, set } = at()
    await set(json({ data: [person] }))
    for (const accept of ["application/json", "application/x-ndjson", "text/csv"]) {
      const first = await (await get("segar", { accept })).text()
      expectMasked(first)
      assert.include(first, "3674************")
      const hit = await get("segar", { accept })
      assert.strictEqual(hit.headers.get("x-cache"), "HIT")
      assert.strictEqual(await hit.text(), first)
    }
    await (await get("isi")).arrayBuffer()
    await set(faults.reset)
    const stale = await get("isi")
    assert.strictEqual(stale.headers.get("x-cache"), "STALE-CIRCUIT")
    expectMasked(await stale.text())
  })

  it("the endpoint's own classification comes first: public is shown, pseudonyms differ between applications", async () => {
    const { gateway, get, set } = at()
    await set(json({ data: [{ telepon: "021555123", kode: "P-77" }] }))
    const codeOf = (text: string) => /"kode":"([^"]+)"/.exec(text)?.[1]
    const mine = await (await get("klinik")).text()
    assert.include(mine, "021555123")
    assert.notInclude(mine, "P-77")
    const other = await gateway.token({ scopes: "*", application: "aplikasi-lain" })
    const theirs = await (await gateway.get("opd/data/klinik", other)).text()
    assert.strictEqual(codeOf(await (await get("klinik")).text()), codeOf(mine))
    assert.notStrictEqual(codeOf(theirs), codeOf(mine))
  })

  it("a field that nobody classified is masked where the endpoint says so", async () => {
    const { get, set } = at()
    await set(json({ data: [{ jumlah: 3, hal_baru: "apa saja" }] }))
    const text = await (await get("ketat")).text()
    assert.include(text, "\"jumlah\":3")
    assert.notInclude(text, "apa saja")
  })
})
