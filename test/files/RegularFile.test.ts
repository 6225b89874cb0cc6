import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readRegularFile } from "../../src/files/RegularFile.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

describe("a regular file", () => {
  it.effect("is read to its end, behind links too, up to its bound and no further", () =>
    Effect.gen(function*() {
      const directory = yield* tempDirectory
      const file = join(directory, "a")
      const link = join(directory, "b")
      writeFileSync(file, "isi")
      symlinkSync(file, link)
      assert.strictEqual(readRegularFile(link, 3).toString(), "isi")
      assert.throws(() => readRegularFile(link, 2), "larger than 2 bytes")
      writeFileSync(file, "")
      assert.strictEqual(readRegularFile(link).toString(), "")
      assert.throws(() => readRegularFile(join(directory, "c")), "ENOENT")
    }))

  it.effect("fault-158 is no pipe, which nobody may ever write to, no device without end, and no directory", () =>
    Effect.gen(function*() {
      const directory = yield* tempDirectory
      const at = (name: string) => join(directory, name)
      assert.strictEqual(spawnSync("mkfifo", [at("pipe")]).status, 0)
      symlinkSync("/dev/zero", at("zero"))
      mkdirSync(at("directory"))
      for (const name of ["pipe", "zero", "directory"]) assert.throws(() => readRegularFile(at(name)), "it is no regular file", name)
    }))
})
