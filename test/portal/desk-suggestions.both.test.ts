/** What masking decided of itself, shown at the desk and made a classification there: over real HTTP, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { Registry } from "../../src/registry/Registry.ts"
import { json } from "../support/AgencyServer.ts"
import { startDesk } from "../support/Desk.ts"
import { textOf } from "../support/DeveloperPortal.ts"
import { suite } from "../support/Suite.ts"

const nik = "3674011502900001"
const people = json({
  data: [{ nik, nama: "Budi Santoso", xyz: "rahasia sekali", isi: [{ label: "NIK", value: nik }, { label: "Nama", value: "Siti Aminah" }] }]
})
const parks = json({ data: [{ nama: "Taman Kota", xyz: "luas sekali" }] })

const at = suite(Effect.gen(function*() {
  const city = yield* startDesk({ dinkes: { "/faskes/pasien": people }, variables: { RATE_LIMIT: "100000" } })
  const scopes = ["dinkes-klinik-get", "dinkes-pasien-get"]
  const token = yield* Effect.promise(() => city.gateway.token({ application: "resmi", scopes, official: true }))
  return { ...city, token }
}))

const desk = "/portal/opd/dinkes"
const address = "/titik-akses/faskes?path=pasien"
const pageOf = async (who = at().dewi, language = "id") => (await who.get(`${desk}${address}&lang=${language}`)).text()
const read = async () => {
  const { data } = await (await at().gateway.get("dinkes/faskes/pasien", at().token)).json() as { readonly data: unknown }
  return data
}
const classified = async () => {
  const registry = await at().gateway.run(Effect.map(Registry, ({ current }) => current()))
  return Object.fromEntries(registry.resolve("dinkes/faskes/pasien")?.endpoint.fields ?? [])
}
/** What the form of suggestions holds. */
const offered = (page: string): ReadonlyArray<readonly [index: string, path: string, chosen: string]> =>
  [...page.matchAll(/name="bidang-(s\d+)" value="([^"]*)"><select id="kelas-s\d+"[^>]*>.*?<option value="([^"]*)" selected>/gs)].map((
    [, index = "", path = "", chosen = ""]
  ) => [index, path, chosen])

const send = async (who = at().dewi, changes: Readonly<Record<string, string>> = {}) => {
  const page = await pageOf()
  const fields = offered(page).flatMap(([index, path, chosen]) => [[`bidang-${index}`, path], [`kelas-${index}`, changes[path] ?? chosen]])
  const response = await who.post(`${desk}/titik-akses/faskes/bidang?path=pasien`, {
    seen: /name="seen" value="(\d+)"/.exec(page)?.[1] ?? "",
    ...Object.fromEntries(fields),
    ...changes
  })
  return { status: response.status, location: response.headers.get("location") ?? "", text: await response.text() }
}

describe("what masking decided of itself", () => {
  it("is not there before anything was answered", async () => {
    assert.notInclude(await pageOf(), "id=\"saran\"")
  })

  it("is suggested with its class and why, in both languages", async () => {
    const before = await read()
    assert.deepInclude((before as ReadonlyArray<object>)[0], { nik: "3674************", nama: "B*** S***", xyz: "***" })
    const page = await pageOf()
    assert.deepStrictEqual(offered(page).map(([, ...rest]) => rest), [["data[].nik", "nik"], ["data[].nama", "name"], ["data[].xyz", ""]])
    const text = textOf(page)
    for (
      const said of [
        "Saran klasifikasi",
        "menurut nama kolomnya",
        "karena barisnya tentang seseorang",
        "Belum diketahui: tampil ***",
        "data[].isi[] · NIK"
      ]
    ) assert.include(text, said)
    const english = textOf(await pageOf(at().dewi, "en"))
    for (
      const said of ["Suggested classification", "by the field's name", "because the row is about a person", "Not known: shown as ***"]
    ) {
      assert.include(english, said)
    }
  })

  it("becomes the classification with one button, and is suggested no more", async () => {
    const before = await read()
    const saved = await send()
    assert.strictEqual(saved.status, 303)
    assert.match(saved.location, /disimpan=\d+/)
    assert.deepStrictEqual(await classified(), { "data[].nik": "nik", "data[].nama": "name" })
    assert.deepStrictEqual(await read(), before)
    assert.deepStrictEqual(offered(await pageOf()).map(([, ...rest]) => rest), [["data[].xyz", ""]])
  })

  it("fault-127 takes a second person where a class would show more than masking does today, and none where it shows as much", async () => {
    const asked = await send(at().dewi, { "data[].xyz": "name" })
    assert.strictEqual(asked.status, 200)
    assert.include(textOf(asked.text), "Perubahan ini membuka data")
    const proposed = await send(at().dewi, { "data[].xyz": "name", alasan: "Bidang ini nama alat, bukan orang." })
    assert.match(proposed.location, /\/usulan\/\d+/)
    assert.notProperty(await classified(), "data[].xyz")
    const [made] = await at().gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ agency: "dinkes" })))
    assert.deepInclude(made?.detail, { lowers: "dinkes/faskes/pasien: data[].xyz detectors → name" })
    // By its name alone it may be shown like that.
    const anywhere = await at().dewi.post(`${desk}/titik-akses/faskes/bidang?path=pasien`, {
      seen: /name="seen" value="(\d+)"/.exec(await pageOf())?.[1] ?? "",
      "bidang-s0": "data[].xyz",
      "kelas-s0": "health"
    })
    assert.match(anywhere.headers.get("location") ?? "", /disimpan=\d+/)
    assert.propertyVal(await classified(), "data[].xyz", "health")
  })

  it("takes no path that was not suggested", async () => {
    const before = await classified()
    const response = await at().dewi.post(`${desk}/titik-akses/faskes/bidang?path=pasien`, {
      seen: /name="seen" value="(\d+)"/.exec(await pageOf())?.[1] ?? "",
      "bidang-s0": "data[].lain",
      "kelas-s0": "name"
    })
    assert.include(response.headers.get("location"), "disimpan=0")
    assert.deepStrictEqual(await classified(), before)
  })
})

describe("what was learnt", () => {
  it("is forgotten by operators alone, in their name, and judged anew by what comes next", async () => {
    const { dewi, dinkes, rina } = at()
    const forget = "/titik-akses/faskes/lupakan?path=klinik"
    const get = async () => (await at().gateway.get("dinkes/faskes/klinik", at().token)).text()
    await Effect.runPromise(dinkes.setBehaviour(people, "/faskes/klinik"))
    assert.include(await get(), "\"xyz\":\"***\"")
    await Effect.runPromise(dinkes.setBehaviour(parks, "/faskes/klinik"))
    assert.include(await get(), "\"xyz\":\"***\"")
    const page = async (who = dewi) => textOf(await (await who.get(`${desk}/titik-akses/faskes?path=klinik`)).text())
    assert.notInclude(await page(), "Lupakan yang dipelajari")
    assert.include(await page(rina), "Lupakan yang dipelajari")
    assert.strictEqual((await dewi.post(`${desk}${forget}`)).status, 403)
    assert.include(await get(), "\"xyz\":\"***\"")

    const done = await rina.post(`${desk}${forget}`)
    assert.strictEqual(done.status, 303)
    assert.include(textOf(await (await rina.get(done.headers.get("location") ?? "")).text()), "sudah dilupakan")
    assert.include(await get(), "\"xyz\":\"luas sekali\"")
    const [action] = await at().gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ agency: "dinkes" })))
    assert.deepInclude(action, { account: "rina", action: "verdicts-forgotten", subject: "dinkes/faskes/klinik" })
  })
})
