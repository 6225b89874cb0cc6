/** A live feed whose endpoint is changed while its agency is slow to answer a poll. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Setting } from "../../src/registry/RegistryChange.ts"
import { RegistryDesk } from "../../src/registry/RegistryDesk.ts"
import { type Exchange, json } from "../support/AgencyServer.ts"
import { eventually, pause, suite } from "../support/Suite.ts"
import { followedCity, path, scopes, stations } from "./Followed.ts"

const at = suite(followedCity({ RATE_LIMIT: "100000" }))

describe("a live feed whose endpoint is changed during a poll", () => {
  it("tells nothing by the rules of before once it has told something by the new ones", async () => {
    const { answers, diskominfo, follow, gateway } = at()
    const followed = await follow(await gateway.token({ scopes }))
    assert.include((await followed.until("the snapshot", ({ event }) => event === "snapshot")).data, "Antapani")
    const held: Array<Exchange> = []
    await Effect.runPromise(diskominfo.setBehaviour((exchange) => void held.push(exchange), path))
    await eventually("a poll is under way", () => held.length === 1)
    await answers(stations)
    await gateway.run(Effect.flatMap(RegistryDesk, (desk) =>
      Effect.asVoid(desk.change({
        agency: "diskominfo",
        by: "dewi",
        seen: desk.latest("diskominfo"),
        settings: [{ dataset: "portal-publik", path: "udara", at: ["fields", "data[].stasiun"], value: "address" } as Setting]
      }))))
    await followed.until("the new snapshot", ({ data, event }) => event === "snapshot" && !data.includes("Antapani"))
    const told = followed.events.length
    held.forEach(json([...stations].reverse()))
    await pause(2_000)
    const after = followed.events.slice(told)
    assert.isFalse(after.some(({ data }) => data.includes("Antapani")))
    followed.close()
  })
})
