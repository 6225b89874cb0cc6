import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type News, Worker } from "../../src/domain/Worker.ts"
import { Readiness } from "../../src/watch/Readiness.ts"

const makeWorker = () => {
  const told: Array<News> = []
  const heard: Array<(news: News) => void> = []
  const worker: Worker = {
    number: 1,
    workers: 2,
    isConnected: () => true,
    remember: () => Promise.reject(new Error("nothing is asked")),
    tell: (news) => void told.push(news),
    onNews: (hear) => void heard.push(hear),
    heardKey: undefined,
    tellKey: () => {},
    asked: Effect.never,
    ready: Effect.void
  }
  return { told, worker, hear: (about: News["about"]) => heard.forEach((hear) => hear({ about, subject: "" })) }
}

describe("the readiness of a worker", () => {
  it.effect("is held with that of the others, whoever was told, and says nothing of what it was told itself", () => {
    const { hear, told, worker } = makeWorker()
    return Effect.gen(function*() {
      const readiness = yield* Readiness
      hear("hold")
      assert.strictEqual(readiness.state(), "held")
      assert.deepStrictEqual(told, [])
      assert.isTrue(yield* readiness.resume)
      assert.isFalse(yield* readiness.resume)
      assert.deepStrictEqual(told, [{ about: "resume", subject: "" }])
      hear("forget")
      assert.strictEqual(readiness.state(), "ready")
      assert.isTrue(yield* readiness.hold)
      hear("resume")
      assert.isTrue(readiness.isReady())
      yield* readiness.drain
      hear("resume")
      assert.strictEqual(readiness.state(), "closing")
    }).pipe(Effect.provide(Readiness.layer), Effect.provideService(Worker, worker))
  })
})
