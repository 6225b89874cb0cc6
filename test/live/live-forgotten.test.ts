/** A live feed that nobody has heard for a minute, and somebody comes. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { eventually, suite } from "../support/Suite.ts"
import { followedCity, scopes } from "./Followed.ts"

const at = suite(Effect.gen(function*() {
  const time = yield* makeJumpingClock
  const city = yield* followedCity({ RATE_LIMIT: "100000" }).pipe(Effect.provideService(Clock.Clock, time.clock))
  return { ...city, time }
}))
const rows = Array.from({ length: 20_000 }, (_, n) => ({ kode: n, pm25: n % 10 }))

describe("a live feed that nobody has heard for a minute", () => {
  it("knows of whoever comes", async () => {
    const { answers, follow, gateway, time } = at()
    const token = await gateway.token({ scopes })
    await answers(rows, "/portal-publik/tak-disimpan")
    const streams = async () =>
      Number(/^gapura_live_streams(?:\{[^}]*\})? (\d+)$/m.exec(await (await fetch(`${gateway.managementUrl}/metrics`)).text())?.[1])
    const seen: Array<number> = []
    for (let attempt = 0; attempt < 25 && !seen.includes(0); attempt++) {
      const one = await follow(token, "diskominfo/portal-publik/tak-disimpan?$order=pm25%20desc,kode&$limit=50")
      await one.until("the snapshot", ({ event }) => event === "snapshot")
      seen.push(await streams())
      one.close()
      await eventually("it has left", async () => await streams() === 0)
      time.pass(61_000)
    }
    assert.notInclude(seen, 0)
  })
})
