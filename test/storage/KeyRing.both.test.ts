/** Keys that lie in the database: who puts them there, who may open them, and how they are wrapped anew. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { loadAuditKey } from "../../src/audit/AuditKey.ts"
import { KeyAgreement } from "../../src/storage/KeyAgreement.ts"
import { deriveKey, type KeySource } from "../../src/storage/KeyEncryption.ts"
import { keepToFiles, openKeys, rewrap, rotateSharedPseudonyms } from "../../src/storage/KeyRing.ts"
import { SecretKeys } from "../../src/storage/SecretKeys.ts"
import { readRing } from "../../src/storage/WrappedKeys.ts"
import { eventually } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const newSource = Effect.map(TempDatabase.tempDirectory, (directory): KeySource & { readonly file: string } => {
  const file = join(directory, "kek")
  writeFileSync(file, randomBytes(32))
  return { file }
})
const fingerprint = (source: KeySource) => Effect.map(deriveKey(source), (kek) => kek.fingerprint)

/** Keys as files, as a gateway without a key-encryption key makes them. */
const makeFiles = (dataDir: string) =>
  Effect.gen(function*() {
    const { pseudonym } = yield* SecretKeys
    const { id } = yield* loadAuditKey(join(dataDir, "keys/audit.key"))
    return { first: Buffer.from(Redacted.value(pseudonym())), id }
  }).pipe(Effect.provide(SecretKeys.layer({ dataDir }), { local: true }))

const keysIn = (dataDir: string) => existsSync(join(dataDir, "keys")) ? readdirSync(join(dataDir, "keys")).sort() : []
const bytesOf = (ring: { readonly keys: ReadonlyArray<{ readonly name: string; readonly version: number; readonly bytes: Uint8Array }> }) =>
  ring.keys.map(({ bytes, name, version }) => [name, version, Buffer.from(bytes).toString("hex")])

/** A database, and whoever opens its keys. */
const onDatabase = <A, E>(
  test: (at: {
    readonly source: KeySource & { readonly file: string }
    /** With an empty directory, unless it is named. */
    readonly open: (options?: { readonly dataDir?: string; readonly source?: KeySource; readonly withAudit?: boolean }) => ReturnType<
      typeof openKeys
    >
  }) => Effect.Effect<A, E, SqlClient.SqlClient | Scope.Scope>
) =>
  Effect.gen(function*() {
    const source = yield* newSource
    const empty = yield* TempDatabase.tempDirectory
    return yield* test({ source, open: (options) => openKeys({ dataDir: empty, source, withAudit: true, ...options }) })
  }).pipe(Effect.scoped, Effect.provide(TempDatabase.layer, { local: true }))

