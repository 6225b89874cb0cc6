/** What ends a live feed without anybody's fault, and what it costs: quota, restarts, privacy, shutdown. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Schema, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TokenStore } from "../../src/access/TokenStore.ts"
import type { Setting } from "../../src/registry/RegistryChange.ts"
import { RegistryDesk } from "../../src/registry/RegistryDesk.ts"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { openEvents } from "../support/EventStream.ts"
import { startGateway } from "../support/Gateway.ts"
import { cityRegistry } from "../support/Registries.ts"
import { eventually, pause, suite } from "../support/Suite.ts"
import { address, followedCity, path, scopes, stations } from "./Followed.ts"

const Problem = Schema.Struct({ code: Schema.String, retryAfter: Schema.optionalKey(Schema.Int) })
type Followed = Awaited<ReturnType<typeof openEvents>>
const ended = async (followed: Followed) =>
  Schema.decodeUnknownSync(Problem)(JSON.parse((await followed.until("its end", ({ event }) => event === "end")).data))
const begun = (followed: Followed) => followed.until("the snapshot", ({ event }) => event === "snapshot")

describe("the quota of a live feed", () => {
  const at = suite(Effect.gen(function*() {
    const time = yield* makeJumpingClock
    const city = yield* followedCity({ RATE_LIMIT: "2" }).pipe(Effect.provideService(Clock.Clock, time.clock))
    return { ...city, time }
  }))

  it("is one call when it begins and one for each minute, and it ends where none is left", async () => {
    const { follow, gateway, time } = at()
    const bearer = await gateway.token({ scopes })
    const followed = await follow(bearer)
    await begun(followed)
    const left = async (token: string) => /r=(\d+)/.exec((await gateway.get(address, token)).headers.get("ratelimit") ?? "")?.[1]
    assert.strictEqual(await left(bearer), "0")
    time.pass(60_000)
    await eventually("it was charged for the second minute", async () => await left(bearer) === "0")
    assert.isFalse(followed.isOver())
    // Whoever takes the call that comes back before the feed does leaves none for it.
    await eventually("others took its call", async () => {
      time.pass(60_001)
      await Promise.all([left(bearer), left(bearer)])
      await pause(700)
      return followed.isOver()
    }, 30_000)
    const { code, retryAfter = 0 } = await ended(followed)
    assert.strictEqual(code, "quota-exceeded")
    assert.isAbove(retryAfter, 0)
  })
})

describe("a live feed whose endpoint is changed at a desk", () => {
  const at = suite(followedCity({ RATE_LIMIT: "100000" }))
  const change = (setting: Pick<Setting, "at" | "value">) =>
    at().gateway.run(Effect.flatMap(RegistryDesk, (desk) =>
      Effect.map(
        desk.change({
          agency: "diskominfo",
          by: "dewi",
          seen: desk.latest("diskominfo"),
          settings: [{ dataset: "portal-publik", path: "udara", ...setting } as Setting]
        }),
        () => undefined
      )))

  it("shows at once what is masked from now on, as a whole", async () => {
    const { follow, gateway } = at()
    const followed = await follow(await gateway.token({ scopes }))
    assert.include((await begun(followed)).data, "Antapani")
    await change({ at: ["fields", "data[].stasiun"], value: "address" })
    const { data } = await followed.until("the new snapshot", ({ data: text, event }) => event === "snapshot" && !text.includes("Antapani"))
    assert.include(data, "\"stasiun\":\"***\"")
    followed.close()
  })

  it("that becomes private ends for who may not read it, within a second, and goes on for who may", async () => {
    const { follow, gateway } = at()
    const followed = await follow(await gateway.token({ scopes }))
    const official = await follow(await gateway.token({ scopes, application: "resmi", official: true }))
    await Promise.all([begun(followed), begun(official)])
    await change({ at: ["private"], value: true })
    assert.strictEqual((await ended(followed)).code, "private-endpoint")
    assert.isFalse(official.isOver())
    official.close()
  })
})

describe("many who come at the same time", () => {
  const at = suite(followedCity({ RATE_LIMIT: "100000" }))

  it("share one feed: the agency is asked once, and each ends within a second of its own token", async () => {
    const { diskominfo, follow, gateway } = at()
    const tokens = await Promise.all(Array.from({ length: 12 }, (_, n) => gateway.token({ scopes, application: `banyak-${n}` })))
    const all = await Promise.all(tokens.map((token) => follow(token)))
    await Promise.all(all.map(begun))
    assert.isAtMost(diskominfo.calls.filter(({ url }) => url === path).length, 2)
    await gateway.run(Effect.gen(function*() {
      const store = yield* TokenStore
      for (const { tokenId } of yield* store.list) yield* store.revoke(tokenId)
    }))
    for (const one of all) assert.strictEqual((await ended(one)).code, "unauthorized")
  })
})

describe("a restart", () => {
  it("does not make who comes again begin anew", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "gapura-live-"))
    const agencies = Effect.runSync(Scope.make())
    const agency = await Effect.runPromise(Scope.provide(makeAgencyServer({ routes: {} }), agencies))
    await Effect.runPromise(agency.setBehaviour(json(stations), "/portal-publik/udara"))
    const registry = cityRegistry({
      diskominfo: agency.url,
      dinkes: agency.url,
      more: [{ path: "udara", title: "Udara", live: "1 second", key: "kode" }]
    })
    const run = async <A>(use: (gateway: Effect.Success<ReturnType<typeof startGateway>>) => Promise<A>): Promise<A> => {
      const scope = Effect.runSync(Scope.make())
      const gateway = await Effect.runPromise(Scope.provide(startGateway(registry, { DATA_DIR: dataDir, DINKES_KEY: "rahasia" }), scope))
      return use(gateway).finally(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    }
    const open = (gateway: Effect.Success<ReturnType<typeof startGateway>>, bearer: string, headers = {}) =>
      openEvents(`${gateway.url}/api/v4/gateway/${address}`, { authorization: `Bearer ${bearer}`, ...headers })
    const before = await run(async (gateway) => {
      const bearer = await gateway.token({ scopes: ["diskominfo-udara-get"] })
      const followed = await open(gateway, bearer)
      const { id } = await begun(followed)
      return { bearer, id, followed }
    })
    assert.strictEqual((await ended(before.followed)).code, "overloaded")
    await Effect.runPromise(agency.setBehaviour(json(stations.slice(1)), "/portal-publik/udara"))
    await run(async (gateway) => {
      const followed = await open(gateway, before.bearer, { "last-event-id": before.id })
      const { data, event } = await followed.until("anything", () => true)
      assert.strictEqual(event, "change")
      assert.include(data, "{\"op\":\"remove\",\"path\":\"/data/0\"}")
      followed.close()
    })
    await Effect.runPromise(Scope.close(agencies, Exit.void))
    rmSync(dataDir, { recursive: true, force: true })
  })
})
