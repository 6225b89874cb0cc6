import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { StaleCache } from "../../src/resilience/StaleCache.ts"
import { copyOf, textOf } from "./copyOf.ts"

const provided = Effect.provide(StaleCache.layerMemory({ maxBytes: 1_000_000 }))

describe("StaleCache", () => {
  it.effect("gives back what was put, whole", () =>
    Effect.gen(function*() {
      const cache = yield* StaleCache
      const copy = copyOf("{\"data\":[]}", { storedAt: 5, masked: 3 })
      cache.put("key", copy)
      assert.deepStrictEqual(cache.get("key", "policy", 10), copy)
      assert.isUndefined(cache.get("other", "policy", 10))
      assert.strictEqual(cache.usage().entries, 1)
    }).pipe(provided))

  it.effect("fault-65 serves no copy that was made under another policy", () =>
    Effect.gen(function*() {
      const cache = yield* StaleCache
      cache.put("key", copyOf("{\"nama\":\"Budi\"}", { policy: "before" }))
      assert.isUndefined(cache.get("key", "after", 10))
      cache.put("key", copyOf("{\"nama\":\"B***\"}", { policy: "after" }))
      assert.strictEqual(textOf(cache.get("key", "after", 10)), "{\"nama\":\"B***\"}")
      assert.isUndefined(cache.get("key", "before", 10))
    }).pipe(provided))

  it.effect("fault-66 serves a copy until the last millisecond of its bound and never after, with its true age", () =>
    Effect.gen(function*() {
      const cache = yield* StaleCache
      cache.put("key", copyOf("{}", { storedAt: 1_000, expiresAt: 61_000 }))
      assert.strictEqual(cache.get("key", "policy", 60_999)?.storedAt, 1_000)
      assert.isUndefined(cache.get("key", "policy", 61_000))
      assert.deepStrictEqual(cache.usage(), { entries: 0, bytes: 0 })
    }).pipe(provided))

  it.effect("stores no copy that expires at once", () =>
    Effect.gen(function*() {
      const cache = yield* StaleCache
      cache.put("key", copyOf("{}", { storedAt: 1_000, expiresAt: 1_000 }))
      assert.strictEqual(cache.usage().entries, 0)
    }).pipe(provided))

  it.effect("fault-63 stores nothing of a flight that failed, and leaves the copy that was there", () =>
    Effect.gen(function*() {
      const cache = yield* StaleCache
      cache.put("key", copyOf("stale"))
      assert.strictEqual(yield* Effect.flip(cache.flight("key", "policy", Effect.fail("broken"))), "broken")
      assert.strictEqual(textOf(cache.get("key", "policy", 1)), "stale")
      assert.strictEqual(textOf(yield* cache.flight("key", "policy", Effect.succeed(copyOf("anew")))), "anew")
    }).pipe(provided))
})
