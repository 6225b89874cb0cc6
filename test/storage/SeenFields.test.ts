import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SeenFields } from "../../src/storage/SeenFields.ts"

const withDirectory = <A, E>(use: (dataDir: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "gapura-fields-"))),
    use,
    (dataDir) => Effect.sync(() => rmSync(dataDir, { recursive: true }))
  )

const using = <A>(dataDir: string, use: (fields: typeof SeenFields.Service) => A) =>
  Effect.provide(Effect.map(SeenFields, use), SeenFields.layer({ dataDir }), { local: true })

describe("SeenFields", () => {
  it.effect("remembers the fields of each endpoint across restarts, in a file of its owner's", () =>
    withDirectory((dataDir) =>
      Effect.gen(function*() {
        yield* using(dataDir, (fields) => {
          assert.strictEqual(fields.of("a/b"), undefined)
          fields.learn("a/b", ["x", "y"])
          fields.learn("a/b", ["z"], 1_700_000_000_000)
        })
        assert.strictEqual(statSync(join(dataDir, "seen-fields.json")).mode & 0o777, 0o600)
        yield* using(dataDir, (fields) => {
          assert.deepStrictEqual([...fields.of("a/b") ?? []], [["x", undefined], ["y", undefined], ["z", 1_700_000_000_000]])
          assert.strictEqual(fields.of("a/c"), undefined)
        })
      })
    ))

  it.effect("writes while it runs, and begins anew where the file is broken", () =>
    withDirectory((dataDir) =>
      Effect.gen(function*() {
        const path = join(dataDir, "seen-fields.json")
        writeFileSync(path, "{\"a/b\":[1]}")
        yield* Effect.scoped(Effect.gen(function*() {
          const context = yield* Layer.build(SeenFields.layer({ dataDir }))
          const fields = yield* Effect.provide(SeenFields, context)
          assert.strictEqual(fields.of("a/b"), undefined)
          fields.learn("a/b", ["x"])
          yield* TestClock.adjust("6 seconds")
          assert.strictEqual(readFileSync(path, "utf8"), "{\"a/b\":[\"x\"]}")
        }))
      })
    ))

  it.effect("says once that the file cannot be read or written, and writes what it owes when it can again", () =>
    withDirectory((dataDir) => {
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message }) => {
        lines.push(Array.isArray(message) ? message[0] : message)
      })
      return Effect.scoped(Effect.gen(function*() {
        const path = join(dataDir, "seen-fields.json")
        const inTheWay = `${path}.new`
        writeFileSync(path, "broken")
        mkdirSync(inTheWay)
        const fields = yield* Effect.provide(SeenFields, yield* Layer.build(SeenFields.layer({ dataDir })))
        fields.learn("a/b", ["x"])
        yield* TestClock.adjust("20 seconds")
        assert.deepStrictEqual(lines, [
          `${path} is no list of fields and is begun anew: every endpoint learns its fields again`,
          "the fields seen so far cannot be written"
        ])
        rmdirSync(inTheWay)
        yield* TestClock.adjust("6 seconds")
        assert.strictEqual(readFileSync(path, "utf8"), "{\"a/b\":[\"x\"]}")
        assert.isFalse(existsSync(inTheWay))
        assert.deepStrictEqual(lines.slice(2), ["the fields seen so far are written again"])
      })).pipe(Effect.provide(Logger.layer([logger])))
    }))
})
