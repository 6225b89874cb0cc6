import { assert, describe, it } from "@effect/vitest"
import { maskInText } from "../../../src/privacy/PersonalDataInText.ts"

const shown = (text: string): string => maskInText(text)?.text ?? text

describe("what a text states of somebody in so many words", () => {
  it.each([
    ["Pasien Ny. Rosdiana Siregar, TD 180/100, suhu 38,5. Rencana rawat.", "Pasien N*** R*** S***, TD ***, suhu ***. Rencana rawat."],
    ["adek Kenzo anak bu Lilis, bb nya cuma 8,1 kg", "adek K*** anak bu L***, bb nya cuma ***"],
    ["Siswa Obaja Kogoya naik kelas dengan IPK 2,41.", "Siswa O*** K*** naik kelas dengan IPK ***."]
  ])("hides what was measured of whom it names: %s", (text, expected) => assert.strictEqual(shown(text), expected))

  it("leaves what was measured where nobody is named", () => {
    for (
      const text of ["Suhu ruang server 31 derajat, berat muatan 12 ton.", "Lahan seluas 240 m2 untuk taman di Kota Bandung."]
    ) assert.strictEqual(shown(text), text)
  })

  it.each([
    ["Pelapor Daeng Nurdin, nelayan, kehilangan perahu.", "Pelapor D*** N***, ***, kehilangan perahu."],
    ["Korban bernama Tarmini, pekerjaan pedagang sayur, melapor.", "Korban bernama T***, pekerjaan ***, melapor."],
    ["Terdakwa Andi Basri, pekerjaan sopir pete-pete, hadir.", "Terdakwa A*** B***, pekerjaan ***, hadir."],
    ["Saksi Ibu Kartini, ibu rumah tangga, melihat api.", "Saksi Ibu K***, ***, melihat api."],
    ["Pemohon I Made Wirawan, agama Hindu, hadir.", "Pemohon I*** M*** W***, agama ***, hadir."],
    ["Nama saya Petrus Ola, lahir di Larantuka 1991.", "Nama saya P*** O***, lahir di ***."]
  ])("hides what somebody works as, believes, and where they were born: %s", (text, expected) => assert.strictEqual(shown(text), expected))

  it("leaves trades and beliefs that are nobody's", () => {
    for (
      const text of [
        "Bantuan untuk nelayan, petani dan buruh dibuka sampai Juni.",
        "Kantor Urusan Agama tutup pada hari raya Islam.",
        "Penyuluhan kanker serviks di Puskesmas Coblong, gratis."
      ]
    ) assert.strictEqual(shown(text), text)
  })

  it("leaves an illness that a clinic or a programme is for, where somebody is named", () => {
    assert.include(shown("Pasien Tn. Bambang Sutejo kontrol di Poli Jantung lantai 2."), "Poli Jantung")
    assert.include(shown("Pasien Tn. Bambang Sutejo sakit jantung."), "*** ***.")
    assert.include(shown("Pasien Tn. Bambang Sutejo dibawa ke rumah sakit."), "rumah sakit")
  })

  it.each([
    ["pegawai 198507202010011015 mengubah data", "pegawai ****************15 mengubah data"],
    ["Dana ditransfer ke rek BPD Bali 0100202345678.", "Dana ditransfer ke rek BPD Bali ***********78."],
    ["SIM B1 Umum pengemudi 1308-7702-000341 mati.", "SIM B1 Umum pengemudi ************41 mati."],
    ["akta kelahiran no 6171-LT-04021979-0031 rusak", "akta kelahiran no ****************31 rusak"],
    ["Kode OTP Anda 771204. Berlaku 5 menit.", "Kode OTP Anda ***. Berlaku 5 menit."],
    ["login gagal dari 36.72.214.9 tadi malam", "login gagal dari ******49 tadi malam"],
    ["akun bambang_widodo77 dikunci 30 menit", "akun *************77 dikunci 30 menit"],
    ["user perawat.yuliana (10.20.4.118) membuka berkas", "user ************na (******18) membuka berkas"],
    ["OTP pendaftaran: 493027, jangan berikan", "OTP pendaftaran: ***, jangan berikan"]
  ])("hides numbers that stand some words behind what announces them: %s", (text, expected) => assert.strictEqual(shown(text), expected))

  it("leaves numbers that nothing of the kind announces", () => {
    for (
      const text of [
        "Rekening kas daerah dibuka pukul 08.00 sampai 15.00.",
        "Versi naik dari 1.2.3.4 menjadi 1.2.3.5 kemarin.",
        "Server 10.0.0.5 tidak menjawab, beban dari 10.0.0.9 dialihkan.",
        "Tiket 198507202099991015 sudah selesai.",
        "akun resmi dinas diikuti 20.000 orang",
        "ikuti akun diskominfo.go.id untuk kabar terbaru",
        "Rapat pada Senin, 4 Mei. Korban banjir didata."
      ]
    ) assert.strictEqual(shown(text), text)
  })

  it("hides hamlets where somebody named lives, and houses of Roman numbers", () => {
    assert.strictEqual(
      shown("Klien Nyoman Rai sudah lama tinggal di Banjar Tegal Kuwalon, Desa Sumerta Kaja."),
      "Klien N*** R*** sudah lama tinggal di ***, Desa Sumerta Kaja."
    )
    assert.strictEqual(shown("Saya Hadi Tan, pemilik rumah di Jalan Manyar IV/18."), "Saya H*** T***, pemilik rumah di ***.")
    assert.strictEqual(shown("Jalan menuju Dusun Krajan rusak."), "Jalan menuju Dusun Krajan rusak.")
  })
})

