import { assert, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { seal, unseal } from "../../src/storage/SealedText.ts"

describe("a sealed text", () => {
  const key = randomBytes(32)
  it("opens with its key and purpose, and with nothing else", () => {
    const sealed = seal(key, "rahasia dinas ✓", "dinkes")
    assert.notInclude(sealed, "rahasia")
    assert.strictEqual(unseal(key, sealed, "dinkes"), "rahasia dinas ✓")
    assert.isUndefined(unseal(key, sealed, "dishub"))
    assert.isUndefined(unseal(randomBytes(32), sealed, "dinkes"))
  })
  it("does not open once a byte of it is changed or missing", () => {
    const bytes = Buffer.from(seal(key, "rahasia", "dinkes").slice(3), "base64url")
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      assert.isUndefined(unseal(key, `v1.${changed.toString("base64url")}`, "dinkes"))
      assert.isUndefined(unseal(key, `v1.${bytes.subarray(0, index).toString("base64url")}`, "dinkes"))
    }
    for (const text of ["", "v1.", "rahasia", "v2.AAAA"]) assert.isUndefined(unseal(key, text, "dinkes"))
  })
  it("is another text each time", () => assert.notStrictEqual(seal(key, "sama", "dinkes"), seal(key, "sama", "dinkes")))
})
