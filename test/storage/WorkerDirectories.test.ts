import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { lockWorker, ownDirectory, prepareWorkerDirectories, waitForWorkers } from "../../src/storage/WorkerDirectories.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const file = (dataDir: string, worker: number) => join(ownDirectory(dataDir, worker), "seen-verdicts.json")
const write = (dataDir: string, worker: number, text: string) => {
  mkdirSync(ownDirectory(dataDir, worker), { recursive: true })
  writeFileSync(file(dataDir, worker), text)
}
const read = (dataDir: string, worker: number): unknown => JSON.parse(readFileSync(file(dataDir, worker), "utf8"))

describe("the directories of workers", () => {
  it.live("tell each what another has learnt of endpoints that it does not know, and keep nobody's own from them", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      write(dataDir, 1, `{"a":1,"b":1}`)
      write(dataDir, 2, `{"b":2,"c":2}`)
      yield* prepareWorkerDirectories(dataDir, 3)
      assert.deepStrictEqual(read(dataDir, 1), { a: 1, b: 1, c: 2 })
      assert.deepStrictEqual(read(dataDir, 2), { a: 1, b: 2, c: 2 })
      assert.deepStrictEqual(read(dataDir, 3), { a: 1, b: 1, c: 2 })
    }))

  it.live("lose nothing of workers that are too many, whose copies go with them", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      write(dataDir, 1, `{"a":1}`)
      write(dataDir, 3, `{"d":3}`)
      yield* prepareWorkerDirectories(dataDir, 1)
      assert.deepStrictEqual(read(dataDir, 1), { a: 1, d: 3 })
      assert.isFalse(existsSync(ownDirectory(dataDir, 3)))
    }))

  it.live("leave a file that is damaged to whose it is, and a gateway without workers as it was", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      write(dataDir, 1, `{"a":`)
      yield* prepareWorkerDirectories(dataDir, 1)
      assert.isFalse(existsSync(join(dataDir, "workers")))
      write(dataDir, 2, `{"b":2}`)
      yield* prepareWorkerDirectories(dataDir, 2)
      assert.strictEqual(readFileSync(file(dataDir, 1), "utf8"), `{"a":`)
      assert.deepStrictEqual(read(dataDir, 2), { b: 2 })
    }))

  it.live("are waited for while a worker of before still has one, and no longer than is said", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      const lock = yield* Effect.forkChild(Effect.scoped(Effect.andThen(lockWorker(dataDir, 2), Effect.never)))
      while (!existsSync(join(dataDir, "workers", "2", "serve.json"))) yield* Effect.sleep("10 millis")
      const refused = yield* Effect.flip(waitForWorkers(dataDir, Duration.millis(300)))
      assert.strictEqual(refused._tag, "DirectoryInUse")
      const waiting = yield* Effect.forkChild(waitForWorkers(dataDir, Duration.minutes(1)))
      yield* Effect.sleep("200 millis")
      yield* Fiber.interrupt(lock)
      yield* Fiber.join(waiting)
    }))
})
