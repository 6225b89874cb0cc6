import { assert, describe, it } from "@effect/vitest"
import { tongueOf } from "../../src/pages/Language.ts"

describe("the language of a page", () => {
  it("is the one that the browser would rather have, Indonesian where it says nothing of either", () => {
    const cases = [
      [undefined, "id"],
      ["", "id"],
      ["en", "en"],
      ["en-US,en;q=0.9,id;q=0.8", "en"],
      ["id-ID,id;q=0.9,en;q=0.8", "id"],
      ["EN-gb;Q=0.2, id;q=0.1", "en"],
      ["en;q=0.5, id;q=0.5", "id"],
      ["en;q=7, id", "id"],
      ["en;q=0", "id"],
      ["fr, *;q=0.5", "id"],
      ["english", "id"]
    ] as const
    for (const [header, language] of cases) assert.strictEqual(tongueOf(null, header).language, language, header)
  })

  it("is the address's where that says one", () => {
    assert.deepStrictEqual(tongueOf("en", "id"), { language: "en", isChosen: true })
    assert.deepStrictEqual(tongueOf("fr", "en"), { language: "en", isChosen: false })
  })
})
