import { describe, it } from "@effect/vitest"
import { assert } from "vitest"
import { CacheTable, overheadBytes } from "../../src/resilience/CacheTable.ts"
import fc from "../support/Property.ts"
import { cachedResponse } from "./cachedResponse.ts"

const ignore = () => {}

describe("CacheTable", () => {
  it("fault-64 keeps its bound when a million keys come", () => {
    const maxBytes = 4 * 1024 * 1024
    const table = new CacheTable(maxBytes, ignore)
    const response = cachedResponse("{}")
    for (let key = 0; key < 1_000_000; key++) table.put(`json\nagency/dataset/${key}\n`, response)
    assert.isAtMost(table.bytes, maxBytes)
    assert.isAtMost(table.slots.size, maxBytes / overheadBytes)
    assert.isDefined(table.get("json\nagency/dataset/999999\n"))
    assert.isUndefined(table.get("json\nagency/dataset/0\n"))
  })

  it("lets the least recently used go first, as a plain list would", () => {
    const room = 4
    const steps = fc.array(fc.record({ put: fc.boolean(), key: fc.constantFrom("a", "b", "c", "d", "e", "f", "g") }), { maxLength: 200 })
    fc.assert(fc.property(steps, (calls) => {
      const response = cachedResponse("body")
      const probe = new CacheTable(10_000, ignore)
      probe.put("a", response)
      const table = new CacheTable(room * probe.bytes, ignore)
      let used: Array<string> = []
      for (const { key, put } of calls) {
        if (put) table.put(key, response)
        assert.strictEqual(table.get(key) !== undefined, put || used.includes(key))
        if (put || used.includes(key)) used = [key, ...used.filter((other) => other !== key)].slice(0, room)
        assert.sameMembers([...table.slots.keys()], used)
        assert.strictEqual(table.bytes, used.length * probe.bytes)
      }
    }))
  })

  it("counts what a copy holds when it is replaced", () => {
    const table = new CacheTable(100_000, ignore)
    table.put("key", cachedResponse("a".repeat(10_000)))
    const large = table.bytes
    table.put("key", cachedResponse("a".repeat(100)))
    assert.strictEqual(large - table.bytes, 9_900)
    assert.strictEqual(table.slots.size, 1)
  })

  it("does not store a copy larger than itself, nor keep the older one in its place", () => {
    const table = new CacheTable(10_000, ignore)
    table.put("other", cachedResponse("small"))
    table.put("key", cachedResponse("small"))
    assert.isUndefined(table.put("key", cachedResponse("a".repeat(10_000))))
    assert.isUndefined(table.get("key"))
    assert.isDefined(table.get("other"))
  })

  it("does not keep a large buffer alive for a small view of it", () => {
    const table = new CacheTable(10_000, ignore)
    const slab = Buffer.alloc(1_000_000, "x")
    table.put("key", { ...cachedResponse(""), body: slab.subarray(10, 20) })
    const kept = table.get("key")?.response.body
    assert.strictEqual(kept?.buffer.byteLength, 10)
    assert.strictEqual(Buffer.from(kept ?? []).toString(), "xxxxxxxxxx")
  })

  it("keeps the very memory of a body that fills it but for a little, and counts all of it", () => {
    const table = new CacheTable(2_000_000, ignore)
    const slab = Buffer.alloc(1_000_000, "x")
    table.put("key", { ...cachedResponse(""), body: slab.subarray(0, 980_000) })
    assert.strictEqual(table.get("key")?.response.body.buffer, slab.buffer)
    assert.isAtLeast(table.bytes, 1_000_000)
  })

  it("tells of each slot that leaves", () => {
    const left: Array<string> = []
    const table = new CacheTable(2_000, (slot) => left.push(slot.key))
    table.put("a", cachedResponse("a".repeat(800)))
    table.put("b", cachedResponse("b".repeat(800)))
    assert.deepStrictEqual(left, ["a"])
  })

  it("puts a copy behind all others only where there is room and nothing newer", () => {
    const table = new CacheTable(3_000, ignore)
    table.put("new", cachedResponse("new"))
    assert.isUndefined(table.putOldest("new", cachedResponse("old")))
    assert.isDefined(table.putOldest("old", cachedResponse("old")))
    assert.isUndefined(table.putOldest("large", cachedResponse("a".repeat(2_500))))
    table.put("newer", cachedResponse("a".repeat(1_500)))
    assert.deepStrictEqual([...table.slots.keys()], ["new", "newer"])
  })

  const keyOf = (agency: string, path: string, n?: number) => `json\n${agency}/data/${path}${n === undefined ? "" : `\n${n}`}`
  const large = cachedResponse("x".repeat(10_000))
  const small = cachedResponse("x")

  it("fault-117 takes the room from the agency that holds the most, and from nobody who holds less than an equal share", () => {
    const table = new CacheTable(200_000, ignore)
    for (let n = 0; n < 5; n++) for (const agency of ["a", "b"]) table.put(keyOf(agency, "isi", n), large)
    for (let n = 0; n < 1_000; n++) table.put(keyOf("c", "isi", n), large)
    for (let n = 0; n < 5; n++) for (const agency of ["a", "b"]) assert.isDefined(table.get(keyOf(agency, "isi", n)), `${agency} ${n}`)
    const kept = [...table.slots.keys()].filter((key) => key.startsWith("json\nc/"))
    // The rest of the table is its own, and in it the latest are kept.
    assert.isAtLeast(kept.length, 8)
    assert.deepStrictEqual(kept, Array.from({ length: kept.length }, (_, n) => keyOf("c", "isi", 1_000 - kept.length + n)))
    assert.isAtMost(table.bytes, 200_000)
  })

  it("fault-117 within an agency lets endpoints with few copies go after those with many, however long ago they were used", () => {
    const table = new CacheTable(200_000, ignore)
    for (const path of ["p", "q", "r"]) table.put(keyOf("a", path), large)
    for (let n = 0; n < 4; n++) table.put(keyOf("a", "empat", n), small)
    for (let n = 0; n < 1_000; n++) table.put(keyOf("a", "banyak", n), small)
    for (let n = 0; n < 1_000; n++) table.put(keyOf("a", "banyak", n), large)
    for (const path of ["p", "q", "r"]) assert.isDefined(table.get(keyOf("a", path)), path)
    for (let n = 0; n < 4; n++) assert.isDefined(table.get(keyOf("a", "empat", n)), `${n}`)
    assert.isUndefined(table.get(keyOf("a", "banyak", 0)))
    // With only few left, the least recently used goes first.
    for (let n = 0; n < 30; n++) table.put(keyOf("a", `lain-${n}`), large)
    assert.isUndefined(table.get(keyOf("a", "lain-0")))
    assert.isDefined(table.get(keyOf("a", "lain-29")))
    assert.isAtMost(table.bytes, 200_000)
  })

  it("fault-117 lets presets go last, while they hold no more than half", () => {
    const table = new CacheTable(200_000, ignore)
    for (let n = 0; n < 8; n++) table.put(`preset\np-${n}`, large)
    for (let n = 0; n < 100; n++) table.put(keyOf("a", `e-${n}`), large)
    for (let n = 0; n < 8; n++) assert.isDefined(table.get(`preset\np-${n}`), `${n}`)
    for (let n = 8; n < 100; n++) table.put(`preset\np-${n}`, large)
    const presets = [...table.slots.keys()].filter((key) => key.startsWith("preset\n")).length
    assert.isAbove(presets, 7)
    assert.isAbove(table.slots.size - presets, 7)
    assert.isDefined(table.get("preset\np-99"))
    assert.isAtMost(table.bytes, 200_000)
  })

  it("fault-117 puts an older copy of who holds little in the place of one of who holds much", () => {
    const table = new CacheTable(100_000, ignore)
    for (let n = 0; n < 9; n++) table.putOldest(keyOf("a", "isi", n), large)
    const held = table.slots.size
    assert.isUndefined(table.putOldest(keyOf("a", "lain"), large))
    assert.strictEqual(table.slots.size, held)
    assert.isDefined(table.putOldest(keyOf("b", "isi"), large))
    assert.isDefined(table.get(keyOf("a", "isi", 0)))
    assert.isUndefined(table.get(keyOf("a", "isi", held - 1)))
  })

  it("keeps its books whatever is put, used and dropped", () => {
    const places = fc.record({
      agency: fc.constantFrom("a", "b", "c"),
      path: fc.constantFrom("p", "q"),
      n: fc.nat({ max: 7 }),
      size: fc.nat({ max: 3_000 }),
      step: fc.constantFrom("put", "putOldest", "get", "drop")
    })
    fc.assert(fc.property(fc.array(places, { maxLength: 200 }), (steps) => {
      let left = 0
      const table = new CacheTable(20_000, () => left++)
      let came = 0
      for (const { agency, n, path, size, step } of steps) {
        const key = keyOf(agency, path, n)
        const known = table.slots.has(key)
        if (step === "get") table.get(key)
        else if (step === "drop") {
          const slot = table.slots.get(key)
          if (slot !== undefined) table.drop(slot)
        } else {
          const slot = table[step](key, cachedResponse("x".repeat(size)))
          if (!known && (slot !== undefined || step === "put")) came++
        }
        assert.isAtMost(table.bytes, 20_000)
        assert.strictEqual(table.bytes, [...table.slots.values()].reduce((sum, slot) => sum + slot.bytes, 0))
        assert.strictEqual(table.slots.size, came - left)
        for (const [name, slot] of table.slots) assert.strictEqual(table.get(name), slot)
      }
    }))
  })
})
