/** Three whole gateways on one PostgreSQL and one Redis, as a caller behind any proxy meets them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { cpSync } from "node:fs"
import { join } from "node:path"
import { LoadShedding } from "../../src/gateway/LoadShedding.ts"
import { SharedPatience } from "../../src/resilience/SharedRedis.ts"
import { makeAgencyServer } from "../support/AgencyServer.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { patiently } from "../support/Patiently.ts"
import { databaseUrl } from "../support/Postgres.ts"
import { makeRedisFleet, makeRedisServer } from "../support/RedisServer.ts"
import { cityRegistry, publicScopes } from "../support/Registries.ts"
import { eventually } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const address = "diskominfo/portal-publik/events"

const statuses = (gateway: Gateway, token: string, count: number) =>
  Promise.all(Array.from({ length: count }, async () => {
    const response = await gateway.get(address, token)
    await response.arrayBuffer()
    return response.status
  }))
const answered = (all: ReadonlyArray<ReadonlyArray<number>>) => all.flat().filter((status) => status === 200).length

const makeFleetOn = Effect.fnUntraced(function*(redisUrl: string) {
  const agency = yield* makeAgencyServer({ routes: {} })
  const registry = cityRegistry({ diskominfo: agency.url, dinkes: agency.url })
  const first = yield* tempDirectory
  const shared = { REDIS_URL: redisUrl, DATABASE_URL: databaseUrl(first) }
  const one = yield* startGateway(registry, { ...shared, DATA_DIR: first })
  const another = Effect.gen(function*() {
    const directory = yield* tempDirectory
    cpSync(join(first, "keys"), join(directory, "keys"), { recursive: true })
    return yield* startGateway(registry, { ...shared, DATA_DIR: directory })
  })
  return { one, two: yield* another, another }
})
const makeFleet = Effect.gen(function*() {
  const redis = yield* makeRedisServer
  return { redis, ...yield* makeFleetOn(redis.url) }
})

const policyOf = async (gateway: Gateway, token: string) => {
  const response = await gateway.get(address, token)
  await response.arrayBuffer()
  return response.headers.get("ratelimit-policy")?.split(",")[0]
}
const metricOf = async (gateway: Gateway) =>
  /^gapura_redis_up(?:\{[^}]*\})? (\d)/m.exec(await (await fetch(`${gateway.managementUrl}/metrics`)).text())?.[1]

describe("three gateways, one token", () => {
  it.live("fault-68 exactly 120 of 600 at once are answered, and one that begins again gives nothing back", () =>
    Effect.gen(function*() {
      const { another, one, two } = yield* makeFleet
      const scope = yield* Scope.make()
      const three = yield* Scope.provide(another, scope)
      const token = yield* Effect.promise(() => one.token({ scopes: publicScopes }))
      const all = yield* Effect.promise(() => Promise.all([one, two, three].map((gateway) => statuses(gateway, token, 200))))
      assert.strictEqual(answered(all), 120)
      assert.strictEqual(all.flat().filter((status) => status === 429).length, 480)
      yield* Scope.close(scope, Exit.void)
      const again = yield* another
      assert.strictEqual(answered([yield* Effect.promise(() => statuses(again, token, 20))]), 0)
    }).pipe(patiently))

  it.live("fault-94 Redis dies: each gives its share, says so, and knows of all spending once it is back", () =>
    Effect.gen(function*() {
      const { one, redis, two } = yield* makeFleet
      const token = yield* Effect.promise(() => one.token({ scopes: publicScopes }))
      yield* Effect.promise(() => two.get(address, token))
      assert.strictEqual(yield* Effect.promise(() => metricOf(two)), "1")
      yield* Effect.promise(redis.kill)
      const other = yield* Effect.promise(() => one.token({ scopes: publicScopes }))
      const give = (calls: number) => async () => {
        const policies = await Promise.all([policyOf(one, other), policyOf(two, other)])
        return policies.every((policy) => policy === `"token";q=${calls};w=60`)
      }
      yield* Effect.promise(() => eventually("each gives a half, counting two of them", give(60), 5_000))
      assert.strictEqual(yield* Effect.promise(() => metricOf(two)), "0")
      assert.strictEqual(answered([yield* Effect.promise(() => statuses(two, token, 100))]), 59)
      yield* Effect.promise(redis.start)
      yield* Effect.promise(() => eventually("both share again", give(120), 4_000))
      assert.strictEqual(answered([yield* Effect.promise(() => statuses(one, token, 100))]), 60)
    }).pipe(patiently))

  it.live("fault-94 Redis dies: a gateway that has begun meanwhile gives its whole share, whatever the others gave before its start", () =>
    Effect.gen(function*() {
      const { another, one, redis } = yield* makeFleet
      const [token, other] = yield* Effect.promise(() =>
        Promise.all(["dahulu", "lain"].map((application) => one.token({ scopes: publicScopes, application })))
      )
      if (token === undefined || other === undefined) return assert.fail()
      assert.strictEqual(answered([yield* Effect.promise(() => statuses(one, token, 60))]), 60)
      const loaded = () =>
        one.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT SUM(record_count)::INTEGER AS count FROM audit_segments`))
          .then(([row]) => Number(row?.["count"]) >= 60)
      yield* Effect.promise(() => eventually("the records are in the database", loaded))
      const three = yield* another
      assert.strictEqual(yield* Effect.promise(() => policyOf(three, other)), `"token";q=120;w=60`)
      yield* Effect.promise(redis.kill)
      const gives = async () => await policyOf(three, other) === `"token";q=40;w=60`
      yield* Effect.promise(() => eventually("it gives a third", gives))
      assert.strictEqual(answered([yield* Effect.promise(() => statuses(three, token, 100))]), 40)
    }).pipe(patiently))

  it.live("fault-94 Redis dies: who ended in good order before has left its share to the others, who ends meanwhile has not", () =>
    Effect.gen(function*() {
      const { another, one, redis, two } = yield* makeFleet
      const [early, late] = [yield* Scope.make(), yield* Scope.make()]
      const [three, four] = [yield* Scope.provide(another, early), yield* Scope.provide(another, late)]
      const token = yield* Effect.promise(() => one.token({ scopes: publicScopes }))
      const all = [one, two, three, four]
      assert.strictEqual(answered(yield* Effect.promise(() => Promise.all(all.map((gateway) => statuses(gateway, token, 40))))), 120)
      yield* Scope.close(early, Exit.void)
      yield* Effect.promise(redis.kill)
      const fresh = yield* Effect.promise(() => one.token({ scopes: publicScopes }))
      const give = (calls: number) => async () => {
        const policies = await Promise.all([one, two].map((gateway) => policyOf(gateway, fresh)))
        return policies.every((policy) => policy === `"token";q=${calls};w=60`)
      }
      yield* Effect.promise(() => eventually("each of the three left gives a third", give(40)))
      yield* Scope.close(late, Exit.void)
      const [counted] = yield* Effect.promise(() =>
        one.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT COUNT(*)::INTEGER AS count FROM gateways`))
      )
      assert.strictEqual(counted?.["count"], 3)
      assert.isTrue(yield* Effect.promise(give(40)))
    }).pipe(patiently))

  it.live("a caller who leaves while the others are asked is recorded as who it is, and takes nobody's answer along", () =>
    Effect.gen(function*() {
      const { one, redis } = yield* makeFleet
      const token = yield* Effect.promise(() => one.token({ scopes: publicScopes, application: "pergi" }))
      yield* Effect.promise(async () => {
        assert.strictEqual((await statuses(one, token, 1))[0], 200)
        redis.hang()
        const leaving = new AbortController()
        const left = fetch(`${one.url}/api/v4/gateway/${address}`, {
          headers: { authorization: `Bearer ${token}` },
          signal: leaving.signal
        }).catch(() => undefined)
        const staying = statuses(one, token, 1)
        const inProgress = () => one.run(Effect.map(LoadShedding, (shedding) => shedding.inProgress()))
        await eventually("both are counted", async () => await inProgress() === 2)
        leaving.abort()
        await left
        // The gateway has seen that once it has answered something that was asked later.
        await metricOf(one)
        redis.resume()
        assert.deepStrictEqual(await staying, [200])
        const records = (await one.records(3)).map(({ consumerApplication, status }) => `${consumerApplication} ${status}`)
        assert.deepStrictEqual(records.sort(), ["pergi 200", "pergi 200", "pergi 499"])
        assert.strictEqual(await inProgress(), 0)
      })
    }).pipe(patiently))

  it.live(
    "fault-136 Redis' master is killed: each gives its share, and they are exact again on the one that Sentinel promotes",
    () =>
      Effect.gen(function*() {
        const redis = yield* makeRedisFleet
        const { another, one, two } = yield* makeFleetOn(redis.url)
        const all = [one, two, yield* another]
        const [before, during, throughout, after] = yield* Effect.promise(() =>
          Promise.all(["sebelum", "selama", "terus", "sesudah"].map((application) => one.token({ scopes: publicScopes, application })))
        )
        if (before === undefined || during === undefined || throughout === undefined || after === undefined) return assert.fail()
        const each = (token: string, count: number) => Promise.all(all.map((gateway) => statuses(gateway, token, count)))
        const times: Array<number> = []
        const policies = async (calls: number) => {
          for (const _ of Array.from({ length: answered(await each(throughout, 5)) })) times.push(performance.now())
          const told = await Promise.all(all.map((gateway) => policyOf(gateway, before)))
          return told.every((policy) => policy === `"token";q=${calls};w=60`)
        }
        yield* Effect.promise(async () => {
          assert.strictEqual(answered(await each(before, 20)), 60)
          assert.isTrue(await policies(120))
          await redis.master.kill()
          await eventually("each gives a third", () => policies(40))
          assert.strictEqual(answered(await each(during, 130)), 120)
          await redis.promote()
          await eventually("they share again", () => policies(120))
          assert.include(await redis.replica.ask("ROLE"), "master")
          assert.strictEqual(answered(await each(during, 130)), 0)
          assert.strictEqual(answered(await each(after, 200)), 120)
          await policies(120)
          assert.isAtLeast(times.length, 15)
          for (const begin of times) assert.isAtMost(times.filter((time) => time >= begin && time < begin + 60_000).length, 240)
        })
      }).pipe(Effect.provideService(SharedPatience, { deadlineMillis: 3_000, settleMillis: 30_000, leaseMillis: 10_000 }))
  )
})
