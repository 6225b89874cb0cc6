/** Whole gateways on one PostgreSQL and one Redis: what one has fetched serves at all of them, and one fetches for all. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { cpSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expectFault } from "../support/AgencyFault.ts"
import { type Exchange, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { serving } from "../support/CommandLine.ts"
import { freePort, type Gateway, startGateway } from "../support/Gateway.ts"
import { patiently } from "../support/Patiently.ts"
import { databaseUrl } from "../support/Postgres.ts"
import { makeRedisServer } from "../support/RedisServer.ts"
import { answeredLater, eventually, neverOpen, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const person = "3674011502900001"
const good = json({ data: [{ nama_lengkap: "Budi Santoso", nik: person }] })
const other = json({ data: [{ judul: "lain" }] })

const makeFleet = (more: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function*() {
    const redis = yield* makeRedisServer
    const held: Array<Exchange> = []
    const agency = yield* makeAgencyServer({ behaviour: good, routes: { "/data/tahan": (exchange) => held.push(exchange) } })
    const registry = (fields: Readonly<Record<string, string>> = {}) =>
      registryText([{
        slug: "opd",
        server: agency.url,
        timeout: "20 seconds",
        deadline: "30 seconds",
        breaker: neverOpen,
        endpoints: [
          { path: "basi", cache: { stale: "1 hour" }, query: ["q"], fields },
          { path: "lain", cache: { stale: "1 hour" } },
          { path: "segar", cache: { fresh: "1 hour" }, fields: { "data[].nik": "pseudonym" } },
          { path: "rahasia", private: true, cache: { fresh: "1 hour" } },
          { path: "tahan", query: ["n"] }
        ]
      }])
    const first = yield* tempDirectory
    const shared = { REDIS_URL: redis.url, DATABASE_URL: databaseUrl(first), RATE_LIMIT: "100000", ...more }
    const one = yield* startGateway(registry(), { ...shared, DATA_DIR: first })
    const variables = Effect.gen(function*() {
      const directory = yield* tempDirectory
      cpSync(join(first, "keys"), join(directory, "keys"), { recursive: true })
      return { ...shared, DATA_DIR: directory }
    })
    const another = Effect.flatMap(variables, (own) => startGateway(registry(), own))
    const two = yield* another
    const token = yield* Effect.promise(() => one.token({ scopes: "*", private: true }))
    const set = (behaviour: Parameters<typeof agency.setBehaviour>[0]) => Effect.runPromise(agency.setBehaviour(behaviour))
    const keys = async (kind: string) => (await redis.ask("KEYS", `*:${kind}:*`)).match(/\{gapura\}:\S+/g) ?? []
    const copies = (count: number) => eventually(`${count} copies are there`, async () => (await keys("copy")).length === count)
    const get = async (gateway: Gateway, path: string) => {
      const response = await gateway.get(`opd/data/${path}`, token)
      return { status: response.status, cache: response.headers.get("x-cache"), body: await response.text() }
    }
    return { agency, another, copies, get, held, keys, one, redis, registry, set, token, two, variables }
  })

const test = (title: string, body: Effect.Effect<void, unknown, Scope.Scope>) => it.live(title, () => patiently(body))

describe("copies of other gateways", () => {
  test(
    "fault-137 an agency dies: a gateway that never called it answers with the copy of one that did, byte for byte",
    Effect.gen(function*() {
      const { agency, copies, get, one, set, two } = yield* makeFleet()
      yield* Effect.promise(async () => {
        const fetched = await get(one, "basi")
        await copies(1)
        await set("refuse")
        const calls = agency.calls.length
        assert.deepStrictEqual(await get(two, "basi"), { status: 200, cache: "STALE-CIRCUIT", body: fetched.body })
        assert.strictEqual((await get(two, "basi")).cache, "STALE-CIRCUIT")
        assert.strictEqual(agency.calls.length, calls)
        await expectFault(await two.get("opd/data/lain", await two.token({ scopes: "*" })), "agency-unavailable")
      })
    })
  )

  test(
    "one that is fresh is a HIT, without a call, pseudonyms and all",
    Effect.gen(function*() {
      const { agency, copies, get, one, two } = yield* makeFleet()
      yield* Effect.promise(async () => {
        const fetched = await get(one, "segar")
        assert.include(fetched.body, "psd_")
        await copies(1)
        assert.deepStrictEqual(await get(two, "segar"), { status: 200, cache: "HIT", body: fetched.body })
        assert.deepStrictEqual(await get(two, "segar"), { status: 200, cache: "HIT", body: fetched.body })
        assert.strictEqual(agency.calls.length, 1)
      })
    })
  )

  test(
    "nothing of a private endpoint is there, unless REDIS_PRIVATE says so",
    Effect.gen(function*() {
      const { copies, get, keys, one, set, two } = yield* makeFleet()
      const fleet = yield* makeFleet({ REDIS_PRIVATE: "yes" })
      yield* Effect.promise(async () => {
        await get(one, "rahasia")
        await get(one, "basi")
        await copies(1)
        assert.lengthOf(await keys("lease"), 0)
        await set("refuse")
        assert.strictEqual((await get(two, "rahasia")).status, 502)
        const fetched = await fleet.get(fleet.one, "rahasia")
        await fleet.copies(1)
        await fleet.set("refuse")
        assert.deepStrictEqual(await fleet.get(fleet.two, "rahasia"), { status: 200, cache: "HIT", body: fetched.body })
      })
    })
  )

  test(
    "who reads Redis learns nothing, and who writes there makes no gateway serve anything else",
    Effect.gen(function*() {
      const { copies, get, keys, one, redis, set, two } = yield* makeFleet()
      yield* Effect.promise(async () => {
        await get(one, `basi?q=${person}`)
        await copies(1)
        const [first = ""] = await keys("copy")
        await set(other)
        await get(one, "lain")
        await copies(2)
        const second = (await keys("copy")).find((key) => key !== first) ?? ""
        for (const text of [await redis.ask("KEYS", "*"), await redis.ask("HGETALL", first), await redis.ask("HGETALL", second)]) {
          for (const told of [person, "basi", "lain", "opd", "data", "B***", "nama"]) assert.notInclude(text, told)
        }
        await set("refuse")
        // The other's copy in its place, and then no copy at all.
        await redis.ask("COPY", second, first, "REPLACE")
        assert.strictEqual((await get(two, `basi?q=${person}`)).status, 502)
        for (const body of ["", "x".repeat(200)]) {
          await redis.ask("HSET", first, "body", body)
          assert.strictEqual((await get(two, `basi?q=${person}`)).status, 502)
        }
        assert.deepInclude(await get(two, "lain"), { status: 200, cache: "STALE-CIRCUIT" })
      })
    })
  )

  test(
    "what was made under another registry entry serves nowhere",
    Effect.gen(function*() {
      const { copies, get, one, registry, set, two } = yield* makeFleet()
      yield* Effect.promise(async () => {
        await get(one, "basi")
        await copies(1)
        writeFileSync(two.registryFile, registry({ "data[].judul": "name" }))
        await set(other)
        await eventually("the new registry is in force", async () => (await get(two, "basi?q=1")).body.includes("l***"))
        await set("refuse")
        assert.strictEqual((await get(two, "basi")).status, 502)
      })
    })
  )

  test(
    "without Redis each asks the agency itself, and has copies of its own",
    Effect.gen(function*() {
      const { agency, copies, get, one, redis, set, two } = yield* makeFleet()
      yield* Effect.promise(async () => {
        await get(one, "segar")
        await copies(1)
        await redis.kill()
        assert.deepInclude(await get(two, "segar"), { status: 200, cache: null })
        assert.strictEqual(agency.calls.length, 2)
        await set("refuse")
        assert.deepInclude(await get(two, "segar"), { status: 200, cache: "HIT" })
        await redis.start()
      })
    })
  )
})

describe("one flight for the city", () => {
  test(
    "several gateways that want the same cost the agency one call",
    Effect.gen(function*() {
      const { agency, another, get, held, keys, one, two } = yield* makeFleet()
      const three = yield* another
      yield* Effect.promise(async () => {
        const first = answeredLater([get(one, "tahan")])
        await eventually("the agency is called", () => held.length === 1)
        const others = answeredLater([two, three, two, three].map((gateway) => get(gateway, "tahan")))
        await eventually("others wait", async () => (await keys("waits")).length === 1)
        for (const exchange of held.splice(0)) good(exchange)
        const answers = await Promise.all([...first, ...others])
        assert.deepStrictEqual(answers.map(({ cache, status }) => [status, cache]), answers.map(() => [200, null]))
        assert.strictEqual(new Set(answers.map(({ body }) => body)).size, 1)
        assert.strictEqual(agency.calls.length, 1)
        assert.lengthOf(await keys("lease"), 0)
      })
    })
  )

  test(
    "its failure is everybody's who waited for it, and nobody's after",
    Effect.gen(function*() {
      const { agency, get, held, keys, one, two } = yield* makeFleet()
      yield* Effect.promise(async () => {
        const first = answeredLater([get(one, "tahan")])
        await eventually("the agency is called", () => held.length === 1)
        const second = answeredLater([get(two, "tahan")])
        await eventually("the other waits", async () => (await keys("waits")).length === 1)
        for (const exchange of held.splice(0)) faults.reset(exchange)
        assert.deepStrictEqual((await Promise.all([...first, ...second])).map(({ status }) => status), [502, 502])
        assert.strictEqual(agency.calls.length, 1)
        const next = answeredLater([get(two, "tahan")])
        await eventually("the agency is called again", () => held.length === 1)
        for (const exchange of held.splice(0)) good(exchange)
        assert.strictEqual((await next[0])?.status, 200)
      })
    })
  )

  test(
    "a gateway that ends while it flies leaves the flight to who waits",
    Effect.gen(function*() {
      const { another, get, held, keys, two } = yield* makeFleet()
      const scope = yield* Scope.make()
      const three = yield* Scope.provide(another, scope)
      const leave = new AbortController()
      const token = yield* Effect.promise(() => two.token({ scopes: "*" }))
      yield* Effect.promise(async () => {
        answeredLater([fetch(`${three.url}/api/v4/gateway/opd/data/tahan`, {
          headers: { authorization: `Bearer ${token}` },
          signal: leave.signal
        })])
        await eventually("the agency is called", () => held.length === 1)
        const waiting = answeredLater([get(two, "tahan")])
        await eventually("the other waits", async () => (await keys("waits")).length === 1)
        leave.abort()
        await Effect.runPromise(Scope.close(scope, Exit.void))
        await eventually("the other calls the agency", () => held.length === 2)
        for (const exchange of held.splice(1)) good(exchange)
        assert.strictEqual((await waiting[0])?.status, 200)
      })
    })
  )

  test(
    "a gateway that is killed while it flies is waited for no longer than its lease",
    Effect.gen(function*() {
      const { agency, get, held, keys, registry, two, variables } = yield* makeFleet()
      const own = yield* variables
      const registryFile = join(own.DATA_DIR, "registry.yaml")
      writeFileSync(registryFile, registry())
      const [port, management] = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
      const killed = yield* serving({ ...own, REGISTRY_FILE: registryFile, PORT: String(port), MANAGEMENT_PORT: String(management) })
      const token = yield* Effect.promise(() => two.token({ scopes: "*" }))
      yield* Effect.promise(async () => {
        // Where Redis answers it too late, it flies without a lease.
        let n = 0
        const leased = async () => {
          const path = `opd/data/tahan?n=${++n}`
          answeredLater([fetch(`http://127.0.0.1:${port}/api/v4/gateway/${path}`, { headers: { authorization: `Bearer ${token}` } })])
          await eventually("the agency is called", () => held.some(({ call }) => call.url.endsWith(`?n=${n}`)))
          return (await keys("lease")).length > 0
        }
        await eventually("it flies with a lease", leased)
        const waiting = answeredLater([get(two, `tahan?n=${n}`)])
        await eventually("the other waits", async () => (await keys("waits")).length === 1)
        killed.child.kill("SIGKILL")
        const calls = () => agency.calls.filter(({ url }) => url.endsWith(`?n=${n}`)).length
        await eventually("the other calls the agency", () => calls() === 2)
        for (const exchange of held.splice(0)) if (!exchange.socket.destroyed) good(exchange)
        assert.strictEqual((await waiting[0])?.status, 200)
      })
    })
  )
})
