import { isDeepStrictEqual } from "node:util"
import { describe, expect, it } from "vitest"
import type { Endpoint, PathSegment } from "../../src/domain/Endpoint.ts"
import { AddressStream, withoutAddresses } from "../../src/gateway/AddressStream.ts"
import { AgencyAddresses } from "../../src/gateway/AgencyAddresses.ts"
import fc from "../support/Property.ts"
import { makeAgency, makeRequest } from "../upstream/calling.ts"

const segmentsOf = (path: string): ReadonlyArray<PathSegment> =>
  path.split("/").filter((segment) => segment !== "").map((segment) =>
    segment.startsWith(":") ? { _tag: "Parameter", name: segment.slice(1) } : { _tag: "Literal", value: segment }
  )

const addressesFor = (server: string, routes: Readonly<Record<string, string>>) => {
  const agency = makeAgency(server)
  const { endpoint } = makeRequest(agency)
  const endpoints = Object.entries(routes).map(([path, upstream]): Endpoint => ({
    ...endpoint,
    path,
    segments: segmentsOf(path),
    upstream: segmentsOf(upstream),
    query: ["page"]
  }))
  return new AgencyAddresses(agency, { endpoints }, "https://gerbang.id")
}
const addresses = addressesFor("http://10.0.0.5:8080/api", {
  daftar: "dalam/daftar",
  "daftar/:id": "dalam/daftar/:id",
  "daftar/semua": "dalam/daftar/semua",
  "": "dalam"
})
const taman = "https://gerbang.id/api/v4/gateway/dinas-uji/taman"

const inPieces = (text: string, size: number, by = addresses): string => {
  const stream = new AddressStream(by)
  const body = Buffer.from(text)
  const parts: Array<Uint8Array> = []
  const told = (part: Uint8Array): void => void parts.push(Buffer.from(part))
  for (let at = 0; at < body.length; at += size) stream.push(Uint8Array.from(body.subarray(at, at + size)), told)
  stream.end(told)
  return Buffer.concat(parts).toString()
}

