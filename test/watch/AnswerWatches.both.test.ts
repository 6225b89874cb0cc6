import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { SecretKeys } from "../../src/storage/SecretKeys.ts"
import { seenIn } from "../../src/watch/AnswerWatcher.ts"
import { AnswerWatches, claimedAtOnce, everyMillis, mostWatches } from "../../src/watch/AnswerWatches.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const keys = Layer.unwrap(Effect.map(TempDatabase.tempDirectory, (dataDir) => SecretKeys.layer({ dataDir })))
const database = AnswerWatches.layer.pipe(Layer.provide(keys), Layer.provideMerge(TempDatabase.layer))
const add = (application: string, target = "opd/data/isi") =>
  Effect.flatMap(AnswerWatches, (watches) => watches.add({ application, target, seal: "satu" }))

describe("what is watched", () => {
  it.effect("is due every five minutes, and one of several gateways gets it", () =>
    Effect.gen(function*() {
      const watches = yield* AnswerWatches
      yield* add("peta")
      yield* TestClock.adjust(everyMillis - 1)
      assert.deepStrictEqual(yield* watches.claim, [])
      yield* TestClock.adjust(1)
      const claimed = yield* Effect.all([watches.claim, watches.claim], { concurrency: "unbounded" })
      assert.lengthOf(claimed.flat(), 1)
      assert.deepStrictEqual(yield* watches.claim, [])
      yield* TestClock.adjust(everyMillis)
      assert.lengthOf(yield* watches.claim, 1)
    }).pipe(Effect.provide(database)))

  it.effect("is told by whoever saw it first, with what goes along, and by nobody where that fails", () =>
    Effect.gen(function*() {
      const watches = yield* AnswerWatches
      yield* add("peta")
      const [watch = assert.fail("none")] = yield* watches.of("peta")
      let told = 0
      const along = Effect.sync(() => void told++)
      yield* Effect.exit(watches.changed(watch, "dua", Effect.fail("not told")))
      assert.strictEqual((yield* watches.of("peta"))[0]?.seal, "satu")
      yield* watches.changed(watch, "dua", along)
      yield* watches.changed(watch, "dua", along)
      assert.strictEqual(told, 1)
      const [now = assert.fail("none")] = yield* watches.of("peta")
      yield* watches.end(now, "gone", along)
      yield* watches.changed(now, "tiga", along)
      yield* watches.end(now, "gone", along)
      assert.strictEqual(told, 2)
      yield* TestClock.adjust(everyMillis)
      assert.deepStrictEqual(yield* watches.claim, [])
      yield* watches.prune
      assert.lengthOf(yield* watches.of("peta"), 1)
      yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE answer_watches SET ended_at = ended_at - ${91 * 86_400_000}`)
      yield* watches.prune
      assert.deepStrictEqual(yield* watches.of("peta"), [])
    }).pipe(Effect.provide(database)))

  it.effect("is one of twenty of its application, and another application's is none of its", () =>
    Effect.gen(function*() {
      const watches = yield* AnswerWatches
      const made = yield* Effect.forEach(Array.from({ length: mostWatches + 1 }, (_, index) => `opd/data/isi/${index}`), (target) =>
        add("peta", target))
      assert.lengthOf(
        made.filter((id) =>
          id !== undefined
        ),
        mostWatches
      )
      const [first = ""] = made
      assert.isFalse(yield* watches.remove("lain", first ?? ""))
      assert.isTrue(yield* watches.remove("peta", first ?? ""))
      assert.isString(yield* add("peta"))
      for (let index = 0; index <= claimedAtOnce; index++) yield* add(`lain-${index}`)
      yield* TestClock.adjust(everyMillis)
      assert.lengthOf(yield* watches.claim, claimedAtOnce)
    }).pipe(Effect.provide(database)))
})

describe("what an answer says of what is watched", () => {
  const answer = (status: number, code: string | null = null, headers: Readonly<Record<string, string>> = {}) =>
    seenIn({ status, code, headers: Object.entries(headers) })

  it("is news only of good and fresh data, and an end only where trying again does not help", () => {
    const etag = "W/\"2\""
    assert.deepStrictEqual(answer(200, null, { etag }), { is: "answered", etag })
    assert.deepStrictEqual(answer(200, null, { etag, "x-cache": "HIT" }), { is: "answered", etag })
    assert.deepStrictEqual(answer(200, null, { etag, "x-cache": "STALE-CIRCUIT" }), { is: "unknown", code: null })
    assert.deepStrictEqual(answer(200), { is: "unknown", code: null })
    for (
      const [status, code] of [[401, "unauthorized"], [408, "request-timeout"], [429, "quota-exceeded"], [500, "internal-error"], [
        503,
        "circuit-open"
      ], [504, "agency-timeout"]] as const
    ) {
      assert.deepStrictEqual(answer(status, code), { is: "unknown", code })
    }
    for (const [status, code] of [[400, "masked-field"], [403, "scope-missing"], [404, "not-found-at-agency"], [410, "gone"]] as const) {
      assert.deepStrictEqual(answer(status, code), { is: "refused", code })
    }
  })
})
