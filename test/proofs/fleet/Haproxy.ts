/**
 * HAProxy with a socket that tells which servers it takes for alive, and the door of the fleet made of it: the way in
 * that docs/operations.md tells to put before several gateways.
 */
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { freePort } from "../../support/Gateway.ts"
import { eventually } from "../../support/Suite.ts"
import { tempDirectory } from "../../support/TempDatabase.ts"
import { fileOf, makeProgram } from "./Program.ts"

export interface Haproxy {
  readonly port: number
  /** Waits until HAProxy takes these servers for alive (or not). */
  readonly until: (servers: Readonly<Record<string, boolean>>) => Promise<void>
}

/** @param configure everything but the `global` section */
export const makeHaproxy = Effect.fnUntraced(function*(name: string, configure: (port: number) => string) {
  const directory = yield* tempDirectory
  const port = yield* Effect.promise(freePort)
  const socket = join(directory, "admin.sock")
  const file = join(directory, "haproxy.cfg")
  writeFileSync(file, `global\n  stats socket ${socket} mode 600 level admin\n  maxconn 2000\n${configure(port)}`)
  const alive = (): Promise<ReadonlyMap<string, boolean>> =>
    new Promise((resolve, reject) => {
      let text = ""
      const asking = connect(socket, () => asking.write("show stat\n"))
      asking.on("data", (chunk) => text += String(chunk)).on("error", reject).on("close", () => {
        const [head = "", ...lines] = text.trim().split("\n")
        const names = head.replace("# ", "").split(",")
        const [server, state] = [names.indexOf("svname"), names.indexOf("status")]
        resolve(new Map(lines.map((line) => line.split(",")).map((cells) => [cells[server] ?? "", (cells[state] ?? "").startsWith("UP")])))
      })
    })
  const program = yield* makeProgram(
    name,
    { file: fileOf("haproxy"), words: ["-db", "-f", file] },
    () => alive().then(() => true, () => false)
  )
  yield* Effect.promise(() => program.start())
  const door: Haproxy = {
    port,
    until: (servers) =>
      eventually(
        `${name}: ${Object.entries(servers).map(([server, up]) => `${server} is ${up ? "alive" : "not alive"}`).join(", ")}`,
        async () => {
          const states = await alive().catch(() => new Map<string, boolean>())
          return Object.entries(servers).every(([server, up]) => states.get(server) === up)
        },
        60_000
      )
  }
  return door
})

export interface Server {
  readonly name: string
  readonly port: number
  readonly managementPort: number
}

const city = readFileSync(join(import.meta.dirname, "../../../docker/city/haproxy.cfg"), "utf8")

/** The lines of the city's configuration from the one to the other, which does not belong to them. */
const between = (from: string, to: string): string => {
  const [begin, end] = [city.indexOf(`\n${from}`), city.indexOf(`\n${to}`)]
  if (begin < 0 || end < begin) throw new Error(`docker/city/haproxy.cfg has no ${from} before ${to}`)
  return city.slice(begin, end)
}

/**
 * In front of these gateways, with the times, retries and checks of docker/city. Only GETs go through it, which may be sent again
 * wherever they got no answer.
 */
export const makeDoor = (servers: ReadonlyArray<Server>) =>
  makeHaproxy("HAProxy", (port) => `
${between("defaults", "frontend http")}
frontend door
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend gapura
${between("resolvers names", "  server g1")}
  http-response set-header X-Served-By %s
${servers.map(({ managementPort, name, port: at }) => `  server ${name} 127.0.0.1:${at} port ${managementPort}`).join("\n")}
`)
