/** A real database for a directory of its own that goes with the scope: in it, or on PostgreSQL where the run is there. */
import { Effect, Layer, Redacted } from "effect"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AccessSql } from "../../src/access/AccessSql.ts"
import { Database, type DatabaseOptions } from "../../src/storage/Database.ts"
import { databaseUrl, emptyDatabaseUrl, onPostgres, rowsOf } from "./Postgres.ts"

export const tempDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "gapura-test-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const on = (url: (dataDir: string) => string, options: DatabaseOptions): DatabaseOptions =>
  onPostgres ? { ...options, postgres: { url: Redacted.make(url(options.dataDir)), poolSize: 5 } } : options

/** What the run makes of options for SQLite; a new directory has no tables. */
export const optionsFor = (options: DatabaseOptions): Effect.Effect<DatabaseOptions> => Effect.sync(() => on(emptyDatabaseUrl, options))

/** The directory's database; opened twice it is one. */
export const at = (options: DatabaseOptions) =>
  Layer.provideMerge(AccessSql.layer, Layer.suspend(() => Database.layer(on(databaseUrl, options))))

/** A new database without rows. */
export const layer = Layer.unwrap(Effect.map(tempDirectory, (dataDir) => at({ dataDir })))

/** Every byte under the directory, as text. What was moved while it was read is read again. */
export const bytesUnder = (directory: string): string => {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  try {
    return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1")).join("\n")
  } catch (error) {
    if (files.every((entry) => existsSync(join(entry.parentPath, entry.name)))) throw error
    return bytesUnder(directory)
  }
}

/** Every byte that is kept for the directory: its files, and what the database holds elsewhere. */
export const everythingOf = async (directory: string): Promise<string> =>
  bytesUnder(directory) + (onPostgres ? await rowsOf(directory) : "")
