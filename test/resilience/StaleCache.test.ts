import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import type { CachedResponse } from "../../src/resilience/CachedResponse.ts"
import { makeSingleFlight } from "../../src/resilience/SingleFlight.ts"
import { StaleCache } from "../../src/resilience/StaleCache.ts"
import { cachedResponse, textOf } from "./cachedResponse.ts"

const provided = Effect.provide(StaleCache.layerMemory({ maxBytes: 1_000_000 }))

describe("StaleCache", () => {
  it.effect("gives back what was put, whole", () =>
    Effect.gen(function*() {
      const cache = yield* StaleCache
      const response = cachedResponse("{\"data\":[]}", { storedAt: 5, masked: 3 })
      cache.put("key", response)
      assert.deepStrictEqual(cache.get("key", "policy", 10), response)
      assert.isUndefined(cache.get("other", "policy", 10))
      assert.strictEqual(cache.usage().entries, 1)
    }).pipe(provided))

  it.effect("fault-65 serves no copy that was made under another policy", () =>
    Effect.gen(function*() {
      const cache = yield* StaleCache
      cache.put("key", cachedResponse("{\"nama\":\"Budi\"}", { policy: "before" }))
      assert.isUndefined(cache.get("key", "after", 10))
      cache.put("key", cachedResponse("{\"nama\":\"B***\"}", { policy: "after" }))
      assert.strictEqual(textOf(cache.get("key", "after", 10)), "{\"nama\":\"B***\"}")
      assert.isUndefined(cache.get("key", "before", 10))
    }).pipe(provided))

  it.effect("fault-66 serves a copy until the last millisecond of its bound and never after, with its true age", () =>
    Effect.gen(function*() {
      const cache = yield* StaleCache
      cache.put("key", cachedResponse("{}", { storedAt: 1_000, expiresAt: 61_000 }))
      assert.strictEqual(cache.get("key", "policy", 60_999)?.storedAt, 1_000)
      assert.isUndefined(cache.get("key", "policy", 61_000))
      assert.deepStrictEqual(cache.usage(), { entries: 0, bytes: 0 })
    }).pipe(provided))

  it.effect("stores no copy that expires at once", () =>
    Effect.gen(function*() {
      const cache = yield* StaleCache
      cache.put("key", cachedResponse("{}", { storedAt: 1_000, expiresAt: 1_000 }))
      assert.strictEqual(cache.usage().entries, 0)
    }).pipe(provided))

  it.effect("lets go of a copy, and stores the next one in its place", () =>
    Effect.gen(function*() {
      const cache = yield* StaleCache
      cache.drop("key")
      cache.put("key", cachedResponse("before"))
      cache.drop("key")
      for (const policy of ["policy", ""]) assert.strictEqual(textOf(cache.get("key", policy, 1)) ?? "", "")
      cache.put("key", cachedResponse("after"))
      assert.strictEqual(textOf(cache.get("key", "policy", 1)), "after")
    }).pipe(provided))

  it.effect("knows whether any copy is one application's alone", () =>
    Effect.gen(function*() {
      const cache = yield* StaleCache
      cache.put("key", cachedResponse("for all"))
      assert.isFalse(cache.hasUnshared())
      for (const key of ["one", "other"]) cache.put(key, cachedResponse("for one", { onlyFor: "app", expiresAt: 1_000 }))
      assert.isTrue(cache.hasUnshared())
      cache.put("one", cachedResponse("again", { onlyFor: "app" }))
      cache.drop("one")
      assert.isTrue(cache.hasUnshared())
      assert.isUndefined(cache.get("other", "policy", 1_000))
      assert.isFalse(cache.hasUnshared())
    }).pipe(provided))

  it.effect("fault-63 stores nothing of a flight that failed, and leaves the copy that was there", () =>
    Effect.gen(function*() {
      const cache = yield* StaleCache
      const flights = makeSingleFlight<CachedResponse>()
      cache.put("key", cachedResponse("stale"))
      assert.strictEqual(yield* Effect.flip(flights.fly("key", "policy", Effect.fail("broken"))), "broken")
      assert.strictEqual(textOf(cache.get("key", "policy", 1)), "stale")
      assert.strictEqual(textOf(yield* flights.fly("key", "policy", Effect.succeed(cachedResponse("anew")))), "anew")
    }).pipe(provided))
})
