import { assert, describe, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }
import { productVersion } from "../../src/domain/Version.ts"

describe("the version", () => {
  it("is the one that npm is told", () => {
    assert.strictEqual(manifest.version, productVersion)
  })
})
