/** Gateways on one PostgreSQL that have nothing in common but the database and a key-encryption key. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Logger, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { expectFailure, objects, only, runHere } from "../support/CommandLine.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { portalSession } from "../support/PortalSession.ts"
import { databaseUrl, rowsOf } from "../support/Postgres.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const secret = "kunci-dari-meja-51d0"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: [{ kode: "3674011502900001" }] }) })
  const registry = JSON.stringify({
    ...JSON.parse(registryText([{
      slug: "opd",
      server: agency.url,
      breaker: neverOpen,
      endpoints: [{ path: "isi", fields: { "data[].kode": "pseudonym" } }]
    }])),
    desk: { approvals: 1 }
  })
  const home = yield* tempDirectory
  const url = databaseUrl(home)
  const fileOf = (name: string) => {
    const file = join(home, name)
    if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64"))
    return file
  }
  const shared = { DATABASE_URL: url, DESK_ADDRESSES: "127.0.0.1/32" }
  const start = (variables: Readonly<Record<string, string>>) => startGateway(registry, { ...shared, ...variables })
  const command = (words: ReadonlyArray<string>, variables: Readonly<Record<string, string>>) => runHere(words, { ...shared, ...variables })
  const registryFile = join(home, "registry.yaml")
  writeFileSync(registryFile, registry)
  return { agency, command, fileOf, home, registryFile, start }
}))

const pseudonymOf = async (gateway: Gateway, token: string): Promise<string> => {
  const response = await gateway.get("opd/data/isi", token)
  const text = await response.text()
  assert.strictEqual(response.status, 200, text)
  return /psd\d*_[\w-]{16}/.exec(text)?.[0] ?? assert.fail(text)
}

/** Enters the agency's credential at its desk. */
const enterCredential = async (gateway: Gateway, server: string) => {
  const dewi = await portalSession(gateway, { account: "dewi", kind: "civil-servant", agencies: ["opd"] })
  const page = await (await dewi.get("/portal/opd/opd/sambungan")).text()
  const saved = await dewi.post("/portal/opd/opd/sambungan/alamat", {
    seen: /name="seen" value="(\d+)"/.exec(page)?.[1] ?? assert.fail("no form"),
    server,
    header: "X-Api-Key",
    rahasia: secret,
    langkah: "simpan"
  })
  assert.strictEqual(saved.status, 303, await saved.text())
}

