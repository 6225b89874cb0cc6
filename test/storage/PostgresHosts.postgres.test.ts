/** A primary and its standby, and how their roles pass from one to the other beneath a client. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Database } from "../../src/storage/Database.ts"
import * as PostgresClient from "../../src/storage/PostgresClient.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { makePostgresServer, makeStandby, type PostgresServer } from "../support/PostgresServer.ts"
import { selfSigned } from "../support/SelfSigned.ts"
import { eventually } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const urlOf = (servers: ReadonlyArray<PostgresServer>, query = "", host = "127.0.0.1") =>
  Redacted.make(`postgres://kota:sandi@${servers.map(({ port }) => `${host}:${port}`).join(",")}/postgres${query}`)

const clientOf = (url: Redacted.Redacted<string>, further: Partial<PostgresClient.PostgresOptions> = {}) =>
  Effect.map(Layer.build(Layer.fresh(PostgresClient.layer({ url, ...further }))), (built) => Context.get(built, SqlClient.SqlClient))

const portOf = (sql: SqlClient.SqlClient) => Effect.map(sql`SELECT current_setting('port') AS port`, ([row]) => Number(row?.["port"]))

const writesAt = (sql: SqlClient.SqlClient, port: number) =>
  eventually(
    `it writes at ${port}`,
    () =>
      Effect.runPromise(
        Effect.andThen(sql`INSERT INTO kept VALUES (1)`, Effect.map(portOf(sql), (found) => found === port)).pipe(
          Effect.orElseSucceed(() => false)
        )
      ),
    60_000
  )

describe("PostgreSQL on several hosts", () => {
  it.live("fault-152 the client is on the host that takes writes, and goes to the next one when it is demoted or gone", () =>
    Effect.gen(function*() {
      const a = yield* makePostgresServer()
      yield* Effect.promise(() => a.run("CREATE TABLE kept (x INTEGER)"))
      const b = yield* makeStandby(a)
      // The standby is named first: it answers, and takes no writes.
      const sql = yield* clientOf(urlOf([b, a], "?target_session_attrs=read-write"))
      yield* sql`INSERT INTO kept VALUES (0)`
      assert.strictEqual(yield* portOf(sql), a.port)
      let told = 0
      yield* sql.reactiveMailbox(["access_changes"], Effect.sync(() => told++))

      b.promote()
      yield* Effect.promise(() => a.run("ALTER SYSTEM SET default_transaction_read_only = on"))
      yield* Effect.promise(() => a.run("SELECT pg_reload_conf()"))
      yield* Effect.promise(() => writesAt(sql, b.port))
      // Notifications come from there, too.
      const before = told
      yield* Effect.promise(() =>
        eventually("it is told", async () => {
          await b.run("NOTIFY gapura_changes, 'access_changes'")
          return told > before
        })
      )

      b.stop()
      a.stop()
      assert.strictEqual((yield* Effect.exit(sql`SELECT 1`))._tag, "Failure")
      b.start()
      yield* Effect.promise(() => writesAt(sql, b.port))
    }))

  it.live("fault-95 a database whose hosts take no writes is refused", () =>
    Effect.gen(function*() {
      const a = yield* makePostgresServer()
      yield* Effect.promise(() => a.run("ALTER SYSTEM SET default_transaction_read_only = on"))
      yield* Effect.promise(() => a.run("SELECT pg_reload_conf()"))
      const dataDir = yield* tempDirectory
      const error = yield* Effect.flip(Effect.scoped(Layer.build(Database.layer({ dataDir, postgres: { url: urlOf([a, a]) } }))))
      assert.match(error.message, /takes no writes/)
      assert.notInclude(error.message, "sandi")
    }))

  it.live("fault-153 TLS is what sslmode says", () =>
    Effect.gen(function*() {
      const certificate = selfSigned()
      const [safe, plain] = [yield* makePostgresServer(certificate), yield* makePostgresServer()]
      const directory = yield* tempDirectory
      const own = join(directory, "ca.pem")
      const other = join(directory, "other.pem")
      writeFileSync(own, certificate.cert)
      writeFileSync(other, selfSigned().cert)
      const outcome = (server: PostgresServer, query: string, host: string) =>
        Effect.scoped(
          Effect.gen(function*() {
            const sql = yield* clientOf(urlOf([server], query, host), { listen: false })
            const [row] = yield* sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`
            return row?.["ssl"] === true ? "TLS" : "plain"
          }).pipe(Effect.orElseSucceed(() => "refused"))
        )
      const cases: ReadonlyArray<readonly [PostgresServer, string, string, string]> = [
        [safe, "?sslmode=disable", "127.0.0.1", "plain"],
        [safe, "?sslmode=prefer", "127.0.0.1", "TLS"],
        [plain, "?sslmode=prefer", "127.0.0.1", "plain"],
        [safe, "?sslmode=require", "127.0.0.1", "TLS"],
        [plain, "?sslmode=require", "127.0.0.1", "refused"],
        [safe, `?sslmode=require&sslrootcert=${other}`, "127.0.0.1", "refused"],
        [safe, `?sslmode=verify-ca&sslrootcert=${own}`, "127.0.0.1", "TLS"],
        [safe, `?sslmode=verify-ca&sslrootcert=${other}`, "127.0.0.1", "refused"],
        [safe, `?sslmode=verify-full&sslrootcert=${own}`, "localhost", "TLS"],
        // The certificate is for localhost.
        [safe, `?sslmode=verify-full&sslrootcert=${own}`, "127.0.0.1", "refused"],
        [safe, "?sslmode=verify-full", "localhost", "refused"]
      ]
      for (const [server, query, host, expected] of cases) {
        assert.strictEqual(yield* outcome(server, query, host), expected, `${query} ${host}`)
      }
    }))

  it.live("a session is replaced when it is old", () =>
    Effect.gen(function*() {
      const server = yield* makePostgresServer()
      const ahead = yield* makeAheadClock
      yield* Effect.gen(function*() {
        const sql = yield* clientOf(urlOf([server]), { poolSize: 1, listen: false })
        const session = Effect.map(sql`SELECT pg_backend_pid() AS pid`, ([row]) => row?.["pid"])
        const first = yield* session
        assert.strictEqual(yield* session, first)
        ahead.pass(20 * 60_000)
        assert.strictEqual(yield* session, first)
        ahead.pass(20 * 60_000)
        assert.notStrictEqual(yield* session, first)
      }).pipe(Effect.provideService(Clock.Clock, ahead.clock))
    }))
})
