import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { maskJson, maskText } from "../../src/privacy/Masker.ts"
import { streamed } from "./streamed.ts"
import { masked, maskedBody, maskedText, policy, textOf } from "./support.ts"

const nik = "3273014501900001"

const reasonOf = (body: Uint8Array | string): string => {
  const result = maskJson(Buffer.from(body), policy())
  return Result.isFailure(result) ? result.failure.reason : "accepted"
}

describe("Masker", () => {
  it("keeps what it does not mask byte for byte", () => {
    const text = "{ \"b\" : 1.10 , \"a\":[1E+5,-0, 0.000,\"\\u0041\\/\\ud800\", {} ,[ ] ,null,true],\"\":\"é😀\" }"
    expect(maskedText(text)).toBe(text)
    expect(maskedText(` \r\n\t${text}\n`)).toBe(text)
  })

  it("fault-51 keeps numbers beyond 2^53 digit by digit", () => {
    const text = "[9007199254740993,123456789012345678901234567890,0.1000000000000000055511151231257827,1e400]"
    expect(maskedText(text)).toBe(text)
  })

  it("fault-52 keeps duplicate keys and lone surrogates as they are", () => {
    expect(maskedText("{\"x\":1,\"x\":2,\"y\":\"\\ud800\"}")).toBe("{\"x\":1,\"x\":2,\"y\":\"\\ud800\"}")
  })

  it("fault-52 masks each of several duplicate keys", () => {
    expect(maskedText(`{"nik":"${nik}","nik":"${nik}"}`)).toBe("{\"nik\":\"3273************\",\"nik\":\"3273************\"}")
  })

  it("fault-52 refuses a depth of 200,000 and accepts 512", () => {
    for (const [open, close] of [["[", "]"], ["{\"a\":", "}"]] as const) {
      expect(reasonOf(open.repeat(200_000) + "1" + close.repeat(200_000))).toBe("too deep")
      expect(reasonOf(open.repeat(513) + "1" + close.repeat(513))).toBe("too deep")
      expect(reasonOf(open.repeat(512) + "1" + close.repeat(512))).toBe("accepted")
    }
  })

  it.each([
    "",
    " ",
    "nul",
    "tru",
    "falsey",
    "nan",
    "NaN",
    "Infinity",
    "undefined",
    "'a'",
    "01",
    "-",
    "+1",
    "1.",
    ".5",
    "1e",
    "1e+",
    "0x10",
    "1_000",
    "--1",
    "\"",
    "\"a",
    "\"\\x\"",
    "\"\\u12g4\"",
    "\"\\u12\"",
    "\"\\",
    "\"a\nb\"",
    "\"\u0000\"",
    "\"\u001f\"",
    "[",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[1 2]",
    "]",
    "[1}",
    "{",
    "{}}",
    "{\"a\"",
    "{\"a\":",
    "{\"a\":1",
    "{\"a\":1,",
    "{\"a\":1,}",
    "{\"a\" 1}",
    "{a:1}",
    "{1:1}",
    "{\"a\":1]",
    "{,\"a\":1}",
    "{\"a\"::1}",
    "1 2",
    "{} []",
    "[]x",
    "// a\n1",
    "[1]/**/",
    "\u00a01",
    "<html></html>",
    "\ufeff",
    "\ufeff\ufeff{}"
  ])("fault-45 refuses malformed JSON %j", (text) => {
    expect(reasonOf(text)).not.toBe("accepted")
    expect(() => JSON.parse(text)).toThrow()
  })

  it("fault-42 refuses a document cut at any byte", () => {
    const text = "{\"data\":[{\"a\":\"x\\u0041\\n\",\"b\":-1.5e+3,\"c\":[true,false,null,{}]}],\"t\":1}"
    for (let length = 0; length < text.length; length++) expect(reasonOf(text.slice(0, length))).not.toBe("accepted")
    expect(reasonOf(text)).toBe("accepted")
  })

  it("refuses invalid UTF-8", () => {
    for (
      const bytes of [[0x22, 0xff, 0x22], [0x22, 0xc0, 0xaf, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xe2, 0x82, 0x22], [0xfe, 0xff]]
    ) {
      expect(reasonOf(Uint8Array.from(bytes))).toBe("not UTF-8")
    }
  })

  it("never repeats the body in its refusal", () => {
    const result = maskJson(Buffer.from(`{"nik":"${nik}"`), policy())
    expect(JSON.stringify(result)).not.toContain("3273")
  })

  it("reads a body that is a part of a larger buffer", () => {
    const pool = Buffer.from(`xx{"nik":"${nik}"}yy`)
    const result = maskJson(new Uint8Array(pool.buffer, pool.byteOffset + 2, pool.length - 4), policy())
    expect(textOf(Result.getOrThrow(result).data)).toBe("{\"nik\":\"3273************\"}")
  })

  describe("data and meta", () => {
    it("a bare list is data, with its count", () => {
      expect(maskedBody("[1,2,[3,4]]")).toMatchObject({ count: 3, masked: 0, classes: {} })
      expect(maskedBody("[]").count).toBe(0)
      expect(maskedBody("[ ]").count).toBe(0)
    })

    it.each(["1", "\"a\"", "null", "true", "{}", "{\"total\":1,\"rows\":[1]}"])("%s is data as it is", (text) => {
      const body = maskedBody(text)
      expect(textOf(body.data)).toBe(text)
      expect(textOf(body.meta)).toBe("")
      expect(body.count).toBeUndefined()
    })

    it("an object with data gives data, and its other members as meta", () => {
      const body = maskedBody("{ \"status\" : \"ok\", \"data\" : [ {\"a\":[1,2,3]}, 2 ] ,\"page\":{\"n\": 1.10}, \"total\":10 }")
      expect(textOf(body.data)).toBe("[ {\"a\":[1,2,3]}, 2 ]")
      expect(textOf(body.meta)).toBe("\"page\":{\"n\": 1.10},\"total\":10")
      expect(body.count).toBe(2)
    })

    it("data that is no list has no count", () => {
      expect(maskedBody("{\"data\":{\"a\":[1]},\"b\":[1,2]}").count).toBeUndefined()
      expect(maskedBody("{\"b\":[1,2],\"data\":5}").count).toBeUndefined()
    })

    it("finds an escaped data key", () => {
      expect(maskedText("{\"d\\u0061ta\":[1]}")).toBe("[1]")
    })

    it("the last of several data keys counts, and only what is sent is counted", () => {
      const body = maskedBody(`{"data":[{"nik":"${nik}"}],"data":[{"email":"a@b.id"}]}`)
      expect(textOf(body.data)).toBe("[{\"email\":\"a***@b.id\"}]")
      expect(body).toMatchObject({ masked: 1, classes: { email: 1 } })
    })

    it("reserved members never come from the agency", () => {
      const body = maskedBody(
        `{"version":"9","agency":"x","masked":0,"generatedAt":"${nik}","dataset":"d","v\\u0065rsion":1,"data":[],"total":3}`
      )
      expect(textOf(body.meta)).toBe("\"total\":3")
      expect(body.masked).toBe(0)
      const chosen = Result.getOrThrow(
        maskJson(Buffer.from("{\"data\":1,\"total\":3,\"page\":1}"), policy(), undefined, new Set(["total"]))
      )
      expect(textOf(chosen.meta)).toBe("\"page\":1")
    })

    it("meta is masked too, and __proto__ is only a key", () => {
      const body = maskedBody(`{"petugas":{"nama":"Budi Santoso"},"data":[],"__proto__":{"nik":"${nik}"}}`)
      expect(textOf(body.meta)).toBe("\"petugas\":{\"nama\":\"B*** S***\"},\"__proto__\":{\"nik\":\"3273************\"}")
      expect(body.classes).toEqual({ name: 1, nik: 1 })
    })
  })

  describe("what is masked", () => {
    it("fault-77 masks in nested objects, in lists of lists and at the root", () => {
      expect(maskedText(`[[["${nik}"]]]`)).toBe("[[[\"3273************\"]]]")
      expect(maskedText(`"${nik}"`)).toBe("\"3273************\"")
      expect(maskedText(nik)).toBe("\"3273************\"")
      expect(masked({ a: { b: [{ c: { telepon: ["081234567890"] } }] } })).toEqual({ a: { b: [{ c: { telepon: ["0812******90"] } }] } })
    })

    it("fault-77 masks JSON inside a string, and JSON inside that, keeping its lexemes", () => {
      const inner = "{\"nama_lengkap\":\"Budi Santoso\",\"versi\": 1.10,\"id\":9007199254740993}"
      expect(masked({ payload: inner })).toEqual({ payload: "{\"nama_lengkap\":\"B*** S***\",\"versi\": 1.10,\"id\":9007199254740993}" })
      expect(masked({ payload: JSON.stringify([{ p: inner }]) })).toEqual({
        payload: "[{\"p\":\"{\\\"nama_lengkap\\\":\\\"B*** S***\\\",\\\"versi\\\": 1.10,\\\"id\\\":9007199254740993}\"}]"
      })
      expect(maskedText("{\"p\":\"{\\u0022alamat\\u0022:\\u0022Jl. Mawar\\u0022}\"}")).toBe("{\"p\":\"{\\\"alamat\\\":\\\"***\\\"}\"}")
    })

    it("fault-77 the key of a string governs the JSON inside it, as if that stood there itself", () => {
      const shownAs = (document: unknown) => masked(document)
      const cases: ReadonlyArray<readonly [key: string, inner: unknown]> = [
        ["pegawai", [{ nama: "Budi" }]],
        ["pemilik", { nama: "Budi", usaha: "Kopi" }],
        ["kontak", { data: { items: [{ name: "Budi" }] } }],
        ["telepon", ["022-420771", "tidak ada"]],
        ["nama_lengkap", { depan: "Budi", belakang: "Santoso" }],
        ["taman", { nama: "Budi" }]
      ]
      for (const [key, inner] of cases) {
        const plain = shownAs([{ [key]: inner }])
        const text = JSON.stringify(shownAs([{ [key]: JSON.stringify(inner) }]))
        expect(text.includes("Budi"), key).toBe(JSON.stringify(plain).includes("Budi"))
        expect(text.includes("420771"), key).toBe(false)
      }
      expect(masked({ pegawai: { data: "[{\"nama\":\"Budi\"}]" } })).toEqual({ pegawai: { data: "[{\"nama\":\"B***\"}]" } })
      expect(masked({ pegawai: JSON.stringify({ data: "{\"nama\":\"Budi\"}" }) })).toEqual({
        pegawai: "{\"data\":\"{\\\"nama\\\":\\\"B***\\\"}\"}"
      })
    })

    it("fault-77 hides JSON that is nested in strings too deeply to read", () => {
      let text = "{\"nama_lengkap\":\"Budi Santoso\"}"
      for (let i = 0; i < 9; i++) text = JSON.stringify({ p: text })
      const shown = maskedText(text)
      expect(shown).not.toContain("Budi")
      expect(JSON.parse(shown)).toBeDefined()
    })

    it("fault-77 hides JSON in strings that masking makes much longer, and what comes behind is masked as ever", () => {
      const behind = [
        ["nama", "agama", "penyakit"],
        ...["Budi Santoso", "Agus Salim", "Dewi Lestari"].map((nama) => [nama, "Islam", "TBC"])
      ]
      const asItWas = masked(behind)
      // Each item becomes `"***"`, and each string around it doubles the backslashes.
      for (const items of [3_000, 11_000, 16_000, 30_000]) {
        let text = `["a",${"1,".repeat(items)}1]`
        for (let i = 0; i < 5; i++) text = JSON.stringify([text])
        const document = { lampiran: [{ nik, nama: "Siti Aminah", agama: text }], tabel: behind }
        const shown = { lampiran: [{ nik: "3273************", nama: "S*** A***" }], tabel: asItWas }
        for (const made of [maskedText(document), streamed(JSON.stringify(document), 16_384)]) expect(JSON.parse(made)).toMatchObject(shown)
        expect(masked(behind)).toEqual(asItWas)
      }
    })

    it("fault-77 masks a JSON text that is a JSON string again, and one after byte order marks", () => {
      expect(masked({ x: JSON.stringify(JSON.stringify({ nama_lengkap: "Budi" })) })).toEqual({
        x: "\"{\\\"nama_lengkap\\\":\\\"B***\\\"}\""
      })
      expect(masked({ x: "\ufeff{\"nama_lengkap\":\"Budi\"}" })).toEqual({ x: "\ufeff{\"nama_lengkap\":\"B***\"}" })
      for (const marks of ["\ufeff".repeat(2), "\ufeff".repeat(20_000)]) {
        expect(masked({ x: `${marks}{"nama_lengkap":"Budi"}` })).toEqual({ x: `${marks}{"nama_lengkap":"B***"}` })
        expect(maskText(`${marks}{"nama_lengkap":"Budi"}`).text).toBe(`${marks}{"nama_lengkap":"B***"}`)
      }
      expect(masked({ x: "\"Budi\" {" })).toEqual({ x: "\"Budi\" {" })
    })

    it("fault-77 a string that only looks like JSON is searched as a text", () => {
      expect(masked({ p: `{"oops": ${nik}` })).toEqual({ p: "{\"oops\": 3273************" })
    })

    it("fault-78 masks identity numbers that are JSON numbers, beyond 2^53 too", () => {
      expect(maskedText("[9171010101900001]")).toBe("[\"9171************\"]")
      expect(maskedText("[3.273014501900001E15,3273014501900001.0,32730145019000010e-1]")).toBe(
        "[\"3273************\",\"3273************\",\"3273************\"]"
      )
      expect(masked({ nik: 3273014501900001 })).toEqual({ nik: "3273************" })
      expect(masked({ nik: 32730145 })).toEqual({ nik: "3273****" })
      expect(masked({ telepon: 81234567890 })).toEqual({ telepon: "8123*****90" })
      expect(masked({ no_rekening: 1234567890 })).toEqual({ no_rekening: "********90" })
      expect(masked({ kartu: 4111111111111111 })).toEqual({ kartu: "**************11" })
    })

    it("fault-78 a mobile's number is masked whether string or number", () => {
      for (const value of [6281234567890, "6281234567890", 62812345678]) {
        expect(masked({ info: value }), String(value)).toEqual({ info: value === 62812345678 ? "6281*****78" : "6281*******90" })
      }
      const open = {
        harga: 6281234567890,
        jumlah: 62812345678,
        x: 6201234567890,
        lat: 62.812345678901,
        n: 62812345678.5,
        waktu: 628123456789,
        ref: 6281234567890,
        harga_: { value: 6281234567890 },
        total_pagu: 62812345678
      }
      expect(masked(open)).toEqual(open)
    })

    it("fault-77 a class holds for the value that its object carries, and no further", () => {
      expect(
        masked([{
          nik: { value: "3171", valid: "ya" },
          npwp: { nomor: "1234-5", kantor: "Pratama" },
          no_rekening: [{ value: 1234567890, bank: "BRI" }],
          paspor: { detail: { isi: "X-123456" } }
        }])
      )
        .toEqual([{
          nik: { value: "***", valid: "ya" },
          npwp: { nomor: "***45", kantor: "Pratama" },
          no_rekening: [{ value: "********90", bank: "BRI" }],
          paspor: { detail: { isi: "*****56" } }
        }])
      expect(masked([{ nik: { values: ["317199", 3171999911] }, agama: { value: "Islam" } }])).toEqual([{
        nik: { values: ["3171**", "3171******"] },
        agama: { value: "***" }
      }])
      const open = [{
        penyakit: { data: [{ nama: "DBD", kasus: 3 }], value: 31 },
        agama: { value: "Islam", jumlah: 3 },
        kk: { data: [{ kecamatan: "Coblong", n: 31000 }], value: 31000 }
      }]
      expect(masked(open)).toEqual(open)
    })

    it("masks a masked number as a string and leaves null alone", () => {
      expect(masked([{ nik: null, nama_lengkap: null, gaji: 5000000, tanggal_lahir: 19900512 }])).toEqual([{
        nik: null,
        nama_lengkap: null,
        gaji: "***",
        tanggal_lahir: "1990"
      }])
    })

    it("masks keys that are personal data, and keeps them apart", () => {
      expect(masked({ [nik]: { x: 1 }, "3273014501900002": { x: 2 }, "budi@x.id": 3 })).toEqual({
        "3273************": { x: 1 },
        "3273************ (2)": { x: 2 },
        "b***@x.id": 3
      })
    })

    it("masks a name that is a key, where people or their data stand under it", () => {
      expect(
        masked({
          "Budi Santoso": { nik },
          "Bima Sakti": { no_hp: "081234567890" },
          "Xaverius Yoman": { nik },
          "siti aminah": { a: { email: "siti@x.id" } }
        })
      )
        .toEqual({
          "B*** S***": { nik: "3273************" },
          "B*** S*** (2)": { no_hp: "0812******90" },
          "X*** Y***": { nik: "3273************" },
          "s*** a***": { a: { email: "s***@x.id" } }
        })
      expect(masked({ pegawai: { "Budi Santoso": { golongan: "III/a" }, "Rukmini Wati": "Lurah", "Masa Kerja": 3, total: 2 } })).toEqual({
        pegawai: { "B*** S***": { golongan: "III/a" }, "R*** W***": "Lurah", "Masa Kerja": 3, total: 2 }
      })
      expect(masked({ hadir: { "Budi Santoso": "081234567890", "Siti Aminah": ["budi@x.id", 1], "Slamet": { nik } } })).toEqual({
        hadir: { "B*** S***": "0812******90", "S*** A***": ["b***@x.id", 1], "S***": { nik: "3273************" } }
      })
      expect(masked({ x: "{\"Budi Santoso\":{\"nik\":\"1234567\"}}" })).toEqual({ x: "{\"B*** S***\":{\"nik\":\"1234***\"}}" })
      expect(maskedText("{\"Budi \\u0053antoso\":{\"nik\":\"1234567\"}}")).toBe("{\"B*** S***\":{\"nik\":\"1234***\"}}")
    })

    it("a key that only reads like a name stays", () => {
      const open = {
        "Intan Jaya": { jumlah: 3 },
        "Aceh Jaya": { telepon: "(0655) 1234" },
        "Curah Hujan": 3,
        "Putra Putri": { "Citra Satelit": [1] },
        pemohon: { "Asal Usul": "Solo" },
        penduduk: { "Aceh Jaya": 93159, "Rejang Lebong": { L: 3 } }
      }
      expect(masked({ ...open, "Data Diri": { nik }, "Orang Tua": { nik }, Pemohon: { nik }, "Kepala Keluarga": { nik } })).toMatchObject({
        "Intan Jaya": {},
        "Aceh Jaya": {},
        "Curah Hujan": expect.anything(),
        "Putra Putri": { "Citra Satelit": [expect.anything()] },
        // In a document that holds a NIK what nobody calls public is hidden, its key is not.
        pemohon: { "Asal Usul": "***" },
        penduduk: open.penduduk,
        "Data Diri": {},
        "Orang Tua": {},
        Pemohon: {},
        "Kepala Keluarga": {}
      })
    })

    it("a name that is a key is never told as a new field", () => {
      const by = policy()
      maskedText([{ "Budi Santoso": { nik }, "Rukmini Wati": 1, kecamatan: "Coblong", [nik]: 1 }], by)
      // Beside names that are keys, keys are data.
      expect(by.watch.take()).toEqual(["nik"])
    })

    it("a masked key is never one that the object has", () => {
      const [a, b, c] = ["3273014501900001", "3273014501900002", "3273014501900003"]
      for (
        const keys of [[a, b, `${c} (2)`], [`${c} (2)`, a, b], [a, "3273************", b], ["3273************ (2)", a, b], [
          "b***@x.id",
          "budi@x.id",
          "bima@x.id (2)",
          "b(at)x.id"
        ]]
      ) {
        const shown = maskedText(`{${keys.map((key) => `"${key}":1`).join(",")}}`)
        expect(Object.keys(JSON.parse(shown) as object), shown).toHaveLength(keys.length)
        expect(maskedText(shown)).toBe(shown)
      }
      expect(maskedText(`[{"${a}":1,"${b}":2},{"${a}":1,"${b}":2}]`)).toBe(
        "[{\"3273************\":1,\"3273************ (2)\":2},{\"3273************\":1,\"3273************ (2)\":2}]"
      )
    })

    it("counts every value masked, by class", () => {
      const body = maskedBody({ data: [{ nik, catatan: `Hubungi 081234567890 atau budi@x.id` }], ketua: "Siti" })
      expect(body).toMatchObject({ masked: 4, classes: { nik: 1, phone: 1, email: 1, name: 1 } })
    })

    it("masking twice changes nothing and counts nothing", () => {
      const row = {
        nik,
        no_kk: nik,
        npwp: "01.234.567.8-901.000",
        bpjs: "0001234567890",
        paspor: "A1234567",
        nopol: "B 1234 XYZ",
        no_rekening: "123-456-789-0",
        kartu_kredit: "4111 1111 1111 1111",
        nama_lengkap: "Dr. Budi Santoso, S.Kom.",
        email: "budi@x.id",
        telepon: "+62 812-3456-7890",
        alamat: "Jl. Mawar 5",
        diagnosa: "TBC",
        tanggal_lahir: "12-05-1990",
        agama: "Islam",
        nama: "Budi",
        catatan: `NIK ${nik}, 0812-3456-7890, budi@x.id, B 1234 XYZ, paspor A1234567`,
        payload: JSON.stringify({ nama_lengkap: "Budi", nik }),
        tautan: `https://x.id/?nik=${nik}&nama_lengkap=Budi+S`
      }
      const once = maskedText([row])
      const twice = maskedBody(once)
      expect(textOf(twice.data)).toBe(once)
      expect(twice.masked).toBe(0)
      for (const [key, value] of Object.entries(row)) expect(once, key).not.toContain(JSON.stringify(value))
    })

    it.each([
      [{ telepon: "?nik=12345&nama_lengkap=Budi+@" }, { telepon: "?nik=1234*&nama_lengkap=B***+@" }],
      [{ telepon: "?nik=12345&nama_lengkap=\u00c9lia+S" }, { telepon: "?nik=1234*&nama_lengkap=\u00c9***+S***" }],
      [{ "budi@x.id+628000000000budi (at) x.idx": "B 1234 XYZ" }, { "b***@x*** (at) x.idx": "******34" }]
    ])("what is left of %j is not read in another way", (row, shown) => {
      expect(masked([row])).toEqual([shown])
      expect(masked([shown])).toEqual([shown])
    })

    it("finds an escaped value and an escaped key", () => {
      expect(maskedText("{\"x\":\"327301\\u0034501900001\"}")).toBe("{\"x\":\"3273************\"}")
      expect(maskedText("{\"\\u006eik\":\"12345678\"}")).toBe("{\"\\u006eik\":\"1234****\"}")
      expect(maskedText("{\"x\":\"budi\\u0040x.id\"}")).toBe("{\"x\":\"b***\\u0040x.id\"}")
      expect(
        maskedText(
          "{\"x\":\"\\uff13\\uff12\\uff17\\uff13\\uff10\\uff11\\uff14\\uff15\\uff10\\uff11\\uff19\\uff10\\uff10\\uff10\\uff10\\uff11\"}"
        )
      ).toBe("{\"x\":\"3273************\"}")
    })
  })

  describe("rows", () => {
    it("a plain name is a person's in a row about a person, wherever the telling key stands", () => {
      expect(masked([{ nama: "Budi Santoso", nik }])).toEqual([{ nama: "B*** S***", nik: "3273************" }])
      expect(masked([{ tanggal_lahir: "1990-01-05", name: "Budi" }])).toEqual([{ tanggal_lahir: "1990", name: "B***" }])
      expect(masked([{ nama: "Budi", nomor: nik }])).toEqual([{ nama: "B***", nomor: "3273************" }])
      expect(masked([{ nama: "Budi", jenis_kelamin: "L", jumlah_anak: 2 }])).toEqual([{
        nama: "B***",
        jenis_kelamin: "***",
        jumlah_anak: "***"
      }])
    })

    it("a plain name is a person's under a key about people", () => {
      for (
        const key of ["panitia", "pegawai", "penduduk", "pemilik", "kontak", "data_pegawai", "kepala_dinas", "employees", "contactPerson"]
      ) {
        expect(masked({ [key]: [{ nama: "Budi", unit: { nama: "Bidang Data" } }] }), key).toEqual({
          [key]: [{ nama: "B***", unit: { nama: "Bidang Data" } }]
        })
        expect(masked({ [key]: { data: { items: [{ name: "Budi" }] } } }), key).toEqual({ [key]: { data: { items: [{ name: "B***" }] } } })
      }
    })

    it.each(["Andi Park", "Guru Soekarno", "Tim Cook", "Man", "Mas Agung", "Rebecca Hall", "Bukit Simanjuntak", "Umum Sutrisno"])(
      "%s is a person where key or row say so",
      (nama) => {
        const shown = nama.split(" ").map((word) => `${word[0]}***`).join(" ")
        expect(masked([{ nama_lengkap: nama }])).toEqual([{ nama_lengkap: shown }])
        expect(masked([{ nama, nik }, { nik, nama }])).toEqual([{ nama: shown, nik: "3273************" }, {
          nik: "3273************",
          nama: shown
        }])
        expect(masked({ pegawai: [{ nama }] })).toEqual({ pegawai: [{ nama: shown }] })
      }
    )

    it.each([
      "-",
      "Tidak ada",
      "belum diisi",
      "UMUM",
      "Masyarakat Umum",
      "N/A",
      "Hamba Allah",
      "PT Maju Jaya",
      "Dinas Kesehatan",
      "CV. Karya Mandiri",
      "Bagian Umum",
      "Bidang Aset",
      "Karang Taruna",
      "Humas",
      "Call Center",
      "Pemerintah Kota Bandung"
    ])("%s is nobody even there", (nama) => {
      expect(masked([{ nama_pemilik: nama }])).toEqual([{ nama_pemilik: nama }])
      expect(masked({ pemilik: [{ nama }] })).toEqual({ pemilik: [{ nama }] })
    })

    it("a person's name stays masked beside a code of the person, or of the post", () => {
      for (const key of ["kode_anggota", "kodePegawai", "kode_pos"]) {
        expect(masked([{ [key]: "A-12", nama: "Budi Santoso" }]), key).toEqual([{ [key]: "A-12", nama: "B*** S***" }])
      }
      // A member's number is a person's, where nothing says that it is a kind.
      expect(masked([{ code_member: "A-12", nama: "Budi Santoso" }])).toEqual([{ code_member: "***", nama: "B*** S***" }])
      for (const key of ["kode", "kode_wilayah", "kode_kecamatan"]) {
        expect(masked([{ [key]: "A-12", nama: "Putri Hijau" }]), key).toEqual([{ [key]: "A-12", nama: "Putri Hijau" }])
      }
    })

    it("the same row is masked alike in any order of its keys", () => {
      for (
        const rest of [{ usia: 30, latitude: -6.9 }, { no_hp: "021-4207771", usia: 3 }, { jenis_kelamin: "L", luas: 3 }, {
          pekerjaan: "Guru"
        }]
      ) {
        const entries = Object.entries({ nama: "Rukmini", ...rest })
        const shown = [entries, entries.toReversed()].map((order) => masked([Object.fromEntries(order)]))
        expect(shown[1]).toEqual(shown[0])
      }
    })

    it("a name's parts, what describes a person, and where somebody was born or lives, tell whose the name is", () => {
      expect(masked([{ nama: { depan: "Xaver", belakang: "Yoman" } }, { name: { first: "Xaver", last: "Yoman" } }])).toEqual([{
        nama: { depan: "X***", belakang: "Y***" }
      }, { name: { first: "X***", last: "Y***" } }])
      expect(masked({ name: [{ use: "official", text: "Budi Santoso", given: ["Budi"] }], nama: { value: "Siti Aminah" } })).toEqual({
        name: [{ use: "official", text: "B*** S***", given: ["B***"] }],
        nama: { value: "S*** A***" }
      })
      expect(masked([{ nama: { value: "Taman Lansia" } }])).toEqual([{ nama: { value: "Taman Lansia" } }])
      expect(masked([{ nama: "Xaver", identitas: { nik } }, { biodata: { tanggal_lahir: "1990-01-05" }, nama: "Xaver" }])).toEqual([{
        nama: "X***",
        identitas: { nik: "3273************" }
      }, { biodata: { tanggal_lahir: "1990" }, nama: "X***" }])
      expect(masked({ pelapor: { identitas: { nama: "Xaver" } }, pemohon: { info: { nama: "Xaver" } } })).toEqual({
        pelapor: { identitas: { nama: "X***" } },
        pemohon: { info: { nama: "X***" } }
      })
      expect(
        masked([{ nama: "Xaver", tempat_lahir: "Bandung" }, { nama: "Xaver", alamat_rumah: "Jl. Mawar" }, {
          nama: "Budi Santoso",
          jabatan: "Lurah",
          kode_wilayah: "32.73"
        }])
      )
        .toEqual([{ nama: "X***", tempat_lahir: "***" }, { nama: "X***", alamat_rumah: "***" }, {
          nama: "B*** S***",
          jabatan: "Lurah",
          kode_wilayah: "32.73"
        }])
      const open = [{ nama: "Hasan Sadikin", identitas: { kode: 3 }, profil: { luas: 3 } }, { nama: { resmi: "Bandung", lama: "Parijs" } }]
      expect(masked([{ ...open[0], nama: "RS Hasan Sadikin" }, open[1]])).toEqual([{ ...open[0], nama: "RS Hasan Sadikin" }, open[1]])
    })

    it("a plain name of a place stays", () => {
      const rows = [
        { nama: "Taman Lansia", luas: 1200, telepon_kantor: "(022) 4207771", alamat_kantor: "Jl. Cisangkuy" },
        { nama: "Festival Kota", lokasi: { nama: "Balai Kota" }, kapasitas: 100 },
        { nama: "Coblong", jumlah_penduduk: 120000, jumlah_kk: 31000, kk: 31000 }
      ]
      expect(masked(rows)).toEqual(rows)
    })

    it("a row of statistics keeps its columns, a person's row does not", () => {
      const rows = [{ kecamatan: "Coblong", agama: "Islam", jenis_kelamin: "L", jumlah: 1234 }, {
        penyakit: "DBD",
        total_kasus: 12,
        tahun: 2026
      }]
      expect(masked(rows)).toEqual(rows)
      expect(masked([{ agama: `Islam, ${nik}`, penyakit: `{"nik":"${nik}"}`, jk: Number(nik), jumlah: 1 }])).toEqual([{
        agama: "Islam, 3273************",
        penyakit: "{\"nik\":\"3273************\"}",
        jk: "3273************",
        jumlah: 1
      }])
      expect(masked([{ agama: "Islam", nik, jumlah: 1 }])).toMatchObject([{ agama: "***", nik: "3273************" }])
      expect(masked([{ agama: "Islam" }])).toEqual([{ agama: "***" }])
    })

    it("fault-83 a measure, unit, age group, stock or column of a year makes a row a statistic unless it tells of a person", () => {
      const rows = [
        { jenis_kelamin: "Laki-laki", nilai: 71.2, tahun: 2025 },
        { sex: "female", age_group: "15-24", value: 12 },
        { agama: "Islam", satuan: "jiwa" },
        { golongan_darah: "A", rhesus: "+", stok_prc: 12 },
        { golongan_darah: "O", jumlah: 40 },
        { status_perkawinan: "Kawin", "2024": 12, "2025": 14 },
        { agama: "Hindu", l: 12, p: 14 },
        { kecamatan: "Gubeng", islam: 812, penghayat_kepercayaan: 3 },
        { penyakit: "DBD", kelompok_umur: "0-4" },
        { kelamin: "belum diketahui", jantan: 3, betina: 4 }
      ]
      expect(masked(rows)).toEqual(rows)
      expect(
        masked({
          siswa: [{ jenis_kelamin: "L", nilai: 87 }],
          a: [{ nama: "Rukmini", agama: "Islam", nilai: 87 }, { umur: 12, agama: "Islam", nilai: 87 }, {
            no_hp: "081234567890",
            agama: "Islam",
            nilai: 3
          }, { agama: "Islam", satuan_kerja: "Dinas Sosial" }]
        })
      ).toEqual({
        // What a pupil got.
        siswa: [{ jenis_kelamin: "***", nilai: "***" }],
        a: [{ nama: "R***", agama: "***", nilai: "***" }, { umur: "***", agama: "***", nilai: "***" }, {
          no_hp: "0812******90",
          agama: "***",
          nilai: "***"
        }, { agama: "***", satuan_kerja: "Dinas Sosial" }]
      })
    })

    it("fault-83 what a statistic is cut by, or whose it is, may be a trait of people", () => {
      const rows = [
        {
          nama_kecamatan: "GUBENG",
          jenis_kelamin: "PEREMPUAN",
          status_kepegawaian: "PNS",
          pendidikan_terakhir: "S1",
          jumlah_pegawai: 12,
          satuan: "ORANG"
        },
        { REF_AREA: "ID", SEX: "F", AGE: "Y15T24", OBS_VALUE: 12.5 },
        { nama: "Masjid Al-Falah", agama: "Islam", kecamatan: "Gubeng" },
        { nama: "Gereja Santo Yohanes", agama: "Katolik" },
        { nama_rumah_ibadah: "Al-Ikhlas", agama: "Islam" }
      ]
      expect(masked(rows)).toEqual(rows)
      expect(
        masked([
          { nama: "Rukmini", agama: "Islam", pendidikan_terakhir: "S1" },
          { nama: "Masjid Al-Falah", nama_imam: "Hasan", agama: "Islam" },
          { nama: "Masjid Al-Falah", agama: "Islam", nik },
          { nama: "Bukit Simanjuntak", agama: "Kristen" }
        ])
      ).toEqual([
        { nama: "R***", agama: "***", pendidikan_terakhir: "***" },
        { nama: "Masjid Al-Falah", nama_imam: "H***", agama: "Islam" },
        {
          nama: "Masjid Al-Falah",
          agama: "***",
          nik: "3273************"
        },
        { nama: "B*** S***", agama: "***" }
      ])
    })

    it.each(["Satgas Dinsos", "BUMN", "Nihil", "BMKG Juanda", "Automatic", "Milik Negara", "N/A", "Private", "Tanjung Perak", "Zona I"])(
      "fault-83 %s is nobody under a role",
      (value) => {
        expect(masked([{ petugas: value }])).toEqual([{ petugas: value }])
      }
    )

    it("fault-83 certificates are counted, a code of a marital status is not", () => {
      expect(masked([{ akta_perkawinan: 237, akta_kelahiran: 12 }, { perkawinan: 2 }, { akta_perkawinan: "3578-KW-12" }])).toEqual([
        { akta_perkawinan: 237, akta_kelahiran: 12 },
        { perkawinan: "***" },
        { akta_perkawinan: "***" }
      ])
    })

    it("fault-83 numbers too large for a code count", () => {
      const rows = [{ ruas: "Jl. Diponegoro", lhr: 27970 }, { kecamatan: "Gubeng", menikah: 1200, agama: 130000 }]
      expect(masked(rows)).toEqual(rows)
      expect(masked([{ agama: 1, menikah: 2 }])).toEqual([{ agama: "***", menikah: "***" }])
    })

    it("fault-83 who heads or owns a place does not make its name a person's", () => {
      expect(
        masked([{ nama: "SMP Negeri 1", nama_kepala_sekolah: "Budi Santoso" }, { nama: "Toko Maju", owner_name: "Siti" }, {
          nama_camat: "Siti",
          agama: "Islam",
          jumlah: 3
        }])
      ).toEqual([{ nama: "SMP Negeri 1", nama_kepala_sekolah: "B*** S***" }, { nama: "Toko Maju", owner_name: "S***" }, {
        nama_camat: "S***",
        agama: "Islam",
        jumlah: 3
      }])
      expect(
        masked([
          { nama: "Rukmini", nama_kepala_sekolah: "Siti" },
          { nama: "Andi Park", nama_kepala_keluarga: "Siti" },
          { nama: "Andi Park", nama_ibu: "Siti" },
          { nama: "Rukmini", nama_ketua_rt: "Siti", lat: -7.2 },
          { nama: "Rukmini", nama_petugas: "Siti", lat: -7.2 }
        ])
      ).toEqual([
        { nama: "R***", nama_kepala_sekolah: "S***" },
        { nama: "A*** P***", nama_kepala_keluarga: "S***" },
        { nama: "A*** P***", nama_ibu: "S***" },
        { nama: "R***", nama_ketua_rt: "S***", lat: -7.2 },
        { nama: "R***", nama_petugas: "S***", lat: -7.2 }
      ])
    })

    it("fault-83 places named after people keep their names", () => {
      const rows = [
        { nama: "Dewi Sartika", jenis: "Jalan", panjang_m: 100 },
        { name: "Ahmad Yani", highway: "primary" },
        { id: 1, name: "Sudirman Square", open_hours: "06:00-22:00" },
        { name: "Kartini Library", kind: "poi" },
        { nama_perpustakaan: "Kartini Dewi Sartika", alamat_perpustakaan: "Jl. Rungkut 1" },
        { nama: "Kusuma Bangsa", jenis: "Yayasan" },
        { nama: "Citra Medika" },
        { name: "Setia Budi Residence" },
        { nama: "Santa Maria", jenis: "Sekolah" },
        { nama: "Budi Luhur", kepala_keluarga: 120, jumlah: 12, agama_dominan: "Islam" },
        { no_urut: "084567757" },
        { nama_kuliner: "Rujak Cingur Ahmad Jais" },
        { site_name: "Kartini Barat" },
        { intersection_name: "Budi Utomo" },
        { id: "a1", name: "penduduk.csv", mimetype: "text/csv", position: 0 }
      ]
      expect(masked(rows)).toEqual(rows)
      expect(masked([{ name: "Budi Santoso", mimetype: "image/png", position: "Staff" }, { nama_akun: "Dewi Sartika" }])).toEqual([{
        name: "B*** S***",
        mimetype: "image/png",
        position: "Staff"
      }, { nama_akun: "D*** S***" }])
    })
  })

  it("fault-82 masks an error message and counts", () => {
    expect(maskText("Data tidak ditemukan")).toEqual({ text: "Data tidak ditemukan", masked: 0 })
    expect(maskText(`NIK ${nik} milik budi@x.id tidak ada`)).toEqual({ text: "NIK 3273************ milik b***@x.id tidak ada", masked: 2 })
    expect(maskText("{\"pesan\":\"gagal\",\"nama_ibu\":\"Siti\"}")).toEqual({
      text: "{\"pesan\":\"gagal\",\"nama_ibu\":\"S***\"}",
      masked: 1
    })
  })
})
