import { describe, it } from "@effect/vitest"
import { assert } from "vitest"
import { CopyTable, overheadBytes } from "../../src/resilience/CopyTable.ts"
import fc from "../support/Property.ts"
import { copyOf } from "./copyOf.ts"

const ignore = () => {}

describe("CopyTable", () => {
  it("fault-64 keeps its bound when a million keys come", () => {
    const maxBytes = 4 * 1024 * 1024
    const table = new CopyTable(maxBytes, ignore)
    const copy = copyOf("{}")
    for (let key = 0; key < 1_000_000; key++) table.put(`json\nagency/dataset/${key}\n`, copy)
    assert.isAtMost(table.bytes, maxBytes)
    assert.isAtMost(table.slots.size, maxBytes / overheadBytes)
    assert.isDefined(table.get("json\nagency/dataset/999999\n"))
    assert.isUndefined(table.get("json\nagency/dataset/0\n"))
  })

  it("lets the least recently used go first, as a plain list would", () => {
    const room = 4
    const steps = fc.array(fc.record({ put: fc.boolean(), key: fc.constantFrom("a", "b", "c", "d", "e", "f", "g") }), { maxLength: 200 })
    fc.assert(fc.property(steps, (calls) => {
      const copy = copyOf("body")
      const probe = new CopyTable(10_000, ignore)
      probe.put("a", copy)
      const table = new CopyTable(room * probe.bytes, ignore)
      let used: Array<string> = []
      for (const { key, put } of calls) {
        if (put) table.put(key, copy)
        assert.strictEqual(table.get(key) !== undefined, put || used.includes(key))
        if (put || used.includes(key)) used = [key, ...used.filter((other) => other !== key)].slice(0, room)
        assert.sameMembers([...table.slots.keys()], used)
        assert.strictEqual(table.bytes, used.length * probe.bytes)
      }
    }))
  })

  it("counts what a copy holds when it is replaced", () => {
    const table = new CopyTable(100_000, ignore)
    table.put("key", copyOf("a".repeat(10_000)))
    const large = table.bytes
    table.put("key", copyOf("a".repeat(100)))
    assert.strictEqual(large - table.bytes, 9_900)
    assert.strictEqual(table.slots.size, 1)
  })

  it("does not store a copy larger than itself, nor keep the older one in its place", () => {
    const table = new CopyTable(10_000, ignore)
    table.put("other", copyOf("small"))
    table.put("key", copyOf("small"))
    assert.isUndefined(table.put("key", copyOf("a".repeat(10_000))))
    assert.isUndefined(table.get("key"))
    assert.isDefined(table.get("other"))
  })

  it("does not keep a large buffer alive for a small view of it", () => {
    const table = new CopyTable(10_000, ignore)
    const slab = Buffer.alloc(1_000_000, "x")
    table.put("key", { ...copyOf(""), body: slab.subarray(10, 20) })
    const kept = table.get("key")?.copy.body
    assert.strictEqual(kept?.buffer.byteLength, 10)
    assert.strictEqual(Buffer.from(kept ?? []).toString(), "xxxxxxxxxx")
  })

  it("tells of each slot that leaves", () => {
    const left: Array<string> = []
    const table = new CopyTable(2_000, (slot) => left.push(slot.key))
    table.put("a", copyOf("a".repeat(800)))
    table.put("b", copyOf("b".repeat(800)))
    assert.deepStrictEqual(left, ["a"])
  })

  it("puts a copy behind all others only where there is room and nothing newer", () => {
    const table = new CopyTable(3_000, ignore)
    table.put("new", copyOf("new"))
    assert.isUndefined(table.putOldest("new", copyOf("old")))
    assert.isDefined(table.putOldest("old", copyOf("old")))
    assert.isUndefined(table.putOldest("large", copyOf("a".repeat(2_500))))
    table.put("newer", copyOf("a".repeat(1_500)))
    assert.deepStrictEqual([...table.slots.keys()], ["new", "newer"])
  })
})
