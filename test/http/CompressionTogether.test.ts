import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { compressed } from "../../src/http/Compression.ts"

const bodyOf = (n: number) => Buffer.from(`${n} `.repeat(50_000))

describe("a stored body", () => {
  it.live("is compressed once for all who ask at the same time", () =>
    Effect.gen(function*() {
      const body = bodyOf(1)
      const all = yield* Effect.all(Array.from({ length: 8 }, () => compressed(body, "br")), { concurrency: "unbounded" })
      assert.strictEqual(new Set(all).size, 1)
    }))

  it.live("keeps each of its codings, whichever was asked for meanwhile", () =>
    Effect.gen(function*() {
      const body = bodyOf(2)
      const [gzip, br] = yield* Effect.all([compressed(body, "gzip"), compressed(body, "br")], { concurrency: 2 })
      assert.strictEqual(yield* compressed(body, "gzip"), gzip)
      assert.strictEqual(yield* compressed(body, "br"), br)
    }))
})
