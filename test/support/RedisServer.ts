/**
 * A Redis of the test's own, on a free port, which keeps nothing on disk. It can be killed, started again, and made to
 * hang as if its machine had stopped.
 */
import { Effect } from "effect"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { makeCable } from "./Cable.ts"
import { freePort } from "./Gateway.ts"
import { selfSigned } from "./SelfSigned.ts"
import { eventually } from "./Suite.ts"
import { tempDirectory } from "./TempDatabase.ts"

export interface RedisServer {
  readonly url: string
  readonly port: number
  readonly kill: () => Promise<void>
  /** Starts it again on the same port, knowing nothing. */
  readonly start: () => Promise<void>
  /** Stops it where it is, without closing anything; `resume` lets it go on. */
  readonly hang: () => void
  readonly resume: () => void
  /** What a command answers, as the protocol has it. */
  readonly ask: (...command: ReadonlyArray<string>) => Promise<string>
}

const missing: string | undefined = spawnSync("redis-server", ["--version"]).status === 0
  ? undefined
  : "redis-server is not installed"

const ask = (port: number, command: ReadonlyArray<string>): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ""
    const socket = connect(port, "127.0.0.1").setTimeout(2000, () => socket.destroy(new Error("no answer"))).on("error", reject)
    socket.on("data", (data) => {
      answer += data.toString()
      // A Sentinel does not know how to end.
      if (answer.includes("-ERR unknown command 'QUIT'")) socket.end()
    }).on("close", () => resolve(answer))
    for (const words of [command, ["QUIT"]]) {
      socket.write(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`)
    }
  })

/** @param first what comes before the port, and `more` after it */
const makeServer = Effect.fnUntraced(function*(first: ReadonlyArray<string> = [], more: ReadonlyArray<string> = []) {
  if (missing !== undefined) return yield* Effect.die(new Error(missing))
  const port = yield* Effect.promise(freePort)
  // A replica writes what it receives to a file, even where it keeps nothing.
  const directory = yield* tempDirectory
  let running: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    const child = running
    running = undefined
    if (child === undefined) return
    const ended = new Promise((resolve) => child.once("exit", resolve))
    child.kill("SIGKILL")
    await ended
  }
  const start = async (): Promise<void> => {
    const args = [...first, "--port", String(port), "--bind", "127.0.0.1", "--dir", directory, ...more]
    running = spawn("redis-server", args, { stdio: "ignore" })
    for (let attempt = 0; attempt < 200; attempt++) {
      if (/^(?:\+PONG|-NOAUTH)/.test(await ask(port, ["PING"]).catch(() => ""))) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error("redis-server did not start")
  }
  yield* Effect.acquireRelease(Effect.promise(start), () => Effect.promise(kill))
  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    hang: () => void running?.kill("SIGSTOP"),
    resume: () => void running?.kill("SIGCONT"),
    ask: (...command) => ask(port, command)
  }
  return server
})

const forgetful = ["--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0"]

export const makeRedisServer = makeServer([], forgetful)

/** One that asks who somebody is: `gapura` may do as much as a gateway needs, by this password; others may ask what was denied. */
export const guardedPassword = "r@hasia"
const rights = ["~{gapura}*", "+@read", "+@write", "+@scripting", "+@connection", "+info", "+role", "+time"]
const guard = [
  "--user",
  "default",
  "on",
  "nopass",
  "nocommands",
  "+ping",
  "+acl",
  "--user",
  "gapura",
  "on",
  `>${guardedPassword}`,
  ...rights
]
export const makeGuardedRedis = makeServer([], [...forgetful, ...guard])

/** The same by TLS, on a port of its own. */
export const makeTlsRedis = Effect.gen(function*() {
  const directory = yield* tempDirectory
  const { cert, key } = selfSigned()
  const [certFile, keyFile] = [join(directory, "redis.crt"), join(directory, "redis.key")]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  const tlsPort = yield* Effect.promise(freePort)
  const tls = ["--tls-port", String(tlsPort), "--tls-cert-file", certFile, "--tls-key-file", keyFile, "--tls-auth-clients", "no"]
  yield* makeServer([], [...forgetful, ...guard, ...tls])
  return { tlsPort, cert }
})

/** A Sentinel that asks who somebody is, of a master. */
export const makeGuardedSentinel = (master: RedisServer) =>
  Effect.gen(function*() {
    const file = join(yield* tempDirectory, "sentinel.conf")
    const lines = [
      `sentinel monitor gapura 127.0.0.1 ${master.port} 1`,
      "user default off",
      `user penjaga on >${guardedPassword} ~* &* +@all`
    ]
    writeFileSync(file, lines.join("\n"))
    return yield* makeServer([file, "--sentinel"])
  })

export interface RedisFleet {
  /** The address by way of the Sentinels. */
  readonly url: string
  readonly master: RedisServer
  readonly replica: RedisServer
  /** From now on the Sentinels make the replica the master as soon as there is none. */
  readonly promote: () => Promise<void>
}

/** A master with a replica, and three Sentinels, of which one has died. They promote nobody before they are told to. */
export const makeRedisFleet = Effect.gen(function*() {
  const master = yield* makeRedisServer
  const replica = yield* makeServer([], [...forgetful, "--replicaof", "127.0.0.1", String(master.port)])
  const name = "gapura"
  const lines = [
    `sentinel monitor ${name} 127.0.0.1 ${master.port} 2`,
    `sentinel down-after-milliseconds ${name} 600000`,
    `sentinel failover-timeout ${name} 10000`
  ]
  const sentinels = yield* Effect.forEach([1, 2, 3], () =>
    Effect.gen(function*() {
      const file = join(yield* tempDirectory, "sentinel.conf")
      writeFileSync(file, lines.join("\n"))
      return yield* makeServer([file, "--sentinel"])
    }))
  const knows = async (sentinel: RedisServer) => {
    const others = [...(await sentinel.ask("SENTINEL", "SENTINELS", name)).matchAll(/127\.0\.0\.1/g)].length
    return others >= 2 && (await sentinel.ask("SENTINEL", "REPLICAS", name)).includes(String(replica.port))
  }
  yield* Effect.promise(() =>
    eventually("the replica is known to be there, and the Sentinels to each other", async () => {
      const synced = (await replica.ask("INFO", "replication")).includes("master_link_status:up")
      return synced && (await Promise.all(sentinels.map(knows))).every(Boolean)
    })
  )
  yield* Effect.promise(() => sentinels[0]?.kill() ?? Promise.resolve())
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",")
  const promote = async (): Promise<void> => {
    for (const sentinel of sentinels.slice(1)) await sentinel.ask("SENTINEL", "SET", name, "down-after-milliseconds", "500")
  }
  const fleet: RedisFleet = { url: `redis+sentinel://${hosts}/${name}`, master, replica, promote }
  return fleet
})

/** A way to it on which every answer takes as long as `delay` says at that moment. @returns its address */
export const makeSlowWay = ({ port }: RedisServer, delay: () => number) =>
  Effect.map(makeCable({ port, delay }), (cable) => `redis://127.0.0.1:${cable.port}`)
