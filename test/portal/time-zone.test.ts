/** A city that does not lie in western Indonesia: every page tells its own time, and says which. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { create, shownTo } from "../support/DeveloperPortal.ts"
import { openEvents } from "../support/EventStream.ts"
import { portalSession } from "../support/PortalSession.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const timeZone = "Asia/Makassar"

const at = suite(Effect.gen(function*() {
  const { gateway } = yield* startCity({ variables: { TIME_ZONE: timeZone } })
  return yield* Effect.promise(async () => ({
    gateway,
    bima: await portalSession(gateway, { account: "bima", kind: "civil-servant", operator: true }),
    dewi: await portalSession(gateway, { account: "dewi" })
  }))
}))

const pages = [
  "/portal",
  "/portal/operasi",
  "/portal/operasi/tindakan",
  "/portal/operasi/sirkuit/dinkes",
  "/portal/opd/dinkes",
  "/portal/opd/dinkes/audit",
  "/portal/opd/dinkes/perubahan",
  "/portal/status"
]

describe("in Makassar", () => {
  it.each(["id", "en"] as const)("every time of every page is WITA (%s)", async (language) => {
    const { bima } = at()
    await bima.post("/portal/operasi/sirkuit/dinkes", { deed: "open", ends: "60", reason: "Latihan", confirm: "yes" })
    const texts = await Promise.all(pages.map(async (path) => {
      const response = await bima.get(`${path}?lang=${language}`, { accept: "text/html" })
      assert.strictEqual(response.status, 200, path)
      return response.text()
    }))
    for (const [index, text] of texts.entries()) assert.notMatch(text, /\d\s(?:WIB|GMT|UTC)/, pages[index])
    for (const path of ["/portal", "/portal/operasi", "/portal/operasi/tindakan", "/portal/operasi/sirkuit/dinkes", "/portal/status"]) {
      assert.match(texts[pages.indexOf(path)] ?? "", /\d{2}[.:]\d{2}(?:[.:]\d{2})?\s(?:<\/?\w+>)?WITA/, path)
    }
    assert.include(texts[1], `data-zone="${timeZone}"`)
  })

  it("the board's stream has the same clock as its page", async () => {
    const { bima, gateway } = at()
    const live = await openEvents(`${gateway.url}/portal/operasi/alir?lang=id`, { cookie: bima.cookie })
    await live.until("an event with a clock", ({ data }) => / WITA"/.test(data), 3_000)
    live.close()
  })

  it("so has a developer's application", async () => {
    const { dewi } = at()
    assert.match(await shownTo(dewi, await create(dewi, "peta", ["diskominfo-events-get"])), /pukul \d{2}\.\d{2}\sWITA/)
  })
})

describe("what somebody typed", () => {
  it("is shown as it is, even where it looks like a moment that never was", async () => {
    const { bima, gateway } = at()
    const reason = "2026-99-99T99:99Z"
    await gateway.run(
      Effect.flatMap(ActionLog, ({ record }) =>
        record({
          account: "bima",
          action: "token-revoked",
          agency: null,
          subject: "tok_uji",
          detail: { reason, until: "2026-11-21T01:00:00.000Z" }
        }))
    )
    const response = await bima.get("/portal/operasi/tindakan")
    assert.strictEqual(response.status, 200)
    const text = await response.text()
    assert.include(text, reason)
    assert.include(text, "21 Nov 2026, 09.00.00\u00a0WITA")
  })
})
