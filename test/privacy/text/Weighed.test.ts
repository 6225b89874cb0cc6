import { assert, describe, it } from "@effect/vitest"
import { maskInText } from "../../../src/privacy/PersonalDataInText.ts"
import { masked } from "../support.ts"

/** By itself and in a document, and the same when it is looked at again. */
const shown = (text: string): string => {
  const alone = maskInText(text)?.text ?? text
  assert.deepStrictEqual(masked({ berita: text, versi: 2 }), { berita: alone, versi: 2 })
  assert.strictEqual(maskInText(alone)?.text ?? alone, alone)
  return alone
}

describe("a name that no cue announces", () => {
  it.each([
    ["Pak Anton, kuasa dari Wilhelmina sdh diterima lewat pos", "Pak A***, kuasa dari W*** sdh diterima lewat pos"],
    ["Sopir truk Mahyudin diamankan di pos, arus sdh normal lagi", "Sopir truk M*** diamankan di pos, arus sdh normal lagi"],
    ["Tadi Yuliana Rumbiak yang antar berkasnya ke loket", "Tadi Y*** R*** yang antar berkasnya ke loket"],
    ["motor itu sudah dijual ke Bambang Sulistyo, hp 0812-3456-7890", "motor itu sudah dijual ke B*** S***, hp 0812******90"],
    ["Please ask Stenly to rescan page two, 0812-3456-7890.", "Please ask S*** to rescan page two, 0812******90."],
    ["Apabila ada kesulitan hubungi petugas Zubaidah di kantor", "Apabila ada kesulitan hubungi petugas Z*** di kantor"]
  ])("is found by how it is spelt and what stands around it: %s", (text, expected) => assert.strictEqual(shown(text), expected))

  it.each([
    "Festival Danau Sentani dibuka di Kampung Yoboi dengan tarian dan pasar kuliner.",
    "Terminal Purabaya melayani bus ke Malang, Jember, Banyuwangi dan Ponorogo setiap hari.",
    "Buku Laskar Pelangi karya Andrea Hirata banyak dipinjam bulan ini.",
    "Jalan Soekarno Hatta ditutup mulai Simpang Dago sampai Pasar Gedebage, lewat Cibiru.",
    "Keterlambatan disebabkan gangguan jaringan. Jangan unggah ulang berkas yang sama.",
    "Pembangunan Jembatan Kutai Kartanegara dilanjutkan dengan anggaran tahun depan.",
    "The Ministry of Home Affairs publishes new district codes every January on its website."
  ])("is not taken of places, works and words that begin a sentence: %s", (text) => assert.strictEqual(shown(text), text))

  it("has to be surer where a text names nobody else", () => {
    const text = "motor itu sudah dijual tahun lalu ke Bambang Sulistyo di pasar"
    assert.strictEqual(shown(text), text)
  })

  it("is not looked for in a few words without a sentence", () => {
    for (const text of ["Mawar Melati", "Festival Rambut Gimbal", "Toyota Agya", "Kijang Innova Reborn"]) {
      assert.strictEqual(shown(text), text)
    }
  })
})

describe("amounts and relatives", () => {
  it("are hidden of whoever a text names, and stay where it names nobody", () => {
    assert.strictEqual(
      shown("Ida Bagus Oka sudah membayar Rp 250.000 bersama istrinya kemarin"),
      "I*** B*** O*** sudah membayar *** bersama *** kemarin"
    )
    for (const text of ["Retribusi kios Rp 250.000 sebulan dibayar di loket pasar", "Peserta boleh membawa anaknya ke taman bacaan"]) {
      assert.strictEqual(shown(text), text)
    }
  })
})
