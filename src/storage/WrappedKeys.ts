/**
 * The rows of keys that lie in the database: each sealed by the key-encryption key, bound to its name and version so
 * that none passes for another, and one row that says by which key they are.
 *
 * Every change runs under one lock of all gateways. `since` is the database's time.
 */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { createHash, createPublicKey } from "node:crypto"
import { type AccessBefore, type KeptAccess, partOf } from "../domain/KeptAccess.ts"
import { Derivation, fingerprintOf, type KeyEncryptionKey } from "./KeyEncryption.ts"
import type { NamedKey } from "./LocalKeys.ts"
import { seal, unseal } from "./SealedText.ts"

/** Keys cannot be used as they are; `message` says which, and what to do. */
export class KeysRefused extends Schema.TaggedError<KeysRefused>()("KeysRefused", { message: Schema.String }) {}

const Row = Schema.Struct({
  name: Schema.Literals(["pseudonym", "audit"]),
  version: Schema.Int,
  wrapped: Schema.String,
  fingerprint: Schema.String,
  since: Schema.Finite,
  kek: Schema.String,
  derivation: Schema.fromJsonString(Derivation),
  kek_since: Schema.Finite,
  handover: Schema.NullOr(Schema.String)
})
const Rows = Schema.Array(Row)
const decodeRows = Schema.decodeUnknownEffect(Rows)

/** One key as it lies there. */
export type WrappedRow = Pick<typeof Row.Type, "name" | "version" | "wrapped" | "fingerprint" | "since">

/** What wraps them. */
export interface Wrapping {
  readonly fingerprint: string
  readonly derivation: Derivation
  readonly since: number
  /** The key-encryption key, sealed by the one before it, so that running gateways may follow; for a minute. */
  readonly handover: string | null
}

export interface WrappedRing extends Wrapping {
  /** By name, the newest of each last. */
  readonly rows: ReadonlyArray<typeof Row.Type>
}

/** Any number; the same in every gateway. */
const lock = 1_735_420_950

/** Within a transaction: nobody else changes keys until it ends. */
export const lockKeys = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(${sql.literal(String(lock))})`),
    orElse: () => Effect.void
  })

const now = (sql: SqlClient.SqlClient) =>
  sql.literal(sql.onDialectOrElse({
    pg: () => "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT",
    orElse: () => "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
  }))

const ringOf = (rows: ReadonlyArray<typeof Row.Type>): WrappedRing | undefined => {
  const [first] = rows
  return first === undefined
    ? undefined
    : { fingerprint: first.kek, derivation: first.derivation, since: first.kek_since, handover: first.handover, rows }
}

const Kept = Schema.fromJsonString(Rows)
const encodeKept = Schema.encodeEffect(Kept)
const part = "keys"

/** The copy of access has them, wrapped as they are, before they are used. */
export const keepRing = Effect.fn("WrappedKeys.keepRing")(function*(kept: KeptAccess, { rows }: WrappedRing) {
  kept.keep(part, yield* encodeKept(rows))
})

/** As the copy of access has it; undefined where keys were files. */
export const keptRing = (before: AccessBefore) =>
  before.part(part) === undefined ? Effect.undefined : Effect.map(partOf(before, part, Kept), ringOf)

/** All of it as of one moment: one statement. Undefined where no key lies in the database. */
export const readRing = (sql: SqlClient.SqlClient) =>
  Effect.map(
    Effect.flatMap(
      sql`SELECT k.name, k.version, k.wrapped, k.fingerprint, k.since,
          w.fingerprint AS kek, w.derivation, w.since AS kek_since, w.handover
        FROM key_wrapping w JOIN wrapped_keys k ON w.name = 'kek' ORDER BY k.name, k.version`,
      decodeRows
    ),
    ringOf
  )

const purposeOf = ({ name, version }: Pick<NamedKey, "name" | "version">): string => `key ${name} ${version}`

/** Of the audit log's key it is its id, as checkpoints have it. */
export const keyFingerprint = ({ bytes, name }: NamedKey): string =>
  name === "audit"
    ? createHash("sha256").update(createPublicKey(Buffer.from(bytes)).export({ type: "spki", format: "der" })).digest("hex").slice(0, 32)
    : fingerprintOf(bytes)

const wrap = (kek: KeyEncryptionKey, key: NamedKey): string => seal(kek.bytes, Buffer.from(key.bytes).toString("base64"), purposeOf(key))

/** Opens one; it fails where somebody changed the row. */
export const unwrap = (kek: KeyEncryptionKey, row: WrappedRow): Effect.Effect<NamedKey, KeysRefused> => {
  const text = unseal(kek.bytes, row.wrapped, purposeOf(row))
  return text === undefined
    ? Effect.fail(
      new KeysRefused({
        message: `the key ${row.name} ${row.version} in the database does not open with the key-encryption key ${kek.fingerprint} `
          + "although all of them should: the row was changed by somebody; restore it from a backup"
      })
    )
    : Effect.succeed({ name: row.name, version: row.version, bytes: new Uint8Array(Buffer.from(text, "base64")) })
}

export const insertKey = (sql: SqlClient.SqlClient, kek: KeyEncryptionKey, key: NamedKey) =>
  sql`INSERT INTO wrapped_keys (name, version, wrapped, fingerprint, since)
    VALUES (${key.name}, ${key.version}, ${wrap(kek, key)}, ${keyFingerprint(key)}, ${now(sql)})`

/** Says from now on which key-encryption key wraps. */
export const writeWrapping = (sql: SqlClient.SqlClient, kek: KeyEncryptionKey, handover: string | null) =>
  sql`INSERT INTO key_wrapping (name, fingerprint, derivation, since, handover)
    VALUES ('kek', ${kek.fingerprint}, ${JSON.stringify(kek.derivation)}, ${now(sql)}, ${handover})
    ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint, derivation = excluded.derivation,
      since = excluded.since, handover = excluded.handover`

/** Puts every key under another key-encryption key. */
export const rewrapRows = (
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<WrappedRow>,
  { from, to }: { readonly from: KeyEncryptionKey; readonly to: KeyEncryptionKey }
) =>
  Effect.forEach(
    rows,
    (row) =>
      Effect.flatMap(unwrap(from, row), (key) =>
        sql`UPDATE wrapped_keys SET wrapped = ${wrap(to, key)} WHERE name = ${row.name} AND version = ${row.version}`),
    { discard: true }
  )

const handoverMillis = 60_000

/** What hands a key over goes once every gateway that runs has seen it. */
export const endHandover = (sql: SqlClient.SqlClient) =>
  sql`UPDATE key_wrapping SET handover = NULL WHERE handover IS NOT NULL AND since < ${now(sql)} - ${sql.literal(String(handoverMillis))}`