describe("the keys of a city in its database", () => {
  it.live("are the first gateway's own files, and whoever comes next finds the same without any file", () =>
    onDatabase(({ open, source }) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const dataDir = yield* TempDatabase.tempDirectory
        const { first, id } = yield* makeFiles(dataDir)
        const adopted = yield* open({ dataDir })
        assert.deepStrictEqual(adopted.keys.find(({ name }) => name === "pseudonym")?.bytes, new Uint8Array(first))
        const second = yield* TempDatabase.tempDirectory
        assert.sameDeepMembers(bytesOf(yield* open({ dataDir: second })), bytesOf(adopted))
        assert.deepStrictEqual(keysIn(second), [])
        const ring = yield* readRing(sql)
        assert.strictEqual(ring?.fingerprint, yield* fingerprint(source))
        assert.strictEqual(ring?.rows.find(({ name }) => name === "audit")?.fingerprint, id)
        const kept = JSON.stringify(ring)
        for (const form of ["hex", "base64", "base64url"] as const) assert.notInclude(kept, first.toString(form))
        assert.notInclude(kept, "PRIVATE KEY")
      })
    ))

  it.live("are one set, however many begin at once", () =>
    onDatabase(({ open }) =>
      Effect.gen(function*() {
        const directories = yield* Effect.all(Array.from({ length: 4 }, () => TempDatabase.tempDirectory))
        const rings = yield* Effect.all(directories.map((dataDir) => open({ dataDir })), { concurrency: "unbounded" })
        for (const ring of rings) assert.sameDeepMembers(bytesOf(ring), bytesOf(rings[0]!))
      })
    ))

  it.live("of a passphrase open with it, by the salt that lies beside them, and with no other", () =>
    onDatabase(({ open }) =>
      Effect.gen(function*() {
        const source = { passphrase: Redacted.make("kata sandi kota yang panjang") }
        const rings = yield* Effect.all([open({ source }), open({ source })], { concurrency: "unbounded" })
        assert.sameDeepMembers(bytesOf(rings[0]), bytesOf(rings[1]))
        const { message } = yield* Effect.flip(open({ source: { passphrase: Redacted.make("kata sandi kota yang lain") } }))
        assert.include(message, rings[0].kek.fingerprint)
        assert.notInclude(message, "kata sandi")
      })
    ))

  it.live("fault-134 stay shut to another key-encryption key and to none, which hear the fingerprints and nothing more", () =>
    onDatabase(({ open, source }) =>
      Effect.gen(function*() {
        yield* open()
        const other = yield* newSource
        const { message } = yield* Effect.flip(open({ source: other }))
        assert.include(message, yield* fingerprint(source))
        assert.include(message, yield* fingerprint(other))
        for (const { file } of [source, other]) assert.notInclude(message, readFileSync(file).toString("hex"))
        const none = yield* Effect.flip(keepToFiles)
        assert.include(none.message, yield* fingerprint(source))
        assert.include(none.message, "set KEYS_FILE or KEYS_PASSPHRASE")
      })
    ))

  it.live("fault-134 refuse a gateway whose own files are others, by the path; the audit log's is left alone where it was named", () =>
    onDatabase(({ open }) =>
      Effect.gen(function*() {
        yield* open()
        const dataDir = yield* TempDatabase.tempDirectory
        yield* makeFiles(dataDir)
        assert.include((yield* Effect.flip(open({ dataDir }))).message, "keys/audit.key is the key ")
        assert.include((yield* Effect.flip(open({ dataDir, withAudit: false }))).message, "keys/pseudonym.key is the key ")
        assert.deepStrictEqual(keysIn(dataDir), ["audit.key", "pseudonym.key"])
      })
    ))

  it.live("fault-134 are not made anew where files elsewhere were used before: the gateway that has them goes first", () =>
    onDatabase(({ open }) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const dataDir = yield* TempDatabase.tempDirectory
        const agreed = KeyAgreement.pipe(
          Layer.provide(SecretKeys.layer({ dataDir })),
          Layer.provide(Layer.succeed(SqlClient.SqlClient, sql))
        )
        yield* Effect.scoped(Layer.build(agreed))
        assert.include((yield* Effect.flip(open())).message, "start a gateway first that has them")
        assert.isUndefined(yield* readRing(sql))
        yield* open({ dataDir })
        yield* open()
      })
    ))

  it.live("fault-134 are not made anew where one was taken away: the audit log's neither, unless its own file is there", () =>
    onDatabase(({ open }) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const dataDir = yield* TempDatabase.tempDirectory
        yield* makeFiles(dataDir)
        const before = bytesOf(yield* open({ dataDir }))
        yield* sql`DELETE FROM wrapped_keys WHERE name = 'audit'`
        assert.include((yield* Effect.flip(open())).message, "the keys went from the database: restore a backup")
        yield* open({ dataDir })
        assert.sameDeepMembers(bytesOf(yield* open()), before)
      })
    ))

  it.live("tell a row that was changed, or put in another's place", () =>
    onDatabase(({ open, source }) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const dataDir = yield* TempDatabase.tempDirectory
        yield* open()
        yield* rotateSharedPseudonyms({ dataDir, source, withAudit: true })
        yield* sql`UPDATE wrapped_keys SET wrapped = (SELECT wrapped FROM wrapped_keys WHERE name = 'pseudonym' AND version = 1)
          WHERE name = 'pseudonym' AND version = 2`
        assert.include((yield* Effect.flip(open())).message, "the key pseudonym 2 in the database does not open")
      })
    ))
})