const cases: ReadonlyArray<readonly [string, string]> = [
  ["{\"next\":\"http://10.0.0.5:8080/api/dalam/daftar?page=2&token=x\"}", `{"next":"${taman}/daftar?page=2"}`],
  ["[\"http:\\/\\/10.0.0.5:8080\\/api\\/dalam\\/daftar\\/7\"]", `["${`${taman}/daftar/7`.replaceAll("/", "\\/")}"]`],
  ["[\"http://10.0.0.5:8080/api/dalam/daftar/semua\"]", `["${taman}/daftar/semua"]`],
  ["[\"http://10.0.0.5:8080/api/dalam/daftar/a%20b#x\"]", `["${taman}/daftar/a%20b#x"]`],
  ["[\"http://10.0.0.5:8080/api/dalam/\"]", `["${taman}"]`],
  ["[\"http://10.0.0.5:8080/api/lain/x?y=1\"]", "[\"/api/lain/x?y=1\"]"],
  ["[\"http://10.0.0.5:8080\"]", "[\"/\"]"],
  ["[\"https://10.0.0.5:8080/api/dalam\", \"//10.0.0.5:8080/a\"]", `["${taman}", "/a"]`],
  ["[\"http://admin:rahasia@10.0.0.5:8080/a\"]", "[\"/a\"]"],
  ["[\"lihat http://10.0.0.5:8080/api/dalam, atau http://10.0.0.5:8080.\"]", "[\"lihat /api/dalam, atau /.\"]"],
  ["[\"lihat http://10.0.0.5:8080/api/dalam/daftar/7, atau\"]", `["lihat ${taman}/daftar/7, atau"]`],
  ["[\"http://10.0.0.5:8080/api/dalam?page=1\\u0026x=2\"]", `["${taman}?page=1"]`],
  ["{\"http://10.0.0.5:8080/k\":1}", "{\"/k\":1}"],
  // Neither the letter of an escape nor the word before a scheme is a part of it.
  [String.raw`["Lihat:\nhttp://10.0.0.5:8080/api/dalam"]`, String.raw`["Lihat:\n${taman}"]`],
  [String.raw`["a\r\nhttp://10.0.0.5:8080/x\tws://10.0.0.5:8080/y\b//10.0.0.5:8080/z"]`, String.raw`["a\r\n/x\t/y\b/z"]`],
  [String.raw`["\u0022http://10.0.0.5:8080/zzz\u0022 \u00e9ftp://10.0.0.5:8080/f"]`, String.raw`["\u0022/zzz\u0022 \u00e9/f"]`],
  [
    String.raw`["\u003ca href=\u0022http://10.0.0.5:8080/api/dalam\u0022\u003eklik\u003c/a\u003e"]`,
    String.raw`["\u003ca href=\u0022${taman}\u0022\u003eklik\u003c/a\u003e"]`
  ],
  [String.raw`["\\nhttp://10.0.0.5:8080/a","\\\nws://10.0.0.5:8080/a","\\ws://10.0.0.5:8080/a"]`, String.raw`["\\n/a","\\\n/a","\\/a"]`],
  [String.raw`["\u0068ttp\u003a\u002f\u002f10.0.0.5:8080/a","http:\u002F\/u\u004010.0.0.5:8080\u002fa"]`, "[\"/a\",\"/a\"]"],
  ["[\"Nohttp://10.0.0.5:8080/a\",\"Lihat.https://10.0.0.5:8080/b\",\"1ftp://10.0.0.5:8080/c\"]", "[\"No/a\",\"Lihat./b\",\"1/c\"]"],
  // An address inside of another.
  [
    "[\"http://10.0.0.5:8080/a,http://10.0.0.5:8080/b\","
    + "\"http://10.0.0.5:8080/api/dalam?page=1&dari=http://10.0.0.5:8080/x&token=rahasia\"]",
    `["/a,/b","${taman}?page=1"]`
  ],
  // In JSON that stands in a string.
  [
    String.raw`["{\"next\":\"http:\\/\\/10.0.0.5:8080\\/api\\/dalam\\/daftar\\/7\",\"a\":\"\\\/\\\/10.0.0.5:8080\\\/x\\\/y\\n\"}"]`,
    String.raw`["{\"next\":\"${`${taman}/daftar/7`.replaceAll("/", "\\/")}\",\"a\":\"\/x\/y\\n\"}"]`
  ],
  [String.raw`["http:\/\/10.0.0.5:8080\/rahasia"]`.replaceAll("\\", "\\\\"), String.raw`["\/rahasia"]`],
  [String.raw`["http://10.0.0.5:8080/api/dalam/daftar/\ud800"]`, `["${taman}/daftar/%EF%BF%BD"]`]
]
const others = [
  "[\"http://10.0.0.5:80801/a\",\"http://10.0.0.5:8080.contoh.id/a\",\"http://x10.0.0.5:8080/\","
  + "\"10.0.0.5:8080 saja\",\"http://10.0.0.6:8080/a\",\"https://contoh.id/é\"]",
  "{\"a\":[1,2],\"b\":\"//x\",\"c\":\"http:\"}"
]

