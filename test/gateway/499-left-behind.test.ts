import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { HeldBodies, HeldBytes } from "../../src/domain/HeldBytes.ts"
import { LoadShedding } from "../../src/gateway/LoadShedding.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { endless, listOf } from "../support/LargeBodies.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const clients = 1_000
const atOnce = 50

const at = suite(Effect.gen(function*() {
  const unsent = new HeldBodies(1_000_000_000)
  const forever = endless()
  const agency = yield* makeAgencyServer({
    routes: { "/data/utuh": json(Buffer.from(listOf(600_000))), "/data/alir": forever.answering }
  })
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      timeout: "30 seconds",
      deadline: "60 seconds",
      connections: 200,
      breaker: neverOpen,
      endpoints: [{ path: "utuh", cache: { fresh: "1 hour" } }, { path: "alir", query: ["n"], maxBytes: "1 GiB" }]
    }]),
    { RATE_LIMIT: "1000000" }
  ).pipe(Effect.provideService(HeldBytes, unsent))
  const tokens = yield* Effect.promise(() =>
    Promise.all(["satu", "dua", "tiga"].map((application) => gateway.token({ scopes: "*", application })))
  )
  return { agency, gateway, tokens, unsent }
}))

/** A client that leaves with the first byte of its answer. */
const tasting = (path: string, token: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(at().gateway.url)
    const socket = connect({ host: hostname, port: Number(port) }, () =>
      socket.write(`GET /api/v4/gateway/opd/data/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`))
    socket.on("error", reject).once("data", (bytes: Buffer) => {
      socket.resetAndDestroy()
      resolve(bytes.subarray(0, 12).toString())
    })
  })

/** What requests hold while they are in progress, in this process: the gateway's, its agency's and its clients'. */
const held = async () => {
  const { agency, gateway, unsent } = at()
  const resources = process.getActiveResourcesInfo()
  const count = (name: string) => resources.filter((one) => one === name).length
  return {
    inFlight: await gateway.run(Effect.map(LoadShedding, (shedding) => shedding.inProgress())),
    unsent: unsent.bytes,
    agency: agency.connections().open,
    sockets: count("TCPSocketWrap"),
    timers: count("Timeout")
  }
}

const leaving = async (pathOf: (n: number) => string, count: number): Promise<ReadonlyArray<string>> => {
  const heard: Array<string> = []
  for (let n = 0; n < count; n += atOnce) {
    heard.push(
      ...await Promise.all(
        Array.from({ length: atOnce }, (_, index) => tasting(pathOf(n + index), at().tokens[index % at().tokens.length] ?? ""))
      )
    )
  }
  return heard
}

/** Of what a thousand leave behind nothing is; of keep-alive connections and the machine's own timers a few may differ. */
const few = 20

describe("clients who leave after the first byte", () => {
  for (const [kind, pathOf] of [["whole", () => "utuh"], ["streamed", (n: number) => `alir?n=${n}`]] as const) {
    it(`1,000 of them leave nothing behind of a ${kind} answer: no request in progress, byte, connection or timer`, async () => {
      const { gateway } = at()
      await leaving(pathOf, 2 * atOnce)
      await eventually("the first ones are gone", async () => (await held()).inFlight === 0)
      const before = await held()
      const heard = await leaving(pathOf, clients)
      assert.deepStrictEqual([heard.length, new Set(heard)], [clients, new Set(["HTTP/1.1 200"])])
      await eventually("all of it is let go", async () => {
        const after = await held()
        return after.inFlight === 0 && after.unsent === 0 && after.agency < before.agency + few && after.sockets < before.sockets + few &&
          after.timers < before.timers + few
      }, 30_000)
      const response = await gateway.get("opd/data/utuh", at().tokens[0])
      assert.strictEqual(response.status, 200)
      assert.isAbove((await response.bytes()).length, 500_000)
    })
  }
})
