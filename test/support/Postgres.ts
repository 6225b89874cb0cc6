/** The PostgreSQL that tests run on, which `PostgresRun.ts` starts: every data directory has a database of its own there. */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { createHash } from "node:crypto"
import { inject } from "vitest"
import { runPostgresProgram } from "./PostgresPrograms.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The server's address, without a database. */
    readonly postgres: string
  }
}

/** Set by vitest.config.ts for the project that runs on PostgreSQL. */
export const onPostgres = process.env["TEST_ON_POSTGRES"] !== undefined

/** The name of the database that has every table and no row. */
export const template = "made"

const made = new Set<string>()

const make = (dataDir: string, from: string): string => {
  const name = `test_${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`
  const server = inject("postgres")
  // Copying files is the quicker strategy where nothing waits for the disk.
  const statement = `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY file_copy`
  if (!made.has(name)) runPostgresProgram("psql", ["-d", `${server}/postgres`, "-c", statement])
  made.add(name)
  // On a busy machine a session takes longer than a gateway waits for one.
  return `${server}/${name}?connect_timeout=120`
}

/** The address of the directory's database, at this version. */
export const databaseUrl = (dataDir: string): string => make(dataDir, template)

/** The same without tables, where nobody has asked for it before. */
export const emptyDatabaseUrl = (dataDir: string): string => make(dataDir, "template0")

/** A few dozen gateways of tests run at once. */
export const fewConnections = { DATABASE_POOL_SIZE: "4" } as const

/** Every row of the directory's database, as text. */
export const rowsOf = (dataDir: string): Promise<string> =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const session = yield* PgConnection.make({ url: Redacted.make(databaseUrl(dataDir)) })
    const read = (text: string) => Effect.map(session.query(text, [], false), ({ rows }) => rows)
    const tables = yield* read("SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()")
    const rows = yield* Effect.forEach(tables, ({ name }) => read(`SELECT t::text AS row FROM "${String(name)}" t`))
    return rows.flat().map(({ row }) => String(row)).join("\n")
  })))
