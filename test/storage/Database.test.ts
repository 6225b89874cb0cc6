import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { spawnSync } from "node:child_process"
import { chmodSync, chownSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { appliedSteps } from "../../src/storage/Compatibility.ts"
import { Database } from "../../src/storage/Database.ts"
import { Steps } from "../../src/storage/Migrations.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const open = (dataDir: string) => Effect.scoped(Layer.build(Database.layer({ dataDir, lockWaitMillis: 500 })))
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe("Database", () => {
  it.live("the directory is 0700 and every file in it 0600", () =>
    Effect.gen(function*() {
      const dataDir = join(yield* tempDirectory, "new", "data")
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO access_changes (subject, name, changed_at) VALUES ('token', 'x', 0)`
        assert.strictEqual(mode(dataDir), "700")
        const files = readdirSync(dataDir)
        assert.includeMembers(files, ["gapura.db", "gapura.db-wal", "gapura.db-shm"])
        for (const file of files) assert.strictEqual(mode(join(dataDir, file)), "600", file)
      }).pipe(Effect.provide(Database.layer({ dataDir })))
    }))

  it.live("it opens again with what it held, and by several at once", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      yield* Effect.all([open(dataDir), open(dataDir), open(dataDir)], { concurrency: "unbounded" })
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const applied = yield* appliedSteps(sql)
        assert.deepStrictEqual(applied.map(({ id }) => id), (yield* Steps).map(({ id }) => id).sort((a, b) => a - b))
      }).pipe(Effect.provide(Database.layer({ dataDir })))
    }))

  it.live("fault-95 a file that is no database is refused with the reason", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      writeFileSync(join(dataDir, "gapura.db"), "not a database ".repeat(1_000))
      const error = yield* Effect.flip(open(dataDir))
      assert.strictEqual(error._tag, "StorageUnusable")
      assert.match(error.message, /gapura\.db cannot be used: .*file is not a database/)
    }))

  it.live("fault-95 a damaged database is refused with the reason", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      yield* open(dataDir)
      const file = join(dataDir, "gapura.db")
      const bytes = readFileSync(file)
      bytes.fill(0xa5, 4_096)
      writeFileSync(file, bytes)
      const error = yield* Effect.flip(open(dataDir))
      assert.strictEqual(error._tag, "StorageUnusable")
      assert.match(error.reason, /malformed|damaged|corrupt/i)
    }))

  it.live("fault-95 a read-only database is refused with the reason", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      yield* open(dataDir)
      const script = `
        import { Effect, Layer } from "effect"
        import { Database } from ${JSON.stringify(join(import.meta.dirname, "../../src/storage/Database.ts"))}
        const error = await Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(Database.layer({ dataDir: process.argv[1] })))))
        console.log(error._tag, error.message)`
      // Root may write anywhere, so the child is somebody else when the tests run as root.
      const root = process.getuid?.() === 0
      const nobody = 65_534
      for (const file of readdirSync(dataDir)) {
        if (root) chownSync(join(dataDir, file), nobody, nobody)
        chmodSync(join(dataDir, file), 0o400)
      }
      if (root) chownSync(dataDir, nobody, nobody)
      chmodSync(dataDir, 0o500)
      const child = spawnSync(process.execPath, ["--input-type=module", "-e", script, dataDir], {
        cwd: join(import.meta.dirname, "../.."),
        encoding: "utf8",
        ...(root ? { uid: nobody, gid: nobody } : {})
      })
      chmodSync(dataDir, 0o700)
      assert.match(child.stdout, /^StorageUnusable .*(readonly|read-only|EACCES|permission)/i, child.stderr)
    }))

  it.live("fault-95 a directory that cannot be made is refused with the reason", () =>
    Effect.gen(function*() {
      const file = join(yield* tempDirectory, "file")
      writeFileSync(file, "")
      const error = yield* Effect.flip(open(join(file, "data")))
      assert.match(error.message, /ENOTDIR/)
    }))
})