describe("keys in the database, rotated", () => {
  /** A running gateway's keys, with what it logs. */
  const running = Effect.fnUntraced(function*(source: KeySource, logs: Array<string>) {
    const sql = yield* SqlClient.SqlClient
    const dataDir = yield* TempDatabase.tempDirectory
    const logger = Logger.make(({ message }) => {
      logs.push(JSON.stringify(message))
    })
    const built = yield* Layer.build(
      SecretKeys.layerShared({ dataDir, source, withAudit: true }).pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, sql)))
    ).pipe(Effect.provide(Logger.layer([logger])))
    return yield* Effect.provide(SecretKeys, built)
  })

  it.live("the key of pseudonyms is another at every gateway that runs, the same at all, and our own keys are not", () =>
    onDatabase(({ source }) =>
      Effect.gen(function*() {
        const [one, two] = [yield* running(source, []), yield* running(source, [])]
        const before = one.internal("x")
        const dataDir = yield* TempDatabase.tempDirectory
        assert.strictEqual(yield* rotateSharedPseudonyms({ dataDir, source, withAudit: true }), 2)
        yield* Effect.promise(() => eventually("both have it", () => one.version() === 2 && two.version() === 2))
        assert.deepStrictEqual(one.pseudonymFor("a"), two.pseudonymFor("a"))
        assert.deepStrictEqual([one.internal("x"), two.internal("x")], [before, before])
      })
    ))

  it.live("another key-encryption key is handed to gateways that run, opens for whoever starts, and the one before does not", () =>
    onDatabase(({ open, source }) =>
      Effect.gen(function*() {
        const logs: Array<string> = []
        const one = yield* running(source, logs)
        const before = bytesOf(yield* open())
        const next = yield* newSource
        assert.deepStrictEqual(yield* rewrap(source, next, true), { from: yield* fingerprint(source), to: yield* fingerprint(next) })
        assert.sameDeepMembers(bytesOf(yield* open({ source: next })), before)
        assert.include((yield* Effect.flip(open())).message, yield* fingerprint(next))
        const dataDir = yield* TempDatabase.tempDirectory
        yield* rotateSharedPseudonyms({ dataDir, source: next, withAudit: true })
        yield* Effect.promise(() => eventually("it hears of new keys", () => one.version() === 2))
        assert.lengthOf(logs.filter((line) => line.includes("give it to this gateway as KEYS_FILE")), 1)
      })
    ))

  it.live("what hands a key over is gone from the database a minute later", () =>
    onDatabase(({ open, source }) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* open()
        const next = yield* newSource
        yield* rewrap(source, next, true)
        yield* running(next, [])
        const handover = Effect.map(readRing(sql), (ring) => ring?.handover)
        assert.isString(yield* handover)
        yield* sql`UPDATE key_wrapping SET since = since - 61000`
        while ((yield* handover) !== null) yield* Effect.sleep("50 millis")
      })
    ))

  it.live("one that leaked hands nothing over: a gateway goes on with what it knows until its file is the new one", () =>
    onDatabase(({ open, source }) =>
      Effect.gen(function*() {
        const logs: Array<string> = []
        const one = yield* running(source, logs)
        yield* open()
        const next = yield* newSource
        yield* rewrap(source, next, false)
        const dataDir = yield* TempDatabase.tempDirectory
        yield* rotateSharedPseudonyms({ dataDir, source: next, withAudit: true })
        yield* Effect.promise(() => eventually("it says so", () => logs.some((line) => line.includes("those known go on"))))
        assert.strictEqual(one.version(), 1)
        writeFileSync(source.file, readFileSync(next.file))
        yield* Effect.promise(() => eventually("it hears of new keys", () => one.version() === 2))
      })
    ))

  it.live("is refused with the same key-encryption key, or with one that is not the one before", () =>
    onDatabase(({ open, source }) =>
      Effect.gen(function*() {
        yield* open()
        const other = yield* newSource
        assert.include((yield* Effect.flip(rewrap(source, source, true))).message, "already")
        assert.include((yield* Effect.flip(rewrap(other, source, true))).message, yield* fingerprint(other))
        yield* open()
      })
    ))
})
