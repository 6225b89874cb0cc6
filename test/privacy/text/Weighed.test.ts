import { assert, describe, it } from "@effect/vitest"
import { shownInText } from "../support.ts"

/** The same when it is looked at again. */
const shown = (text: string): string => {
  const alone = shownInText(text)
  assert.strictEqual(shownInText(alone), alone)
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

  it.each([
    ["Hubungi 0812-3456-7890, sudah dilaporkan ke Polres Parepare kemarin.", "Polres Parepare"],
    ["Kepada Yth. Bapak Camat Cibiru, hubungi 0812-3456-7890 karena jalan rusak.", "Camat Cibiru"],
    ["Hubungi 0812-3456-7890, ia dititipkan ke Panti Margo Widodo kemarin.", "Panti Margo Widodo"],
    ["Hubungi 0812-3456-7890, yang dipinjam novel karya Andrea Hirata itu.", "karya Andrea Hirata"],
    ["Hannah Lindqvist was admitted to Sanglah General Hospital today.", "Sanglah General Hospital"],
    ["Hubungi 0812-3456-7890, tiket HD-5520 sudah ditutup oleh petugas.", "HD-5520"],
    ["Hubungi 0812-3456-7890. Pemutihan berlaku sampai akhir bulan.", "Pemutihan berlaku"]
  ])("leaves what places, works and tickets are called where somebody is found: %s", (text, stays) => assert.include(shown(text), stays))

  it("has to be surer where a sentence begins and nobody else is found", () => {
    assert.strictEqual(shown("Budi Luhur buka setiap hari"), "Budi Luhur buka setiap hari")
    assert.strictEqual(shown("Budi Luhur buka setiap hari, 0812-3456-7890"), "B*** L*** buka setiap hari, 0812******90")
  })

  it("is shown once where somebody is born in what is taken for a name", () => {
    assert.strictEqual(shown("Nama saya Petrus Ola, lahir di Sulaiman Wijaya 1991."), "Nama saya P*** O***, lahir di *** 1991.")
  })

  it("is shown once where a field has told it", () => {
    assert.strictEqual(shown("Nama: Yuliana Rumbiak\nsudah diantar pulang kemarin"), "Nama: Y*** R***\nsudah diantar pulang kemarin")
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
      shown("Tadi Ida Bagus Oka sudah membayar Rp 250.000 bersama istrinya kemarin"),
      "Tadi I*** B*** O*** sudah membayar *** bersama *** kemarin"
    )
    for (const text of ["Retribusi kios Rp 250.000 sebulan dibayar di loket pasar", "Peserta boleh membawa anaknya ke taman bacaan"]) {
      assert.strictEqual(shown(text), text)
    }
  })
})
