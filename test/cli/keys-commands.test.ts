/** `gapura keys`: what it lists, and how the key-encryption key becomes another one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expectFailure, objects, only, runHere } from "../support/CommandLine.ts"
import { suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const passphrase = "kata sandi kota yang panjang"

const at = suite(Effect.gen(function*() {
  const directory = yield* tempDirectory
  const file = (name: string, content: string) => {
    writeFileSync(join(directory, name), content)
    return join(directory, name)
  }
  const dataDir = join(directory, "data")
  const kek = file("kek", randomBytes(32).toString("hex"))
  const keys = (words: ReadonlyArray<string>, variables: Readonly<Record<string, string>> = {}) =>
    runHere(["keys", ...words], { DATA_DIR: dataDir, ...variables })
  yield* Effect.promise(() => runHere(["migrate"], { DATA_DIR: dataDir }))
  return { dataDir, directory, file, kek, keys }
}))

describe("gapura keys", () => {
  it("lists files, then what lies in the database, by fingerprints that stay; never a key", async () => {
    const { dataDir, kek, keys } = at()
    assert.include((await keys(["list"])).stdout, "there are no keys yet")
    assert.strictEqual((await keys(["rotate"])).code, 0)
    const files = objects(await keys(["list", "--json"]))
    assert.deepStrictEqual(files.map(({ name, version, wrappedBy }) => [name, version, wrappedBy]), [
      ["pseudonym", 2, null],
      ["pseudonym", 1, null]
    ])
    const adopted = await keys(["rotate", "--json"], { KEYS_FILE: kek })
    assert.include(adopted.stderr, "are in the database now")
    assert.strictEqual(objects(adopted)[0]?.["version"], 3)
    const text = (await keys(["list", "--json"])).stdout
    const [wrapping, ...listed] = text.trimEnd().split("\n").map((line): Readonly<Record<string, unknown>> => JSON.parse(line))
    assert.strictEqual(wrapping?.["name"], "kek (file)")
    const fingerprintOf = (found: typeof files, version: number) =>
      found.filter((key) => key["name"] === "pseudonym" && key["version"] === version).map((key) => key["fingerprint"])
    // In the database, and still as a file.
    assert.deepStrictEqual(fingerprintOf(listed, 1), [...fingerprintOf(files, 1), ...fingerprintOf(files, 1)])
    assert.lengthOf(listed.filter((key) => key["wrappedBy"] === wrapping?.["fingerprint"]), 4)
    for (const form of ["hex", "base64", "base64url"] as const) {
      assert.notInclude(text, readFileSync(join(dataDir, "keys/pseudonym.key")).toString(form))
    }
  })

  it("wraps the keys with a passphrase, and says what is missing or wrong", async () => {
    const { file, kek, keys } = at()
    expectFailure(await keys(["rotate"]), "set KEYS_FILE or KEYS_PASSPHRASE")
    expectFailure(await keys(["rotate", "kek", "--to", kek]), "set KEYS_FILE or KEYS_PASSPHRASE")
    expectFailure(await keys(["rotate", "kek"], { KEYS_FILE: kek }), "--to FILE or --to-passphrase FILE")
    expectFailure(await keys(["rotate", "kek", "--to", kek], { KEYS_FILE: kek }), "already")
    const short = await keys(["rotate", "kek", "--to-passphrase", file("short", "pendek\n")], { KEYS_FILE: kek })
    expectFailure(short, "at least 16 characters")
    assert.notInclude(short.stderr, "pendek")
    const { to } = only(
      await keys(["rotate", "kek", "--to-passphrase", file("passphrase", `${passphrase}\n`), "--json"], { KEYS_FILE: kek })
    )
    expectFailure(await keys(["rotate"], { KEYS_FILE: kek }), String(to))
    assert.strictEqual(only(await keys(["rotate", "--json"], { KEYS_PASSPHRASE: passphrase }))["version"], 4)
  })
})
