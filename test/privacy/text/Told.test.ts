import { assert, describe, it } from "@effect/vitest"
import { masked, shownInText } from "../support.ts"

/** Plain and with letters beyond ASCII before it. */
const shown = (text: string): string => {
  const alone = shownInText(text)
  assert.deepStrictEqual(masked({ berita: `é — ${text}`, versi: 2 }), { berita: `é — ${alone}`, versi: 2 })
  return alone
}

describe("what a text tells of somebody whom it names", () => {
  it("hides how old they are", () => {
    assert.strictEqual(
      shown("Pasien Ny. Sumarni Hutabarat, 58 tahun, dirawat di Ruang Melati"),
      "Pasien N*** S*** H***, ***, dirawat di Ruang Melati"
    )
    assert.strictEqual(shown("pengendara an Fahrul Rozi (19 th) jatuh di simpang"), "pengendara an F*** R*** (***) jatuh di simpang")
    assert.strictEqual(shown("korban Wa Ode Salsabila (13) sudah di rumah"), "korban W*** O*** S*** (***) sudah di rumah")
    assert.strictEqual(shown("tidak sakit kok, kata Oma Lenny 82 tahun"), "tidak *** kok, kata Oma L*** ***")
    assert.strictEqual(shown("jadwal kontrol Oma Lenny tiap 2 tahun"), "jadwal kontrol Oma L*** tiap 2 tahun")
    assert.strictEqual(shown("anak saya Fitri umur 9 th tidak sekolah"), "anak saya F*** umur *** tidak sekolah")
    assert.strictEqual(shown("Mr Ahmad Yusuf, 34 years old, waits at the desk"), "Mr A*** Y***, ***, waits at the desk")
    assert.strictEqual(shown("Mr Ahmad Yusuf, 3 years later, waits at the desk"), "Mr A*** Y***, 3 years later, waits at the desk")
  })

  it("hides what they owe, pay and are paid", () => {
    assert.strictEqual(
      shown("Terima kasih Ibu Olvy Pangemanan, pembayaran PBB sebesar Rp 87.000 telah kami terima."),
      "Terima kasih Ibu O*** P***, pembayaran PBB sebesar *** telah kami terima."
    )
    assert.strictEqual(
      shown("Gaji pokok Sdr. Arnoldus Bataona naik dari Rp3.571.900 menjadi Rp3.684.500."),
      "Gaji pokok Sdr. A*** B*** naik dari *** menjadi ***."
    )
    assert.strictEqual(
      shown("Peminjam Fitri Nur Hasanah bilang bukunya hilang. Denda Rp 20.500 sudah dibayar."),
      "Peminjam F*** N*** H*** bilang bukunya hilang. Denda *** sudah dibayar."
    )
    const notice = "Kepala Dinas Kebersihan hadir. Denda Rp 20.500 bagi pembuang sampah."
    assert.strictEqual(shown(notice), notice)
  })

  it("hides whom it names behind a comma by what they are", () => {
    assert.strictEqual(
      shown("Bendahara UPT Pasar, Suhardi Lubis, meminta uang kepada pedagang."),
      "Bendahara UPT Pasar, S*** L***, meminta uang kepada pedagang."
    )
    assert.strictEqual(
      shown("Ketua kelompok tani, Suparjo, mengatakan irigasi membantu."),
      "Ketua kelompok tani, S***, mengatakan irigasi membantu."
    )
    assert.strictEqual(
      shown("Pelapor menyebut tetangganya, Marolop Hutasoit, sering ribut."),
      "Pelapor menyebut tetangganya, M*** H***, sering ribut."
    )
    assert.strictEqual(
      shown("Kegiatan di Kecamatan Coblong, Bandung, meriah sekali."),
      "Kegiatan di Kecamatan Coblong, Bandung, meriah sekali."
    )
    assert.strictEqual(
      shown("Kepala Dinas Sosial, Kota Bandung, meresmikan taman."),
      "Kepala Dinas Sosial, Kota Bandung, meresmikan taman."
    )
  })

  it("hides passwords, and numbers of records by the letters before them", () => {
    assert.strictEqual(shown("Kata sandi terakhir Lette#2024. Mohon direset."), "Kata sandi terakhir ***. Mohon direset.")
    assert.strictEqual(shown("Pasien kontrol, RM 11-20-93, nyeri dada."), "Pasien kontrol, RM ****93, ***.")
    assert.strictEqual(shown("Upah RM 6.400 belum dibayar."), "Upah RM 6.400 belum dibayar.")
  })

  it("hides what befell them, or the writer", () => {
    assert.strictEqual(shown("ibu saya Sarnah (68 tahun, lumpuh) dimintai uang"), "ibu saya S*** (***, ***) dimintai uang")
    assert.strictEqual(shown("Teruskan ke Sdri. Ni Luh Ayu, anaknya leukemia"), "Teruskan ke Sdri. N*** L*** A***, ***")
    assert.strictEqual(shown("Petugas lama. Saya baru operasi jantung."), "Petugas lama. Saya baru ***.")
    assert.strictEqual(shown("Korban luka 3 orang, jembatan retak dan patah."), "Korban luka 3 orang, jembatan retak dan patah.")
  })

  it("finds whose age stands behind a name, where nothing else says that it is one", () => {
    assert.strictEqual(
      shown("Salah seorang warga, Slamet Riyadi (49), mengatakan air masuk"),
      "Salah seorang warga, S*** R*** (***), mengatakan air masuk"
    )
    assert.strictEqual(shown("kata warga. Rifki Maulana (19 tahun) dirujuk ke sana"), "kata warga. R*** M*** (***) dirujuk ke sana")
    assert.strictEqual(
      shown("oleh Program Indonesia Pintar (12 bulan) dan Kota Banjar (15)"),
      "oleh Program Indonesia Pintar (12 bulan) dan Kota Banjar (15)"
    )
  })

  it("leaves what another sentence tells, and what nobody is named for", () => {
    for (
      const text of [
        "Gedung itu berumur 43 tahun, kerugian sebesar Rp 8.500.000.",
        "Anggaran tahun ini sebesar Rp 2 miliar, naik dari Rp 1,5 miliar.",
        "Kuota 25 peserta (23) sudah penuh pada pukul 10.00."
      ]
    ) assert.strictEqual(shown(text), text)
    assert.include(shown("Mohon doa untuk Ibu Sintje Kalalo. Kas minggu lalu menjadi Rp 4.215.000."), "Rp 4.215.000")
  })
})

