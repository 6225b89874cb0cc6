/**
 * Writes all that the database holds, at one moment, and the keys and the audit journal of the data directory into one
 * file or stream; the gateways go on meanwhile. SQLite copies itself first (VACUUM INTO), PostgreSQL is read in one transaction
 * that sees one snapshot.
 *
 * Gotcha: the journal comes before the snapshot. What is loaded into the database in between is kept twice, which the
 * loader notices; the other way round it would be kept nowhere.
 */
import { Clock, Effect, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Writable } from "node:stream"
import { reasonOf } from "../domain/Reason.ts"
import { BackupFailed, type BackupWriter, type Cell, openBackup, streamBackup } from "./BackupFile.ts"
import { appliedSteps } from "./Compatibility.ts"
import { Database, type DatabaseOptions, patient } from "./Database.ts"
import { auditFile, fileOf } from "./LocalKeys.ts"
import * as SqliteClient from "./SqliteClient.ts"
import { columnsOf, ownTablesOf } from "./Tables.ts"
import { readRing, type WrappedRing } from "./WrappedKeys.ts"

export interface BackupSummary {
  readonly tables: number
  readonly rows: number
  /** Files; those that the database has are not among them. */
  readonly keys: number
  /** The fingerprint of what the keys in the database are wrapped with. */
  readonly wrappedBy: string | null
  readonly bytes: number
}

const decodeRecord = Schema.decodeUnknownEffect(Schema.Record(Schema.String, Schema.Unknown))

const toCell = (value: unknown): Cell => {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString("base64") }
  if (value instanceof Date) return value.toISOString()
  throw new TypeError("a column holds what a backup cannot keep")
}

const writeHeader = Effect.fn("Backup.writeHeader")(function*(writer: BackupWriter) {
  const createdAt = new Date(yield* Clock.currentTimeMillis).toISOString()
  // As it is: a newer program must be able to keep what it is about to migrate.
  const steps = yield* Effect.mapError(
    Effect.flatMap(SqlClient.SqlClient, appliedSteps),
    () => new BackupFailed({ message: "there is nothing to back up: no gapura has used this database" })
  )
  yield* writer.line({ format: "gapura-backup", version: 1, createdAt, steps: steps.map(({ id, name }) => ({ id, name })) })
  return steps.length
})

const writeTables = Effect.fn("Backup.writeTables")(function*(writer: BackupWriter, steps: number) {
  const sql = yield* SqlClient.SqlClient
  if ((yield* appliedSteps(sql)).length !== steps) {
    return yield* new BackupFailed({ message: "the database was migrated meanwhile: make the backup again" })
  }
  const tables = yield* ownTablesOf(sql)
  let rows = 0
  for (const table of tables) {
    const columns = yield* columnsOf(sql, table)
    yield* writer.line({ table, columns })
    yield* Stream.runForEach(sql`SELECT * FROM ${sql(table)}`.stream, (row) =>
      Effect.flatMap(decodeRecord(row), (record) => {
        rows++
        return writer.line(columns.map((column) => toCell(record[column])))
      }))
  }
  return { tables: tables.length, rows, ring: tables.includes("wrapped_keys") ? yield* readRing(sql) : undefined }
})

const snapshotOfSqlite = (writer: BackupWriter, steps: number, beside: string) =>
  Effect.scoped(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const directory = yield* Effect.acquireRelease(
      Effect.try({
        try: () => mkdtempSync(join(beside, ".gapura-snapshot-")),
        catch: (cause) => new BackupFailed({ message: `no snapshot can be made in ${beside}: ${reasonOf(cause)}` })
      }),
      (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
    )
    const filename = join(directory, "snapshot.db")
    yield* sql`VACUUM INTO ${filename}`
    return yield* Effect.provide(writeTables(writer, steps), SqliteClient.layer({ filename }))
  }))

const snapshotOfPostgres = (writer: BackupWriter, steps: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.withTransaction(writeTables(writer, steps))
  }).pipe(Effect.provideService(SqlClient.BeginTransaction, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))

/** A directory's files of that kind; none where a gateway has not made it yet. */
const filesIn = (directory: string, ending: string) =>
  Effect.try({
    try: () => existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(ending)) : [],
    catch: (cause) => new BackupFailed({ message: `${directory} cannot be read: ${reasonOf(cause)}` })
  })

/** Undefined where it has gone. */
const contentOf = (path: string) =>
  Effect.try({
    try: () => existsSync(path) ? readFileSync(path).toString("base64") : undefined,
    catch: (cause) => new BackupFailed({ message: `${path} cannot be read: ${reasonOf(cause)}` })
  })

/** Records whose gateway has not put them into the database yet. */
const writeJournal = Effect.fn("Backup.writeJournal")(function*(writer: BackupWriter, dataDir: string) {
  const directory = join(dataDir, "journal")
  for (const journal of yield* filesIn(directory, ".audit")) {
    const base64 = yield* contentOf(join(directory, journal))
    if (base64 !== undefined) yield* writer.line({ journal, base64 })
  }
})

/** What is in the database, wrapped, is not kept as it is beside it. */
const writeKeys = Effect.fn("Backup.writeKeys")(function*(writer: BackupWriter, dataDir: string, ring: WrappedRing | undefined) {
  const directory = join(dataDir, "keys")
  const wrapped = new Set(ring?.rows.map(({ name, version }) => name === "audit" ? auditFile : fileOf(version)))
  let keys = 0
  for (const key of (yield* filesIn(directory, ".key")).filter((file) => !wrapped.has(file))) {
    const base64 = yield* contentOf(join(directory, key))
    if (base64 === undefined) continue
    yield* writer.line({ key, base64 })
    keys++
  }
  return keys
})

/** @param to the file to write, or what to write to */
export const backup = Effect.fn("Backup.backup")(
  function*(options: DatabaseOptions, to: string | Writable) {
    const writer = yield* typeof to === "string" ? openBackup(to) : streamBackup(to)
    const steps = yield* writeHeader(writer)
    yield* writeJournal(writer, options.dataDir)
    const { ring, rows, tables } = yield* options.postgres === undefined
      ? snapshotOfSqlite(writer, steps, typeof to === "string" ? dirname(to) : options.dataDir)
      : snapshotOfPostgres(writer, steps)
    const keys = yield* writeKeys(writer, options.dataDir, ring)
    const bytes = yield* writer.close(rows)
    return { tables, rows, keys, wrappedBy: ring?.fingerprint ?? null, bytes } satisfies BackupSummary
  },
  Effect.scoped,
  (made, options) => Effect.provide(made, Database.client(patient(options)))
)
