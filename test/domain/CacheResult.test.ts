import { assert, it } from "@effect/vitest"
import { cacheCode, cacheResults } from "../../src/domain/CacheResult.ts"

it("a cache result has the code of its place, and 0 is none", () => {
  assert.deepStrictEqual([null, ...cacheResults].map(cacheCode), [0, 1, 2, 3])
})
