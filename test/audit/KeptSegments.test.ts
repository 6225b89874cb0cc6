/** What is kept of loaded segments, and what gives way. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { appendFileSync, readdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type KeptOptions, type KeptSegments, makeKeptSegments } from "../../src/audit/KeptSegments.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const day = 86_400_000
const keptIn = (directory: string, options: Partial<KeptOptions> = {}) =>
  makeKeptSegments({ directory, keepMillis: day, maxBytes: 64 * 1024, waiting: () => 0, ...options })
/** The packs are of 1 KiB: each of these begins one. */
const entries = Buffer.alloc(1024, 7)
const names = (kept: KeptSegments) =>
  Effect.gen(function*() {
    const found: Array<string> = []
    for (const pack of yield* kept.packs) found.push(...(yield* kept.read(pack)).segments.map(({ segment }) => segment))
    return found
  })
/** By the real clock: a pack's name and age are. */
const addAll = (kept: KeptSegments, ...segments: ReadonlyArray<string>) =>
  Effect.forEach(segments, (segment) => Effect.andThen(kept.addSegment(segment, entries, "kota"), Effect.sleep(3)), { discard: true })

describe("KeptSegments", () => {
  it.live("gives back what it was given, in its order, across processes", () =>
    Effect.gen(function*() {
      const directory = yield* tempDirectory
      yield* addAll(yield* keptIn(directory), "a", "b")
      const kept = yield* keptIn(directory)
      yield* addAll(kept, "c")
      assert.deepStrictEqual(yield* names(kept), ["a", "b", "c"])
      const [pack = ""] = yield* kept.packs
      assert.deepStrictEqual((yield* kept.read(pack)).segments[0], { segment: "a", database: "kota", entries })
    }))

  it.live("reads a pack that a crash tore up to there", () =>
    Effect.gen(function*() {
      const directory = yield* tempDirectory
      const kept = yield* keptIn(directory)
      yield* addAll(kept, "a")
      const [pack = ""] = yield* kept.packs
      appendFileSync(join(directory, pack), "{\"segment\":\"b\",\"bytes\":1024,\"database\":\"kota\"}\nhalf")
      assert.deepStrictEqual(yield* names(kept), ["a"])
      appendFileSync(join(directory, pack), "\u0000not a line\n")
      assert.deepStrictEqual(yield* names(kept), ["a"])
    }))

  it.live("the oldest give way: to their age, to a bound of half of the journal's, to what is not loaded yet, to a full disk", () =>
    Effect.gen(function*() {
      const directory = yield* tempDirectory
      let waiting = 0
      const kept = yield* keptIn(directory, { waiting: () => waiting })
      yield* addAll(kept, "a", "b")
      const [oldest = ""] = readdirSync(directory).sort()
      renameSync(join(directory, oldest), join(directory, `000000000${oldest.slice(9)}`))
      yield* kept.makeRoom(false)
      assert.deepStrictEqual(yield* names(kept), ["b"])

      const many = Array.from({ length: 40 }, (_, index) => `c${index}`)
      yield* addAll(kept, ...many)
      yield* kept.makeRoom(false)
      const left = yield* names(kept)
      assert.isBelow(left.length * entries.length, 32 * 1024)
      assert.deepStrictEqual(left, many.slice(-left.length))

      yield* kept.makeRoom(true)
      assert.deepStrictEqual(yield* names(kept), left.slice(4))
      waiting = 64 * 1024
      yield* kept.makeRoom(false)
      assert.deepStrictEqual(yield* names(kept), [])
    }))

  it.live("a disk that takes nothing holds nothing up", () =>
    Effect.gen(function*() {
      const directory = yield* tempDirectory
      const kept = yield* keptIn(directory)
      rmSync(directory, { recursive: true })
      yield* kept.addSegment("a", entries, "kota")
    }))
})
