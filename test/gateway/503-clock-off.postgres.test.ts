/** fault-131 A gateway whose clock is not the database's. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { makeAheadClock } from "../support/AheadClock.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText } from "../support/Suite.ts"

describe("fault-131 a gateway whose clock is sixty days ahead of the database's", () => {
  it.live("is not ready, says why, and tells by how much; one beside it is ready", () =>
    Effect.gen(function*() {
      const ahead = yield* makeAheadClock
      ahead.pass(60 * 86_400_000)
      const registry = registryText([{ slug: "opd", server: "http://127.0.0.1:1", endpoints: [{ path: "isi" }] }])
      const right = yield* startGateway(registry)
      const wrong = yield* Effect.provideService(startGateway(registry), Clock.Clock, ahead.clock)
      yield* Effect.promise(async () => {
        const refused = await fetch(`${wrong.managementUrl}/health/ready`)
        assert.strictEqual(refused.status, 503)
        assert.deepStrictEqual(await refused.json(), { status: "clock is wrong" })
        assert.strictEqual((await fetch(`${right.managementUrl}/health/ready`)).status, 200)
        // Gateways of one process share their series: this is the latest one's.
        const metrics = await (await fetch(`${wrong.managementUrl}/metrics`)).text()
        const offset = Number(/^gapura_clock_offset_seconds(?:\{[^}]*\})? (\S+)/m.exec(metrics)?.[1])
        assert.strictEqual(Math.round(offset / 86_400), 60)
      })
    }))
})
