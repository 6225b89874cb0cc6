/**
 * Runs once around the tests on PostgreSQL: a server of the run's own, that nothing else uses and that keeps nothing, with
 * a database at this version of which every test's is a copy. Making the tables anew for each took longer than its tests.
 */
import { Effect, Exit, Redacted, Scope } from "effect"
import type { TestProject } from "vitest/node"
import { Database } from "../../src/storage/Database.ts"
import { template } from "./Postgres.ts"
import { makePostgresServer } from "./PostgresServer.ts"
import { tempDirectory } from "./TempDatabase.ts"

/** Nothing of it survives the run, so nothing waits for the disk. Dozens of gateways at once have sessions. */
const forgetful = `
max_connections = 400
synchronous_commit = off
full_page_writes = off
autovacuum = off
checkpoint_timeout = 1d
max_wal_size = 100GB
wal_level = minimal
max_wal_senders = 0`

export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const scope = Scope.makeUnsafe()
  const made = Effect.gen(function*() {
    const server = yield* makePostgresServer(undefined, forgetful, "trust")
    yield* Effect.promise(() => server.run(`CREATE DATABASE ${template}`))
    const address = `postgres://kota@127.0.0.1:${server.port}`
    const dataDir = yield* tempDirectory
    yield* Database.prepare({ dataDir, postgres: { url: Redacted.make(`${address}/${template}`), poolSize: 1 } })
    return address
  })
  provide("postgres", await Effect.runPromise(Scope.provide(made, scope)))
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
