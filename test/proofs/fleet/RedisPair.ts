/** A Redis with a replica, and a Sentinel that makes the replica the master when the master is away for five seconds. */
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { freePort } from "../../support/Gateway.ts"
import { eventually } from "../../support/Suite.ts"
import { tempDirectory } from "../../support/TempDatabase.ts"
import { fileOf, makeProgram, type Program } from "./Program.ts"

/** What a command answers, as the protocol has it. */
const ask = (port: number, command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ""
    const socket = connect(port, "127.0.0.1").setTimeout(2_000, () => socket.destroy(new Error("no answer"))).on("error", reject)
    socket.on("data", (data) => {
      answer += data.toString("latin1")
      const [head = "", length] = /^(?:\$(\d+)|[^$].*)\r\n/.exec(answer) ?? []
      if (head !== "" && answer.length >= head.length + (length === undefined ? 0 : Number(length))) socket.end(() => resolve(answer))
    }).on("close", () => reject(new Error("no whole answer")))
    socket.write(`${command}\r\n`)
  })

const isMaster = (port: number): Promise<boolean> => ask(port, "INFO replication").then((text) => text.includes("role:master"), () => false)

export interface RedisPair {
  readonly url: string
  /** Whichever of the two is the master now; undefined while none or both are. */
  readonly master: () => Promise<Program | undefined>
  /** Waits until one that runs is the master and the other follows it. */
  readonly settled: () => Promise<void>
}

/** How long a master is away before Sentinel replaces it. */
const downMillis = 5_000

export const makeRedisPair = Effect.gen(function*() {
  const directory = yield* tempDirectory
  const ports = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)] as const
  const server = (index: 0 | 1, more: ReadonlyArray<string>) =>
    makeProgram(
      `Redis ${index + 1}`,
      {
        file: fileOf("redis-server"),
        words: [
          "--port",
          String(ports[index]),
          "--bind",
          "127.0.0.1",
          "--save",
          "",
          "--appendonly",
          "no",
          "--repl-diskless-sync-delay",
          "0",
          ...more
        ],
        cwd: directory
      },
      () => ask(ports[index], "PING").then((text) => text.startsWith("+PONG"), () => false)
    )
  const first = yield* server(0, [])
  const second = yield* server(1, ["--replicaof", "127.0.0.1", String(ports[0])])
  yield* Effect.promise(() => first.start())
  yield* Effect.promise(() => second.start())

  const sentinelPort = yield* Effect.promise(freePort)
  const file = join(directory, "sentinel.conf")
  writeFileSync(
    file,
    `port ${sentinelPort}
bind 127.0.0.1
dir ${directory}
sentinel monitor gapura 127.0.0.1 ${ports[0]} 1
sentinel down-after-milliseconds gapura ${downMillis}
sentinel failover-timeout gapura 10000
`
  )
  const sentinel = yield* makeProgram(
    "Sentinel",
    { file: fileOf("redis-sentinel"), words: [file], cwd: directory },
    () => ask(sentinelPort, "PING").then((text) => text.startsWith("+PONG"), () => false)
  )
  yield* Effect.promise(() => sentinel.start())

  const settled = () =>
    eventually("one Redis is the master and the other follows", async () => {
      const told = await Promise.all(ports.map((port) => ask(port, "INFO replication").catch(() => "")))
      return told.some((text) => text.includes("role:master") && text.includes("connected_slaves:1"))
        && told.some((text) => text.includes("role:slave") && text.includes("master_link_status:up"))
    }, 60_000)
  yield* Effect.promise(settled)

  const pair: RedisPair = {
    url: `redis+sentinel://127.0.0.1:${sentinelPort}/gapura`,
    master: async () => {
      const roles = await Promise.all(ports.map(isMaster))
      return roles[0] === roles[1] ? undefined : roles[0] === true ? first : second
    },
    settled
  }
  return pair
})
