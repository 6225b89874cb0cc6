/** What the log of actions keeps, in both languages. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { toldLowering } from "../../src/portal/desk/SaveSettings.ts"
import { actionDetail, actionParts, loweringText } from "../../src/portal/operations/ActionDetail.ts"
import { actionWords } from "../../src/portal/operations/ActionWords.ts"
import { verdictWords } from "../../src/portal/VerdictWords.ts"
import type { Lowering } from "../../src/registry/Lowering.ts"

const route = "dinkes/faskes/pasien"
/** By kind; the compiler misses whichever is not here. */
const lowerings: { readonly [K in Lowering["what"]]: readonly [Extract<Lowering, { readonly what: K }>, id: string, en: string] } = {
  opened: [{ what: "opened", route }, `${route}: privat → terbuka`, `${route}: private → open`],
  unknown: [
    { what: "unknown", route },
    `${route}: kolom tak diklasifikasikan: disamarkan → menurut pendeteksi`,
    `${route}: unclassified fields: masked → left to the detectors`
  ],
  stale: [
    { what: "stale", route, from: 3_600_000, to: 90_000_000 },
    `${route}: salinan pengganti 1 jam → 25 jam`,
    `${route}: stand-in copies 1 hour → 25 hours`
  ],
  field: [
    { what: "field", route, field: "data[].nama ibu", from: null, to: "public" },
    `${route}: data[].nama ibu menurut pendeteksi → Bukan data pribadi: tampil apa adanya`,
    `${route}: data[].nama ibu left to the detectors → ${verdictWords.en.classes.public}`
  ],
  server: [
    { what: "server", from: "http://a.example", to: "http://b.example" },
    "alamat server http://a.example → http://b.example",
    "server address http://a.example → http://b.example"
  ]
}

const files = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(directory, entry.name)) : [join(directory, entry.name)]
  )

describe("the log of actions", () => {
  it("has words in both languages for every action that is recorded", () => {
    const recorded = files("src").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\baction: "([a-z]+-[a-z-]+)"/g)].map(([, name]) => name ?? "")
    )
    expect(new Set(recorded).size).toBeGreaterThan(12)
    for (const { known } of [actionWords.id, actionWords.en]) expect(Object.keys(known)).toEqual(expect.arrayContaining(recorded))
  })

  it("has the same codes in both languages", () => {
    for (const kind of ["known", "parts", "values", "lowered"] as const) {
      expect(Object.keys(actionWords.id[kind])).toEqual(Object.keys(actionWords.en[kind]))
    }
  })

  it.each(Object.values(lowerings))("tells what $what protects less", (lowering, id, en) => {
    expect(loweringText(toldLowering(lowering), "id")).toBe(id)
    expect(loweringText(toldLowering(lowering), "en")).toBe(en)
  })

  it("tells several, and leaves what it does not know as it is", () => {
    const [one, other] = [lowerings.opened, lowerings.server]
    expect(loweringText(`${toldLowering(one[0])}; ${toldLowering(other[0])}`, "id")).toBe(`${one[1]}; ${other[1]}`)
    expect(loweringText("apa saja", "id")).toBe("apa saja")
  })

  it("has of what was changed what it was before, and of what is empty on both sides nothing", () => {
    expect(
      actionParts({ change: "3", license: "CC0-1.0", "was license": "", "about.from": "", "was about.from": "2025-01-02", reason: "" })
    )
      .toEqual([["change", "3", undefined], ["license", "CC0-1.0", ""], ["about.from", "", "2025-01-02"]])
  })

  it.each([
    ["overlap", "60 minutes", "yang lama masih berlaku 1 jam", "the old one stays valid 1 hour"],
    ["for", "every agency", "untuk semua perangkat daerah", "for every agency"],
    ["for", "dinkes", "untuk dinkes", "for dinkes"],
    ["until", "without end", "sampai tanpa batas waktu", "until without end"],
    ["private", "true", "akses privat", "access private"],
    ["private", "false", "akses terbuka", "access open"],
    ["maxBytes", "10485760 B", "jawaban paling besar 10 MiB", "largest answer 10 MiB"],
    ["unknown", "mask", "kolom tak diklasifikasikan disamarkan semuanya", "unclassified fields all masked"],
    ["cache.fresh", "90 seconds", "salinan terbaru 90 detik", "fresh copy 90 seconds"],
    ["fields data[].nama", "name", "kelas data[].nama Nama orang", "class data[].nama Name of a person"],
    ["about.topics", "kesehatan; lingkungan", "Topik Kesehatan, Lingkungan", "Topics Health, Environment"],
    ["about.frequency", "weekly", "Diperbarui setiap minggu", "Updated every week"],
    ["about.from", "2025-01-02", "Periode data, sejak 2 Januari 2025", "Period of the data, since 2 January 2025"],
    ["count", "1", "jumlah kolom 1", "number of fields 1"],
    ["channel", "mail", "lewat surel", "by mail"],
    ["reason", "true", "alasan true", "reason true"],
    ["catatan", "open", "catatan open", "catatan open"]
  ])("says %s: %s as a reader would", (name, value, id, en) => {
    for (const [language, said] of [["id", id], ["en", en]] as const) {
      const { part, text } = actionDetail(name, value, language)
      expect(`${part} ${text}`).toBe(said)
    }
  })
})
