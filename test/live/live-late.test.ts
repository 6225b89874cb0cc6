/** A listener of a live feed whose question is answered while the feed goes on to its next version. */
import { assert, describe, it } from "@effect/vitest"
import { eventually, pause, suite } from "../support/Suite.ts"
import { address, followedCity, scopes } from "./Followed.ts"

const at = suite(followedCity({ RATE_LIMIT: "100000" }))
/** Less than 1 MiB, and more than one turn's work for a question. */
const rows = (top: number) => Array.from({ length: 20_000 }, (_, n) => ({ kode: n, pm25: n === 7 ? top : n % 10 }))

describe("listeners of a live feed who come while it changes", () => {
  it("have what a GET answers once it changes no more", async () => {
    const { answers, follow, gateway } = at()
    const token = await gateway.token({ scopes })
    await answers(rows(77.001))
    const keeper = await follow(token)
    await keeper.until("the snapshot", ({ event }) => event === "snapshot")
    await answers(rows(77.002))
    const late: Array<Awaited<ReturnType<typeof follow>>> = []
    let isChanged = false
    void keeper.until("the change", ({ data }) => data.includes("77.002")).then(() => isChanged = true)
    // Each asks another question, so that none joins one that is answered already.
    for (let n = 0; !isChanged && n < 24; n++) {
      void follow(token, `${address}?$order=pm25%20desc,kode&$limit=${10 + n}`).then((one) => late.push(one))
      await pause(40)
    }
    await eventually("all have begun", () => isChanged && late.length > 0 && late.every(({ events }) => events.length > 0))
    await pause(4_000)
    const behind = late.filter(({ events }) => !events.some(({ data }) => data.includes("77.002")))
    assert.strictEqual(behind.length, 0)
    for (const one of [...late, keeper]) one.close()
  })

  it("are told by an id what they have, also while the change is being worked out", async () => {
    const { answers, follow, gateway } = at()
    const token = await gateway.token({ scopes })
    const asked = `${address}?$order=pm25%20desc,kode&$limit=5`
    await answers(rows(78.001))
    const keeper = await follow(token, asked)
    const first = await keeper.until("what it begins with", ({ data }) => data.includes("78.001"))
    await answers(rows(78.002))
    const late: Array<Awaited<ReturnType<typeof follow>>> = []
    let isChanged = false
    void keeper.until("the change", ({ data }) => data.includes("78.002")).then(() => isChanged = true)
    while (!isChanged) {
      void follow(token, asked).then((one) => late.push(one))
      await pause(20)
    }
    await eventually("all have begun", () => late.length > 0 && late.every(({ events }) => events.length > 0))
    const before = new Set(
      [keeper, ...late].flatMap(({ events }) => events.filter(({ data }) => data.includes("78.001")).map(({ id }) => id))
    )
    assert.deepStrictEqual([...before], [first.id])
    for (const one of [...late, keeper]) one.close()
  })
})
