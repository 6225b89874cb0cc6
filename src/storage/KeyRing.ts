/**
 * The keys of a city in its database, opened with a gateway's key-encryption key.
 *
 * The first gateway with one puts its own keys there, or makes them on a database that no gateway has used; whoever is
 * second finds them. Refused: another key-encryption key than the one that wraps; none where one is needed; key files
 * that differ from what lies in the database; a key that went from it; an empty `keys` on a database whose keys are files elsewhere, since
 * pseudonyms and sealed credentials of before would be lost.
 *
 * The key-encryption key is derived outside of transactions: it takes half a second of a passphrase.
 */
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { generateKeyPairSync, randomBytes } from "node:crypto"
import { type AccessBefore, KeptAccess, NotKept } from "../domain/KeptAccess.ts"
import { Worker } from "../domain/Worker.ts"
import { deriveKey, fingerprintOf, type KeyEncryptionKey, type KeySource, settingOf } from "./KeyEncryption.ts"
import { agreementOf, keyBytes, localKeys, type NamedKey } from "./LocalKeys.ts"
import { seal, unseal } from "./SealedText.ts"
import {
  insertKey,
  keptRing,
  keyFingerprint,
  KeysRefused,
  lockKeys,
  readRing,
  rewrapRows,
  unwrap,
  type Wrapping,
  writeWrapping
} from "./WrappedKeys.ts"

export interface RingOptions {
  readonly dataDir: string
  readonly source: KeySource
  /** Whether the audit log's key is one of them: it is not where it is a file that the operator named. */
  readonly withAudit: boolean
}

export interface KeyRing {
  readonly kek: KeyEncryptionKey
  readonly keys: ReadonlyArray<NamedKey>
}

const decodeFingerprints = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ fingerprint: Schema.String })))

export const newestOf = (keys: ReadonlyArray<NamedKey>, name: NamedKey["name"]): NamedKey | undefined =>
  keys.filter((key) => key.name === name).reduce<NamedKey | undefined>(
    (newest, key) => newest !== undefined && newest.version > key.version ? newest : key,
    undefined
  )

/** Of the audit log's key. */
export const pemOf = ({ bytes }: NamedKey): Redacted.Redacted<string> => Redacted.make(Buffer.from(bytes).toString(), { label: "audit" })

const newKey = (name: NamedKey["name"], version: number): NamedKey => ({
  name,
  version,
  bytes: name === "audit"
    ? Buffer.from(generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }))
    : new Uint8Array(randomBytes(keyBytes))
})

const keyOf = (bytes: Uint8Array, { derivation }: Wrapping): KeyEncryptionKey => ({ bytes, fingerprint: fingerprintOf(bytes), derivation })

/** The key-encryption key that wraps, where it is that of `source`, or the one that workers before this one have heard of. */
const unlock = Effect.fn("KeyRing.unlock")(function*(source: KeySource, wrapping: Wrapping) {
  const heard = (yield* Worker)?.heardKey
  const held = heard === undefined ? undefined : keyOf(Redacted.value(heard), wrapping)
  if (held?.fingerprint === wrapping.fingerprint) return held
  const { from } = wrapping.derivation
  // A passphrase is another key with each salt: where none is known there is nothing to compare.
  const kek = "file" in source || from === "passphrase" ? yield* deriveKey(source, wrapping.derivation) : undefined
  if (kek?.fingerprint === wrapping.fingerprint) return kek
  const kind = from === (kek?.derivation.from ?? "passphrase") ? "" : ` of a ${from}`
  return yield* new KeysRefused({
    message: `the keys in the database are wrapped with the key-encryption key ${wrapping.fingerprint}${kind}, and ${settingOf(source)} is `
      + `${kek?.fingerprint ?? "another"}: give this gateway the one that the others have`
  })
})

/** For who has no key-encryption key: keys are files, unless some gateway has put them into the database. */
export const keepToFiles = Effect.gen(function*() {
  const { before } = yield* KeptAccess
  const ring = before === undefined ? yield* readRing(yield* SqlClient.SqlClient) : yield* keptRing(before)
  if (ring === undefined) return
  return yield* new KeysRefused({
    message: `the keys in the database are wrapped with the key-encryption key ${ring.fingerprint}: set KEYS_FILE or KEYS_PASSPHRASE `
      + "as the other gateways have it"
  })
})

