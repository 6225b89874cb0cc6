/**
 * `node test/bench/Live.ts`: 5,000 who follow one endpoint, on one core. Prints what each costs in memory, what a change costs in CPU
 * time, and how long it takes until the last has it. Needs Linux, two cores and `taskset`; `LISTENERS` and `CHANGES` choose others.
 */
import { Schema } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort, startGapura } from "./Gapura.ts"
import { loadCore, pinSelf, runPinned, serverCore } from "./Pinned.ts"

const listeners = Number(process.env["LISTENERS"] ?? 5_000)
const changes = Number(process.env["CHANGES"] ?? 10)
const atOnce = 50
const rowCount = 20

pinSelf(loadCore)
const directory = mkdtempSync(join(tmpdir(), "gapura-live-"))
process.once("exit", () => rmSync(directory, { recursive: true, force: true }))

let version = 0
const rows = () =>
  Array.from({ length: rowCount }, (_, id) => ({ id, stasiun: `Stasiun ${id}`, pm25: id === 0 ? version : id * 1.5, status: "aktif" }))
const agency = createServer((_, response) => {
  const body = JSON.stringify(rows())
  response.writeHead(200, { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }).end(body)
})
const agencyPort = await freePort()
await new Promise<void>((done) => agency.listen(agencyPort, "127.0.0.1", done))

const registry = join(directory, "registry.yaml")
writeFileSync(
  registry,
  JSON.stringify({
    version: 1,
    limits: { application: 10_000_000 },
    agencies: [{
      slug: "dlh",
      name: "DLH",
      server: `http://127.0.0.1:${agencyPort}`,
      datasets: [{ slug: "udara", title: "Udara", endpoints: [{ path: "terkini", title: "Terkini", live: "1 second", key: "id" }] }]
    }]
  })
)
const env = { REGISTRY_FILE: registry, DATA_DIR: join(directory, "data"), RATE_LIMIT: "100000000" }
const main = resolve(import.meta.dirname, "../../src/main.ts")
const Issued = Schema.fromJsonString(Schema.Struct({ token: Schema.String }))
const issued = await runPinned(
  serverCore,
  [process.execPath, main, "token", "issue", "--json", "--application", "bench", "--scope", "dlh-terkini-get"],
  env
)
const { token } = Schema.decodeUnknownSync(Issued)(issued.trim())
const gapura = await startGapura({ tokens: [token], env })

const stat = () => {
  const fields = readFileSync(`/proc/${gapura.process.pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? []
  return { cpuMillis: (Number(fields[11]) + Number(fields[12])) * 10, rssMiB: Number(fields[21]) * 4_096 / 1024 ** 2 }
}

const sockets: Array<Socket> = []
let snapshots = 0
let heard = 0
const request =
  `GET /api/v4/gateway/dlh/udara/terkini HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\n\r\n`
const follow = (): Promise<void> =>
  new Promise((done, fail) => {
    const socket = connect(gapura.port, "127.0.0.1", () => socket.write(request))
    let isBegun = false
    socket.on("data", (bytes) => {
      const text = bytes.toString("latin1")
      if (!isBegun && text.includes("event: snapshot")) {
        isBegun = true
        snapshots++
        done()
      } else if (isBegun && text.includes("event: change")) heard++
    })
    socket.once("error", fail)
    sockets.push(socket)
  })

try {
  await fetch(`http://127.0.0.1:${gapura.port}/api/v4/gateway/dlh/udara/terkini`, { headers: { authorization: `Bearer ${token}` } })
  await sleep(2_000)
  const before = stat()
  for (let opened = 0; opened < listeners; opened += atOnce) {
    await Promise.all(Array.from({ length: Math.min(atOnce, listeners - opened) }, follow))
  }
  await sleep(3_000)
  const open = stat()
  const times: Array<number> = []
  for (let change = 1; change <= changes; change++) {
    heard = 0
    version = change
    let begun = 0
    while (heard < listeners) {
      if (heard > 0 && begun === 0) begun = performance.now()
      await sleep(1)
    }
    times.push(performance.now() - begun)
  }
  const told = stat()
  const idleFrom = stat()
  await sleep(5_000)
  const idle = stat()
  times.sort((one, other) => one - other)
  console.log(`${snapshots} listeners on one core, ${changes} changes, Node ${process.version}

| | |
| --- | --- |
| memory of each | ${((open.rssMiB - before.rssMiB) * 1024 / listeners).toFixed(1)} KiB (resident: ${before.rssMiB.toFixed(0)} MiB, then ${
    open.rssMiB.toFixed(0)
  }) |
| CPU time of opening one | ${((open.cpuMillis - before.cpuMillis) / listeners * 1_000).toFixed(0)} µs |
| CPU time of telling one of a change, its record included | ${
    ((told.cpuMillis - open.cpuMillis) / listeners / changes * 1_000).toFixed(1)
  } µs |
| from the first who hears of a change to the last, median (worst) | ${times[times.length >> 1]?.toFixed(0)} ms (${
    times.at(-1)?.toFixed(0)
  }) |
| share of the core while nothing changes | ${((idle.cpuMillis - idleFrom.cpuMillis) / 50).toFixed(1)} % |`)
} finally {
  for (const socket of sockets) socket.destroy()
  await gapura.process.stop()
  agency.close()
}
process.exit(0)
