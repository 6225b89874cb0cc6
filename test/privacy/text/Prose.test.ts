import { describe, expect, it } from "vitest"
import { maskInText } from "../../../src/privacy/PersonalDataInText.ts"
import fc from "../../support/Property.ts"
import { inText, masked, maskedText } from "../support.ts"

describe("an account in a text", () => {
  it.each([
    ["transfer ke BCA 1370012345678 ya", "transfer ke BCA ***********78 ya"],
    ["Bank Mandiri no. 137-00-1234567-8", "Bank Mandiri no. ***********78"],
    ["rekening BRI 034101000743303", "rekening BRI *************03"]
  ])("stands behind its bank's name: %s", (text, shown) => {
    expect(inText(text)).toBe(shown)
  })

  it("is no call centre of a bank, and no telephone", () => {
    for (const text of ["Hubungi BCA 1500888", "Bank Mandiri 0215299777"]) expect(inText(text)).toBe(text)
  })
})

describe("a text beyond ASCII", () => {
  it("keeps every byte that is not masked, as it was written", () => {
    expect(maskedText(`{"x":"caf\\u00e9 “Łazienki” \\/ 👍 hubungi 0812-3456-7890 \\u2013 Ya\\n"}`)).toBe(
      `{"x":"caf\\u00e9 “Łazienki” \\/ 👍 hubungi 0812******90 \\u2013 Ya\\n"}`
    )
  })

  it("has names that begin with any letter, and their initial is kept", () => {
    expect(inText("Laporan dari Bapak Élodie Ñañez yang letih dan lapar")).toBe("Laporan dari Bapak É*** Ñ*** yang letih dan lapar")
    expect(maskedText(`{"x":"atas nama \\u00c9lodie Putri tadi"}`)).toBe(`{"x":"atas nama \\u00c9*** P*** tadi"}`)
  })

  it("has numbers in mathematical digits, escaped or not", () => {
    const digits = "𝟑𝟐𝟕𝟑𝟎𝟏𝟒𝟓𝟎𝟔𝟗𝟎𝟎𝟎𝟎𝟏"
    const escaped = Array.from({ length: digits.length }, (_, i) => `\\u${digits.charCodeAt(i).toString(16)}`).join("")
    expect(maskedText(`{"x":"nomor ${digits} ya"}`)).toBe(`{"x":"nomor 3273************ ya"}`)
    expect(maskedText(`{"x":"nomor ${escaped} ya"}`)).toBe(`{"x":"nomor 3273************ ya"}`)
  })
})

describe("marks of a text", () => {
  it.each([
    ["a.n. **Budi Santoso** tadi pagi", "a.n. **B*** S***** tadi pagi"],
    ["Laporan dari Bapak <b>Budi Santoso</b> hari ini", "Laporan dari Bapak <b>B*** S***</b> hari ini"],
    [
      "<p>Bapak <b class=\"x\">Budi</b>, NIK <i>3273014506900001</i></p>",
      "<p>Bapak <b class=\"x\">B***</b>, NIK <i>3273************</i></p>"
    ],
    ["Nama: **Budi Santoso**", "Nama: **B*** S***"],
    ["**Nama**: Budi Santoso, mau lapor", "**Nama**: B*** S***, mau lapor"],
    ["<b>Nama:</b> Budi Santoso<br>Alamat: Jl. Mawar", "<b>Nama:</b> B*** S***<br>Alamat: ***"],
    ["<![CDATA[Nama: Budi Santoso]]>", "<![CDATA[Nama: B*** S***]]>"],
    ["s:4:\"nama\";s:12:\"Budi Santoso\";", "s:4:\"nama\";s:12:\"B*** S***\";"],
    ["katanya \\\"a.n. Siti\\\" sudah datang", "katanya \\\"a.n. S***\\\" sudah datang"],
    ["a.n.%20Budi%20Santoso", "a.n.%20B*** S***"],
    ["Bapak&nbsp;<b>Budi</b> datang pagi", "Bapak&nbsp;<b>B***</b> datang pagi"],
    ["`Pak Budi` datang lagi", "`Pak B***` datang lagi"]
  ])("hide neither a cue nor what it announces: %s", (text, shown) => {
    expect(inText(text)).toBe(shown)
    expect(inText(shown)).toBe(shown)
  })

  it("keep numbers apart that stand in different lines or tags", () => {
    expect(inText("<b>BCA 1234567890</b>12 dan 081234567890<br>081234567891")).toBe(
      "<b>BCA ********90</b>12 dan 0812******90<br>0812******91"
    )
  })

  it("that hold something are read themselves", () => {
    expect(inText("<a href=\"mailto:budi@x.id\">surat</a>")).toBe("<a href=\"mailto:b***@x.id\">surat</a>")
  })

  it("are no sums and no names of things", () => {
    for (const text of ["hasil 3*4*5 dan 2 ** 8", "kolom nama_taman dan kode_pos diisi", "Bapak * Ibu"]) expect(inText(text)).toBe(text)
  })
})

describe("any text", () => {
  const piece = fc.constantFrom(
    "Pak Budi",
    "nama saya rini",
    " ",
    ", ",
    ". ",
    "\n",
    "0812-3456-7890",
    "3273014506900001",
    "budi@x.id",
    "Jl. Mawar No. 3 RT 02/05",
    "B 1234 XYZ",
    "a.n.",
    "Siti Aminah",
    "É",
    "👍",
    "“",
    "\\",
    "\"",
    "/",
    "(",
    ")",
    ":",
    "Nama",
    "BCA 1234567890",
    "tinggal di",
    "62",
    "%20",
    "***",
    "*",
    "&nbsp;",
    "kata",
    "melaporkan",
    "dan",
    "&",
    "NIK",
    "(at)x.id",
    "\u200b",
    "paspor A 1234567",
    "&#64;",
    "-",
    "1"
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""))

  it("masked once holds nothing that would be masked again", () => {
    fc.assert(
      fc.property(text, (value) => {
        const once = JSON.stringify(masked([value]))
        expect(JSON.stringify(masked(JSON.parse(once)))).toBe(once)
      }),
      { numRuns: 3000 }
    )
  })

  it("is masked alike in a document, escaped in it, and by itself", () => {
    fc.assert(
      fc.property(text.filter((value) => !/^\s*[[{"]/.test(value)), (value) => {
        const alone = maskInText(value)?.text ?? value
        expect(masked([value])).toEqual([alone])
        const escaped = Array.from(
          JSON.stringify([value]),
          (sign) =>
            sign > "~" || sign === "a" ?
              [...sign].flatMap((one) =>
                Array.from({ length: one.length }, (_, i) => `\\u${one.charCodeAt(i).toString(16).padStart(4, "0")}`)
              ).join("") :
              sign
        )
        expect(masked(escaped.join(""))).toEqual([alone])
      }),
      { numRuns: 3000 }
    )
  })

  it("keeps what stands beside a number, byte for byte", () => {
    const sign = fc.constantFrom(" ", "é", "\\u00e9", "\\n", "👍", "\\ud83d\\udc4d", "“", "…", "\\u2013", "?")
    const signs = fc.array(sign, { maxLength: 40 }).map((all) => all.join(""))
    fc.assert(
      fc.property(signs, signs, (before, after) => {
        expect(maskedText(`{"x":"${before} 3273014506900001 ${after}"}`)).toBe(`{"x":"${before} 3273************ ${after}"}`)
      }),
      { numRuns: 500 }
    )
  })
})