/** What the database remembers of a key that it was used with. */
const rememberedOf = (sql: SqlClient.SqlClient, name: NamedKey["name"]) =>
  Effect.map(
    Effect.flatMap(sql`SELECT fingerprint FROM key_fingerprints WHERE name = ${name}`, decodeFingerprints),
    ([found]) => found?.fingerprint
  )

/** So that none is made in the place of one that was taken away, by which all that is signed would look forged. */
const rememberAudit = (sql: SqlClient.SqlClient, key: NamedKey) =>
  sql`INSERT INTO key_fingerprints ${sql.insert({ name: "audit", fingerprint: keyFingerprint(key) })} ON CONFLICT (name) DO NOTHING`

/** What a gateway that came first may put there. */
const firstKeys = Effect.fn("KeyRing.firstKeys")(function*(own: ReadonlyArray<NamedKey>) {
  const sql = yield* SqlClient.SqlClient
  const used = yield* rememberedOf(sql, "pseudonym")
  const first = own.find(({ name, version }) => name === "pseudonym" && version === 1)
  if (used !== undefined && (first === undefined || agreementOf(first.bytes) !== used)) {
    return yield* new KeysRefused({
      message:
        `the keys that this database was used with are not in this gateway's DATA_DIR: start a gateway first that has them in keys/, `
        + "with the same key-encryption key; it puts them into the database"
    })
  }
  return first === undefined ? [newKey("pseudonym", 1), ...own] : own
})

/** What lies in the database must be what lies here. */
const refuseOthers = (keys: ReadonlyArray<NamedKey>, own: ReadonlyArray<NamedKey & { readonly path: string }>) =>
  Effect.forEach(own, (local) => {
    const shared = keys.find(({ name, version }) => name === local.name && version === local.version)
    const [here, there] = [keyFingerprint(local), shared === undefined ? "no such key" : keyFingerprint(shared)]
    return here === there ? Effect.void : new KeysRefused({
      message: `${local.path} is the key ${here}, and the database has ${there} as ${local.name} ${local.version}: `
        + "move the file away to take the database's, or give this gateway the database that the file belongs to"
    })
  }, { discard: true })

/** Nothing that a gateway does takes them away. */
export const gone = new KeysRefused({ message: "the keys went from the database: restore a backup" })

/** What is there now, opened. */
const openRing = Effect.fn("KeyRing.openRing")(function*(kek: KeyEncryptionKey) {
  const ring = yield* readRing(yield* SqlClient.SqlClient)
  if (ring === undefined) return yield* gone
  if (ring.fingerprint !== kek.fingerprint) {
    return yield* new KeysRefused({ message: "the key-encryption key is rotated at this moment; try again, and look at `keys list`" })
  }
  return yield* Effect.forEach(ring.rows, (row) => unwrap(kek, row))
})

/** In a transaction of its own, while nobody else changes keys. */
const alone = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(Effect.andThen(lockKeys(sql), work)))

/** Opens the keys, and puts them there where nobody has. */
export const openKeys = Effect.fn("KeyRing.openKeys")(function*({ dataDir, source, withAudit }: RingOptions) {
  const sql = yield* SqlClient.SqlClient
  const own = (yield* localKeys(dataDir)).filter(({ name }) => withAudit || name !== "audit")
  const put = Effect.fn("KeyRing.put")(function*(kek: KeyEncryptionKey) {
    if ((yield* readRing(sql)) !== undefined) return
    yield* writeWrapping(sql, kek, null)
    for (const key of yield* firstKeys(own)) yield* insertKey(sql, kek, key)
    yield* Effect.logInfo(
      own.length === 0
        ? `keys were made in the database, wrapped with the key-encryption key ${kek.fingerprint}`
        : `the keys of ${dataDir}/keys are in the database now, wrapped with the key-encryption key ${kek.fingerprint}; `
          + "once that one is kept safe elsewhere the files may be deleted"
    )
  })
  if ((yield* readRing(sql)) === undefined) yield* Effect.flatMap(deriveKey(source), (kek) => alone(put(kek)))
  const wrapping = yield* readRing(sql)
  if (wrapping === undefined) return yield* gone
  const kek = yield* unlock(source, wrapping)
  const withAuditKey = Effect.gen(function*() {
    const keys = yield* openRing(kek)
    if (newestOf(keys, "audit") !== undefined) return keys
    const made = own.find(({ name }) => name === "audit") ?? newKey("audit", 1)
    const used = yield* rememberedOf(sql, "audit")
    if (used !== undefined && used !== keyFingerprint(made)) return yield* gone
    yield* insertKey(sql, kek, made)
    return [...keys, made]
  })
  const found = yield* openRing(kek)
  const keys = withAudit && newestOf(found, "audit") === undefined ? yield* alone(withAuditKey) : found
  const audit = newestOf(keys, "audit")
  if (audit !== undefined) yield* rememberAudit(sql, audit)
  yield* refuseOthers(keys, own)
  return { kek, keys } satisfies KeyRing
})

