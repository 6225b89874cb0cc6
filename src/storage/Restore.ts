/**
 * Puts a backup back, all of it or nothing: one transaction makes the tables as they were when it was made, fills them,
 * and then runs the migrations that have been added since. Keys and audit records lie beside their places by then and
 * are put there once it is committed; killed in between, it is to be run again. The gateways should be stopped: they
 * hold tokens in memory that the database then no longer has. Beside one that runs it is refused, unless it is forced.
 *
 * Refused: a file that is incomplete or changed, one that a newer version made, a database that has rows or a key that
 * differs, unless it is to be replaced.
 */
import { Array as Arr, Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { reasonOf } from "../domain/Reason.ts"
import { BackupFailed, type Cell, type Line, linesOf, verify } from "./BackupFile.ts"
import { Database, type DatabaseOptions, patient } from "./Database.ts"
import { ensureDirectory } from "./DataDirectory.ts"
import { lockDirectory } from "./DirectoryLock.ts"
import { servingNow } from "./LiveGateways.ts"
import { lockMigrations, migrate, migrateWith, Steps } from "./Migrations.ts"
import { columnsOf, continueNumbers, dropTables, hasRows, ownTablesOf } from "./Tables.ts"
import { readRing } from "./WrappedKeys.ts"

export interface RestoreOptions {
  readonly file: string
  /** Whether what is there may be lost. */
  readonly replace: boolean
  /** Even beside gateways that run. */
  readonly force?: boolean
}

export interface RestoreSummary {
  readonly tables: number
  readonly rows: number
  readonly keys: number
  /** The fingerprint of what the keys in the database are wrapped with: who starts on it needs that one. */
  readonly wrappedBy: string | null
  readonly createdAt: string
}

const batchSize = 200

type Value = string | number | boolean | Uint8Array | null

const toValue = (cell: Cell): Value => cell !== null && typeof cell === "object" ? new Uint8Array(Buffer.from(cell.base64, "base64")) : cell

const isRow = (line: Line): line is ReadonlyArray<Cell> => Array.isArray(line)

const keyInTheWay = (path: string, key: Uint8Array): boolean => {
  try {
    return Buffer.compare(readFileSync(path), key) !== 0
  } catch {
    return false
  }
}

const draftOf = (path: string): string => `${path}.restored`

const trying = (path: string, run: () => void) =>
  Effect.try({ try: run, catch: (cause) => new BackupFailed({ message: `${path} cannot be written: ${reasonOf(cause)}` }) })

/** Beside its place until the scope closes: what may fail has then happened before the database is another one. */
const draft = (path: string, bytes: Uint8Array) =>
  Effect.acquireRelease(
    trying(path, () => {
      rmSync(draftOf(path), { force: true })
      writeFileSync(draftOf(path), bytes, { mode: 0o600, flag: "wx", flush: true })
    }),
    () => Effect.sync(() => rmSync(draftOf(path), { force: true }))
  )

const putInPlace = (path: string) => trying(path, () => renameSync(draftOf(path), path))

/** How many rows each table has; beyond a thousand it does not matter. */
const counts = Effect.fn("Restore.counts")(function*(sql: SqlClient.SqlClient) {
  const found = new Map<string, number>()
  for (const table of yield* ownTablesOf(sql)) found.set(table, (yield* sql`SELECT 1 FROM ${sql(table)} LIMIT 1000`).length)
  return found
})

/** A table has been used when it holds more than its migrations put there. Makes all of them anew to find out. */
const refuseUsed = Effect.fn("Restore.refuseUsed")(function*(sql: SqlClient.SqlClient) {
  const before = yield* counts(sql)
  yield* dropTables(sql)
  yield* migrate
  const fresh = yield* counts(sql)
  const used = [...before].find(([table, rows]) => rows > (fresh.get(table) ?? 0))
  if (used !== undefined) {
    return yield* new BackupFailed({ message: `the database is in use (${used[0]} has rows): --replace deletes what it holds` })
  }
})

const stopFirst = "stop the gateways first; --force restores beside them"

/** Heartbeats in PostgreSQL tell of gateways, and the lock of the directory does, which no gateway gets until the scope closes. */
const refuseServed = Effect.fn("Restore.refuseServed")(function*(sql: SqlClient.SqlClient, dataDir: string) {
  yield* Effect.catchTag(
    lockDirectory(dataDir),
    "DirectoryInUse",
    ({ holder, path }) => new BackupFailed({ message: `a gateway serves from ${path} (${holder}): ${stopFirst}` })
  )
  const serving = yield* servingNow(sql, yield* ownTablesOf(sql))
  if (serving.length > 0) {
    return yield* new BackupFailed({
      message: `${serving.join(", ")} served this database within the last 15 seconds: ${stopFirst}`
    })
  }
})

/** The tables of the backup's time, empty even where a migration put something in. */
const remake = Effect.fn("Restore.remake")(function*(sql: SqlClient.SqlClient, wanted: ReadonlyArray<number>) {
  yield* dropTables(sql)
  yield* migrateWith((yield* Steps).filter(({ id }) => wanted.includes(id)))
  for (const table of [...(yield* ownTablesOf(sql))].reverse()) if (yield* hasRows(sql, table)) yield* sql`DELETE FROM ${sql(table)}`
})

const fill = Effect.fn("Restore.fill")(function*(sql: SqlClient.SqlClient, dataDir: string, { file, replace }: RestoreOptions) {
  const files: Array<string> = []
  let keys = 0
  let table: { readonly name: string; readonly columns: ReadonlyArray<string> } | undefined
  let batch: Array<Record<string, Value>> = []
  let tables = 0
  let rows = 0

  const flush = Effect.gen(function*() {
    if (table === undefined || !Arr.isArrayNonEmpty(batch)) return
    yield* sql`INSERT INTO ${sql(table.name)} ${sql.insert(batch)}`
    rows += batch.length
    batch = []
  })
  const finish = Effect.gen(function*() {
    yield* flush
    if (table !== undefined) yield* continueNumbers(sql, table.name)
    table = undefined
  })
  const known = new Set(yield* ownTablesOf(sql))

  yield* Stream.runForEach(linesOf(file), (line) =>
    Effect.gen(function*() {
      if (isRow(line)) {
        if (table === undefined || line.length !== table.columns.length) {
          return yield* new BackupFailed({ message: `${file} has a row that fits no table` })
        }
        batch.push(Object.fromEntries(table.columns.map((column, index) => [column, toValue(line[index] ?? null)])))
        if (batch.length >= batchSize) yield* flush
        return
      }
      yield* finish
      if ("table" in line) {
        const columns = known.has(line.table) ? yield* columnsOf(sql, line.table) : []
        const foreign = line.columns.find((column) => !columns.includes(column))
        if (foreign !== undefined) {
          return yield* new BackupFailed({ message: `${file} has ${line.table}.${foreign}, which its migrations do not make` })
        }
        table = { name: line.table, columns: line.columns }
        tables++
      } else if ("key" in line) {
        const path = join(dataDir, "keys", line.key)
        const key = new Uint8Array(Buffer.from(line.base64, "base64"))
        if (!replace && keyInTheWay(path, key)) {
          return yield* new BackupFailed({ message: `${path} is another key: --replace overwrites it` })
        }
        yield* draft(path, key)
        files.push(path)
        keys++
      } else if ("journal" in line) {
        const path = join(dataDir, "journal", line.journal)
        // A segment that is there already is the same or longer.
        if (existsSync(path)) return
        yield* draft(path, new Uint8Array(Buffer.from(line.base64, "base64")))
        // Without a time, so that the next gateway takes it over at once.
        yield* trying(path, () => utimesSync(draftOf(path), 0, 0))
        files.push(path)
      }
    }))
  return { files, keys, rows, tables }
})

export const restore = Effect.fn("Restore.restore")(function*(options: DatabaseOptions, wanted: RestoreOptions) {
  const { createdAt, steps: made } = yield* verify(wanted.file)
  const known = yield* Steps
  const unknown = made.find(({ id }) => !known.some((step) => step.id === id))
  if (unknown !== undefined) {
    return yield* new BackupFailed({
      message: `${wanted.file} was made by a newer version of gapura (step ${unknown.id} ${unknown.name}): use that one`
    })
  }
  return yield* Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { files, keys, ring, rows, tables } = yield* sql.withTransaction(Effect.gen(function*() {
      yield* lockMigrations(sql)
      // Who is not to replace anything is refused a database that gateways have used, before whoever uses it is looked for.
      if (!wanted.replace) yield* refuseUsed(sql)
      if (wanted.force !== true) yield* refuseServed(sql, options.dataDir)
      yield* remake(sql, made.map(({ id }) => id))
      for (const directory of ["keys", "journal"]) yield* ensureDirectory(join(options.dataDir, directory))
      const filled = yield* fill(sql, options.dataDir, wanted)
      yield* migrate
      return { ...filled, ring: yield* readRing(sql) }
    }))
    for (const file of files) yield* putInPlace(file)
    return { tables, rows, keys, wrappedBy: ring?.fingerprint ?? null, createdAt } satisfies RestoreSummary
  }).pipe(Effect.scoped, Effect.provide(Database.client(patient(options))))
})
