/** Whatever the two documents are, the patch makes of the one the other. */
import { assert, describe, it } from "@effect/vitest"
import { readLiveDocument } from "../../src/gateway/live/LiveDocument.ts"
import { livePatch } from "../../src/gateway/live/LivePatch.ts"
import fc from "../support/Property.ts"
import { applyPatch } from "./ApplyPatch.ts"

const envelope = (data: unknown, meta: object = {}): Buffer =>
  Buffer.from(JSON.stringify({ status: "success", message: "m", data, meta: { version: "4.0", generatedAt: "t", masked: 0, ...meta } }))
const documentOf = (data: unknown, meta: object = {}) => readLiveDocument(envelope(data, meta))

/** @returns what the client has then, without what is the answer's own */
const followed = (before: Buffer, after: Buffer, key?: string): unknown => {
  const patch = livePatch(readLiveDocument(before), readLiveDocument(after), key)
  return patch === undefined
    ? JSON.parse(after.toString())
    : patch === ""
    ? JSON.parse(before.toString())
    : applyPatch(JSON.parse(before.toString()), patch)
}

const value = fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null))
const row = fc.record(
  { kode: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constant("x")), a: value, b: fc.array(value, { maxLength: 3 }) },
  { requiredKeys: ["a"] }
)
const data = fc.oneof({ weight: 6, arbitrary: fc.array(row, { maxLength: 12 }) }, fc.jsonValue({ maxDepth: 3 }))

describe("a live patch", () => {
  it("makes the next document of the one before, with a key and without", () => {
    fc.assert(
      fc.property(data, data, fc.constantFrom(undefined, "kode"), (one, other, key) => {
        const [before, after] = [envelope(one, { count: 1 }), envelope(other, { masked: 3, more: true })]
        assert.deepEqual(followed(before, after, key), JSON.parse(after.toString()))
      }),
      { numRuns: 3_000 }
    )
  })

  it("is empty where nothing but the time of the answer differs", () => {
    const other = Buffer.from(envelope([{ a: 1 }]).toString().replace("\"generatedAt\":\"t\"", "\"generatedAt\":\"later\""))
    assert.strictEqual(livePatch(documentOf([{ a: 1 }]), readLiveDocument(other), undefined), "")
  })

  it("follows rows by their key: those that come, go, move and change", () => {
    const many = Array.from({ length: 30 }, (_, id) => ({ id, name: `row ${id}`, more: "x".repeat(40) }))
    const [first, second, third, ...rest] = many
    const patch = livePatch(documentOf(many), documentOf([third, first, ...rest.slice(0, -1), { id: 99, name: "new" }]), "id") ?? ""
    assert.deepStrictEqual(JSON.parse(patch), [
      { op: "remove", path: "/data/29" },
      { op: "remove", path: "/data/1" },
      { op: "move", from: "/data/1", path: "/data/0" },
      { op: "add", path: "/data/28", value: { id: 99, name: "new" } }
    ])
    assert.strictEqual(second?.id, 1)
    const changed = livePatch(documentOf(many), documentOf(many.map((one) => one.id === 7 ? { ...one, name: "other" } : one)), "id")
    assert.deepStrictEqual(JSON.parse(changed ?? ""), [{ op: "replace", path: "/data/7/name", value: "other" }])
  })

  it("keeps every digit of a number that double precision would change", () => {
    const before = Buffer.from(
      envelope("@").toString().replace("\"@\"", `[{"id":1,"n":9007199254740993},${"{\"id\":2},".repeat(9)}{"id":3}]`)
    )
    const after = Buffer.from(before.toString().replace("9007199254740993", "9007199254740995"))
    const patch = livePatch(readLiveDocument(before), readLiveDocument(after), undefined)
    assert.strictEqual(patch, "[{\"op\":\"replace\",\"path\":\"/data/0\",\"value\":{\"id\":1,\"n\":9007199254740995}}]")
  })

  it("gives way to the whole where it would be longer", () => {
    const numbered = (name: string) => documentOf(Array.from({ length: 20 }, (_, at) => ({ [name]: at })))
    assert.isUndefined(livePatch(numbered("a"), numbered("b"), undefined))
  })
})
