/** A browser's own `EventSource` follows an endpoint, and comes again by itself with the id of the last event. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inWindow, startBrowser } from "../support/Browser.ts"
import { makeCable } from "../support/Cable.ts"
import { eventually, suite } from "../support/Suite.ts"
import { address, followedCity, scopes, stations } from "./Followed.ts"

const at = suite(Effect.gen(function*() {
  const city = yield* followedCity({ RATE_LIMIT: "100000" })
  const cable = yield* makeCable({ port: Number(new URL(city.gateway.url).port) })
  return { ...city, cable, browser: yield* startBrowser }
}))

/** What an event source hears, kept by the page: type, id and data. */
const listen = (url: string): void => {
  const heard: Array<ReadonlyArray<string>> = []
  const source = new EventSource(url)
  for (const name of ["snapshot", "change", "stale", "recovered", "end"]) {
    source.addEventListener(name, (event) => {
      if (event instanceof MessageEvent) heard.push([name, event.lastEventId, String(event.data)])
    })
  }
  source.addEventListener("open", () => heard.push(["open"]))
  Object.assign(globalThis, { heard })
}

describe("a live feed in Chromium", () => {
  it("is heard by an EventSource, which goes on where it was after its connection is lost", async () => {
    const { answers, browser, cable, gateway } = at()
    const origin = `http://127.0.0.1:${cable.port}`
    const token = await gateway.token({ scopes })
    const before = async (context: Parameters<NonNullable<Parameters<typeof inWindow>[1]["before"]>>[0]) => {
      await context.setExtraHTTPHeaders({ authorization: `Bearer ${token}` })
    }
    await inWindow(browser, { before, expected: /ERR_|Failed to load/ }, async (page) => {
      await page.goto(`${origin}/v4/gateway`)
      const heard = async (): Promise<ReadonlyArray<ReadonlyArray<string>>> => page.evaluate(() => Reflect.get(globalThis, "heard"))
      const events = async () => (await heard()).filter(([name]) => name !== "open")
      await page.evaluate(listen, `${origin}/api/v4/gateway/${address}`)
      await eventually("the snapshot", async () => (await events())[0]?.[0] === "snapshot")
      await answers(stations.slice(1))
      await eventually("the change", async () => (await events()).at(-1)?.[0] === "change")
      const last = (await events()).at(-1)?.[1] ?? ""
      // The browser is cut off, and comes again after the time that the stream began with.
      cable.cut()
      await answers(stations.slice(2))
      cable.mend()
      await eventually("the next change, from where it was", async () => {
        const [name, id] = (await events()).at(-1) ?? []
        return name === "change" && id !== last
      }, 20_000)
      assert.strictEqual((await events()).filter(([name]) => name === "snapshot").length, 1)
      assert.strictEqual((await heard()).filter(([name]) => name === "open").length, 2)
    })
  })
})