describe("gateways with one key-encryption key", () => {
  it.live("take each other's tokens, give the same pseudonyms and open the same credentials, those of before they had it too", () =>
    Effect.gen(function*() {
      const { agency, command, fileOf, home, start } = at()
      const first = join(home, "first")
      const before = yield* Scope.make()
      const logs: Array<string> = []
      const logger = Logger.layer([Logger.make(({ message }) => {
        logs.push(String(message))
      })])
      const alone = yield* Scope.provide(start({ DATA_DIR: first }), before).pipe(Effect.provide(logger))
      assert.lengthOf(logs.filter((line) => line.includes("set KEYS_FILE or KEYS_PASSPHRASE on every gateway")), 1)
      const token = yield* Effect.promise(() => alone.token({ scopes: "*" }))
      yield* Effect.promise(() => enterCredential(alone, agency.url))
      const pseudonym = yield* Effect.promise(() => pseudonymOf(alone, token))
      assert.strictEqual(agency.calls.at(-1)?.headers["x-api-key"], secret)
      yield* Scope.close(before, Exit.void)

      const kek = { KEYS_FILE: fileOf("kek") }
      const one = yield* start({ ...kek, DATA_DIR: first })
      const second = join(home, "second")
      const two = yield* start({ ...kek, DATA_DIR: second })
      const called = agency.calls.length
      for (const gateway of [one, two]) {
        assert.strictEqual(yield* Effect.promise(() => pseudonymOf(gateway, token)), pseudonym)
      }
      assert.strictEqual(agency.calls.length, called + 2)
      for (const { headers } of agency.calls.slice(called)) assert.strictEqual(headers["x-api-key"], secret)
      assert.isFalse(existsSync(join(second, "keys")))
      const rows = yield* Effect.promise(() => rowsOf(home))
      const key = readFileSync(join(first, "keys/pseudonym.key"))
      for (const form of ["hex", "base64", "base64url"] as const) assert.notInclude(rows, key.toString(form))

      // One key signs, and whoever verifies needs no file.
      const keyOf = (DATA_DIR: string) => Effect.map(Effect.promise(() => command(["audit", "key", "--json"], { ...kek, DATA_DIR })), only)
      assert.deepStrictEqual(yield* keyOf(second), yield* keyOf(first))
      assert.isFalse(existsSync(join(second, "keys")))

      const rotated = yield* Effect.promise(() => command(["keys", "rotate", "--json"], { ...kek, DATA_DIR: second }))
      assert.deepStrictEqual(only(rotated), { key: "pseudonym", version: 2 })
      const shown: Array<string> = []
      for (const gateway of [one, two]) {
        yield* Effect.promise(() =>
          eventually("the new key is used", async () => {
            shown.push(await pseudonymOf(gateway, token))
            return shown.at(-1)?.startsWith("psd2_") ?? false
          })
        )
      }
      assert.lengthOf(new Set(shown.filter((one) => one.startsWith("psd2_"))), 1)
      assert.deepStrictEqual(readdirSync(join(first, "keys")).sort(), ["audit.key", "pseudonym.key"])
    }).pipe(Effect.scoped))

  it.live("fault-134 and one with another, with none or with files of its own does not start, and says which it has and needs", () =>
    Effect.gen(function*() {
      const { command, fileOf, home, registryFile, start } = at()
      const kek = { KEYS_FILE: fileOf("kek") }
      const running = yield* start({ ...kek, DATA_DIR: join(home, "first") })
      const counted = () =>
        running.run(Effect.map(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM gateways`), (rows) => rows.length))
      const before = yield* Effect.promise(counted)
      const list = yield* Effect.promise(() => command(["keys", "list", "--json"], { DATA_DIR: join(home, "none") }))
      const wrapping = String(objects(list)[0]?.["fingerprint"])
      const serve = (variables: Readonly<Record<string, string>>) =>
        Effect.promise(() => command(["serve"], { REGISTRY_FILE: registryFile, ...variables }))
      const other = { DATA_DIR: join(home, "other"), KEYS_FILE: fileOf("other-kek") }
      const refused = yield* serve(other)
      expectFailure(refused, wrapping, "KEYS_FILE is ")
      for (const file of [kek.KEYS_FILE, other.KEYS_FILE]) assert.notInclude(refused.stderr, readFileSync(file, "utf8"))
      assert.notInclude(/KEYS_FILE is (\w+)/.exec(refused.stderr)?.[1], wrapping)
      expectFailure(yield* serve({ DATA_DIR: join(home, "other") }), wrapping, "set KEYS_FILE or KEYS_PASSPHRASE")
      expectFailure(
        yield* serve({ DATA_DIR: join(home, "other"), KEYS_PASSPHRASE: "kata sandi kota yang panjang" }),
        `${wrapping} of a file`,
        "KEYS_PASSPHRASE is "
      )
      assert.isFalse(existsSync(join(home, "other/keys")))
      const files = join(home, "files")
      const keysOfItsOwn = yield* Effect.promise(() => runHere(["keys", "rotate"], { DATA_DIR: files, DATABASE_URL: "" }))
      assert.strictEqual(keysOfItsOwn.code, 0, keysOfItsOwn.stderr)
      expectFailure(yield* serve({ ...kek, DATA_DIR: files }), `${files}/keys/pseudonym.2.key is the key `, "move the file away")
      // Who never served has no share of the limits.
      assert.strictEqual(yield* Effect.promise(counted), before)
    }).pipe(Effect.scoped))

  it.live("follow when they are wrapped with another while they run, and no gateway starts with the one before", () =>
    Effect.gen(function*() {
      const { command, fileOf, home, registryFile, start } = at()
      const kek = { KEYS_FILE: fileOf("kek"), DATA_DIR: join(home, "first") }
      const next = { KEYS_FILE: fileOf("next-kek"), DATA_DIR: join(home, "third") }
      const one = yield* start(kek)
      const token = yield* Effect.promise(() => one.token({ scopes: "*" }))
      const listed = Effect.map(Effect.promise(() => command(["keys", "list", "--json"], next)), objects)
      const before = yield* listed
      const { from, to, ...rest } = only(
        yield* Effect.promise(() => command(["keys", "rotate", "kek", "--to", next.KEYS_FILE, "--json"], kek))
      )
      assert.deepStrictEqual(rest, { key: "kek" })
      const after = yield* listed
      assert.deepStrictEqual([before[0]?.["fingerprint"], after[0]?.["fingerprint"]], [from, to])
      const named = (keys: typeof before) => keys.slice(1).map(({ fingerprint, name, version }) => [name, version, fingerprint])
      assert.deepStrictEqual(named(after), named(before))

      const two = yield* start(next)
      assert.strictEqual(yield* Effect.promise(() => pseudonymOf(two, token)), yield* Effect.promise(() => pseudonymOf(one, token)))
      const { version } = only(yield* Effect.promise(() => command(["keys", "rotate", "--json"], next)))
      for (const gateway of [one, two]) {
        yield* Effect.promise(() =>
          eventually("the new key is used", async () => (await pseudonymOf(gateway, token)).startsWith(`psd${String(version)}_`))
        )
      }
      assert.strictEqual(yield* Effect.promise(() => pseudonymOf(two, token)), yield* Effect.promise(() => pseudonymOf(one, token)))
      expectFailure(
        yield* Effect.promise(() => command(["serve"], { ...kek, DATA_DIR: join(home, "fourth"), REGISTRY_FILE: registryFile })),
        String(from),
        String(to)
      )
      // For the tests beside this one.
      assert.strictEqual((yield* Effect.promise(() => command(["keys", "rotate", "kek", "--to", kek.KEYS_FILE], next))).code, 0)
    }).pipe(Effect.scoped))

  it.live("come back from a backup, which holds no key that is not wrapped, with that key-encryption key alone", () =>
    Effect.gen(function*() {
      const { command, fileOf, home, start } = at()
      const kek = { KEYS_FILE: fileOf("kek"), DATA_DIR: join(home, "first") }
      const one = yield* start(kek)
      const token = yield* Effect.promise(() => one.token({ scopes: "*" }))
      const pseudonym = yield* Effect.promise(() => pseudonymOf(one, token))
      const file = join(home, "kota.backup")
      const made = only(yield* Effect.promise(() => command(["backup", "--to", file, "--json"], kek)))
      const text = readFileSync(file, "utf8")
      assert.strictEqual(made["keys"], 0)
      assert.isAtLeast(readdirSync(join(kek.DATA_DIR, "keys")).length, 2)
      for (const form of ["hex", "base64", "base64url"] as const) {
        assert.notInclude(text, readFileSync(join(kek.DATA_DIR, "keys/pseudonym.key")).toString(form))
      }
      const elsewhere = yield* tempDirectory
      const away = { DATABASE_URL: databaseUrl(elsewhere), DATA_DIR: join(elsewhere, "data") }
      const restored = yield* Effect.promise(() => command(["restore", file], away))
      assert.strictEqual(restored.code, 0, restored.stderr)
      assert.include(restored.stdout, `key-encryption key ${String(made["wrappedBy"])}`)
      const again = yield* start({ ...away, KEYS_FILE: kek.KEYS_FILE })
      assert.strictEqual(yield* Effect.promise(() => pseudonymOf(again, token)), pseudonym)
    }).pipe(Effect.scoped))
})
