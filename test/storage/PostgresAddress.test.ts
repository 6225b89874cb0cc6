/** How `DATABASE_URL` is read: as libpq reads it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { readSettings } from "../../src/settings/Settings.ts"
import { Database } from "../../src/storage/Database.ts"
import { readPostgresAddress } from "../../src/storage/PostgresAddress.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const read = (url: string) => readPostgresAddress(Redacted.make(url))
const waysOf = (url: string) => Effect.map(read(url), ({ ways }) => ways.map(({ name, ssl }) => [name, ssl]))
const unverified = { rejectUnauthorized: false }

describe("PostgresAddress", () => {
  it.effect("hosts are tried in their order, each with its port", () =>
    Effect.gen(function*() {
      const address = yield* read(
        "postgres://kota:s%40ndi@a:5433,[fd00::1],b/gapura?target_session_attrs=read-write&sslmode=disable&options=-csearch_path%3Dx"
      )
      assert.deepStrictEqual(address.ways.map(({ host, port }) => `${host} ${port}`), ["a 5433", "fd00::1 5432", "b 5432"])
      assert.isTrue(address.severalHosts)
      assert.strictEqual(
        Redacted.value(address.ways[1]?.url ?? assert.fail()),
        "postgres://kota:s%40ndi@localhost/gapura?options=-csearch_path%3Dx&connect_timeout=3"
      )
      assert.strictEqual(address.place, "postgres://a:5433,[fd00::1]:5432,b:5432/gapura")
      assert.deepStrictEqual(yield* waysOf("postgresql:///gapura?host=a,/run/postgresql&port=6432,5432&sslmode=disable"), [
        ["a:6432", false],
        ["/run/postgresql:5432", false]
      ])
    }))

  it.effect("a host has three seconds for a session, or what connect_timeout says", () =>
    Effect.gen(function*() {
      const timeoutOf = (url: string) =>
        Effect.map(read(url), ({ ways: [way] }) => new URL(Redacted.value(way.url)).searchParams.getAll("connect_timeout"))
      assert.deepStrictEqual(yield* timeoutOf("postgres://db/gapura"), ["3"])
      assert.deepStrictEqual(yield* timeoutOf("postgres://db/gapura?connect_timeout=30&sslmode=require"), ["30"])
    }))

  it.effect("sslmode means what it means to libpq", () =>
    Effect.gen(function*() {
      const file = join(yield* tempDirectory, "ca.pem")
      writeFileSync(file, "a certificate")
      const modes: ReadonlyArray<readonly [string, unknown]> = [
        ["", [unverified, false]],
        ["?sslmode=disable", [false]],
        ["?sslmode=allow", [unverified, false]],
        ["?sslmode=prefer", [unverified, false]],
        ["?sslmode=require", [unverified]]
      ]
      for (const [query, expected] of modes) {
        assert.deepStrictEqual((yield* waysOf(`postgres://db.kota.go.id/gapura${query}`)).map(([, ssl]) => ssl), expected, query)
      }
      for (const mode of ["require", "verify-ca", "verify-full"]) {
        const [way] = (yield* read(`postgres://db.kota.go.id/gapura?sslmode=${mode}&sslrootcert=${file}`)).ways
        assert.deepInclude(way.ssl, { ca: "a certificate", rejectUnauthorized: true }, mode)
        assert.strictEqual(typeof way.ssl === "object" && "checkServerIdentity" in way.ssl, mode !== "verify-full", mode)
      }
      assert.deepStrictEqual(yield* waysOf("postgres://127.0.0.1/gapura"), [["127.0.0.1:5432", false]])
    }))

  it.effect("a host that is another machine and may be spoken to without TLS is told", () =>
    Effect.gen(function*() {
      const exposed = (url: string) => Effect.map(read(url), (address) => address.exposed)
      assert.deepStrictEqual(yield* exposed("postgres://u:sandi@10.0.0.1,localhost/gapura?sslmode=prefer"), ["10.0.0.1"])
      assert.deepStrictEqual(yield* exposed("postgres://u:sandi@db,db2/gapura"), ["db", "db2"])
      assert.deepStrictEqual(yield* exposed("postgres://u:sandi@db/gapura?sslmode=require"), [])
      assert.deepStrictEqual(yield* exposed("postgres://u:sandi@[::1],127.0.0.3/gapura?sslmode=disable"), [])
    }))

  it.effect("what cannot be done is refused, and the password is not repeated", () =>
    Effect.gen(function*() {
      const refusals: ReadonlyArray<readonly [string, RegExp]> = [
        ["postgres://u:sandi@a:70000/gapura", /host or port/],
        ["postgres://u:sandi@a,b:x/gapura", /host or port/],
        ["postgres://u:sandi@a/gapura?sslmode=verify", /sslmode must be one of disable/],
        ["postgres://u:sandi@a,b/gapura?target_session_attrs=standby", /target_session_attrs must be one of any, read-write, primary/],
        ["postgres://u:sandi@a/gapura?sslmode=verify-full&sslrootcert=/tidak/ada.pem", /sslrootcert cannot be read: ENOENT/],
        ["postgres://u:sandi@a/gapura?connect_timeout=3s", /connect_timeout must be whole seconds/]
      ]
      for (const [url, reason] of refusals) {
        const { message } = yield* Effect.flip(read(url))
        assert.match(message, reason)
        assert.notInclude(message, "sandi")
      }
    }))

  it.effect("of a password with signs that are not percent-encoded nothing is shown, and the refusal says to encode them", () =>
    Effect.gen(function*() {
      const signs = ["p@geheim", "123/geheim", "123/geheim@mu", "123?geheim", "123#geheim", "ge@heim=1?2"]
      for (const password of signs) {
        const url = `postgres://gapura:${password}@127.0.0.1:1/kota?sslmode=require`
        const { message } = yield* Effect.flip(read(url))
        assert.strictEqual(
          message,
          "DATABASE_URL postgres://127.0.0.1:1/kota cannot be used: "
            + "user, password and database must have their @, /, ? and # percent-encoded (%40, %2F, %3F, %23)",
          password
        )
        const postgres = { url: Redacted.make(url), poolSize: 1, statementTimeoutMillis: 1 }
        assert.strictEqual(Database.place({ dataDir: "", postgres }), "postgres://127.0.0.1:1/kota", password)
      }
      const encoded = yield* read("postgres://gapura:p%40g%2Fh=@127.0.0.1:1/kota?user=a@b")
      assert.strictEqual(Redacted.value(encoded.ways[0].url), "postgres://gapura:p%40g%2Fh=@localhost/kota?user=a%40b&connect_timeout=3")
    }))

  it.effect("several hosts are a setting, too", () =>
    Effect.gen(function*() {
      const settings = yield* readSettings({ DATABASE_URL: "postgres://u:p@a:5432,b:5433/db?target_session_attrs=read-write" })
      assert.isDefined(settings.database.postgres)
      const { message } = yield* Effect.flip(readSettings({ DATABASE_URL: "postgres://u:p@a b/db" }))
      assert.match(message, /DATABASE_URL must be/)
    }))
})