describe("who is named in a text", () => {
  it.each([
    ["Mbok Ponirah tinggal di rumah limasan", "Mbok P*** tinggal di rumah limasan"],
    ["rawat jalan opung Tiarma ditunda ke Senin", "rawat jalan opung T*** ditunda ke Senin"],
    ["peti dibungkus, keluarga diwakili koko Willy", "peti dibungkus, keluarga diwakili koko W***"],
    ["yang datang tadi suaminya Asep, ia menolak", "yang datang tadi *** A***, ia menolak"],
    ["angsuran debitur Sutarno lancar", "angsuran debitur S*** lancar"],
    ["pelaku mengaku Anisa dan menyesal", "pelaku mengaku A*** dan menyesal"]
  ])("is hidden behind what kin and neighbours are called: %s", (text, without) => {
    assert.strictEqual(shown(text), without)
  })

  it("stays where it is no name: the same words before small letters", () => {
    for (const text of ["Anaknya dua, suaminya buruh di Pasar Kemis", "debitur baru wajib mengisi formulir KUR"]) {
      assert.strictEqual(shown(text), text)
    }
  })
})

describe("where somebody lives in a text", () => {
  it("is hidden from RT and RW on, where a home or somebody is told of", () => {
    assert.strictEqual(shown("Keluhan disampaikan warga RT 05 RW 02, lampu jalan mati"), "Keluhan disampaikan warga ***, lampu jalan mati")
    assert.strictEqual(shown("Ketua RT 04/RW 09 Bapak Sutrisno hadir pada rapat"), "Ketua *** Bapak S*** hadir pada rapat")
  })

  it("is hidden with a number that stands alone behind its street", () => {
    assert.strictEqual(shown("menimpa rumah di Jl. Cemara 14, atap rusak"), "menimpa rumah di ***, atap rusak")
    assert.include(shown("air mati di rumah saya di Jl. Raya Lintas Km 12, mohon dicek"), "Km 12")
    assert.include(shown("warga melihat arus di Jl. Veteran 2 jam lamanya berhenti"), "Jl. Veteran 2 jam")
  })

  it("stays where an office or a place of all is told of", () => {
    for (
      const text of [
        "Balai RW 05 Kel. Sukaluyu",
        "Posyandu Mawar buka di Balai RT 31 Muara Rapak",
        "Pohon tumbang di Jl. Veteran 12, arus dialihkan"
      ]
    ) {
      assert.strictEqual(shown(text), text)
    }
  })
})

describe("a number that names a person within a system", () => {
  it("is hidden behind the word that says so", () => {
    assert.strictEqual(shown("pegawai dengan NIP 197301122000031004 pindah tugas"), "pegawai dengan NIP ****************04 pindah tugas")
    assert.strictEqual(shown("siswa NISN: 0099871120 sudah terdaftar"), "siswa NISN: ********20 sudah terdaftar")
    assert.strictEqual(shown("berkas no. RM 00-41-87 belum kembali"), "berkas no. RM ****87 belum kembali")
    assert.strictEqual(shown("berkas rekam medis 00418A belum kembali"), "berkas rekam medis ****8A belum kembali")
    assert.strictEqual(shown("the member id M-004127 was used twice"), "the member id *****27 was used twice")
  })

  it("is no number of a file", () => {
    for (
      const text of [
        "permohonan SIP-2026-11-0077 sudah terbit",
        "tim medis 2024 sudah dibentuk warga",
        "surat 14/RT06/RW02/III/2025 untuk warga",
        "sanggar NIS-0417/DISBUD/2024 aktif kembali"
      ]
    ) assert.strictEqual(shown(text), text)
  })
})
