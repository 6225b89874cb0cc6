/**
 * A PostgreSQL of the test's own with a standby that streams from it, in temporary directories on free ports, and one
 * address that leads to either of them, as a proxy before a pair does. What the primary commits while `sever` lasts is lost
 * when the standby is promoted.
 *
 * Gotcha: PostgreSQL refuses to run as root, so root's tests run it as Debian's user of that name.
 */
import { Effect } from "effect"
import { execFile, execFileSync } from "node:child_process"
import { appendFileSync, chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { makeCable } from "./Cable.ts"
import { freePort } from "./Gateway.ts"
import { eventually } from "./Suite.ts"

const debian = "/usr/lib/postgresql"

/** Where the programs are: the newest of Debian's. */
const programs = (): string => {
  const versions = existsSync(debian) ? readdirSync(debian).map(Number).toSorted((a, b) => b - a) : []
  if (versions[0] === undefined) throw new Error(`${debian} has no PostgreSQL: install Debian's package postgresql`)
  return join(debian, String(versions[0]), "bin")
}

const idOf = (option: "-u" | "-g"): number => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }))
const run = promisify(execFile)
const user = "gapura"

/** One server, not yet started. */
const makeServer = Effect.gen(function*() {
  const bin = programs()
  const isRoot = process.getuid?.() === 0
  const as = isRoot ? { uid: idOf("-u"), gid: idOf("-g") } : {}
  const directory = mkdtempSync(join(tmpdir(), "gapura-pg-"))
  const data = join(directory, "data")
  if (as.uid !== undefined) chownSync(directory, as.uid, as.gid)
  chmodSync(directory, 0o700)
  const port = yield* Effect.promise(freePort)
  const call = (program: string, ...args: ReadonlyArray<string>) =>
    run(join(bin, program), [...args], { ...as, cwd: directory, env: { ...process.env, LC_ALL: "C" } })
  const stop = async (): Promise<void> => {
    if (existsSync(join(data, "postmaster.pid"))) await call("pg_ctl", "stop", "-D", data, "-m", "immediate", "-w")
  }
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      await stop().catch(() => {})
      rmSync(directory, { recursive: true, force: true })
    })
  )
  return {
    data,
    port,
    call,
    /** As when it dies. */
    stop,
    start: async () => {
      await call("pg_ctl", "start", "-D", data, "-w", "-t", "120", "-l", join(directory, "log"), "-o", `-p ${port}`)
    },
    configure: (...lines: ReadonlyArray<string>) => appendFileSync(join(data, "postgresql.auto.conf"), `${lines.join("\n")}\n`),
    ask: async (statement: string): Promise<string> =>
      (await call("psql", "-h", "127.0.0.1", "-p", String(port), "-U", user, "-d", "postgres", "-Atqc", statement)).stdout.trim()
  }
})

export const makePostgresPair = Effect.gen(function*() {
  const primary = yield* makeServer
  const standby = yield* makeServer
  const wire = yield* makeCable({ host: "127.0.0.1", port: primary.port })
  const target = { host: "127.0.0.1", port: primary.port }
  const address = yield* makeCable(target)
  yield* Effect.promise(async () => {
    await primary.call("initdb", "-D", primary.data, "-A", "trust", "-U", user, "-E", "UTF8", "--no-sync")
    primary.configure(
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      "shared_buffers = '32MB'",
      "max_connections = 60",
      "fsync = off"
    )
    await primary.start()
    const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", user]
    await standby.call("pg_basebackup", "-D", standby.data, ...from, "-X", "stream", "-c", "fast", "--no-sync")
    standby.configure(`primary_conninfo = 'host=127.0.0.1 port=${wire.port} user=${user}'`, "wal_retrieve_retry_interval = '100ms'")
    appendFileSync(join(standby.data, "standby.signal"), "")
    await standby.start()
  })
  const lead = (port: number): void => {
    target.port = port
    address.cut()
    address.mend()
  }
  return {
    url: `postgres://${user}:rahasia@127.0.0.1:${address.port}/postgres`,
    primaryUrl: `postgres://${user}:rahasia@127.0.0.1:${primary.port}/postgres`,
    standbyUrl: `postgres://${user}:rahasia@127.0.0.1:${standby.port}/postgres`,
    /** Waits until the standby has all that the primary has. */
    caughtUp: () =>
      eventually("the standby has caught up", async () => {
        const at = await primary.ask("SELECT pg_current_wal_lsn()")
        return await standby.ask(`SELECT pg_last_wal_replay_lsn() >= '${at}'`) === "t"
      }, 60_000),
    /** From now on nothing reaches the standby. */
    sever: () => wire.cut(),
    /** The address leads to the standby as it is, which takes no writes. */
    leadToStandby: () => lead(standby.port),
    /** The primary dies, and nothing answers at the address. */
    lose: async () => {
      address.cut()
      await primary.stop()
    },
    /** The standby takes writes; it is on `standbyUrl` alone. */
    promote: async () => {
      await standby.ask("SELECT pg_promote(true, 120)")
    },
    /** The address leads to the server that was the standby. */
    switchOver: () => lead(standby.port)
  }
})
