import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { TokenTable } from "../../src/access/TokenTable.ts"
import type { Caller } from "../../src/domain/Caller.ts"
import { noPrivateAccess } from "../../src/domain/PrivateAccess.ts"
import fc from "../support/Property.ts"

const digest = (name: string | number) => createHash("sha256").update(String(name)).digest("latin1")
const caller = (tokenId: string, expiresAt: number): Caller => ({
  tokenId,
  bucket: tokenId,
  application: "a",
  scopes: new Set(),
  privateAccess: noPrivateAccess,
  expiresAt,
  isRehearsal: false
})

describe("TokenTable", () => {
  // All end alike, so they share one of the 256 parts, and 256 first words, so they collide.
  const keys = Array.from({ length: 201 }, (_, name) => `${digest(name).slice(0, 1)}\0\0\0${digest(name).slice(4, 31)}\0`)
  const key = (name: number) => keys[name] ?? ""

  it("agrees with a Map whatever is put in, replaced, removed and swept", () => {
    const operation = fc.record({
      kind: fc.constantFrom("set", "set", "delete", "sweep"),
      name: fc.nat(200),
      expiresAt: fc.integer({ min: 1, max: 100 }),
      now: fc.integer({ min: 0, max: 100 })
    })
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 600, size: "max" }), (operations) => {
        const table = new TokenTable()
        const map = new Map<number, Caller>()
        for (const { expiresAt, kind, name, now } of operations) {
          if (kind === "set") {
            table.set(key(name), caller(`t${name}`, expiresAt))
            map.set(name, caller(`t${name}`, expiresAt))
          } else if (kind === "delete") {
            assert.strictEqual(table.delete(key(name)), map.delete(name))
          } else {
            table.sweep(now)
            for (const [known, { expiresAt: end }] of map) if (end <= now) map.delete(known)
          }
          assert.strictEqual(table.size, map.size)
        }
        for (let name = 0; name <= 200; name++) assert.deepStrictEqual(table.get(key(name), 0), map.get(name))
      }),
      { numRuns: 60 }
    )
  })

  it("compares the whole digest", () => {
    const table = new TokenTable()
    const known = digest("known")
    table.set(known, caller("t", 10))
    for (let at = 0; at < 32; at++) {
      const other = known.slice(0, at) + String.fromCharCode(known.charCodeAt(at) ^ 1) + known.slice(at + 1)
      assert.isUndefined(table.get(other, 0))
    }
  })

  it("fault-11 a token is valid until its last millisecond and not in the next", () => {
    const table = new TokenTable()
    table.set(digest("t"), caller("t", 86_400_000))
    assert.strictEqual(table.get(digest("t"), 86_399_999)?.tokenId, "t")
    assert.isUndefined(table.get(digest("t"), 86_400_000))
  })

  it("what has expired leaves memory, part by part", () => {
    const table = new TokenTable()
    for (let name = 0; name < 5_000; name++) table.set(digest(name), caller(String(name), name % 2 === 0 ? 10 : 1_000))
    table.sweep(10, 1)
    assert.isAbove(table.size, 4_000)
    for (let part = 0; part < 256; part++) table.sweep(10, 1)
    assert.strictEqual(table.size, 2_500)
    assert.strictEqual(table.get(digest(4_999), 20)?.tokenId, "4999")
  })
})
