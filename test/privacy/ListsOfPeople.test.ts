import { describe, expect, it } from "vitest"
import { streamed } from "./streamed.ts"
import { masked } from "./support.ts"

describe("a list of names", () => {
  it.each([
    [{ hadir: ["Budi", "Siti"] }, { hadir: ["B***", "S***"] }],
    [{ rapat: { undangan: ["Budi Santoso", "Marice Kogoya"] } }, { rapat: { undangan: ["B*** S***", "M*** K***"] } }],
    [{ tim: ["Budi Santoso", "Siti Aminah", "Dinas Sosial"] }, { tim: ["B*** S***", "S*** A***", "Dinas Sosial"] }],
    [{ tidak_hadir: ["BUDI SANTOSO"] }, { tidak_hadir: ["B*** S***"] }],
    [{ absensi: ["Agus", "Dewi", "Siti"] }, { absensi: ["A***", "D***", "S***"] }],
    [{ data: ["Budi Santoso", "Siti Aminah", "Marice Kogoya"] }, ["B*** S***", "S*** A***", "M*** K***"]],
    [["Budi Santoso", "Siti Aminah", "Marice Kogoya"], ["B*** S***", "S*** A***", "M*** K***"]]
  ])("is masked under a key of who came, and where all of three and more are names: %j", (document, expected) => {
    expect(masked(document)).toEqual(expected)
    expect(JSON.parse(streamed(JSON.stringify(document), 7))).toEqual(expected)
  })

  it.each([
    ["Cibeunying Kaler", "Sukajadi Barat", "Buah Batu"],
    ["Ahmad Yani", "Gatot Subroto", "Budi Utomo"],
    { data: ["Bojongloa Kaler", "Babakan Ciparay", "Bandung Kulon"] },
    { jalan: ["Ahmad Yani", "Siti Aminah", "Agus Salim"] },
    { sekolah: ["Budi Mulia", "Siti Aminah", "Agus Salim"] },
    { anggota: ["Dinas Sosial", "Dinas Kesehatan", "Bappeda"] },
    { hadir: ["Senin", "Selasa", "Rabu"] },
    { tim: ["Tim Persib", "Satpol PP"] },
    { layanan: ["Rawat Jalan", "Rawat Inap", "Gawat Darurat"] }
  ])("is not seen where places, streets, schools, offices and days are listed: %j", (document) => {
    expect(masked({ data: document })).toEqual(document)
    expect(masked([document])).toEqual([document])
  })
})
