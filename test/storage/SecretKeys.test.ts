import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { rotatePseudonymKey, SecretKeys } from "../../src/storage/SecretKeys.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe("SecretKeys", () => {
  const keys = (dataDir: string) => Effect.provide(SecretKeys, SecretKeys.layer({ dataDir }))

  it.live("the key is made once, is readable by its owner only and is the same for everybody", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      const [first, second] = yield* Effect.all([keys(dataDir), keys(dataDir)], { concurrency: "unbounded" })
      assert.deepStrictEqual(Redacted.value(first.pseudonym()), Redacted.value(second.pseudonym()))
      assert.deepStrictEqual(readdirSync(join(dataDir, "keys")), ["pseudonym.key"])
      assert.strictEqual(mode(join(dataDir, "keys", "pseudonym.key")), "600")
      assert.strictEqual(mode(join(dataDir, "keys")), "700")
    }))

  it.live("applications have different pseudonym keys, each always the same", () =>
    Effect.gen(function*() {
      const { pseudonymFor } = yield* keys(yield* tempDirectory)
      assert.deepStrictEqual(pseudonymFor("a"), pseudonymFor("a"))
      assert.notDeepEqual(pseudonymFor("a"), pseudonymFor("b"))
    }))

  it.live("a key that others can read, or that is too short, is refused", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      const path = join(dataDir, "keys", "pseudonym.key")
      mkdirSync(join(dataDir, "keys"))
      writeFileSync(path, Buffer.alloc(32, 1), { mode: 0o644 })
      assert.match((yield* Effect.flip(keys(dataDir))).message, /others can read/)
      writeFileSync(path, Buffer.alloc(31, 1))
      chmodSync(path, 0o600)
      assert.match((yield* Effect.flip(keys(dataDir))).message, /not a key of 32 bytes/)
    }))
})

describe("rotating the pseudonym key", () => {
  it.live("makes the next version, keeps the older ones, and leaves our own keys alone", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      const keys = Effect.provide(SecretKeys, SecretKeys.layer({ dataDir }), { local: true })
      const before = yield* keys
      const [cache, first] = [before.internal("x"), before.pseudonymFor("a")]
      assert.strictEqual(first.version, 1)
      assert.strictEqual(yield* rotatePseudonymKey(dataDir), 2)
      assert.strictEqual(yield* rotatePseudonymKey(dataDir), 3)
      assert.deepStrictEqual(readdirSync(join(dataDir, "keys")).sort(), ["pseudonym.2.key", "pseudonym.3.key", "pseudonym.key"])
      assert.strictEqual(mode(join(dataDir, "keys", "pseudonym.3.key")), "600")
      const after = yield* keys
      assert.strictEqual(after.version(), 3)
      assert.notDeepEqual([...after.pseudonymFor("a")], [...first])
      assert.deepStrictEqual(after.internal("x"), cache)
    }))

  it.live("before there is any key makes the first and the second", () =>
    Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      assert.strictEqual(yield* rotatePseudonymKey(dataDir), 2)
      assert.deepStrictEqual(readdirSync(join(dataDir, "keys")).sort(), ["pseudonym.2.key", "pseudonym.key"])
    }))
})
