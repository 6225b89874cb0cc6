/** What developers ask agencies for, over a real database. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { DatasetWishes, mostWaiting } from "../../src/access/DatasetWishes.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const TestLive = DatasetWishes.layer.pipe(Layer.provideMerge(TempDatabase.layer))

describe("DatasetWishes", () => {
  it.effect("lets ten of one developer wait and no more, however many come at once", () =>
    Effect.gen(function*() {
      const { ask, ofDeveloper } = yield* DatasetWishes
      const one = (index: number) => ask({ agency: "dinkes", by: "budi", what: `data ${index}`, why: "untuk peta" })
      const taken = yield* Effect.forEach(Array.from({ length: 30 }, (_, index) => index), one, { concurrency: "unbounded" })
      assert.lengthOf(yield* ofDeveloper("budi"), mostWaiting)
      assert.lengthOf(taken.filter((is) => is), mostWaiting)
    }).pipe(Effect.provide(TestLive)))
})
