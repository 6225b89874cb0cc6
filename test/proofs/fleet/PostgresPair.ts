/**
 * A PostgreSQL primary and its streaming asynchronous standby, in temp directories, on free ports. The way between them
 * can be cut: what is committed meanwhile is what a failover to the standby loses.
 */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { chownSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { makeCable } from "../../support/Cable.ts"
import { freePort } from "../../support/Gateway.ts"
import { eventually } from "../../support/Suite.ts"
import { tempDirectory } from "../../support/TempDatabase.ts"
import { fileOf, makeProgram, postgresUser, type Program, type ProgramName } from "./Program.ts"

const role = "gapura"

const asPostgres = async (name: ProgramName, words: ReadonlyArray<string>): Promise<string> =>
  (await promisify(execFile)(fileOf(name), [...words], { ...postgresUser, cwd: "/", env: { PATH: process.env["PATH"], LC_ALL: "C" } }))
    .stdout

export interface PostgresPair {
  readonly primary: Program
  readonly standby: Program
  /** The database at whichever of the two takes writes. */
  readonly url: string
  /** Nothing more reaches the standby. */
  readonly cutReplication: () => void
  /** The standby becomes a primary; returns when it takes writes. */
  readonly promote: () => Promise<void>
}

export const makePostgresPair = Effect.gen(function*() {
  const directory = yield* tempDirectory
  const [primaryPort, standbyPort] = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
  if (postgresUser.uid !== undefined && postgresUser.gid !== undefined) chownSync(directory, postgresUser.uid, postgresUser.gid)
  const place = (name: string) => {
    const path = join(directory, name)
    mkdirSync(path, { mode: 0o700 })
    if (postgresUser.uid !== undefined && postgresUser.gid !== undefined) chownSync(path, postgresUser.uid, postgresUser.gid)
    return path
  }
  const ask = async (port: number, statement: string): Promise<string> => {
    const { stdout } = await promisify(execFile)("psql", [
      "-X",
      "-A",
      "-t",
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
      "-U",
      role,
      "-d",
      "postgres",
      "-c",
      statement
    ])
    return stdout.trim()
  }
  const server = (name: string, data: string, port: number) =>
    makeProgram(
      name,
      {
        file: fileOf("postgres"),
        words: [
          "-D",
          data,
          "-p",
          String(port),
          ...Object.entries({
            listen_addresses: "127.0.0.1",
            unix_socket_directories: directory,
            wal_keep_size: "256MB",
            max_wal_senders: "10",
            max_connections: "200",
            hot_standby: "on",
            // Processes are killed here, never the machine.
            fsync: "off"
          }).flatMap(([setting, value]) => ["-c", `${setting}=${value}`])
        ],
        cwd: directory,
        user: postgresUser
      },
      () => ask(port, "SELECT 1").then((text) => text === "1", () => false)
    )

  const primaryData = place("primary")
  yield* Effect.promise(() =>
    asPostgres("initdb", ["-D", primaryData, "-U", role, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"])
  )
  const primary = yield* server("PostgreSQL's primary", primaryData, primaryPort)
  yield* Effect.promise(() => primary.start())
  yield* Effect.promise(() => ask(primaryPort, `CREATE DATABASE ${role}`))

  const replication = yield* makeCable({ host: "127.0.0.1", port: primaryPort })
  const standbyData = place("standby")
  yield* Effect.promise(() =>
    asPostgres("pg_basebackup", [
      "-h",
      "127.0.0.1",
      "-p",
      String(replication.port),
      "-U",
      role,
      "-D",
      standbyData,
      "-R",
      "-X",
      "stream",
      "-c",
      "fast",
      "--no-sync"
    ])
  )
  const standby = yield* server("PostgreSQL's standby", standbyData, standbyPort)
  yield* Effect.promise(() => standby.start())
  yield* Effect.promise(() =>
    eventually("the standby follows", async () => await ask(primaryPort, "SELECT count(*) FROM pg_stat_replication") === "1", 60_000)
  )
  const pair: PostgresPair = {
    primary,
    standby,
    url: `postgres://${role}@127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}/${role}?target_session_attrs=read-write`,
    cutReplication: replication.cut,
    promote: async () => {
      await asPostgres("pg_ctl", ["promote", "-D", standbyData, "-w", "-t", "60"])
      await eventually("the standby takes writes", async () => await ask(standbyPort, "SELECT pg_is_in_recovery()") === "f", 60_000)
    }
  }
  return pair
})
