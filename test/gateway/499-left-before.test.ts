import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { connect } from "node:net"
import { faults, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ routes: { "/data/satu": faults.hang, "/data/dua": faults.hang } })
  const registry = registryText([{
    slug: "opd",
    server: agency.url,
    timeout: "60 seconds",
    deadline: "120 seconds",
    breaker: neverOpen,
    endpoints: [{ path: "satu" }, { path: "dua" }]
  }])
  const gateway = yield* startGateway(registry)
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { agency, gateway, registry, token }
}))

/** Sends all of it and leaves after so long, whatever came. */
const leaveAfter = (url: string, bytes: string, stays: () => Promise<unknown>): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes)
      stays().then(() => socket.destroy(), reject)
    })
    socket.on("error", reject).on("close", () => resolve())
  })

const stopMillis = 15_000

describe("clients who leave before their answer begins", () => {
  it("end the calls of all requests that they sent, those behind the first one too", async () => {
    const { agency, gateway, token } = at()
    const read = (path: string) => `GET /api/v4/gateway/opd/data/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
    const both = () => eventually("the agency has both calls", () => agency.connections().open === 2)
    await leaveAfter(gateway.url, read("satu") + read("dua"), both)
    await eventually("neither call goes on", () => agency.connections().open === 0)
  })

  it("keep no gateway from stopping, while a page is made or a body is on its way", async () => {
    const scope = Scope.makeUnsafe()
    const { url } = await Effect.runPromise(startGateway(at().registry).pipe(Scope.provide(scope)))
    const asked = [
      ...Array.from({ length: 20 }, (_, n) => `GET /v4/gateway?q=${n} HTTP/1.1\r\nHost: x\r\n\r\n`),
      "POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 31\r\n\r\ngrant",
      "GET /v4/gateway?q=x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGARBAGE"
    ]
    await Promise.all(asked.map((bytes, n) => leaveAfter(url, bytes, () => pause(n))))
    const stopped = Effect.runPromise(Scope.close(scope, Exit.void)).then(() => "stopped")
    assert.strictEqual(await Promise.race([stopped, pause(stopMillis)]), "stopped")
  })
})
