import { describe, expect, it } from "vitest"
import { maskInText } from "../../src/privacy/PersonalDataInText.ts"
import { inText } from "./support.ts"

describe("PersonalDataInText", () => {
  it("takes a bare taxpayer number for one by its branch 000, or by its check digit, and nothing else", () => {
    const [wrong, right] = ["012345670", "012345674"]
    for (const number of [`${wrong}901000`, `0${wrong}901000`, `${right}901000`, `${right}901001`, `0${right}901001`]) {
      expect(maskInText(`bayar ke ${number} ya`)).toEqual({
        text: `bayar ke ${"*".repeat(number.length - 2)}${number.slice(-2)} ya`,
        classes: ["npwp"]
      })
    }
    for (const number of [`${wrong}901001`, `0${wrong}901001`, `${wrong}900000`, `1${wrong.slice(1)}901000`, `00${wrong.slice(2)}901000`]) {
      expect(maskInText(`bayar ke ${number} ya`)).toBeUndefined()
    }
  })

  it.each([
    ["3273014501900001", "3273************"],
    ["NIK:3273014501900001.", "NIK:3273************."],
    ["3273 0145 0190 0001", "3273************"],
    ["3273-0145-0190-0001", "3273************"],
    ["327301.450190.0001", "3273************"],
    ["32.73.01.450190.0001", "3273************"],
    ["3 2 7 3 0 1 4 5 0 1 9 0 0 0 0 1", "3273************"],
    ["3273\u00a00145\u20090190\u20070001", "3273************"],
    ["3273\u20130145\u20110190\u22120001", "3273************"],
    ["3273\u200b0145\u200b0190\u200b0001", "3273************"],
    ["３２７３０１４５０１９００００１", "3273************"],
    ["٣٢٧٣٠١٤٥٠١٩٠٠٠٠١", "3273************"],
    ["۳۲۷۳۰۱۴۵۰۱۹۰۰۰۰۱", "3273************"],
    ["३२७३०१४५०१९००००१", "3273************"],
    ["𝟑𝟐𝟕𝟑𝟎𝟏𝟒𝟓𝟎𝟏𝟗𝟎𝟎𝟎𝟎𝟏", "3273************"],
    ["a 3273014501900001, 3273014501900002;b", "a 3273************, 3273************;b"],
    ["*3273014501900001*", "*3273*************"],
    ["https://x.id/?data=%7B%22nik%22%3A%223273014501900001%22%7D", "https://x.id/?data=%7B%22nik%22%3A%223273************%22%7D"],
    ["NIK=3273 0145 0190 0001&hal=2", "NIK=3273************&hal=2"],
    ["https://x.id/?nik=3273 0145 0190 0001", "https://x.id/?nik=3273************"],
    ["nik%3D3273014501900001", "nik%3D3273************"],
    ["ktp=3273%200145%200190%200001", "ktp=3273************"],
    ["3273\n0145\n0190\n0001", "3273************"],
    ["3273\t0145\t0190\t0001", "3273************"],
    ["3273  0145  0190  0001", "3273************"],
    ["NIK 3273/0145/0190/0001", "NIK 3273************"],
    ["3273,0145,0190,0001", "3273************"],
    ["3273:0145:0190:0001", "3273************"],
    ["3273|0145|0190|0001", "3273************"],
    ["3273&nbsp;0145&nbsp;0190&nbsp;0001", "3273************"],
    ["3\u200d2730145\u206001900001", "3273************"],
    ["KTP 1234567890123456 hilang", "KTP 1234************ hilang"],
    ["No. KK: 1234567890123456", "No. KK: 1234************"]
  ])("fault-79 masks the NIK in %j", (text, shown) => {
    expect(inText(text)).toBe(shown)
  })

  it.each([
    ["Hubungi 081234567890 ya", "Hubungi 0812******90 ya"],
    ["0812-3456-7890", "0812******90"],
    ["0812.3456.7890", "0812******90"],
    ["(0812) 3456 7890", "(0812******90"],
    ["08 12 3456 7890", "0812******90"],
    ["+62 812-3456-7890", "+6281*******90"],
    ["+62(21)4207771", "+6221*****71"],
    ["(62)81234567890", "(6281*******90"],
    ["0812&nbsp;3456&nbsp;7890", "0812******90"],
    ["6281234567890", "6281*******90"],
    ["0062 812 3456 7890", "0062*********90"],
    ["https://wa.me/6281234567890?text=Halo", "https://wa.me/6281*******90?text=Halo"],
    ["081234567890/089876543210", "0812******90/0898******10"],
    ["081234567890 089876543210", "0812******90 0898******10"],
    ["0812  3456  7890", "0812******90"],
    ["62.812.3456.7890", "6281*******90"],
    ["x=%2B6281234567890&y=0812%203456%207890", "x=%2B6281*******90&y=0812******90"],
    ["081234567890, 089876543210\n081234567891", "0812******90, 0898******10\n0812******91"],
    ["WA081234567890", "WA0812******90"],
    ["**081234567890**", "**0812******90**"],
    ["０８１２３４５６７８９０", "0812******90"]
  ])("masks the telephone number in %j", (text, shown) => {
    expect(inText(text)).toBe(shown)
  })

  it.each([
    ["kirim ke budi.s+x@mail.example.co.id.", "kirim ke b***@mail.example.co.id."],
    [
      "{'nama_lengkap': 'Budi Santoso', 'umur': '3', 'pemilik': 'Siti Aminah'}",
      "{'nama_lengkap': 'B*** S***', 'umur': '***', 'pemilik': 'S*** A***'}"
    ],
    ["payload={\"nama_ibu\" : \"Siti\", \"kota\":\"Bandung\"}", "payload={\"nama_ibu\" : \"S***\", \"kota\":\"Bandung\"}"],
    [
      "<w><nik>12345678901234567</nik><ns:namaLengkap>Budi</ns:namaLengkap>"
      + "<nama>Siti Aminah</nama><agama id=\"1\">Islam</agama><kota>Bandung</kota></w>",
      "<w><nik>1234*************</nik><ns:namaLengkap>B***</ns:namaLengkap>"
      + "<nama>S*** A***</nama><agama id=\"1\">***</agama><kota>Bandung</kota></w>"
    ],
    ["<warga nik='123456' nama_lengkap=\"Budi\" kota=\"Bandung\"/>", "<warga nik='1234**' nama_lengkap=\"B***\" kota=\"Bandung\"/>"],
    [
      "<tr><th>NIK</th>\n<td>12345678901</td></tr>"
      + "<tr><td>Nama Lengkap :</td><td class=\"x\">Budi</td></tr><tr><td>Kota</td><td>Bandung</td></tr>",
      "<tr><th>NIK</th>\n<td>1234*******</td></tr>"
      + "<tr><td>Nama Lengkap :</td><td class=\"x\">B***</td></tr><tr><td>Kota</td><td>Bandung</td></tr>"
    ],
    [
      "nik,nama_lengkap,tgl_lahir,kota\n1234567890,Budi,1990-01-15,Bandung\n\"2345678901\",\"Siti, A\",15/01/1991,Cimahi\n",
      "nik,nama_lengkap,tgl_lahir,kota\n1234******,B***,1990,Bandung\n\"2345******\",\"S*** A***\",1991,Cimahi\n"
    ],
    ["NIK;Nama Lengkap;Agama\r\n1234567890;Budi;Islam\r\n", "NIK;Nama Lengkap;Agama\r\n1234******;B***;***\r\n"],
    ["nama_lengkap=Budi&nik=12345", "nama_lengkap=B***&nik=1234*"],
    ["<a href=\"mailto:budi@x.id\">", "<a href=\"mailto:b***@x.id\">"],
    ["https://x.id/?u=budi%40x.id", "https://x.id/?u=b***%40x.id"],
    ["budi＠x.id", "b***＠x.id"],
    ["budi(at)x.id", "b***(at)x.id"],
    ["budi&#64;x.id", "b***&#64;x.id"],
    ["budi&#x40;x.id", "b***&#x40;x.id"],
    ["budi (AT) x.id", "b*** (AT) x.id"],
    ["Surel: budi{at}x{dot}id.", "Surel: b***{at}x{dot}id."],
    ["budi{dot}s(dot)a {at} x{dot}id", "b*** {at} x{dot}id"],
    ["budi [at] x [dot] co [dot] id", "b*** [at] x [dot] co [dot] id"],
    ["budi\u00a0(\u00a0at\u00a0)\u00a0x.id", "b***\u00a0(\u00a0at\u00a0)\u00a0x.id"],
    ["siti（at）x.id", "s***（at）x.id"],
    ["budi \u0028at) x.id", "b*** (at) x.id"],
    [`${"a".repeat(70)}.budi@x.id`, "a***@x.id"],
    [`budi.${"b".repeat(200)}%40x.id`, "b***%40x.id"],
    [`budi.${"b".repeat(70)}(at)x.id`, "b***(at)x.id"],
    ["a@b.id,c@d.id", "a***@b.id,c***@d.id"],
    ["081234567890@x.id", "0***@x.id"],
    ["x@081234567890.id", "x***@0812******90.id"],
    ["4111 1111 1111 1111", "**************11"],
    ["378282246310005", "*************05"],
    ["01.234.567.8-901.000", "*************00"],
    ["NPWP 012345678901000", "NPWP *************00"],
    ["BPJS no. 0001234567890", "BPJS no. ***********90"],
    ["Rek. BCA 1234567890 a.n.", "Rek. BCA ********90 a.n."],
    ["Mobil B 1234 XYZ menabrak", "Mobil ******34 menabrak"],
    ["DK1234AB", "******34"],
    ["B 12 XYZ", "****12"],
    ["nopol: b 12 xyz hilang", "nopol: ****12 hilang"],
    ["No. paspor: A 1234567", "No. paspor: ******67"],
    ["Paspor A1234567", "Paspor ******67"],
    ["https://x.id/a?nama_lengkap=Budi%20Santoso&halaman=2&nik=123456#x", "https://x.id/a?nama_lengkap=B***%20S***&halaman=2&nik=1234**#x"]
  ])("masks %j", (text, shown) => {
    expect(inText(text)).toBe(shown)
  })

  it.each([
    "1234567812345678",
    "9999999999999999",
    "3273013201900001",
    "3273014513900001",
    "9973014501900001",
    "3273004501900001",
    "32730145019000011",
    "327301450190000",
    "Rp 3.273.014.501.900.001",
    "3,273,014,501,900,001",
    "POINT(106.845599 -6.208812)",
    "-6.914744, 107.609810",
    "-6.208812 106.845599",
    "106.3273014501900001",
    "0.3273014501900001",
    "-61.07480702921748",
    "32.73014501900001 persen",
    "DN 300 MM",
    "P 120 CM",
    "D 10 MM",
    "2026-01-31T08:00:00+07:00",
    "2026-01-31 08:00:00.123",
    "2026-01-31",
    "12-05-2026 08:30 - 16:00",
    "08-12-2026 10",
    "Buka 08.00-16.00",
    "08:00",
    "Senin 08.30 - 12.00",
    "550e8400-e29b-41d4-a716-081234567890",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "3f081234567890ab",
    "192.168.100.101",
    "5.1.02.01.01.0001",
    "32.73.01.1001",
    "8991234567890",
    "1767225600000",
    "Jl. Merdeka No. 12 RT 03 RW 05",
    "Blok B 123 RT 04",
    "Jl. Asia Afrika 146",
    "PT 1001 MALAM",
    "RT 05/RW 02",
    "Kelas XI 12 A",
    "B 12 C",
    "A 12 BC 4",
    "Blok D 12 No 3",
    "KM 100",
    "SMA 3",
    "Rp 6.281.234.567",
    "112",
    "(022) 4207771",
    "user@localhost",
    "@dinas",
    "Taman (atas)",
    "Lokasi (at the park).",
    "[at] kota",
    "rapat at kota dot id",
    "a @ b.id",
    "100%",
    "x = 5",
    "?a=b&c=d",
    "470/0812/2026/1234",
    "Surat No. 0812/3456/7890",
    "1234, 5678, 9012, 3456",
    "Rp 62.812.345.678",
    "50%25 dari 20%20",
    "rek 1234, 5678, 9012",
    "<p>Nama taman: <b>Taman Budi Santoso</b> 2026-01-31 08:00</p>",
    "Alamat, telepon dan lainnya\nJl. Braga, 2026-01-31 08:00",
    "jumlah,kota\n1234567890,Bandung",
    "62) 812 345 678",
    "(62) 812 345 678",
    "19900512 199001 1 001",
    "SyntaxError at line 3: unexpected token at position 12 of file",
    "baris 12: kolom tidak dikenal, nama tabel salah"
  ])("fault-83 leaves %j", (text) => {
    expect(inText(text)).toBe(text)
    expect(maskInText(text)).toBeUndefined()
  })

  it("masked remnants never join what stands beside them", () => {
    const text = "0812*****31 71010101900001"
    expect(inText(text)).toBe(text)
    expect(inText("08123456731 71010101900001")).toBe(text)
  })

  it("fault-83 masks few of a hundred thousand random 16-digit numbers, and every NIK", () => {
    let seed = 12345
    const next = (bound: number) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % 65521 % bound
    let random = 0
    for (let i = 0; i < 100_000; i++) {
      let digits = String(1 + next(9))
      while (digits.length < 16) digits += next(10)
      if (maskInText(digits) !== undefined) random++
    }
    // 0.06 of the regencies × 0.62 of the days × 0.12 of the months, and the payment cards.
    expect(random / 100_000).toBeLessThan(0.04)
    const two = (value: number) => String(value).padStart(2, "0")
    for (let i = 0; i < 10_000; i++) {
      const digits = `32${two(1 + next(18))}${two(1 + next(40))}${two(1 + next(31) + 40 * next(2))}${two(1 + next(12))}${two(next(100))}${
        String(1 + next(9999)).padStart(4, "0")
      }`
      expect(maskInText(digits)?.text).toBe(`${digits.slice(0, 4)}************`)
    }
  })
})
