/** That live feeds are looked after, whatever becomes of one of them whose endpoint is changed. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import { TokenStore } from "../../src/access/TokenStore.ts"
import type { Setting } from "../../src/registry/RegistryChange.ts"
import { RegistryDesk } from "../../src/registry/RegistryDesk.ts"
import { StaleCache } from "../../src/resilience/StaleCache.ts"
import { type Exchange, json } from "../support/AgencyServer.ts"
import { eventually, suite } from "../support/Suite.ts"
import { followedCity, path, scopes, stations } from "./Followed.ts"

const at = suite(followedCity({ RATE_LIMIT: "100000" }))
const change = (field: string) =>
  at().gateway.run(Effect.flatMap(RegistryDesk, (desk) =>
    Effect.asVoid(desk.change({
      agency: "diskominfo",
      by: "dewi",
      seen: desk.latest("diskominfo"),
      settings: [{ dataset: "portal-publik", path: "udara", at: ["fields", field], value: "address" } as Setting]
    }))))
const beginning = async (where: string) => {
  const { follow, gateway } = at()
  const followed = await follow(await gateway.token({ scopes, application: crypto.randomUUID().slice(0, 8) }), where)
  await followed.until("the snapshot", ({ event }) => event === "snapshot")
  const list = await gateway.run(Effect.flatMap(TokenStore, (store) => store.list))
  return { followed, tokenId: list.at(-1)?.tokenId ?? "" }
}
const revoke = (tokenId: string) => at().gateway.run(Effect.flatMap(TokenStore, (store) => store.revoke(tokenId)))

describe("a live feed whose token is revoked", () => {
  it("ends within a second, though another one's agency is slow to answer by its new rules", async () => {
    const { diskominfo } = at()
    const [other, own] = [await beginning("diskominfo/portal-publik/udara"), await beginning("diskominfo/portal-publik/cuaca")]
    const held: Array<Exchange> = []
    await Effect.runPromise(diskominfo.setBehaviour((exchange) => void held.push(exchange), path))
    await change("data[].stasiun")
    await eventually("it is polled by the new rules", () => held.length >= 2)
    await revoke(own.tokenId)
    await own.followed.until("its end", ({ event }) => event === "end", 3_000).finally(() => {
      held.forEach(json(stations))
      for (const { followed } of [other, own]) followed.close()
    })
  })

  it("ends within a second, though a poll by new rules failed by a defect", async () => {
    const { answers, gateway } = at()
    await answers(stations)
    const [other, own] = [await beginning("diskominfo/portal-publik/udara"), await beginning("diskominfo/portal-publik/cuaca")]
    const cache = Context.getUnsafe(gateway.services as Context.Context<never>, StaleCache)
    const { put } = cache
    let thrown = 0
    Object.assign(cache, {
      put: (key: string, response: Parameters<typeof put>[1]) => {
        if (!key.includes("udara")) return put(key, response)
        thrown++
        throw new Error("a defect")
      }
    })
    await change("data[].kode")
    await eventually("polls failed", () => thrown >= 3)
    Object.assign(cache, { put })
    await revoke(own.tokenId)
    await own.followed.until("its end", ({ event }) => event === "end", 3_000).finally(() => {
      for (const { followed } of [other, own]) followed.close()
    })
    assert.isTrue(true)
  })
})