/** Opens those that the copy of access has, where the database is away at the start. */
export const openKept = Effect.fn("KeyRing.openKept")(function*({ dataDir, source, withAudit }: RingOptions, before: AccessBefore) {
  const ring = yield* keptRing(before)
  if (ring === undefined) return yield* new NotKept({ part: "keys" })
  const kek = yield* unlock(source, ring)
  const keys = yield* Effect.forEach(ring.rows, (row) => unwrap(kek, row))
  if (withAudit && newestOf(keys, "audit") === undefined) return yield* new NotKept({ part: "the key of the audit log" })
  yield* refuseOthers(keys, (yield* localKeys(dataDir)).filter(({ name }) => withAudit || name !== "audit"))
  return { kek, keys } satisfies KeyRing
})

/** Makes the next key of pseudonyms. @returns its version */
export const rotateSharedPseudonyms = Effect.fn("KeyRing.rotateSharedPseudonyms")(function*(options: RingOptions) {
  const sql = yield* SqlClient.SqlClient
  const { kek } = yield* openKeys(options)
  return yield* alone(Effect.gen(function*() {
    const version = (newestOf(yield* openRing(kek), "pseudonym")?.version ?? 0) + 1
    yield* insertKey(sql, kek, newKey("pseudonym", version))
    return version
  }))
})

const handoverPurpose = (from: string, to: string): string => `handover ${from} ${to}`

/**
 * Puts all keys under another key-encryption key.
 *
 * @param handOver whether gateways that run may take it from the database, sealed with the one before
 */
export const rewrap = Effect.fn("KeyRing.rewrap")(function*(source: KeySource, next: KeySource, handOver: boolean) {
  const sql = yield* SqlClient.SqlClient
  const wrapping = yield* readRing(sql)
  if (wrapping === undefined) {
    return yield* new KeysRefused({ message: "no keys lie in the database yet: start a gateway with this key-encryption key first" })
  }
  const from = yield* unlock(source, wrapping)
  const to = yield* deriveKey(next)
  if (to.fingerprint === from.fingerprint) return yield* new KeysRefused({ message: `the keys are wrapped with ${to.fingerprint} already` })
  const sealed = seal(from.bytes, Buffer.from(to.bytes).toString("base64"), handoverPurpose(from.fingerprint, to.fingerprint))
  yield* alone(Effect.gen(function*() {
    const ring = yield* readRing(sql)
    if (ring?.fingerprint !== from.fingerprint) {
      return yield* new KeysRefused({ message: "somebody else has rotated the key-encryption key meanwhile; look at `keys list`" })
    }
    yield* rewrapRows(sql, ring.rows, { from, to })
    yield* writeWrapping(sql, to, handOver ? sealed : null)
  }))
  return { from: from.fingerprint, to: to.fingerprint }
})

/** The key that wraps now, for a gateway that has the one before, or whose source has become the new one. */
export const followWrapping = Effect.fn("KeyRing.followWrapping")(function*(source: KeySource, held: KeyEncryptionKey, wrapping: Wrapping) {
  if (held.fingerprint === wrapping.fingerprint) return held
  const text = wrapping.handover === null
    ? undefined
    : unseal(held.bytes, wrapping.handover, handoverPurpose(held.fingerprint, wrapping.fingerprint))
  if (text === undefined) return yield* unlock(source, wrapping)
  const kek = keyOf(new Uint8Array(Buffer.from(text, "base64")), wrapping)
  const worker = yield* Worker
  worker?.tellKey(kek.bytes)
  yield* Effect.logWarning(
    `keys are wrapped with the key-encryption key ${kek.fingerprint} from now on: give it to this gateway as ${settingOf(source)} `
      + "before it starts again"
  )
  return kek
})
