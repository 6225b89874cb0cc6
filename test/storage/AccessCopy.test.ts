/** The copy of access on disk: what is read again after it was written, ended at any moment, or could not be written. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Layer } from "effect"
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { keepsNothing, KeptAccess } from "../../src/domain/KeptAccess.ts"
import { copyKey, pathsOf, readCopy } from "../../src/storage/AccessCopy.ts"
import { AccessCopyWriter } from "../../src/storage/AccessCopyWriter.ts"
import { ServingDatabase } from "../../src/storage/ServingDatabase.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const place = "postgres://a/b"

const setUp = Effect.gen(function*() {
  const dataDir = yield* tempDirectory
  const key = yield* copyKey(dataDir)
  let now = 1_000
  const writer = new AccessCopyWriter({ dataDir, key, place, nowMillis: () => now })
  return { dataDir, writer, paths: pathsOf(dataDir), read: readCopy(dataDir, place), pass: (millis: number) => void (now += millis) }
})

const begun = (writer: AccessCopyWriter, ...rows: ReadonlyArray<unknown>): void => {
  writer.begin()
  writer.page(rows)
  writer.end()
}

describe("the copy of access", () => {
  it.effect("has parts as they were kept last and tokens in their order, of the time that was told last", () =>
    Effect.gen(function*() {
      const { read, writer } = yield* setUp
      writer.keep("registry", "lama\nsekali")
      begun(writer, 1, 2)
      writer.keep("registry", "baru")
      writer.add([3])
      assert.strictEqual((yield* read).at, 1_000)
      yield* writer.confirm(5_000)
      yield* writer.confirm(5_500)
      const found = yield* read
      assert.deepStrictEqual([found.at, found.pages, found.parts.get("registry")], [5_000, ["[1,2]", "[3]"], "baru"])
      writer.close()
      assert.strictEqual((yield* read).at, 5_500)
    }))

  it.effect("is the one before while another grows, with what changes meanwhile in both", () =>
    Effect.gen(function*() {
      const { read, writer } = yield* setUp
      begun(writer, 1)
      writer.begin()
      writer.page([2])
      writer.add([3])
      assert.deepStrictEqual((yield* read).pages, ["[1]", "[3]"])
      writer.end()
      assert.deepStrictEqual((yield* read).pages, ["[2]", "[3]"])
    }))

  it.effect("goes without a line that was not written to its end, and is damaged where one is missing that was told of", () =>
    Effect.gen(function*() {
      const { paths, read, writer } = yield* setUp
      begun(writer, 1)
      writer.add([2])
      const short = readFileSync(paths.copy)
      writer.add([3])
      yield* writer.confirm(2_000)
      appendFileSync(paths.copy, "v1.")
      assert.deepStrictEqual((yield* read).pages, ["[1]", "[2]", "[3]"])
      writeFileSync(paths.copy, short)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(read)))
    }))

  it.effect("fault-158 is read where it is a file, and not where it leads to something without end", () =>
    Effect.gen(function*() {
      const { paths, read, writer } = yield* setUp
      begun(writer, 1)
      for (const path of [paths.copy, paths.time]) {
        const kept = existsSync(path) ? readFileSync(path) : undefined
        rmSync(path, { force: true })
        symlinkSync("/dev/zero", path)
        assert.include((yield* Effect.flip(read)).message, "it is no regular file")
        rmSync(path)
        if (kept !== undefined) writeFileSync(path, kept)
      }
    }))

  it.effect("is damaged where it is an earlier one, put back beside what tells of another, or where nothing tells of it", () =>
    Effect.gen(function*() {
      const { paths, read, writer } = yield* setUp
      begun(writer, 1)
      yield* writer.confirm(2_000)
      const earlier = readFileSync(paths.copy)
      begun(writer, 2)
      const between = readFileSync(paths.time)
      yield* writer.confirm(4_500)
      assert.strictEqual((yield* read).at, 4_500)
      const later = { copy: readFileSync(paths.copy), time: readFileSync(paths.time) }
      writeFileSync(paths.copy, earlier)
      assert.include((yield* Effect.flip(read)).message, "it is damaged")
      // Ended before the one that was whole got its name, or right after it.
      writeFileSync(paths.time, between)
      assert.deepStrictEqual([(yield* read).at, (yield* read).pages], [2_000, ["[1]"]])
      writeFileSync(paths.copy, later.copy)
      assert.deepStrictEqual([(yield* read).at, (yield* read).pages], [1_000, ["[2]"]])
      rmSync(paths.time)
      assert.include((yield* Effect.flip(read)).message, "it is damaged")
    }))

  it.effect("is not there any more where a change could not be written, and is begun anew later", () =>
    Effect.gen(function*() {
      const { dataDir, pass, paths, read, writer } = yield* setUp
      begun(writer, 1)
      mkdirSync(join(dataDir, "access.time.new"))
      yield* writer.confirm(9_000)
      assert.isFalse(existsSync(paths.copy))
      assert.isFalse(writer.isDue())
      pass(60_000)
      assert.isTrue(writer.isDue())
      rmSync(join(dataDir, "access.time.new"), { recursive: true })
      begun(writer, 4)
      assert.deepStrictEqual((yield* read).pages, ["[4]"])
    }))

  it.effect("is not made on SQLite", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      const context = yield* Layer.build(ServingDatabase({ dataDir }, { directory: dataDir, grace: Duration.hours(1) }))
      assert.strictEqual(yield* Effect.provide(KeptAccess, context), keepsNothing)
      assert.isFalse(existsSync(join(dataDir, "access.key")))
    }))

  it.effect("is due anew once changes have made it large", () =>
    Effect.gen(function*() {
      const { writer } = yield* setUp
      begun(writer, 1)
      writer.add(["x".repeat(2 * 1024 * 1024)])
      assert.isFalse(writer.isDue())
      writer.add(["x".repeat(2 * 1024 * 1024)])
      assert.isTrue(writer.isDue())
    }))
})
