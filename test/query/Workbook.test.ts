import { assert, describe, it, vi } from "@effect/vitest"
import { afterEach, beforeEach } from "vitest"
import { Workbook } from "../../src/query/Workbook.ts"

const bookAt = (moment: string): Buffer => {
  vi.setSystemTime(new Date(moment))
  const parts: Array<Uint8Array> = []
  const book = new Workbook((bytes) => parts.push(bytes))
  book.row([{ kind: "text", text: "Taman Bungkul" }, { kind: "number", text: "12" }])
  book.end()
  return Buffer.concat(parts)
}

describe("Workbook", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }))
  afterEach(() => void vi.useRealTimers())

  it("has the same bytes whenever it is written", () =>
    assert.isTrue(bookAt("2026-01-31T10:00:00Z").equals(bookAt("2026-06-05T20:30:10Z"))))
})
