import { assert, describe, it } from "@effect/vitest"
import { readSegment, recordsOf } from "../../src/audit/EntryReader.ts"
import { EntryWriter } from "../../src/audit/EntryWriter.ts"
import { recordable } from "../support/AuditRecords.ts"

describe("EntryWriter", () => {
  it("records an answer of more than 4 GiB or 71 minutes as the most that it can say, and no less than that", () => {
    const writer = new EntryWriter(1 << 20)
    const hour = 3_600_000
    for (const [bytes, millis] of [[2 ** 32 - 1, hour], [5 * 2 ** 30, 5 * hour]] as const) {
      writer.add(recordable(0), 200, null, bytes, millis)
    }
    const records = recordsOf(readSegment(Buffer.from(writer.frame())).entries)
    assert.deepStrictEqual(records.map(({ bytes, durationMs }) => [bytes, durationMs]), [
      [4_294_967_295, hour],
      [4_294_967_295, 4_294_967.295]
    ])
  })
})
