import { assert, describe, it } from "@effect/vitest"
import { escaped, telling, wide } from "../../src/privacy/ByteClasses.ts"
import { digits, endOfString, flags } from "../../src/privacy/JsonLexemes.ts"
import { Ahead, keepLead, member } from "../../src/privacy/MemberScan.ts"
import { missed, otherValue } from "../../src/privacy/MemberText.ts"
import { recordAt } from "../../src/privacy/ScanMemory.ts"
import { assemble } from "../../src/privacy/WasmText.ts"
import fc from "../support/Property.ts"
import { readable, sizes, streamed, text, whole } from "./documents.ts"
import { policy } from "./support.ts"

const key = 4_000
const ahead = new Ahead(7)

/** What is met where the lead is looked for in a text that goes on with `rest`. */
const meet = (lead: string, rest: string, before = "") => {
  const kept = Buffer.from(lead)
  const body = Buffer.from(before + lead + rest)
  keepLead(key, kept, 0, kept.length)
  ahead.move(body, 0, body.length)
  return {
    body,
    start: Buffer.byteLength(before) + kept.length,
    met: member(Buffer.byteLength(before) + ahead.delta, recordAt(key), kept.length)
  }
}

const leads = fc.tuple(
  fc.constantFrom("", " ", "\n    "),
  fc.string({ unit: fc.constantFrom(..."abc_é"), minLength: 1, maxLength: 20 }),
  fc.constantFrom(":", " : ")
).map(([space, name, colon]) => `${space}"${name}"${colon}`)
const strings = fc.oneof(text, fc.string({ unit: fc.constantFrom(..."0123456789 -@%=[({aAtB'"), maxLength: 60 }))

describe("MemberScan", () => {
  it("what it meets is what the walk finds", () => {
    fc.assert(
      fc.property(
        leads,
        strings,
        fc.constantFrom(",", "}", ""),
        fc.string({ unit: fc.constantFrom(..."ab,"), maxLength: 40 }),
        (lead, value, after, before) => {
          const { body, met, start } = meet(lead, JSON.stringify(value) + after, before)
          const close = endOfString(body, start + 1, body.length)
          if ((flags & (escaped | wide)) !== 0 || close < 0) assert.strictEqual(met, missed)
          else {assert.deepStrictEqual([met & 0xffff, met >> 16 & 0xff, met >> 24], [
              close - start - 1,
              digits,
              flags & telling | (/[([{][aA@' ]/.test(value) ? telling : 0)
            ])}
        }
      ),
      { numRuns: 3_000 }
    )
  })

  it("a lead that differs in any byte is missed, and a value that is no string is told", () => {
    fc.assert(
      fc.property(leads, fc.nat(), (lead, at) => {
        const kept = Buffer.from(lead)
        const body = Buffer.from(`${lead}"x"`)
        body[at % kept.length]! ^= 1
        ahead.move(body, 0, body.length)
        keepLead(key, kept, 0, kept.length)
        assert.strictEqual(member(ahead.delta, recordAt(key), kept.length), missed)
        assert.strictEqual(meet(lead, "12}").met, otherValue)
        assert.strictEqual(meet(lead, "\"cut").met, missed)
      }),
      { numRuns: 500 }
    )
  })

  it("what an earlier document left in the window is not met", () => {
    assert.notStrictEqual(meet("\"a\":", "\"x\"").met, missed)
    assert.strictEqual(meet("\"a\":", "").met, otherValue)
    assert.strictEqual(meet("\"a", "").met, otherValue)
  })

  it("rows one after the other, in any style and faulty ones too, become what they are byte by byte", () => {
    const name = fc.constantFrom(
      "nik",
      "nama",
      "nama_lengkap",
      "telepon",
      "email",
      "alamat",
      "agama",
      "jumlah",
      "keterangan",
      "pemilik",
      "luas",
      "tanggal_lahir",
      "npwp",
      "lat"
    )
    const value = fc.oneof(
      fc.constantFrom(
        "\"Budi Santoso\"",
        "\"Toko Jaya\"",
        "\"081234567890\"",
        "\"3171011201850001\"",
        "\"budi@x.id\"",
        "\"\"",
        "\"Ada Mall\"",
        "\"1990-01-31\"",
        "\"0212345678\"",
        "\"01234567\"",
        "\"***\"",
        "\"Jl. Kenanga 1\"",
        "null",
        "true",
        "12",
        "-1.25",
        "01",
        "-",
        "1e5",
        "123456789012345",
        "3171011201850001",
        "tru",
        "[]",
        "{\"nik\":\"3171011201850001\"}"
      ),
      text.map((found) => JSON.stringify(found))
    )
    const row = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 6 })
    const space = fc.constantFrom("", " ", "\n  ")
    fc.assert(
      fc.property(fc.array(fc.tuple(row, space, space), { minLength: 1, maxLength: 3 }), fc.nat(6), sizes, (rows, again, pieces) => {
        const styled = rows.map(([members, before, after]) =>
          `{${members.map(([found, inner]) => `${before}"${found}"${after}:${before}${inner}`).join(`${after},`)}${before}}`
        )
        const body = Buffer.from(`[${Array.from({ length: again + 1 }, () => styled).flat().join(",")}]`)
        const expected = readable(streamed(body, [1], policy()))
        assert.deepStrictEqual(readable(whole(body, policy())), expected)
        assert.deepStrictEqual(readable(streamed(body, pieces, policy())), expected)
      }),
      { numRuns: 1_000 }
    )
  })
})

describe("WasmText", () => {
  it("names what it does not know", () => {
    const of = (code: string) => () => assemble(`(module (func $f (param $x i32) ${code}))`)
    assert.throws(of("(i32.frob)"), "no instruction i32.frob")
    assert.throws(of("(local.get $y)"), "no local $y")
    assert.throws(of("(call $g)"), "no function $g")
    assert.throws(of("(br $out)"), "no label $out")
    assert.throws(of("(local $v f32)"), "no type \"f32\"")
    assert.throws(of(")"), "a bracket closes nothing")
  })
})
