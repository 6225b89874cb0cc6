import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { objects, run, serving } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { eventually, pause, registryText } from "../support/Suite.ts"

const prlimit = "/usr/bin/prlimit"

const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "gapura-descriptors-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** One request on the agent's only connection. */
const status = (agent: Agent, url: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume().on("error", reject).on("end", () => resolve(response.statusCode ?? 0))
    }).on("error", reject).end()
  })

describe("a gateway without a file descriptor left", () => {
  it.skipIf(!existsSync(prlimit))(
    "fault-99 blames no agency, lives, and answers as before as soon as there are some again",
    () =>
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const agency = yield* makeAgencyServer({ behaviour: json([{ isi: 1 }]) })
        const home = yield* directory
        const registryFile = join(home, "registry.yaml")
        writeFileSync(
          registryFile,
          registryText([{ slug: "opd", server: agency.url, retries: 2, endpoints: [{ path: "isi/:id", resource: "isi" }] }])
        )
        const [port, managementPort] = yield* Effect.promise(() => Promise.all([freePort(), freePort()]))
        const variables = {
          REGISTRY_FILE: registryFile,
          DATA_DIR: join(home, "data"),
          PORT: String(port),
          MANAGEMENT_PORT: String(managementPort)
        }
        const gateway = yield* serving(variables)
        yield* Effect.promise(async () => {
          const [issued] = objects(await run(["token", "issue", "--application", "uji", "--scope", "*", "--json"], variables))
          const token = String(issued?.["token"])
          const at = (path: string) => `http://127.0.0.1:${port}${path}`
          const agent = new Agent({ keepAlive: true, maxSockets: 1 })
          const idle: Array<Socket> = []
          try {
            await eventually(
              "the token is felt, on a connection that stays",
              async () => await status(agent, at("/api/v4/gateway/opd/data"), token) === 404
            )
            const pid = gateway.child.pid ?? assert.fail("the gateway has no process")
            const open = () => readdirSync(`/proc/${pid}/fd`).length
            const before = open()
            execFileSync(prlimit, [`--pid=${pid}`, `--nofile=${before + 5}:`])
            for (let n = 0; n < 30; n++) idle.push(connect(port, "127.0.0.1").on("error", () => {}))
            await pause(300)
            for (let n = 0; n < 8; n++) assert.strictEqual(await status(agent, at(`/api/v4/gateway/opd/data/isi/${n}`), token), 503)
            assert.lengthOf(agency.calls, 0)
            for (const socket of idle) socket.destroy()
            await eventually("they are free again", () => open() <= before)
            assert.strictEqual(await status(agent, at("/api/v4/gateway/opd/data/isi/sesudah"), token), 200)
            assert.strictEqual(await status(new Agent(), at("/api/v4/gateway/opd/data/isi/baru"), token), 200)
            assert.isNull(gateway.child.exitCode)
          } finally {
            for (const socket of idle) socket.destroy()
            agent.destroy()
          }
        })
      })))
  )
})