describe("AddressStream", () => {
  it.each(cases)("%s becomes %s", (body, expected) => {
    expect(withoutAddresses(Buffer.from(body), addresses).toString()).toBe(expected)
    for (const size of [1, 2, 3, 7, 20, 1_000]) expect(inPieces(body, size)).toBe(expected)
  })

  it.each(others)("%s stays byte for byte", (body) => {
    for (const size of [1, 2, 5, 1_000]) expect(inPieces(body, size)).toBe(body)
  })

  it("hands on the very bytes of a body that names no such address", () => {
    const body = Buffer.from("[\"https://contoh.id/a\"]")
    expect(withoutAddresses(body, addresses)).toBe(body)
    new AddressStream(addresses).push(body, (part) => expect(part.buffer).toBe(body.buffer))
  })

  it("an address of any length loses its origin", () => {
    const body = `["http://10.0.0.5:8080/${"x".repeat(10_000)}",1]`
    for (const size of [100, 100_000]) expect(inPieces(body, size)).toBe(`["/${"x".repeat(10_000)}",1]`)
  })

  it.each([["hosts alone", "//10.0.0.5:8080"], ["hosts between backslashes", String.raw`//10.0.0.5:8080\\`]])(
    "a million bytes of %s without an end cost no more than their length: two minutes when each was followed to the end",
    (_, unit) => {
      const body = Buffer.from(`["${unit.repeat(70_000)}"]`)
      const began = process.cpuUsage()
      expect(Buffer.from(withoutAddresses(body, addresses)).includes("10.0.0.5:8080")).toBe(false)
      expect(process.cpuUsage(began).user).toBeLessThan(10_000_000)
    },
    600_000
  )

  it("a server without a port is told by either form of its address, and no other port of it", () => {
    const plain = addressesFor("https://api.dinas.id", { daftar: "daftar" })
    expect(inPieces("[\"https://api.dinas.id/daftar\",\"https://api.dinas.id:443/daftar\"]", 9, plain)).toBe(
      `["${taman}/daftar","${taman}/daftar"]`
    )
    expect(inPieces("[\"https://api.dinas.id:8443/daftar\"]", 9, plain)).toBe("[\"https://api.dinas.id:8443/daftar\"]")
  })

  it("any text parses as before, with each string as if it had been read and its addresses replaced there, however it arrives", () => {
    /** A word before a colon, what tells an own address, and what follows it, in a string that has been read. */
    const own =
      /(?:([A-Za-z0-9+.-]*):)?(?:\\{0,32}\/){2}(?:[^/\u0000-\u0020"<>\\]{1,128}@)?10\.0\.0\.5:8080((?:[^\u0000-\u0020"<>\\]|\\+\/)*)/g
    const beforeScheme = (word: string): string =>
      /https?$/i.test(word)
        ? word.replace(/https?$/i, "")
        : word.length > 16 || !/[a-z]/i.test(word)
        ? `${word}:`
        : word.slice(0, word.search(/[a-z]/i))
    const plain = (value: string): string => {
      let shown = ""
      let copied = 0
      own.lastIndex = 0
      for (let match = own.exec(value); match !== null; match = own.exec(value)) {
        const [found, word, rest = ""] = match
        const replacement = addresses.replacement(rest.replace(/\\+\//g, "/"))
        if (replacement === undefined) own.lastIndex = match.index + found.length - rest.length
        else {
          shown += value.slice(copied, match.index) + (word === undefined ? "" : beforeScheme(word)) + replacement
          copied = own.lastIndex
        }
      }
      return shown + value.slice(copied)
    }
    const read = (value: unknown): unknown =>
      typeof value === "string" ? plain(value) : Array.isArray(value) ? value.map(read) : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [plain(key), read(inner)]))
        : value
    const spelt = fc.constantFrom(
      "\\n",
      "\\r\\n",
      "\\t",
      "\\b",
      "\\f",
      "\\\\",
      "\\\\\\\\",
      "\\\"",
      "\\/",
      "\\u0022",
      "\\u003c",
      "\\u003E",
      "\\u00e9",
      "\\u005c",
      "\\ud83d\\ude00",
      "\\u000a",
      "\\u0000",
      "é",
      "😀",
      " ",
      ":",
      "(",
      "=",
      "'"
    )
    const letters = fc.constantFrom(
      "n",
      "_",
      "averylongwordwithoutanend",
      "ftp",
      "u0022",
      "nomor ",
      "lihat",
      "a/b",
      "http:",
      "//",
      "https://contoh.id/x",
      "10.0.0.5",
      "u003c",
      "/",
      "@"
    )
    const scheme = fc.constantFrom(
      "http://",
      "https://",
      "http:\\/\\/",
      "\\u0068ttp://",
      "http\\u003a\\u002f/",
      "//",
      "\\/\\/",
      "ws://",
      "http://u:p@",
      "https:\\/\\/u:p\\u0040",
      "http:\\\\/\\\\/",
      "\\\\\\/\\\\\\/"
    )
    const path = fc.constantFrom(
      "/api/dalam",
      "/api/dalam/daftar/7",
      "/api/dalam/daftar?page=2\\u0026x=1",
      "\\/api\\/dalam\\/daftar\\/semua",
      "",
      "/x?y=é",
      "/x/\\u00e9",
      "\\\\/api\\\\/dalam\\\\\\/daftar",
      "/api/dalam/daftar/a%20b#x"
    )
    const address = fc.tuple(spelt, scheme, path, spelt).map(([before, origin, rest, after]) =>
      `${before}${origin}10.0.0.5:8080${rest}${after}`
    )
    const inside = fc.array(fc.oneof(spelt, letters, address), { maxLength: 8 }).map((parts) => parts.join(""))
    const document = fc.array(
      fc.oneof(
        inside.map((text) => `"${text}"`),
        fc.constantFrom("1", "true", "null", "-1.5e3"),
        fc.tuple(inside, inside).map(([key, text]) => `{ "${key}" : ["${text}"] }`)
      ),
      { maxLength: 6 }
    )
      .map((values) => `[${values.join(",")}]`)
    fc.assert(
      fc.property(document, fc.integer({ min: 1, max: 40 }), (text, size) => {
        const expected = read(JSON.parse(text))
        const whole = withoutAddresses(Buffer.from(text), addresses).toString()
        return isDeepStrictEqual(JSON.parse(Buffer.from(whole).toString()), expected) && inPieces(text, size) === whole &&
          inPieces(text, 1) === whole
      }),
      { numRuns: 3_000 }
    )
  })
})
