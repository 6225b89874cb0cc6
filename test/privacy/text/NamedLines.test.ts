/** Names at a place of a line that is theirs. */
import { describe, expect, it } from "@effect/vitest"
import { inText } from "../support.ts"

describe("a name at its place in a line", () => {
  it.each([
    [
      "SUSUNAN PANITIA\n1. Drs. H. Andi Baso, M.Si. - Ketua\n2. Nirmala - Bendahara",
      "SUSUNAN PANITIA\n1. D*** H*** A*** B*** M*** - Ketua\n2. N*** - Bendahara"
    ],
    [
      "12/03/24 09.11 - Bidan Yusnidar: sudah lahiran?\n12/03/24 09.12 - Melda: ya",
      "12/03/24 09.11 - B*** Y***: sudah lahiran?\n12/03/24 09.12 - M***: ya"
    ],
    ["BEGIN:VEVENT\r\nATTENDEE;CN=\"Palaguna, Andi\";PARTSTAT=DECLINED:x", "BEGIN:VEVENT\r\nATTENDEE;CN=\"P*** A***\";PARTSTAT=DECLINED:x"],
    ["SK_CPNS_an_Nurhaliza_Daulay.pdf", "SK_CPNS_an_N***.pdf"],
    ["Ijazah S1 - Parlindungan Siregar.pdf", "Ijazah S1 - P*** S***.pdf"],
    ["https://cdn.contoh.go.id/ktp/hendrikus_lobo_2.jpg", "https://cdn.contoh.go.id/ktp/h***_2.jpg"],
    ["GET /v1/cek/Ratna%20Dewi%20Anggraeni HTTP/1.1", "GET /v1/cek/R***%20D***%20A*** HTTP/1.1"],
    ["INFO username=melkianus.atok nik=3273014501900001 action=cetak", "INFO username=***********ok nik=3273************ action=cetak"]
  ])("is masked: %s", (text, shown) => {
    expect(inText(text)).toBe(shown)
  })

  it.each([
    "1. Dinas Kesehatan - Ketua\n2. Kelurahan Coblong - Anggota",
    "Langkah:\n1. Isi formulir - lengkap\n2. Unggah berkas - selesai",
    "GET /v1/peta/Bandung%20Barat HTTP/1.1",
    "Surat Edaran Libur Nasional.pdf",
    "ktp_elektronik.pdf",
    "ijazah_terakhir.pdf",
    "https://cdn.contoh.go.id/foto/taman_bungkul_malam.jpg",
    "a=1 b=2 ukuran=besar"
  ])("is not taken from offices, steps and places: %s", (text) => {
    expect(inText(text)).toBe(text)
  })
})
