import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { toCsv, toNdjson } from "../../src/privacy/Representation.ts"
import fc from "../support/Property.ts"

const bytes = (text: string) => Buffer.from(text)
const ndjson = (text: string) => Buffer.from(toNdjson(bytes(text))).toString()
const csv = (text: string) => Buffer.from(Result.getOrThrow(toCsv(bytes(text), Infinity))).toString()

describe("Representation", () => {
  it("fault-81 writes one item a line and keeps every lexeme", () => {
    expect(ndjson(" [ {\"a\" : 1.10,\r\n\t\"b\":\"x\\n\\\" ] y\"} , 9007199254740993 ,[1 , {\"c\":[]}], \"\\ud800\" ,null ] "))
      .toBe("{\"a\":1.10,\"b\":\"x\\n\\\" ] y\"}\n9007199254740993\n[1,{\"c\":[]}]\n\"\\ud800\"\nnull\n")
  })

  it("writes what is no list as one line, and nothing for an empty list", () => {
    expect(ndjson("{\"a\":\n[1,\n2]}")).toBe("{\"a\":[1,2]}\n")
    expect(ndjson("7")).toBe("7\n")
    expect(ndjson("[ ]")).toBe("")
  })

  it("each line of any list is the item itself", () => {
    fc.assert(fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 2), (items, indent) => {
      const lines = ndjson(JSON.stringify(items, null, indent)).split("\n")
      expect(lines.pop()).toBe("")
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(items)))
    }))
  })

  it("writes a header of all keys in their first order, empty cells for what is absent or null", () => {
    expect(csv("[{\"b\":1.10,\"a\":\"x\"},{\"a\":null,\"c\":true},{\"b\":9171010101900001}]")).toBe(
      "b,a,c\r\n1.10,x,\r\n,,true\r\n9171010101900001,,\r\n"
    )
  })

  it("quotes separators, quotation marks and line ends, and writes nested values as JSON", () => {
    expect(csv("[{\"a,b\":\"x,y\",\"c\":\"\\\"q\\\"\",\"d\":\"1\\n2\",\"e\":{\"x\" : [1, \"a\"]}}]")).toBe(
      "\"a,b\",c,d,e\r\n\"x,y\",\"\"\"q\"\"\",\"1\n2\",\"{\"\"x\"\":[1,\"\"a\"\"]}\"\r\n"
    )
  })

  it("fault-110 neutralises formulas in cells and headers, and leaves negative numbers, coordinates and the sign for no value", () => {
    const cells = [
      "=1+1",
      "+62812",
      "-1+1",
      "-1,A1",
      "--1",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      "＝1",
      "-",
      "-5",
      "-5.25",
      "-7.25,112.75",
      "-7.25, -1.5",
      "a=1"
    ]
    expect(csv(JSON.stringify(cells.map((a) => ({ a })))).split("\r\n").slice(1, -1).map((cell) => cell.replaceAll("\"", "")))
      .toEqual([
        "'=1+1",
        "'+62812",
        "'-1+1",
        "'-1,A1",
        "'--1",
        "'@SUM(A1)",
        "'\t'=1",
        "'\r'=1",
        "'＝1",
        "-",
        "-5",
        "-5.25",
        "-7.25,112.75",
        "-7.25, -1.5",
        "a=1"
      ])
    expect(csv("[{\"=x\":-5}]")).toBe("'=x\r\n-5\r\n")
  })

  it("fault-110 lets no cell be split into a formula, in texts, headers and nested values", () => {
    const cells = ["a;=1+1", "a|@x", "a\t＝1", " =1", "a;-5", "a; b"]
    expect(csv(JSON.stringify(cells.map((a) => ({ a })))).split("\r\n").slice(1, -1)).toEqual([
      "\"a;'=1+1\"",
      "\"a|'@x\"",
      "\"a\t'＝1\"",
      " '=1",
      "\"a;-5\"",
      "\"a; b\""
    ])
    expect(csv("[{\"k;=1\":1}]")).toBe("\"k;'=1\"\r\n1\r\n")
    expect(csv("[{\"a\":{\"b\": [\"x;=1\", \"y; ＠z|+1\", \"c;d\"], \"e\": -1}}]")).toBe(
      "a\r\n\"{\"\"b\"\":[\"\"x;'=1\"\",\"\"y; '＠z|'+1\"\",\"\"c;d\"\"],\"\"e\"\":-1}\"\r\n"
    )
  })

  it("fault-110 lets no formula begin behind what nobody sees, raw or escaped, in texts and nested values", () => {
    const cells = [
      "\\u0000=1",
      "\u007f=1",
      "\u0085=1",
      "\u061c=1",
      "\u202e=1",
      "\u{e0020}=1",
      "﹦1",
      "a\u2028=1",
      "a\u0085@x",
      "émas=1",
      "b\u200b=1"
    ]
    const shown = [
      "\0'=1",
      "\u007f'=1",
      "\"\u0085'=1\"",
      "\u061c'=1",
      "\u202e'=1",
      "\u{e0020}'=1",
      "'﹦1",
      "\"a\u2028'=1\"",
      "\"a\u0085'@x\"",
      "émas=1",
      "b\u200b=1"
    ]
    expect(csv(`[${cells.map((a) => `{"a":"${a}"}`).join(",")}]`).split("\r\n").slice(1, -1)).toEqual(shown)
    expect(csv("[{\"a\":[\"x;\u200b\u202e=1\",\"y|﹢1\",\"z\u2028@a\",\"w;é=1\"]}]")).toBe(
      "a\r\n\"[\"\"x;\u200b\u202e'=1\"\",\"\"y|'﹢1\"\",\"\"z\u2028'@a\"\",\"\"w;é=1\"\"]\"\r\n"
    )
  })

  it("the last of duplicate keys counts, and escaped keys are the same column", () => {
    expect(csv("[{\"a\":1,\"a\":2},{\"\\u0061\":3}]")).toBe("a\r\n2\r\n3\r\n")
  })

  it("items that are no objects get a column of their own", () => {
    expect(csv("[1,\"x\",[2]]")).toBe("value\r\n1\r\nx\r\n[2]\r\n")
    expect(csv("[]")).toBe("")
  })

  it("puts each value in its column, in whatever order a row has its keys, and a row of none is all empty", () => {
    expect(csv("[{\"a\":1,\"b\":2,\"c\":3},{\"c\":6,\"a\":4},{\"b\":8,\"c\":9,\"b\":7},{},{\"d\":5},5]")).toBe(
      ["a,b,c,d,value", "1,2,3,,", "4,,6,,", ",7,9,,", ",,,,", ",,,5,", ",,,,5", ""].join("\r\n")
    )
    // Rows with keys of their own.
    const rows = Array.from({ length: 300 }, (_, n) => n)
    expect(csv(JSON.stringify(rows.map((n) => ({ [`k${n}`]: n }))))).toBe(
      [rows.map((n) => `k${n}`).join(), ...rows.map((n) => rows.map((column) => column === n ? n : "").join()), ""].join("\r\n")
    )
  })

  it("what is no list has no rows", () => {
    for (const text of ["{}", "1", "\"[]\"", "null"]) expect(Result.isFailure(toCsv(bytes(text), Infinity))).toBe(true)
  })
})
