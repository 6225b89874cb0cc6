/** Listeners of a live feed that come back at the same time, with the same question. */
import { assert, describe, it } from "@effect/vitest"
import { eventually, suite } from "../support/Suite.ts"
import { address, followedCity, scopes } from "./Followed.ts"

const at = suite(followedCity({ RATE_LIMIT: "100000" }))
/** Less than 1 MiB, and more than one turn's work for a question. */
const rows = (round: number) => Array.from({ length: 20_000 }, (_, n) => ({ kode: n, pm25: n === 7 ? round : n % 10 }))
const asked = `${address}?$order=pm25%20desc,kode&$limit=50`

describe("listeners of a live feed who come back together", () => {
  it("are all told what changes from then on, and that it ends", async () => {
    const { answers, follow, gateway } = at()
    const token = () => gateway.token({ scopes, application: crypto.randomUUID().slice(0, 8) })
    await answers(rows(77.001))
    const keeper = await follow(await token())
    await keeper.until("the snapshot", ({ event }) => event === "snapshot")
    const before = await follow(await token(), asked)
    const { id } = await before.until("its snapshot", ({ event }) => event === "snapshot")
    before.close()
    await answers(rows(77.002))
    await keeper.until("the change", ({ event }) => event === "change")
    const tokens = await Promise.all(Array.from({ length: 8 }, token))
    const back = await Promise.all(tokens.map((one) => follow(one, asked, { "last-event-id": id })))
    for (const one of back) await one.until("what it missed", ({ data }) => data.includes("77.002"))
    await answers(rows(77.003))
    await keeper.until("the next change", ({ data }) => data.includes("77.003"))
    const told = () => back.filter(({ events }) => events.some(({ data }) => data.includes("77.003"))).length
    await eventually("somebody is told", () => told() > 0)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    assert.strictEqual(told(), back.length)
    for (const one of [...back, keeper]) one.close()
  })
})
