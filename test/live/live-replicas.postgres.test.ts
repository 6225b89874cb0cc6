/** A live feed that is followed at one gateway and gone on with at another: whole gateways on one PostgreSQL and one Redis. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { cpSync } from "node:fs"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { openEvents } from "../support/EventStream.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { databaseUrl } from "../support/Postgres.ts"
import { makeRedisServer } from "../support/RedisServer.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"
import { applyPatch } from "./ApplyPatch.ts"
import { stations } from "./Followed.ts"

const at = suite(Effect.gen(function*() {
  const redis = yield* makeRedisServer
  const agency = yield* makeAgencyServer({ behaviour: json(stations) })
  const live = { live: "1 second", key: "kode", fields: { "data[].petugas.nama": "name" } }
  const registry = registryText([{
    slug: "opd",
    server: agency.url,
    breaker: neverOpen,
    endpoints: [
      { path: "udara", ...live },
      { path: "terpilih", ...live },
      { path: "diam", ...live },
      { path: "samaran", ...live, fields: { "data[].petugas.nama": "pseudonym" } },
      { path: "kamar", ...live, private: true }
    ]
  }])
  const first = yield* tempDirectory
  const shared = { REDIS_URL: redis.url, DATABASE_URL: databaseUrl(first), RATE_LIMIT: "100000" }
  const one = yield* startGateway(registry, { ...shared, DATA_DIR: first })
  const second = yield* tempDirectory
  cpSync(join(first, "keys"), join(second, "keys"), { recursive: true })
  const two = yield* startGateway(registry, { ...shared, DATA_DIR: second })
  const token = yield* Effect.promise(() => one.token({ scopes: "*", private: true }))
  const follow = ({ url }: Gateway, path: string, id = "") =>
    openEvents(`${url}/api/v4/gateway/opd/data/${path}`, { authorization: `Bearer ${token}`, "last-event-id": id })
  const answers = (value: unknown, path: string) => Effect.runPromise(agency.setBehaviour(json(value), `/data/${path}`))
  return { answers, follow, one, redis, token, two }
}))

const seenAtOne = async (path: string) => {
  const { follow, one } = at()
  const followed = await follow(one, path)
  const snapshot = await followed.until("the snapshot", ({ event }) => event === "snapshot")
  followed.close()
  return snapshot
}

describe("who comes again at another gateway", () => {
  it.each(["udara", "terpilih?$select=kode,pm25", "samaran"])("gets what changed meanwhile, of %s", async (path) => {
    const { answers, follow, token, two } = at()
    const [plain = ""] = path.split("?")
    await answers(stations, plain)
    const { data, id } = await seenAtOne(path)
    await answers(stations.slice(1), plain)
    const again = await follow(two, path, id)
    const change = await again.until("what changed", () => true)
    again.close()
    assert.strictEqual(change.event, "change")
    const now: unknown = await (await two.get(`opd/data/${path}`, token)).json()
    const patched: unknown = applyPatch(JSON.parse(data), change.data)
    assert.deepInclude(patched, { data: Object.assign({ data: [] }, now).data })
  })

  it("gets nothing while nothing has changed", async () => {
    const { answers, follow, two } = at()
    await answers(stations, "diam")
    const { id } = await seenAtOne("diam")
    const again = await follow(two, "diam", id)
    await answers(stations.slice(1), "diam")
    assert.strictEqual((await again.until("the first event", () => true)).event, "change")
    again.close()
  })

  it("gets a snapshot of what is private, of which nothing is put where gateways share", async () => {
    const { answers, follow, redis, two } = at()
    const copies = async () => (await redis.ask("KEYS", "*:copy:*")).match(/\{gapura\}:\S+/g)?.length ?? 0
    await eventually("copies of what is open", async () => await copies() > 0)
    const before = await copies()
    await answers(stations, "kamar")
    const { id } = await seenAtOne("kamar")
    await answers(stations.slice(1), "kamar")
    const again = await follow(two, "kamar", id)
    assert.strictEqual((await again.until("the first event", () => true)).event, "snapshot")
    again.close()
    assert.isAtMost(await copies(), before)
  })
})
