/** What counts callers by their addresses counts those of one IPv6 network as one, on a listener of both families. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { networkInterfaces } from "node:os"
import { ClientCredentials } from "../../src/access/ClientCredentials.ts"
import { StrangerLimit } from "../../src/gateway/StrangerLimit.ts"
import { makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"

const hasIpv6 = Object.values(networkInterfaces()).some((found) => found?.some(({ address }) => address === "::1") === true)

describe.skipIf(!hasIpv6)("429 by IPv6", () => {
  const at = suite(Effect.gen(function*() {
    const agency = yield* makeAgencyServer({})
    const gateway = yield* startGateway(registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }]), { HOST: "::" })
    return { gateway, url: `http://[::1]:${new URL(gateway.url).port}` }
  }))

  it("fault-15 who guesses secrets from ::1 has spent the failures of its network of 64 bits", async () => {
    const { gateway, url } = at()
    const guess = (client_id: string) =>
      fetch(`${url}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret: "gps_x" })
      })
    for (let count = 0; count < 50; count++) assert.strictEqual((await guess(`cli_${count}`)).status, 401)
    assert.strictEqual((await guess("cli_more")).status, 429)
    const from = (remoteAddress: string) =>
      gateway.run(Effect.gen(function*() {
        const { grant } = yield* ClientCredentials
        const nowMillis = yield* Clock.currentTimeMillis
        return yield* Effect.flip(
          grant({ clientId: "cli_other", clientSecret: Redacted.make("gps_x"), remoteAddress, nowMillis, scope: undefined })
        )
      }))
    for (const neighbour of ["::2", "::ffff:0:0:1", "0:0:0:0:1::%eth0"]) assert.strictEqual((await from(neighbour)).error, "slow_down")
    for (const other of ["0:0:0:1::1", "127.0.0.1"]) assert.strictEqual((await from(other)).error, "invalid_client")
  })

  it(
    "fault-120 who sends too many requests without a token from ::1 has spent the limit of its network, and from IPv4 that of its address",
    async () => {
      const { gateway, url } = at()
      const ask = async (base: string) => {
        const response = await fetch(`${base}/api/v4/gateway/opd/data/isi`)
        await response.arrayBuffer()
        return response.status
      }
      for (let batch = 0; batch < 12; batch++) {
        const statuses = await Promise.all(Array.from({ length: 100 }, () => ask(url)))
        assert.deepStrictEqual(new Set(statuses), new Set([401]))
      }
      assert.strictEqual(await ask(url), 429)
      assert.strictEqual(await ask(gateway.url), 401)
      const refused = (key: string) =>
        gateway.run(Effect.gen(function*() {
          const now = Number(yield* Clock.monotonicTimeNanos) / 1e6
          return (yield* StrangerLimit).isBeyond(key, now)
        }))
      assert.deepStrictEqual(await Promise.all(["0:0:0:0::/64", "127.0.0.1"].map(refused)), [true, false])
    }
  )
})
