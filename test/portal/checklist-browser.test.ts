/** The list of first steps in a real browser: it ticks itself while somebody looks at it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json } from "../support/AgencyServer.ts"
import { inWindow, startBrowser } from "../support/Browser.ts"
import { applicationAt, created } from "../support/DeveloperPortal.ts"
import { portalSession } from "../support/PortalSession.ts"
import { startSignOn } from "../support/SignOn.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const browser = yield* startBrowser
  const signOn = yield* startSignOn()
  const { gateway } = yield* startCity({ diskominfo: { "/internal/events": json({ data: [1] }) }, variables: signOn.variables })
  const maya = yield* Effect.promise(() => portalSession(gateway, { account: "maya", name: "Maya Anggraini" }))
  const token = yield* Effect.promise(() => created(maya, "peta", ["diskominfo-events-get"]))
  return { browser, gateway, maya, token }
}))

describe("the first steps", () => {
  it("tick themselves while somebody looks at them, without a reload of theirs", async () => {
    const { browser, gateway, maya, token } = at()
    await inWindow(browser, { before: maya.enter }, async (page) => {
      await page.goto(`${gateway.url}${applicationAt("peta")}?lang=en`)
      const done = page.locator("[data-steps] .up")
      assert.strictEqual(await done.count(), 2)
      const answer = await gateway.get("diskominfo/portal-publik/events", token)
      assert.strictEqual(answer.status, 200)
      await answer.arrayBuffer()
      await done.nth(2).waitFor({ timeout: 120_000 })
    })
  })
})
