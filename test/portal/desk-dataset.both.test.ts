/** What a desk tells about its datasets, as the catalogue has it then: over real HTTP, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Catalogue } from "../../src/api/CatalogueApi.ts"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { Registry } from "../../src/registry/Registry.ts"
import { writeRegistry } from "../../src/registry/WriteRegistry.ts"
import { emptyDatasetForm } from "../support/DatasetForm.ts"
import { startDesk } from "../support/Desk.ts"
import { suite } from "../support/Suite.ts"

const at = suite(startDesk())
const page = "/portal/opd/dinkes/dataset/faskes"
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Catalogue))
const shown = async () => {
  const response = await fetch(`${at().gateway.url}/v4/gateway/dinkes/faskes`, { headers: { accept: "application/json" } })
  return decode(await response.text()).agencies[0]?.datasets[0] ?? assert.fail("no dataset")
}
const save = async (fields: Readonly<Record<string, string | ReadonlyArray<string>>>, who = at().dewi) => {
  const form = await (await who.get(page)).text()
  const seen = /name="seen" value="(\d+)"/.exec(form)?.[1] ?? "0"
  const response = await who.post(page, { ...emptyDatasetForm, seen, ...fields })
  return { status: response.status, location: response.headers.get("location") ?? "", text: await response.text() }
}

describe("what a desk tells about a dataset", () => {
  it("is in the catalogue at once, in the log of actions and the exported registry, and undone as any change", async () => {
    const { dewi, gateway } = at()
    const before = await shown()
    const saved = await save({
      judul_en: "Health facilities",
      keterangan: "Klinik di kota.\r\nTanpa rumah sakit. Tanya Siti di 081234567890.",
      topik: ["kesehatan", "sosial"],
      kekerapan: "weekly",
      dari: "2025-01-01",
      sumber: "Sistem faskes",
      surel: "data@dinkes.kota.example",
      lisensi: "CC0-1.0",
      catatan: "2026-01-05 Kolom telepon.\r\n2026-02-01: Klinik gigi."
    })
    assert.strictEqual(saved.status, 303, saved.text)
    const { about, license } = await shown()
    assert.deepStrictEqual(about?.topics, ["kesehatan", "sosial"])
    assert.deepInclude(about, {
      titleEn: "Health facilities",
      frequency: "weekly",
      from: "2025-01-01",
      source: "Sistem faskes",
      email: "data@dinkes.kota.example"
    })
    assert.deepStrictEqual(about?.changes, { "2026-01-05": "Kolom telepon.", "2026-02-01": "Klinik gigi." })
    assert.match(about?.description ?? "", /^Klinik di kota\.\nTanpa rumah sakit\./)
    assert.notInclude(about?.description ?? "", "081234567890")
    assert.strictEqual(license, "CC0-1.0")

    const list = async (language: string) => await (await dewi.get(`/portal/opd/dinkes/titik-akses?lang=${language}`)).text()
    assert.include(await list("en"), "<h2>Health facilities</h2>")
    assert.notInclude(await list("id"), "<h2>Health facilities</h2>")
    const result = await (await dewi.get(saved.location)).text()
    assert.include(result, "Perubahan disimpan")
    assert.include(result, "value=\"Health facilities\"")
    const [action] = await gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ agency: "dinkes" })))
    assert.deepInclude(action, { action: "registry-changed", subject: "dinkes/faskes" })
    assert.deepInclude(action?.detail, { "about.topics": "kesehatan; sosial", license: "CC0-1.0", "was about.topics": "" })
    const written = await gateway.run(Effect.map(Registry, (registry) => writeRegistry(registry.current())))
    assert.include(written, "titleEn: Health facilities")

    const history = await (await dewi.get("/portal/opd/dinkes/perubahan")).text()
    assert.include(history, "keterangan dataset, Judul dalam bahasa Inggris: tidak diisi → <b>Health facilities</b>")
    const sequence = new URLSearchParams(saved.location.split("?")[1]).get("disimpan") ?? ""
    assert.strictEqual((await dewi.post("/portal/opd/dinkes/perubahan", { perubahan: sequence })).status, 303)
    const { about: undone, license: old } = await shown()
    assert.deepStrictEqual([undone, old], [before.about, before.license])
  })

  it("is changed only where the form differs, and is left as it is by a form that is sent unchanged", async () => {
    const first = await save({ keterangan: "Satu", catatan: "2026-02-01 b\n2026-01-05 a" })
    const second = await save({ keterangan: "Satu", catatan: "2026-01-05 a\n2026-02-01 b" })
    assert.include(second.location, "disimpan=0")
    await save({ keterangan: "Satu", topik: ["kesehatan", "lingkungan"] })
    assert.include((await save({ keterangan: "Satu", topik: ["lingkungan", "kesehatan"] })).location, "disimpan=0")
    await save({})
    assert.deepStrictEqual((await shown()).about, {})
    assert.strictEqual(first.status, 303)
  })

  it("is refused with what would be right at its field", async () => {
    for (
      const [fields, told] of [
        [{ dari: "2026-13-01" }, "Isi tanggal seperti"],
        [{ dari: "2026-02-01", sampai: "2026-01-01" }, "Tanggal akhir tidak boleh"],
        [{ surel: "bukan surel" }, "Isi alamat surel"],
        [{ catatan: "kemarin berubah" }, "Awali setiap baris dengan tanggal"],
        [{ catatan: "2026-01-05 a\n".repeat(51) }, "Awali setiap baris dengan tanggal"],
        [{ keterangan: "x".repeat(2_001) }, "Paling banyak 2.000"],
        [{ topik: "cuaca" }, "tidak dapat dipakai"],
        [{ judul_en: "x".repeat(201) }, "Satu baris"]
      ] as const
    ) {
      const refused = await save(fields)
      assert.strictEqual(refused.status, 422, told)
      assert.include(refused.text, told)
    }
  })

  it("is the agency's own to tell: nobody else's desk has it, and an unknown dataset is not there", async () => {
    const { dewi, joko } = at()
    assert.strictEqual((await joko.get(page)).status, 404)
    assert.strictEqual((await joko.post(page, { ...emptyDatasetForm, seen: "0", keterangan: "Milik orang" })).status, 404)
    assert.strictEqual((await dewi.get("/portal/opd/dinkes/dataset/tidak-ada")).status, 404)
    assert.notInclude(JSON.stringify(await shown()), "Milik orang")
  })

  it("ends no proposal that waits for a second person", async () => {
    const { dewi, gateway, rina } = at()
    const rules = { segar: "0", basi: "24", besar: "10", takdikenal: "detect", alasan: "Pasien sudah disamarkan dinas." }
    const form = await (await dewi.get("/portal/opd/dinkes/titik-akses/faskes?path=pasien")).text()
    const seen = /name="seen" value="(\d+)"/.exec(form)?.[1] ?? "0"
    const proposed = await dewi.post("/portal/opd/dinkes/titik-akses/faskes/aturan?path=pasien", { seen, ...rules })
    const [proposal = assert.fail("nothing proposed")] =
      /\/portal\/opd\/dinkes\/usulan\/\d+/.exec(proposed.headers.get("location") ?? "") ?? []
    await save({ keterangan: "Sesudah usulan" })
    assert.strictEqual((await rina.post(`${proposal}/setuju`, {})).status, 303)
    const snapshot = await gateway.run(Effect.map(Registry, (registry) => registry.current()))
    assert.isFalse(snapshot.resolve("dinkes/faskes/pasien")?.endpoint.private)
  })
})
