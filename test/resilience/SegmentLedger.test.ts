import { describe, it } from "@effect/vitest"
import { assert } from "vitest"
import { CacheTable, type Slot } from "../../src/resilience/CacheTable.ts"
import { SegmentLedger } from "../../src/resilience/SegmentLedger.ts"
import { cachedResponse } from "./cachedResponse.ts"

const slotOf = (key: string): Slot => new CacheTable(10_000, () => {}).put(key, cachedResponse(key)) ?? assert.fail("no room")

describe("SegmentLedger", () => {
  it("lets nothing go while the whole is small and of use", () => {
    const ledger = new SegmentLedger(1_000, 100)
    ledger.place(slotOf("a"), ledger.add(1, 100), 100, 0)
    ledger.add(2, 90)
    assert.isUndefined(ledger.outdated(undefined))
  })

  it("lets the oldest go once more than half is outdated, its last record to be written again", () => {
    const ledger = new SegmentLedger(1_000, 100)
    const first = ledger.add(1, 100)
    const second = ledger.add(2, 110)
    const [lasting, changing] = [slotOf("lasting"), slotOf("changing")]
    ledger.place(lasting, first, 40, 0)
    ledger.place(changing, first, 60, 0)
    ledger.place(changing, second, 60, 0)
    assert.deepStrictEqual(ledger.outdated(2), { segment: { id: 1, bytes: 100, live: 40 }, carry: true })
    ledger.forget(lasting)
    assert.deepStrictEqual(ledger.outdated(2), { segment: { id: 1, bytes: 100, live: 0 }, carry: false })
  })

  it("lets the oldest go over the bound, and does not write again what is mostly of use", () => {
    const ledger = new SegmentLedger(250, 100)
    ledger.place(slotOf("a"), ledger.add(1, 100), 90, 0)
    ledger.place(slotOf("b"), ledger.add(2, 100), 90, 0)
    ledger.place(slotOf("c"), ledger.add(3, 100), 90, 0)
    assert.deepStrictEqual(ledger.outdated(3), { segment: { id: 1, bytes: 100, live: 90 }, carry: false })
    ledger.segments.delete(1)
    assert.isUndefined(ledger.outdated(3))
  })

  it("never lets the segment go that is being written", () => {
    const ledger = new SegmentLedger(100, 100)
    ledger.add(1, 500)
    assert.isUndefined(ledger.outdated(1))
  })
})
