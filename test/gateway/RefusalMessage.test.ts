import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { agencyDetails } from "../../src/domain/AgencyDetails.ts"
import { AgencySecret } from "../../src/gateway/AgencySecret.ts"
import { refusalMessage } from "../../src/gateway/RefusalMessage.ts"

const open = { fields: [], unknown: "detect" } as const
const fallback = agencyDetails.refusedParameters
const said = (message: unknown): string =>
  refusalMessage(Buffer.from(JSON.stringify(message)), open, undefined).en.slice(`${fallback.en} It said: `.length)

describe("RefusalMessage", () => {
  it("nothing is told where fields are classified, or what nobody classified is masked", () => {
    const body = Buffer.from("{\"message\":\"Halaman harus angka\"}")
    expect(refusalMessage(body, open, undefined)).toEqual({
      en: "The agency refused the request's parameters. It said: Halaman harus angka",
      id: "Perangkat daerah menolak parameter permintaan ini. Pesannya: Halaman harus angka"
    })
    expect(refusalMessage(body, { fields: [], unknown: "mask" }, undefined)).toBe(fallback)
    expect(refusalMessage(body, { fields: [["data[].nama", "name"]], unknown: "detect" }, undefined)).toBe(fallback)
    expect(refusalMessage(body, { fields: [["data[].no", "public"]], unknown: "detect" }, undefined)).toBe(fallback)
  })

  it.each([
    "Parameter halaman harus berupa angka antara 1 dan 100.",
    "The value of `page` must be at least 1.",
    "Format tanggal salah: gunakan YYYY-MM-DD",
    "Kecamatan tidak dikenal",
    "nilai 12/2024 tidak sah",
    "jam 10:30 tidak sah",
    "limit > 50"
  ])("%s stays", (message) => {
    expect(said({ message })).toBe(message)
  })

  it.each([
    ["NIK 3273014501900001 tidak ditemukan", "3273014501900001"],
    ["Data atas nama Siti Rahayu tidak ada", "Rahayu"],
    ["Warga Budi Santoso sudah terdaftar", "antoso"],
    ["siti rahayu tidak ada", "rahayu"],
    ["pemohon \"Xaverna Yomanto\" ditolak", "Xaverna"],
    ["Alamat Jl. Merdeka No. 12, Bogor salah", "Merdeka"],
    ["RT 03 RW 05 Cibadak tidak ada", "Cibadak"],
    ["hubungi 081234567890", "081234567890"],
    ["kirim ke budi@kota.go.id", "budi@"],
    ["see http://db01.dalam:8080/x?y=1 now", "db01"],
    ["http:\\/\\/db01\\/x", "db01"],
    ["connect ECONNREFUSED 10.1.2.3:5432", "10.1.2.3"],
    ["pg-utama:5432 menolak", "pg-utama"],
    ["getaddrinfo ENOTFOUND db.dinkes.internal", "dinkes"],
    ["pada localhost:3000", "localhost"],
    ["at /srv/app/index.js:12", "srv/app"],
    ["\\\\berkas01\\umum rusak", "berkas01"],
    ["C:\\inetpub\\app rusak", "inetpub"],
    ["[fe80::1]:80 dan 2001:db8::1 jauh", "fe80"],
    ["2001:db8::1 jauh", "db8"],
    ["kontak api.dinkes.go.id", "dinkes"]
  ])("%s does not tell %s", (message, secret) => {
    expect(said({ message })).not.toContain(secret)
    expect(said({ error: { detail: message } })).not.toContain(secret)
  })

  it.each([
    ["API key topsecretaakey is not valid", "API key *** is not valid"],
    ["X-Api-Key: topsecretaakey", "X-Api-Key: ***"],
    ["Authorization: Bearer abc.def is expired", "Authorization: Bearer *** is expired"],
    ["Authorization: Basic dXNlcjp4 ditolak", "Authorization: *** ditolak"],
    ["token=abc123, coba lagi", "token=***, coba lagi"],
    ["the password is hunter2!", "the password is ***"],
    ["client_secret 'a b' ditolak", "client_secret *** ditolak"],
    ["api_key => x1", "api_key => ***"],
    ["kunci rahasia-1 ditolak", "kunci *** ditolak"],
    ["Bearer abc123 ditolak", "Bearer *** ditolak"],
    ["token key abc123", "token key ***"]
  ])("%s becomes %s", (message, expected) => {
    expect(said({ message })).toBe(expected)
  })

  it.each(["The token is not valid for this parameter.", "API key is required", "token: ?", "keyword harus diisi", "Password tidak sah"])(
    "%s stays, for it tells no secret",
    (message) => {
      expect(said({ message })).toBe(message)
    }
  )

  it("the credential of the agency is hidden whatever it is and however it is written", () => {
    for (const value of ["abc", "Basic dXNlcjpwYXNz", "a\"b\\c/d+efgh", "3273014501900001"]) {
      const secret = new AgencySecret(Redacted.make(value))
      const part = value.replace("Basic ", "")
      const isNumber = /^\d+$/.test(value)
      for (const message of [`Nilai ${part} salah`, JSON.stringify({ isi: part }), JSON.stringify(JSON.stringify({ isi: part }))]) {
        const shown = refusalMessage(Buffer.from(JSON.stringify({ message })), open, secret).en
        expect(shown).toContain(isNumber ? "0" : "***")
        expect(shown).not.toContain(part)
        expect(shown).not.toContain(JSON.stringify(part).slice(1, -1))
      }
    }
  })

  it("the refusal is masked by its keys before a text is made of it", () => {
    expect(said({ message: "{\"nama_lengkap\":\"Xaverna\",\"agama\":\"Islam\",\"nik\":\"1\"}" })).toBe(
      "{\"nama_lengkap\":\"X***\",\"agama\":\"***\",\"nik\":\"***\"}"
    )
  })

  it.each([
    "    at Object.<anonymous> (/var/www/app.js:10:5)\n    at Module._compile (node:internal)",
    "    at /var/www/app.js:10:5",
    "    at <anonymous>",
    "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
    "    at async Promise.all (index 0)\n    at run (/app/x.js:3:1)",
    "periksa@https://agensi.kota.example/app.js:3:7\n@https://agensi.kota.example/app.js:9:1",
    "\tat com.contoh.Layanan.cari(Layanan.java:42)",
    "\tat com.contoh.Layanan.cari(Native Method)",
    "Caused by: java.sql.SQLException: relation warga\n\t... 3 more",
    "   at Contoh.Cari(String kata) in Cari.cs:line 12",
    "   bei Contoh.Cari(String kata) in Cari.cs:Zeile 12.",
    " ---> System.FormatException: salah",
    "Traceback (most recent call last):\n  File \"app.py\", line 3, in cari",
    "  File \"app.py\", line 3, in cari",
    "  + Exception Group Traceback (most recent call last):\n  |   File \"app.py\", line 3",
    "Stack trace:\n#0 index.php(12): cari()",
    "#0 /srv/index.php(12): cari()",
    "#0 [internal function]: cari()",
    "#1 {main}",
    "\tfrom app.rb:12:in `cari'",
    "/srv/app/models/x.rb:12:in 'block in cari'",
    "goroutine 1 [running]:\nmain.cari()",
    "main.cari\n\t/srv/main.go:12\nruntime.goexit\n\t/usr/lib/go/asm.s:1",
    "main.(*Layanan).Cari(0xc000010000)\n\t/srv/main.go:12 +0x1d"
  ])("ends where a program says where it was when it failed, in lines or in one: %j", (stack) => {
    const message = "Halaman harus angka"
    for (const between of ["\n", "\r\n", "\n\n"]) expect(said({ message: `${message}${between}${stack}` }), between).toBe(message)
    const isOfLines = /^main|^ ---/.test(stack)
    if (isOfLines) return
    for (const between of [" ", "<br>", "\\n"]) {
      const line = `${message}${between}${stack.trim().replaceAll("\n", between)}`
      expect(said({ message: line }), between).toBe(message)
    }
  })

  it("is nothing where it is a stack alone", () => {
    const body = Buffer.from(JSON.stringify({ message: "    at Object.<anonymous> (/var/www/app.js:10:5)" }))
    expect(refusalMessage(body, open, undefined)).toBe(fallback)
  })

  it.each([
    "atau kosong, at least 1",
    "#1 wajib diisi\n#2 harus angka (1 sampai 9)",
    "#0 wajib diisi",
    "at least one (1) of them",
    "at least 4 digits (2024)",
    "    at 10:30 (WIB) it opens again",
    "at position 5 (kolom tahun)",
    "at Rp 5.000 (per kg)",
    "at row 5:10 salah",
    "bei Nacht",
    "from 1 to 9 in all",
    "Caused by a missing number",
    "---> lihat petunjuk",
    "File \"a.csv\", baris 3"
  ])("stays whole where no program says that: %j", (more) => {
    for (const between of ["\n", " "]) {
      expect(said({ message: `Halaman harus angka${between}${more}` })).toBe(`Halaman harus angka${between}${more}`)
    }
  })

  it("is short, and nothing where it is no message, too long or too costly to be read", () => {
    expect(said({ message: "kata ".repeat(1_000) })).toHaveLength(500)
    expect(said({ message: `${"kata ".repeat(98)}3273014501900001` })).not.toContain("32730")
    for (
      const body of ["", "x", "[]", "{\"message\":1}", `{"message":"${"a".repeat(20_000)}"}`, `{"message":"${"Nama: B, ".repeat(1_700)}"}`]
    ) expect(refusalMessage(Buffer.from(body), open, undefined)).toBe(fallback)
  })
})
