/** A developer's token is given while somebody else's change of access goes on. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Latch } from "effect"
import { AccessSql } from "../../src/access/AccessSql.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { applicationAt, created, hiddenIn, pageOf, shownTo, tokenIn } from "../support/DeveloperPortal.ts"
import { portalSession } from "../support/PortalSession.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const scope = "diskominfo-events-get"
const at = suite(Effect.gen(function*() {
  const { gateway } = yield* startCity()
  return { gateway, dewi: yield* Effect.promise(() => portalSession(gateway, { account: "dewi" })) }
}))

describe("a token asked for in the portal", () => {
  it("fault-16 waits for no change of access by others, works at once, and has its entry", async () => {
    const { dewi, gateway } = at()
    await created(dewi, "peta", [scope])
    const [begun, end] = [Latch.makeUnsafe(), Latch.makeUnsafe()]
    const held = gateway.run(Effect.flatMap(AccessSql, (sql) => sql.withTransaction(Effect.andThen(begun.open, end.await))))
    await Effect.runPromise(begun.await)
    try {
      // Who waited for it would wait for ever: it ends below.
      const page = await pageOf(await dewi.get(applicationAt("peta")))
      const token = tokenIn(await shownTo(dewi, await dewi.post(applicationAt("peta", "/token"), { setelah: hiddenIn(page, "setelah") })))
      assert.strictEqual((await gateway.get("diskominfo/portal-publik/events", token)).status, 200)
      const made = (await gateway.run(Effect.flatMap(TokenStore, ({ list }) => list))).at(-1)
      const [entry] = await gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ account: "dewi" })))
      assert.deepStrictEqual([entry?.action, entry?.detail["tokenId"]], ["token-issued", made?.tokenId])
    } finally {
      // The gateway's end would wait for it, and it for that.
      await Effect.runPromise(end.open)
    }
    await held
  })
})
