/**
 * PostgreSQL servers of a test's own, from the machine's package: one that can be stopped, demoted and promoted, and its
 * standby.
 */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "./Gateway.ts"
import { postgresOwner as owner, runPostgresProgram as run, tryPostgresProgram } from "./PostgresPrograms.ts"

/** A new directory that the servers' user may use. */
const makeOwnDirectory = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(tmpdir(), "gapura-postgres-"))
    if (owner !== undefined) chownSync(path, owner.uid, owner.gid)
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** A file there, for that user alone. */
const writeOwn = (path: string, text: string): string => {
  writeFileSync(path, text)
  chmodSync(path, 0o600)
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid)
  return path
}

export interface PostgresServer {
  readonly port: number
  readonly start: () => void
  readonly stop: () => void
  readonly promote: () => void
  /** Runs a statement as the superuser. */
  readonly run: (statement: string) => Promise<ReadonlyArray<PgConnection.Row>>
}

const settingsFor = (port: number, directory: string, further: string): string =>
  ["", `port = ${port}`, "listen_addresses = 'localhost'", `unix_socket_directories = '${directory}'`, "fsync = off", further, ""].join(
    "\n"
  )

const serving = Effect.fnUntraced(function*(directory: string, port: number) {
  const data = join(directory, "data")
  const log = join(directory, "log")
  const start = () => run("pg_ctl", ["-D", data, "-l", log, "-w", "-t", "120", "start"], log)
  const stop = () => run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"])
  const end = () => void tryPostgresProgram("pg_ctl", ["-D", data, "-m", "immediate", "stop"])
  yield* Effect.acquireRelease(Effect.sync(start), () => Effect.sync(end))
  const server: PostgresServer = {
    port,
    start,
    stop,
    promote: () => run("pg_ctl", ["-D", data, "-w", "-t", "120", "promote"]),
    run: (statement) =>
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const session = yield* PgConnection.make({
          host: "127.0.0.1",
          port,
          username: "kota",
          database: "postgres",
          password: Redacted.make("sandi")
        })
        return (yield* session.query(statement, [], false)).rows
      })))
  }
  return server
})

/**
 * @param certificate with which it speaks TLS, to who wants it
 * @param further lines of postgresql.conf
 * @param method how it knows who connects
 */
export const makePostgresServer = Effect.fnUntraced(function*(
  certificate?: { readonly cert: string; readonly key: string },
  further = "",
  method: "scram-sha-256" | "trust" = "scram-sha-256"
) {
  const directory = yield* makeOwnDirectory
  const port = yield* Effect.promise(freePort)
  const data = join(directory, "data")
  run("initdb", [
    "-D",
    data,
    "-U",
    "kota",
    "-A",
    method,
    "--no-sync",
    "--pwfile",
    writeOwn(join(directory, "password"), "sandi\n")
  ])
  const tls = certificate === undefined ? "" : `ssl = on
ssl_cert_file = '${writeOwn(join(directory, "cert.pem"), certificate.cert)}'
ssl_key_file = '${writeOwn(join(directory, "key.pem"), certificate.key)}'`
  appendFileSync(join(data, "postgresql.conf"), settingsFor(port, directory, `${tls}\n${further}`))
  return yield* serving(directory, port)
})

/** A directory that servers may write to, such as an archive of their log. */
export const serversDirectory = makeOwnDirectory

/** The server's files as `pg_basebackup` takes them, in a directory of its own. */
export const takeBaseBackup = Effect.fnUntraced(function*(server: PostgresServer) {
  const directory = yield* makeOwnDirectory
  run("pg_basebackup", ["-D", join(directory, "data"), "-c", "fast", "-d", `postgres://kota:sandi@127.0.0.1:${server.port}/postgres`])
  return directory
})

/**
 * A server made of a base backup, which is used up.
 *
 * @param recovery lines of postgresql.auto.conf that say from where and until when
 */
export const recoverServer = Effect.fnUntraced(function*(directory: string, recovery: string) {
  const port = yield* Effect.promise(freePort)
  appendFileSync(join(directory, "data/postgresql.conf"), settingsFor(port, directory, "archive_mode = off"))
  appendFileSync(join(directory, "data/postgresql.auto.conf"), recovery)
  writeOwn(join(directory, "data/recovery.signal"), "")
  return yield* serving(directory, port)
})

/**
 * One that follows `primary`, and is read alone until it is promoted.
 *
 * @param by the port at which it finds the primary, where that is the end of a wire
 */
export const makeStandby = Effect.fnUntraced(function*(primary: PostgresServer, by = primary.port) {
  const directory = yield* makeOwnDirectory
  const port = yield* Effect.promise(freePort)
  const data = join(directory, "data")
  mkdirSync(data, { mode: 0o700 })
  if (owner !== undefined) chownSync(data, owner.uid, owner.gid)
  run("pg_basebackup", ["-D", data, "-R", "-c", "fast", "-d", `postgres://kota:sandi@127.0.0.1:${primary.port}/postgres`])
  appendFileSync(join(data, "postgresql.conf"), settingsFor(port, directory, ""))
  appendFileSync(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${by} user=kota password=sandi'\nwal_retrieve_retry_interval = '100ms'\n`
  )
  return yield* serving(directory, port)
})
