import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { backup } from "../../src/storage/Backup.ts"
import { Steps } from "../../src/storage/Migrations.ts"
import { columnTypes } from "../../src/storage/migrations/ColumnTypes.ts"
import { restore } from "../../src/storage/Restore.ts"
import { SecretKeys } from "../../src/storage/SecretKeys.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

/** A table of the tests' own, with a row from its migration, beside those of the gateway. */
const samples = {
  id: 900,
  name: "samples",
  migration: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bytes, sequence } = columnTypes(sql)
    yield* sql`CREATE TABLE samples (sequence ${sequence}, text TEXT NOT NULL, bytes ${bytes})`
    yield* sql`INSERT INTO samples (text) VALUES ('seed')`
  })
}
const now = [...Effect.runSync(Steps), samples]
/** Of a version that came after. */
const later = [...now, {
  id: 901,
  name: "later",
  migration: Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE samples ADD COLUMN note TEXT DEFAULT 'none'`)
}]
const withSteps = Effect.provideService(Steps, now)

const AccessLive = Layer.mergeAll(TokenStore.layer, Applications.layer)
const day = 86_400_000

/** A database with something of everything in it, and a key. */
const filled = Effect.gen(function*() {
  const dataDir = yield* TempDatabase.tempDirectory
  const options = yield* TempDatabase.optionsFor({ dataDir })
  const secrets = yield* Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { clientId, clientSecret } = yield* (yield* Applications).createClient({ name: "portal", scopes: ["a-b-get"] })
    const tokens = yield* TokenStore
    const scopes = ["a-b-get"]
    const client = { clientId, granted: JSON.stringify(scopes), fewerThan: 30, sinceMillis: 0 }
    const issued = (yield* tokens.grant({ ...client, application: "portal", scopes, lifetimeMillis: day, nowMillis: 0 })) ?? assert.fail()
    const revoked = yield* tokens.issue({ application: "portal", scopes: [], lifetimeMillis: day, nowMillis: 0 })
    yield* tokens.revoke(revoked.tokenId)
    yield* sql`UPDATE samples SET text = ${"é\u2028\""}, bytes = ${new Uint8Array([0, 255, 10, 13])}`
    yield* SecretKeys.pipe(Effect.provide(SecretKeys.layer({ dataDir })))
    return { token: Redacted.value(issued.token), revoked: Redacted.value(revoked.token), secret: Redacted.value(clientSecret) }
  }).pipe(Effect.provide(Layer.provideMerge(AccessLive, TempDatabase.at({ dataDir }))))
  return { dataDir, options, file: join(dataDir, "one.backup"), ...secrets }
})

const empty = Effect.flatMap(TempDatabase.tempDirectory, (dataDir) => TempDatabase.optionsFor({ dataDir }))
const message = <A, E extends Error, R>(effect: Effect.Effect<A, E, R>) => Effect.map(Effect.flip(effect), (error) => error.message)
const rewritten = (file: string, change: (lines: Array<string>) => ReadonlyArray<string>) => {
  const lines = change(readFileSync(file, "utf8").trimEnd().split("\n").slice(0, -1))
  const body = lines.map((line) => `${line}\n`).join("")
  writeFileSync(file, `${body}${JSON.stringify({ rows: 0, sha256: createHash("sha256").update(body).digest("hex") })}\n`)
}

describe("backup", () => {
  it.live("and restore give the same rows back, bytes and all, with the keys; numbering goes on", () =>
    Effect.gen(function*() {
      const { dataDir, file, options, revoked, token } = yield* filled
      const made = yield* backup(options, file)
      assert.strictEqual(made.keys, 1)
      const target = yield* empty
      const restored = yield* restore(target, { file, replace: false })
      assert.deepStrictEqual({ ...restored, createdAt: "" }, {
        tables: made.tables,
        rows: made.rows,
        keys: 1,
        wrappedBy: null,
        createdAt: ""
      })
      assert.deepStrictEqual(readFileSync(join(target.dataDir, "keys/pseudonym.key")), readFileSync(join(dataDir, "keys/pseudonym.key")))
      assert.strictEqual(statSync(join(target.dataDir, "keys/pseudonym.key")).mode & 0o777, 0o600)
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const tokens = yield* TokenStore
        assert.strictEqual((yield* tokens.find(token, 0))?.application, "portal")
        assert.isUndefined(yield* tokens.find(revoked, 0))
        assert.deepStrictEqual(yield* sql`SELECT text, bytes FROM samples`, [{
          text: "é\u2028\"",
          bytes: new Uint8Array([0, 255, 10, 13])
        }])
        yield* sql`INSERT INTO samples (text) VALUES ('next')`
        const again = yield* tokens.issue({ application: "portal", scopes: [], lifetimeMillis: day, nowMillis: 0 })
        assert.isDefined(tokens.known(Redacted.value(again.token), 0))
      }).pipe(Effect.provide(Layer.provideMerge(AccessLive, TempDatabase.at({ dataDir: target.dataDir }))))
    }).pipe(withSteps))

  it.live("fault-12 holds hashes only, in a file that is its owner's, and is never put over another", () =>
    Effect.gen(function*() {
      const { dataDir, file, options, secret, token } = yield* filled
      yield* backup(options, file)
      const text = readFileSync(file, "utf8")
      for (const value of [token, token.slice(4), secret, secret.slice(4)]) assert.notInclude(text, value)
      for (const value of [token, secret]) assert.include(text, createHash("sha256").update(value).digest("hex"))
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.match(
        yield* message(backup(options, file)),
        /is there already, and no backup is written over: name another file, or move that one away$/
      )
      assert.strictEqual(readFileSync(file, "utf8"), text)
      assert.deepStrictEqual(readdirSync(dataDir).filter((name) => name.startsWith(".") || name.endsWith(".part")), [])
    }).pipe(withSteps))

  it.live("is of one moment, whatever is written meanwhile", () =>
    Effect.gen(function*() {
      const { dataDir, file, options } = yield* filled
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        // Every transaction puts a row into two tables; a snapshot has as many in one as in the other.
        const pair = sql.withTransaction(Effect.andThen(
          sql`INSERT INTO access_changes (subject, name, changed_at) VALUES ('pair', 'x', 0)`,
          sql`INSERT INTO samples (text) VALUES ('pair')`
        ))
        const writing = yield* Effect.forkChild(Effect.forever(Effect.andThen(pair, Effect.sleep(1))))
        yield* Effect.replicateEffect(pair, 5)
        yield* backup(options, file)
        writing.interruptUnsafe()
      }).pipe(Effect.provide(TempDatabase.at({ dataDir })))
      const lines = readFileSync(file, "utf8").split("\n")
      const pairs = (mark: string) => lines.filter((line) => line.includes(mark)).length
      assert.isAbove(pairs("\"pair\",\"x\",0]"), 0)
      assert.strictEqual(pairs("\"pair\",null]"), pairs("\"pair\",\"x\",0]"))
    }).pipe(withSteps))

  it.live("that cannot write beside its file leaves the file's name free", () =>
    Effect.gen(function*() {
      const { file, options } = yield* filled
      mkdirSync(`${file}.part`)
      assert.match(yield* message(backup(options, file)), /one\.backup cannot be written: EISDIR/)
      assert.isFalse(existsSync(file))
    }).pipe(Effect.scoped, withSteps))

  it.live("of a database that no gapura has used is refused, and leaves no file", () =>
    Effect.gen(function*() {
      const options = yield* empty
      const file = join(options.dataDir, "one.backup")
      assert.match(yield* message(backup(options, file)), /nothing to back up/)
      assert.isFalse(existsSync(file))
    }).pipe(withSteps))
})

describe("restore", () => {
  it.live("that cannot put everything in its place changes neither database nor keys", () =>
    Effect.gen(function*() {
      const { dataDir, file, options } = yield* filled
      mkdirSync(join(dataDir, "journal"))
      writeFileSync(join(dataDir, "journal", "0hodax6clls-ed915d8b.audit"), "rekaman")
      yield* backup(options, `${file}.two`)
      const other = yield* filled
      const before = readFileSync(join(other.dataDir, "keys/pseudonym.key"))
      mkdirSync(join(other.dataDir, "journal", "0hodax6clls-ed915d8b.audit.restored", "x"), { recursive: true })
      assert.match(yield* message(restore(other.options, { file: `${file}.two`, replace: true })), /cannot be written/)
      assert.deepStrictEqual(readFileSync(join(other.dataDir, "keys/pseudonym.key")), before)
      assert.deepStrictEqual(readdirSync(join(other.dataDir, "keys")), ["pseudonym.key"])
      const found = Effect.flatMap(TokenStore, (tokens) => tokens.find(other.token, 0))
      assert.isDefined(yield* Effect.provide(found, Layer.provideMerge(AccessLive, TempDatabase.at({ dataDir: other.dataDir }))))
    }).pipe(withSteps))

  it.live("onto rows, or beside another key, is refused and changes nothing, unless it is to replace them", () =>
    Effect.gen(function*() {
      const { file, options, token } = yield* filled
      yield* backup(options, file)
      const other = yield* filled
      assert.match(yield* message(restore(other.options, { file, replace: false })), /is in use .*--replace/)
      const fresh = yield* empty
      mkdirSync(join(fresh.dataDir, "keys"))
      writeFileSync(join(fresh.dataDir, "keys/pseudonym.key"), "another", { mode: 0o600 })
      assert.match(yield* message(restore(fresh, { file, replace: false })), /another key: --replace/)
      assert.strictEqual(readFileSync(join(fresh.dataDir, "keys/pseudonym.key"), "utf8"), "another")
      const find = (wanted: string) =>
        Effect.flatMap(TokenStore, (tokens) => tokens.find(wanted, 0)).pipe(
          Effect.provide(Layer.provide(TokenStore.layer, TempDatabase.at({ dataDir: other.dataDir })))
        )
      assert.isDefined(yield* find(other.token))
      yield* restore(other.options, { file, replace: true })
      assert.isUndefined(yield* find(other.token))
      assert.isDefined(yield* find(token))
    }).pipe(withSteps))

  it.live("of a file that was cut, changed, or is something else, is refused before anything is touched", () =>
    Effect.gen(function*() {
      const { file, options } = yield* filled
      yield* backup(options, file)
      const target = yield* empty
      const whole = readFileSync(file, "utf8")
      const attempt = (text: string) => {
        writeFileSync(file, text)
        return message(restore(target, { file, replace: true }))
      }
      assert.match(yield* attempt(whole.slice(0, -200)), /incomplete or was changed/)
      assert.match(yield* attempt(whole.replace("portal", "portol")), /incomplete or was changed/)
      assert.match(yield* attempt("{}"), /no backup of gapura/)
      assert.match(yield* attempt(""), /no backup of gapura/)
      assert.match(yield* message(restore(target, { file: `${file}.none`, replace: true })), /ENOENT/)
    }).pipe(withSteps))

  it.live("that fails half-way leaves what was there", () =>
    Effect.gen(function*() {
      const { file, options } = yield* filled
      yield* backup(options, file)
      rewritten(file, (lines) => lines.map((line) => line.startsWith("{\"table\":\"samples\"") ? line.replace("text", "no_such") : line))
      const other = yield* filled
      assert.match(yield* message(restore(other.options, { file, replace: true })), /samples\.no_such/)
      const found = yield* Effect.flatMap(TokenStore, (tokens) => tokens.find(other.token, 0)).pipe(
        Effect.provide(Layer.provide(TokenStore.layer, TempDatabase.at({ dataDir: other.dataDir })))
      )
      assert.isDefined(found)
    }).pipe(withSteps))

  it.live("of an older version's backup ends with today's tables; a newer one's is refused", () =>
    Effect.gen(function*() {
      const { file, options } = yield* filled
      yield* backup(options, file)
      const target = yield* empty
      yield* Effect.provideService(restore(target, { file, replace: false }), Steps, later)
      const sql = Effect.flatMap(SqlClient.SqlClient, (client) => client`SELECT text, note FROM samples`)
      const rows = yield* sql.pipe(Effect.provide(TempDatabase.at({ dataDir: target.dataDir })), Effect.provideService(Steps, later))
      assert.deepStrictEqual(rows, [{ text: "é\u2028\"", note: "none" }])
      yield* Effect.provideService(backup(target, `${file}.later`), Steps, later)
      assert.match(
        yield* message(restore(yield* empty, { file: `${file}.later`, replace: false })),
        /newer version of gapura \(step 901 later\)/
      )
    }).pipe(withSteps))

  it.live("onto a database that was only migrated needs no --replace; a key's name leads nowhere else", () =>
    Effect.gen(function*() {
      const { file, options } = yield* filled
      yield* backup(options, file)
      const target = yield* empty
      yield* Effect.scoped(Layer.build(TempDatabase.at({ dataDir: target.dataDir })))
      yield* restore(target, { file, replace: false })
      rewritten(file, (lines) => [...lines, JSON.stringify({ key: "../../x.key", base64: "AA==" })])
      assert.match(yield* message(restore(yield* empty, { file, replace: false })), /no backup of gapura, or is damaged/)
    }).pipe(withSteps))

  it.live("and restore leave alone what somebody else keeps in the same database", () =>
    Effect.gen(function*() {
      const { dataDir, file, options } = yield* filled
      const there = TempDatabase.at({ dataDir })
      const foreign = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT * FROM spatial_ref_sys`)
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE spatial_ref_sys (srid INTEGER PRIMARY KEY, srtext TEXT)`
        yield* sql`INSERT INTO spatial_ref_sys VALUES (4326, 'WGS 84')`
      }).pipe(Effect.provide(there))
      const made = yield* backup(options, file)
      assert.notInclude(readFileSync(file, "utf8"), "spatial_ref_sys")
      assert.strictEqual((yield* restore(yield* empty, { file, replace: false })).rows, made.rows)
      yield* restore(options, { file, replace: true })
      assert.deepStrictEqual(yield* Effect.provide(foreign, there), [{ srid: 4326, srtext: "WGS 84" }])

      // A view on a table of ours: SQLite keeps it, PostgreSQL drops a table with what depends on it or not at all.
      const view = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT text FROM texts`)
      yield* Effect.provide(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE VIEW texts AS SELECT text FROM samples`), there)
      const again = restore(options, { file, replace: true })
      if (options.postgres === undefined) yield* again
      else assert.match(yield* message(again), /a view or table that is none of gapura's depends on samples: drop it/)
      assert.lengthOf(yield* Effect.provide(view, there), 1)
    }).pipe(Effect.scoped, withSteps))
})
