/**
 * The PostgreSQL that tests run on, where one is reachable: TEST_DATABASE_URL, or trust on this machine's port 5432.
 * A run has one database there, dropped at its end, and every data directory a schema in it.
 */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"

const environment = process.env
export const usual = "postgres://root@127.0.0.1:5432/test"

/** Set by vitest.config.ts for the project that runs on PostgreSQL. */
const server = environment["TEST_ON_POSTGRES"]
const runName = environment["TEST_RUN"] ?? ""
export const onPostgres = server !== undefined

const prefix = "gapura_test_"

const statement = (url: string, ...statements: ReadonlyArray<string>) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const session = yield* PgConnection.make({ url: Redacted.make(url), connectTimeout: "15 seconds" })
    let rows: ReadonlyArray<PgConnection.Row> = []
    for (const text of statements) rows = (yield* session.query(text, [], false)).rows
    return rows
  })))

/** Why no test can run on it; undefined when they can. */
export const obstacle = async (url: string): Promise<string | undefined> => {
  try {
    const [row] = await statement(url, "SELECT rolsuper OR rolcreatedb AS allowed FROM pg_roles WHERE rolname = current_user")
    return row?.["allowed"] === true ? undefined : "its user may not create databases"
  } catch (error) {
    const messages: Array<string> = []
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
      if (messages.at(-1) !== cause.message) messages.push(cause.message)
    }
    return messages.join(": ")
  }
}

const databaseOf = (run: string): string => `${prefix}${run}`
const at = (url: string, database: string, schema?: string): string => {
  const address = new URL(url)
  address.pathname = `/${database}`
  if (schema !== undefined) address.searchParams.set("options", `-csearch_path=${schema}`)
  return address.href
}

/** Its commits do not wait for the disk: that they do is the server's doing, not ours, and costs a busy machine seconds. */
export const makeDatabase = (url: string, run: string) =>
  statement(url, `CREATE DATABASE "${databaseOf(run)}"`, `ALTER DATABASE "${databaseOf(run)}" SET synchronous_commit = off`)

/** Drops the database of this run, and those that runs killed two hours ago have left. */
export const dropDatabases = async (url: string, run: string): Promise<void> => {
  const old = Math.floor(Date.now() / 1000) - 7_200
  for (const { name } of await statement(url, `SELECT datname AS name FROM pg_database WHERE datname LIKE '${prefix}%'`)) {
    const [time] = String(name).slice(prefix.length).split("_")
    if (name === databaseOf(run) || Number(time) < old) await statement(url, `DROP DATABASE IF EXISTS "${String(name)}" WITH (FORCE)`)
  }
}

const schemaFor = (dataDir: string): string => `test_${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`

const made = new Set<string>()

/** The address of the directory's schema, which is there when this returns. */
export const databaseUrl = async (dataDir: string): Promise<string> => {
  if (server === undefined) throw new Error("this run is not on PostgreSQL")
  const schema = schemaFor(dataDir)
  if (!made.has(schema)) await statement(at(server, databaseOf(runName)), `CREATE SCHEMA IF NOT EXISTS ${schema}`)
  made.add(schema)
  return at(server, databaseOf(runName), schema)
}

/** The same for who cannot wait. */
export const databaseUrlSync = (dataDir: string): string => {
  const schema = schemaFor(dataDir)
  if (server !== undefined && made.has(schema)) return at(server, databaseOf(runName), schema)
  const script = `import { databaseUrl } from ${JSON.stringify(import.meta.filename)}; console.log(await databaseUrl(process.argv[1]))`
  const { stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script, dataDir], { encoding: "utf8" })
  if (stdout === "") throw new Error(stderr)
  made.add(schema)
  return stdout.trim()
}

/** A server takes a hundred connections as it is installed, and a few dozen gateways of tests run at once. */
export const fewConnections = { DATABASE_POOL_SIZE: "4" } as const

/** Every row of the directory's schema, as text. */
export const rowsOf = async (dataDir: string): Promise<string> => {
  const url = await databaseUrl(dataDir)
  const tables = await statement(url, "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()")
  const rows = await Promise.all(tables.map(({ name }) => statement(url, `SELECT t::text AS row FROM "${String(name)}" t`)))
  return rows.flat().map(({ row }) => String(row)).join("\n")
}
