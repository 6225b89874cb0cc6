import { assert, describe, it } from "@effect/vitest"
import { csvHead, toCsvLine, toLine, toReadable } from "../../src/audit/RecordText.ts"
import type { AuditRecord } from "../../src/domain/AuditRecord.ts"
import fc from "../support/Property.ts"

const recordOf = (text: string): AuditRecord => ({
  time: "2026-01-31T08:00:00.000Z",
  requestId: text,
  traceId: null,
  ownerApplication: text,
  agency: text,
  dataset: text,
  route: text,
  consumerApplication: text,
  tokenId: text,
  method: text,
  status: 200,
  code: null,
  durationMs: 1.5,
  bytes: 10,
  cache: "HIT",
  attempts: 0,
  agencyStatus: null,
  masked: 0,
  alias: text
})

const nasty = "a\r\nset-cookie: x\u001b[31m\u009b31m\u2028\u202e\u0000\"\\,"
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/

describe("a record as text", () => {
  it("fault-89 is one line without a control character, in every form, whatever a caller sent", () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constant(nasty),
          fc.string({ unit: "binary-ascii" }),
          fc.string({ unit: fc.constantFrom(...nasty, "\u0085", "\u200e", "\u2067", "é", "\ud83d\ude00") })
        ),
        (text) => {
          const record = recordOf(text)
          for (const line of [toLine(record), toReadable(record), toCsvLine(record)]) assert.notMatch(line, control)
          assert.deepStrictEqual(JSON.parse(toLine(record)), record)
        }
      )
    ))

  it("in a spreadsheet has as many cells as the head, and none that is a formula", () => {
    assert.strictEqual(toCsvLine(recordOf("biasa")).split(",").length, csvHead.split(",").length)
    for (const text of ["=1+1", "+62", "-A1", "@x", "＝1", "＋1", "－1", "＠x"]) assert.include(toCsvLine(recordOf(text)), `,'${text},`)
    assert.include(toCsvLine(recordOf("a;=1+1")), ",\"a;'=1+1\",")
    assert.include(toCsvLine(recordOf("-5")), ",-5,")
    assert.include(toCsvLine(recordOf("a\"b,c")), "\"a\"\"b,c\"")
  })
})
