/** Polls of a live feed that fail by a defect. */
import { assert, describe, it } from "@effect/vitest"
import { Context } from "effect"
import { vi } from "vitest"
import { Exchange } from "../../src/gateway/Exchange.ts"
import { StaleCache } from "../../src/resilience/StaleCache.ts"
import { eventually, suite } from "../support/Suite.ts"
import { followedCity, path, scopes, stations } from "./Followed.ts"

const at = suite(followedCity({ RATE_LIMIT: "100000" }))

describe("a poll of a live feed that fails by a defect", () => {
  it("gives back its place in the agency's room", async () => {
    const { answers, diskominfo, follow, gateway } = at()
    const followed = await follow(await gateway.token({ scopes }))
    await followed.until("the snapshot", ({ event }) => event === "snapshot")
    const waited = new Set<Exchange>()
    const spy = vi.spyOn(Exchange.prototype, "waitsFor").mockImplementation(function(this: Exchange, share) {
      waited.add(this)
      this.cache = "MISS"
      this.share = share
    })
    const cache = Context.getUnsafe(gateway.services as Context.Context<never>, StaleCache)
    const { put } = cache
    Object.assign(cache, {
      put: () => {
        throw new Error("a defect")
      }
    })
    await answers([...stations].reverse())
    const calls = diskominfo.calls.length
    await eventually("it was polled", () => diskominfo.calls.filter(({ url }) => url.startsWith(path)).length >= calls + 3)
    Object.assign(cache, { put })
    await eventually("the change is told", () => followed.events.some(({ event }) => event === "change"))
    spy.mockRestore()
    followed.close()
    assert.deepStrictEqual([...waited].filter(({ share }) => share !== undefined).length, 0)
  })
})
