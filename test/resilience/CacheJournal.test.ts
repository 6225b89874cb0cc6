import { describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { assert, vi } from "vitest"
import { StaleCache } from "../../src/resilience/StaleCache.ts"
import { cachedResponse, textOf } from "./cachedResponse.ts"

const makeDirectory = Effect.acquireRelease(
  Effect.sync(() => join(mkdtempSync(join(tmpdir(), "copies-")), "copies")),
  (directory) => Effect.sync(() => rmSync(join(directory, ".."), { recursive: true, force: true }))
)

/** One run of the gateway: builds the cache, uses it, shuts it down. */
const run = <A>(directory: string, use: (cache: StaleCache["Service"]) => A | Effect.Effect<A>, maxBytes = 10_000_000) =>
  Effect.gen(function*() {
    const cache = yield* StaleCache
    // Lets the background fiber begin.
    yield* Effect.yieldNow
    const result = use(cache)
    return Effect.isEffect(result) ? yield* result : result
  }).pipe(Effect.provide(StaleCache.layer({ maxBytes, directory })))

const segmentsOf = (directory: string) => readdirSync(directory).filter((name) => name.endsWith(".seg")).sort()
const bytesOf = (directory: string) => segmentsOf(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)
/** Lets time pass for the writer, whose disk is a real one and takes some real time. */
const pass = (seconds: number) =>
  Effect.repeat(Effect.andThen(TestClock.adjust(250), Effect.promise(() => setTimeout(1))), { times: seconds * 4 - 1 })
/** Lets the writer's time come, and waits for the disk. */
const written = (check: () => void) => Effect.andThen(TestClock.adjust(250), Effect.promise(() => vi.waitFor(check)))

const scoped = <A, E>(body: (directory: string) => Effect.Effect<A, E>) => Effect.scoped(Effect.flatMap(makeDirectory, body))

describe("CacheJournal", () => {
  it.effect("brings the copies back after a restart, whole, the newest of each key", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        const last = cachedResponse("{\"data\":\"é\"}", { storedAt: 7, masked: 2, etag: "W/\"7\"" })
        yield* run(directory, (cache) => {
          cache.put("a", cachedResponse("first"))
          cache.put("b", cachedResponse("other"))
          cache.put("a", cachedResponse("second"))
        })
        yield* run(directory, (cache) => cache.put("a", last))
        yield* run(directory, (cache) => {
          assert.deepStrictEqual(cache.get("a", "policy", 10), last)
          assert.strictEqual(textOf(cache.get("b", "policy", 10)), "other")
          assert.isUndefined(cache.get("a", "another policy", 10))
        })
      })
    ))

  it.effect("brings nothing back that a newer copy had taken the place of, or that was dropped, once that is expired", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        yield* run(directory, (cache) => {
          for (const key of ["replaced", "dropped"]) cache.put(key, cachedResponse("before"))
        })
        yield* run(directory, (cache) => {
          for (const key of ["replaced", "dropped"]) cache.put(key, cachedResponse("after", { expiresAt: 1_000 }))
          cache.drop("dropped")
        })
        yield* TestClock.adjust(2_000)
        yield* run(directory, (cache) => {
          for (const key of ["replaced", "dropped"]) assert.isUndefined(cache.get(key, "policy", 2_000), key)
        })
      })
    ))

  it.effect("writes in the background, so that copies outlive a process that is killed", () =>
    scoped((directory) =>
      run(directory, (cache) =>
        Effect.gen(function*() {
          for (let key = 0; key < 100; key++) cache.put(`key-${key}`, cachedResponse(`body-${key}`))
          yield* written(() => assert.isAbove(bytesOf(directory), 100 * 60))
          const killed = `${directory}-killed`
          cpSync(directory, killed, { recursive: true })
          yield* run(killed, (revived) => assert.strictEqual(revived.usage().entries, 100))
        }))
    ))

  it.effect("writes a key that changes all the time again only after a while, and the latest at the end", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        yield* run(directory, (cache) =>
          Effect.gen(function*() {
            cache.put("key", cachedResponse("0"))
            yield* written(() => assert.isAbove(bytesOf(directory), 0))
            const once = bytesOf(directory)
            for (let refresh = 1; refresh < 10; refresh++) {
              cache.put("key", cachedResponse(`${refresh}`))
              yield* pass(1)
            }
            assert.strictEqual(bytesOf(directory), once)
            yield* pass(2)
            yield* written(() => assert.strictEqual(bytesOf(directory), 2 * once))
            cache.put("key", cachedResponse("z"))
          }))
        yield* run(directory, (cache) => assert.strictEqual(textOf(cache.get("key", "policy", 1)), "z"))
      })
    ))

  it.effect("brings no copy back that was let go of", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        yield* run(directory, (cache) => {
          cache.put("gone", cachedResponse("gone"))
          cache.put("kept", cachedResponse("kept"))
        })
        yield* run(directory, (cache) => cache.drop("gone"))
        yield* run(
          directory,
          (cache) => assert.deepStrictEqual(["gone", "kept"].map((key) => textOf(cache.get(key, "policy", 1))), [undefined, "kept"])
        )
      })
    ))

  it.effect("brings no copy back that was let go of after it had given way to others in memory", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        const body = "x".repeat(3_000)
        yield* run(directory, (cache) =>
          Effect.gen(function*() {
            cache.put("gone", cachedResponse(body))
            yield* pass(1)
            assert.isAbove(bytesOf(directory), 3_000)
            for (const key of ["b", "c"]) cache.put(key, cachedResponse(body))
            assert.isUndefined(cache.get("gone", "policy", 1))
            cache.drop("gone")
            cache.drop("never there")
            assert.strictEqual(cache.usage().entries, 3)
          }), 10_000)
        yield* run(directory, (cache) => {
          assert.isUndefined(cache.get("gone", "policy", 1))
          assert.strictEqual(textOf(cache.get("b", "policy", 1)), body)
        })
      })
    ))

  it.effect("brings no copy back that was let go of, where the process is killed a moment later", () =>
    scoped((directory) =>
      run(directory, (cache) =>
        Effect.gen(function*() {
          cache.put("gone", cachedResponse("gone"))
          yield* written(() => assert.isAbove(bytesOf(directory), 0))
          const before = bytesOf(directory)
          cache.drop("gone")
          yield* written(() => assert.isAbove(bytesOf(directory), before))
          const killed = `${directory}-killed`
          cpSync(directory, killed, { recursive: true })
          yield* run(killed, (revived) => assert.isUndefined(revived.get("gone", "policy", 1)))
        }))
    ))

  it.effect("brings back no copy whose successor finds no room", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        yield* run(directory, (cache) => cache.put("key", cachedResponse("old")))
        yield* run(directory, (cache) => {
          cache.put("key", cachedResponse("x".repeat(5_000)))
          cache.put("other", cachedResponse("y".repeat(4_000)))
        })
        yield* run(directory, (cache) => {
          assert.strictEqual(cache.get("other", "policy", 1)?.body.length, 4_000)
          assert.isUndefined(cache.get("key", "policy", 1))
        }, 10_000)
      })
    ))

  it.effect("leaves expired copies behind", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        yield* run(directory, (cache) => {
          cache.put("short", cachedResponse("short", { expiresAt: 1_000 }))
          cache.put("long", cachedResponse("long"))
        })
        yield* TestClock.adjust(1_000)
        yield* run(
          directory,
          (cache) => assert.deepStrictEqual([cache.usage().entries, textOf(cache.get("long", "policy", 1_000))], [1, "long"])
        )
      })
    ))

  it.effect("skips torn and damaged records, strange files and empty ones, and loads the rest", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        yield* run(directory, (cache) => {
          for (const key of ["a", "b", "c"]) cache.put(key, cachedResponse(`body of ${key}`))
        })
        const segment = join(directory, segmentsOf(directory)[0] ?? "")
        const bytes = readFileSync(segment)
        bytes[bytes.indexOf("body of b") + 3] = 0
        writeFileSync(segment, bytes)
        appendFileSync(segment, bytes.subarray(0, 40))
        writeFileSync(join(directory, "copies-0000000007.seg"), "")
        writeFileSync(join(directory, "notes.txt"), "mine")
        yield* run(directory, (cache) => {
          assert.deepStrictEqual(["a", "b", "c"].map((key) => textOf(cache.get(key, "policy", 1))), ["body of a", undefined, "body of c"])
        })
        assert.strictEqual(readFileSync(join(directory, "notes.txt"), "utf8"), "mine")
      })
    ))

  it.effect("lets only its owner read directory and files", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        mkdirSync(directory, { mode: 0o755 })
        yield* run(directory, (cache) => cache.put("key", cachedResponse("body")))
        assert.strictEqual(statSync(directory).mode & 0o777, 0o700)
        for (const name of segmentsOf(directory)) assert.strictEqual(statSync(join(directory, name)).mode & 0o777, 0o600)
        assert.strictEqual(segmentsOf(directory).length, 1)
      })
    ))

  it.effect("fault-64 keeps the disk within its bound while copies come and go, and loads no more than memory holds", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        const maxBytes = 400_000
        for (let round = 0; round < 12; round++) {
          yield* run(directory, (cache) => {
            for (let key = 0; key < 100; key++) cache.put(`${round}-${key}`, cachedResponse("x".repeat(1_000)))
          }, maxBytes)
          assert.isAtMost(bytesOf(directory), maxBytes + maxBytes / 8 + 110_000)
        }
        yield* run(directory, (cache) => {
          assert.isAtMost(cache.usage().bytes, maxBytes)
          assert.isAtLeast(cache.usage().entries, 100)
          assert.isDefined(cache.get("11-99", "policy", 1))
        }, maxBytes)
      })
    ))

  it.effect("frees the disk of outdated records and loses no copy by it", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        const maxBytes = 800_000
        yield* run(directory, (cache) => {
          for (let key = 0; key < 50; key++) cache.put(`lasting-${key}`, cachedResponse(`lasting ${key} ${"x".repeat(1_000)}`))
        }, maxBytes)
        for (let round = 0; round < 40; round++) {
          yield* run(directory, (cache) => {
            for (let key = 0; key < 50; key++) cache.put(`changing-${key}`, cachedResponse(`round ${round} ${"x".repeat(1_000)}`))
          }, maxBytes)
        }
        assert.isAtMost(bytesOf(directory), 400_000)
        yield* run(directory, (cache) => {
          for (let key = 0; key < 50; key++) {
            assert.isTrue(textOf(cache.get(`lasting-${key}`, "policy", 1))?.startsWith(`lasting ${key} `))
            assert.isTrue(textOf(cache.get(`changing-${key}`, "policy", 1))?.startsWith("round 39 "))
          }
        }, maxBytes)
      })
    ))

  it.effect("goes on in memory with one line in the log while the disk fails, and writes everything once it works", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        const lines: Array<string> = []
        const logger = Logger.make(({ message }) => lines.push(String(message)))
        // A file where the directory should be stands for a disk that fails.
        writeFileSync(directory, "")
        yield* run(directory, (cache) =>
          Effect.gen(function*() {
            cache.put("a", cachedResponse("a"))
            assert.strictEqual(textOf(cache.get("a", "policy", 1)), "a")
            yield* pass(70)
            assert.deepStrictEqual(lines.filter((line) => line.includes("memory only")).length, 1)
            assert.notInclude(lines.join(), directory)
            rmSync(directory)
            cache.put("b", cachedResponse("b"))
            yield* pass(31)
            yield* Effect.promise(() => vi.waitFor(() => assert.strictEqual(lines.length, 2)))
            assert.isAbove(bytesOf(directory), 100)
            cache.put("c", cachedResponse("c"))
          })).pipe(Effect.provide(Logger.layer([logger])))
        yield* run(directory, (cache) =>
          assert.deepStrictEqual(["a", "b", "c"].map((key) => textOf(cache.get(key, "policy", 1))), ["a", "b", "c"]))
      })
    ))

  it.effect("keeps large bodies whole", () =>
    scoped((directory) =>
      Effect.gen(function*() {
        const body = "x".repeat(3_000_000)
        yield* run(directory, (cache) => {
          cache.put("large", cachedResponse(body))
          cache.put("small", cachedResponse("small"))
        })
        yield* run(directory, (cache) => {
          assert.strictEqual(textOf(cache.get("large", "policy", 1)), body)
          assert.strictEqual(textOf(cache.get("small", "policy", 1)), "small")
        })
      })
    ))
})
