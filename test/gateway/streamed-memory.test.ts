/** What a large answer costs in memory, of a gateway that is a process of its own. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { get } from "node:http"
import { join } from "node:path"
import { makeAgencyServer } from "../support/AgencyServer.ts"
import { objects, run, serving, type Variables } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { lastChunk, listOf } from "../support/LargeBodies.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const mebibyte = 1024 * 1024

const at = suite(Effect.gen(function*() {
  const directory = yield* tempDirectory
  const batch = Buffer.from(`${listOf(1_000_000).slice(1, -1)},`)
  const chunk = Buffer.concat([Buffer.from(`${batch.length.toString(16)}\r\n`), batch, Buffer.from("\r\n")])
  const agency = yield* makeAgencyServer({
    behaviour: (exchange) => {
      const { call, socket } = exchange
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n[\r\n")
      let left = Number(/n=(\d+)/.exec(call.url)?.[1])
      const go = (): void => {
        while (left-- > 0) if (!socket.write(chunk)) return void socket.once("drain", go)
        socket.write("2\r\n1]\r\n")
        lastChunk(exchange)
      }
      go()
    }
  })
  const registryFile = join(directory, "registry.yaml")
  writeFileSync(
    registryFile,
    registryText([{
      slug: "opd",
      server: agency.url,
      timeout: "10 seconds",
      breaker: neverOpen,
      endpoints: [{ path: "isi", query: ["n"], maxBytes: "2 GiB" }]
    }])
  )
  const [port, managementPort] = yield* Effect.promise(() => Promise.all([freePort(), freePort()]))
  const variables: Variables = {
    REGISTRY_FILE: registryFile,
    DATA_DIR: join(directory, "data"),
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort)
  }
  const gateway = yield* serving(variables)
  const [issued] = objects(
    yield* Effect.promise(() => run(["token", "issue", "--application", "uji", "--scope", "*", "--json"], variables))
  )
  const headers = { authorization: `Bearer ${String(issued?.["token"])}` }
  /** The bytes of an answer of so many megabytes, none of which is kept here. */
  const read = (megabytes: number): Promise<number> =>
    new Promise((resolve, reject) => {
      get(`http://127.0.0.1:${port}/api/v4/gateway/opd/data/isi?n=${megabytes}`, { headers }, (response) => {
        let bytes = 0
        response.on("data", (part: Buffer) => {
          bytes += part.length
        }).once("end", () => resolve(bytes)).once("error", reject)
      }).on("error", reject)
    })
  const resident = (): number => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${gateway.child.pid}/status`, "utf8"))?.[1]) * 1024
  return { read, resident }
}))

describe.skipIf(process.platform !== "linux")("the memory of a streamed answer", () => {
  it("rises by less than 64 MB for 200 MB", async () => {
    const { read, resident } = at()
    await read(2)
    const before = resident()
    let highest = before
    const sampler = setInterval(() => {
      highest = Math.max(highest, resident())
    }, 20)
    const bytes = await read(200).finally(() => clearInterval(sampler))
    assert.isAbove(bytes, 180 * mebibyte)
    assert.isBelow(highest - before, 64_000_000)
  })
})