describe("what no list knows", () => {
  it.each([
    ["Pak Darmin kerja serabutan, penghasilan 35 ribu per hari, dua anaknya putus sekolah.", ["serabutan", "35 ribu", "putus sekolah"]],
    ["Ibu Wayan Sri punya dua ekor kambing dan motor Supra 2006.", ["dua ekor kambing", "Supra"]],
    ["nama saya rini, sdh 3 bln nunggak kontrakan krn suami di phk", ["3 bln", "nunggak kontrakan", "suami di phk"]]
  ])("is hidden where somebody is named, by what stands around it: %s", (text, facts) => {
    const masked = shown(text)
    for (const fact of facts) {
      assert.include(text, fact)
      assert.notInclude(masked, fact)
    }
  })

  it.each([
    "Warga menumpang di rumah adiknya sejak banjir, berutang di kios tetangga.",
    "Program bantuan ternak memberi dua ekor kambing untuk keluarga berpenghasilan 35 ribu per hari."
  ])("stays where nobody is: %s", (text) => assert.strictEqual(shown(text), text))

  it("leaves what is about the matter, beside whom it names", () => {
    const masked = shown(
      "Sdr. Lukas terlambat enam kali, sudah dipanggil ke kantor Kelurahan Oesapa pada 12 Maret 2026 dan diberi surat teguran."
    )
    for (const matter of ["dipanggil ke kantor Kelurahan Oesapa", "12 Maret 2026", "surat teguran"]) assert.include(masked, matter)
  })

  it("is not looked for in what is masked already", () => {
    const once = shown("Pak Darmin kerja serabutan, penghasilan 35 ribu per hari, dua anaknya putus sekolah.")
    assert.strictEqual(shown(once), once)
  })
})

describe("beside an officer", () => {
  it.each([
    "Bendahara masjid H. Mansur melaporkan saldo Rp 1.200.000.",
    "Menurut Bupati Sumenep Achmad Fauzi, jalan sepanjang 12 km akan diaspal dengan anggaran Rp 4,5 miliar."
  ])("an amount is of the matter: %s", (text) => assert.include(shown(text), /Rp [\d.,]+( miliar)?/.exec(text)![0]))
})

describe("a text", () => {
  it("all in capitals tells what it does in small letters", () => {
    const text = "Pak Darmin punya hutang 5 juta, sakit stroke, anaknya dua."
    for (const fact of ["hutang 5 juta", "stroke", "anaknya dua"]) {
      assert.notInclude(shown(text), fact)
      assert.notInclude(shown(text.toUpperCase()), fact.toUpperCase())
    }
  })

  it("with capitals hides each fact, though one that stands before it has begun with the same words", () => {
    const masked = shown("Pak Budi Santoso, Orang Tua Nengah Kerta Hamil 20 Minggu kemarin.")
    for (const fact of ["Orang Tua", "Kerta", "Hamil"]) assert.notInclude(masked, fact)
  })

  it("of a name and what befell them tells that", () => {
    assert.strictEqual(shown("Pak Darmin stroke."), "Pak D*** ***.")
  })

  it("goes on behind a name with its own first word", () => {
    assert.strictEqual(shown("Bapak Joko. Usulan diterima."), "Bapak J***. Usulan diterima.")
    assert.strictEqual(shown("Rapat dipimpin Ibu Ratna Dewi. Kehadiran 34 orang."), "Rapat dipimpin Ibu R*** D***. Kehadiran 34 orang.")
  })
})
