import { describe, expect, it } from "vitest"
import { meaningOfKey } from "../../src/privacy/keys/KeyMeaning.ts"
import { maskText } from "../../src/privacy/Masker.ts"
import { maskedBody } from "./support.ts"

/**
 * In milliseconds of this thread's own CPU time.
 *
 * @param times so often: some clocks tell no less than four milliseconds
 */
const cost = (run: () => void, times: number): number => {
  const started = process.threadCpuUsage()
  for (let time = 0; time < times; time++) run()
  const { system, user } = process.threadCpuUsage(started)
  return (user + system) / 1_000 / times
}

/**
 * Eight times the input may cost up to 32 times as much; quadratic work would cost 64 times as much. Both are longer than what is read at
 * once, which costs less. One of three pairs suffices: others on a busy machine slow each down, now more, now less, and in a pair both.
 */
const expectLinear = (run: (size: number) => void): void => {
  run(2_000)
  const pairs = Array.from({ length: 3 }, () => {
    const small = cost(() => run(40_000), 2)
    return cost(() => run(320_000), 1) / Math.max(small, 2)
  })
  expect(Math.min(...pairs)).toBeLessThan(32)
}

describe("LinearTime", () => {
  it.each([
    "1",
    "12 ",
    "0 8 ",
    "08",
    "62-",
    "1.",
    "a@",
    "Pak Budi sakit ",
    "lalu Yuliana Rumbiak pergi ",
    "dan Ab Cd Ef ",
    "a=b ",
    "1. A - b\n",
    "SQLSTATE Duplicate entry '",
    "SQLSTATE, a = b",
    "/Aa%20Aa",
    "ktp_aa_bb.pdf",
    "@",
    "@a",
    "a.",
    "%40",
    "?nik=",
    "&a=1",
    "B 1234 ",
    "A1234567",
    "A123456",
    "***1",
    "(",
    "((08",
    "1.234.",
    "rek ",
    "nik:1",
    "3273014501900001 ",
    "081234567890",
    "3273014501900001",
    "\u200b1",
    "１",
    "𝟏",
    " ",
    "=1&",
    "+62",
    "<",
    "<a>b</",
    "<td>a</td>",
    " a=\"b\"",
    "</a",
    "nik,kk\n",
    "nik\tkk\t",
    "&nbsp;1",
    "&#64;",
    "3|",
    "\\"
  ])(
    "fault-84 a text of %j repeated takes time in proportion",
    (piece) => expectLinear((size) => maskText(piece.repeat(size / piece.length)))
  )

  // What may be a table is read at once up to 32,768 characters, and not in windows.
  it.each([
    "kelahiran.1-",
    "0812-3456-7890 (Budi) ",
    "akun a_b1 ",
    "198507202010011015 ",
    "OTP 123456 ",
    "\\",
    "bu wxyzq ",
    "Budi bin Ali ",
    "'Budi Ali' ",
    "Ny. Budi, nelayan, TD 12 "
  ])("fault-84 a text of two lines, the second %j repeated, takes time in proportion", (piece) => {
    const read = (size: number) => maskText(`nama\n${piece.repeat(size / piece.length)}`)
    read(2_000)
    // As much in sixteen parts; quadratic work would cost sixteen times as much.
    const inParts = cost(() => {
      for (let part = 0; part < 16; part++) read(2_000)
    }, 1)
    expect(cost(() => read(32_000), 1)).toBeLessThan(Math.max(inParts, 4) * 6)
  })

  it.each(["a", "aB", "_", "nik_", "１", "A"])("fault-84 a key of %j repeated takes time in proportion", (piece) => {
    expectLinear((size) => meaningOfKey(piece.repeat(size / piece.length)))
  })

  it.each([
    ["[", "1,", "1]"],
    ["[", "[],", "1]"],
    ["{\"nama\":\"a\"", ",\"nama\":\"a\"", "}"],
    ["{\"nama\":\"a\"", ",\"nik\":\"3273014501900001\"", "}"],
    ["{\"3273014501900001\":1", ",\"3273014501900001\":1", "}"],
    ["{\"data\":1", ",\"data\":[1]", "}"],
    ["[", " ", "1]"],
    ["{\"a\":1", " ,\"b\":1", "}"],
    ["\"", "\\u0031", "\""],
    ["\"", "\\\"", "\""],
    ["\"[", "\\\"\\\\", "\""],
    ["{\"x\":1", ",\"email\":\"a@b.id\"", ",\"data\":1}"],
    ["{\"label\":\"a\"", ",\"label\":\"a\"", "}"],
    ["{\"nama\":\"Agama\"", ",\"value\":\"a\"", "}"],
    ["{\"value\":[1", ",{\"label\":\"NIK\",\"value\":\"1\"}", "]}"],
    ["{\"columns\":[\"a\"],\"rows\":[[\"1\"]", ",[\"1\"]", "]}"],
    ["{\"columns\":[\"a\"", ",\"a\"", "],\"rows\":[[\"1\"]]}"],
    ["{\"agama\":{\"a\":\"b\"", ",\"a\":\"b\"", "}}"],
    ["{\"agama\":[{\"a\":\"b\"}", ",{\"a\":\"b\"}", "],\"nik\":1}"]
  ])("fault-84 a document of %s%s…%s takes time in proportion", (open, piece, close) => {
    expectLinear((size) => maskedBody(open + piece.repeat(size / piece.length) + close))
  })

  it("fault-84 keys that are all different take time in proportion", () => {
    let seen = 0
    expectLinear((size) => maskedBody(`{${Array.from({ length: size / 16 }, () => `"k${(seen++).toString(36)}x":0`).join(",")}}`))
  })
})
