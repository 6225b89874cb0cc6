import { assert, describe, it } from "@effect/vitest"
import { shownInText } from "../support.ts"

describe("names as people write them to one another", () => {
  it.each([
    ["pasien mama dorkas rumbiak minta pulang paksa", "pasien mama d*** r*** minta pulang paksa"],
    ["form sudah ditandatangani bpk eliazer kemarin", "form sudah ditandatangani bpk e*** kemarin"],
    ["saya suryadi karyawan kontrak di sana", "saya s*** karyawan kontrak di sana"],
    ["tolong dicek bu, sy yosina wenda dari waena", "tolong dicek bu, sy y*** w*** dari waena"],
    ["bantuan cair atas nama tri handayani, bukan kader", "bantuan cair atas nama t*** h***, bukan kader"],
    ["datang diantar tetangga, an. daeng manrapi, kemarin", "datang diantar tetangga, an. d*** m***, kemarin"],
    ["ktp a.n. i wayan sudarma besok dicetak ulang", "ktp a.n. i*** w*** s*** besok dicetak ulang"],
    ["tanah itu milik alm. sukirman yang sudah lama", "tanah itu milik alm. s*** yang sudah lama"]
  ])("are hidden without capitals: %s", (text, expected) => assert.strictEqual(shownInText(text), expected))

  it("leaves everyday words behind the same titles", () => {
    for (
      const text of [
        "terima kasih pak sudah dibantu, mohon bu ditunggu sebentar ya",
        "ibu hamil dan ibu menyusui diminta datang ke posyandu",
        "saya tidak bisa masuk aplikasi, sy sudah coba berkali-kali",
        "dibuat atas nama pemerintah kota, bukan atas nama pribadi",
        "petugas bertindak atas nama undang-undang dan wajib hadir",
        "we sent an offer to the board and an invoice"
      ]
    ) assert.strictEqual(shownInText(text), text)
  })

  it.each([
    ["Mohon ditinjau.\nHormat saya,\nHendra", "Mohon ditinjau.\nHormat saya,\nH***"],
    ["Hubungi 0812-3456-7890 (Rouli) setelah jam lima.", "Hubungi 0812******90 (R***) setelah jam lima."],
    ["nama ibu kandung 'Juliana Pangkey' berbeda", "nama ibu kandung 'J*** P***' berbeda"],
    ["Pelaku adalah paman korban, Liong Fuk Sin.", "Pelaku adalah paman korban, L*** F*** S***."],
    ["Pemilik warung Wayan Sudarma menolak pindah.", "Pemilik warung W*** S*** menolak pindah."],
    ["Telah berpulang kawan kita Masagus Rozali bin M. Zen pagi ini.", "Telah berpulang kawan kita M*** R*** b*** M*** Z*** pagi ini."],
    ["Ahli waris adalah Hj. Masitah, Fitriani dan M. Rusdi.", "Ahli waris adalah Hj. M***, F*** dan M*** R***."],
    ["Pagi ini, Hendrik Tumewu, Pengurus Barang Bappeda, hadir.", "Pagi ini, H*** T***, Pengurus Barang Bappeda, hadir."],
    ["dokter Yelvi baik, bidan Ria ramah", "dokter Y*** baik, bidan R*** ramah"],
    ["Pasien indeks Melkianus Nenobais (ruang dua) datang kontrol lagi.", "Pasien indeks M*** N*** (ruang dua) datang kontrol lagi."],
    ["Cut Intan Maulida (NIM 20180210044) diterima.", "C*** I*** M*** (NIM *********44) diterima."],
    ["Undangan untuk Bpk Lim Mei Hwa dikirim pada 3 Mei.", "Undangan untuk Bpk L*** M*** H*** dikirim pada 3 Mei."],
    ["Yth. pemilik kendaraan <b>Robertus Nugroho</b>, silakan bayar.", "Yth. pemilik kendaraan <b>R*** N***</b>, silakan bayar."],
    ["Halo Fransiska Kalalo, pajak kendaraan jatuh tempo.", "Halo F*** K***, pajak kendaraan jatuh tempo."]
  ])("are hidden by where they stand: %s", (text, expected) => assert.strictEqual(shownInText(text), expected))

  it("leaves what stands there and is nobody's name", () => {
    for (
      const text of [
        "Salam hangat,\nDinas Sosial",
        "Hubungi (0274) 562811 (Humas) setelah jam lima.",
        "Om Swastyastu, permohonan Anda diterima dan sedang diproses.",
        "Tersedia dokter Spesialis Anak dan dokter Gigi, bawa kk Asli dan ktp.",
        "Apakah Anda puas dengan layanan kami hari ini?",
        "Ketua LPM Kelurahan Sukamaju membuka acara itu."
      ]
    ) assert.strictEqual(shownInText(text), text)
  })

  it("ends a name where the sentence ends", () => {
    assert.include(shownInText("Diganti oleh pak Yusuf. Cabai rawit naik lagi."), "Cabai rawit")
    assert.include(shownInText("Koordinasi dengan pak Bagus TKSK Sukun besok."), "TKSK Sukun")
  })

  it("hides who speaks in a chat of which only the minutes are told", () => {
    assert.strictEqual(
      shownInText("[10:01] Agen Rini: Selamat pagi\n[10:02] Tohir: pagi"),
      "[10:01] A*** R***: Selamat pagi\n[10:02] T***: pagi"
    )
  })
})
