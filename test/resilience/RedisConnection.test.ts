/** How a gateway reaches Redis as cities run it: with a user's rights, by TLS, by way of several Sentinels. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { createServer } from "node:net"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { connectRedis } from "../../src/resilience/RedisConnection.ts"
import { makeAgencyServer } from "../support/AgencyServer.ts"
import { freePort, startGateway } from "../support/Gateway.ts"
import { guardedPassword, makeGuardedRedis, makeGuardedSentinel, makeRedisServer, makeTlsRedis } from "../support/RedisServer.ts"
import { eventually, registryText } from "../support/Suite.ts"

const password = encodeURIComponent(guardedPassword)

const reached = (url: string) =>
  Effect.gen(function*() {
    const redis = yield* connectRedis(Redacted.make(url))
    yield* Effect.promise(() => eventually("it is reached", redis.isReady))
    assert.strictEqual(yield* Effect.promise(() => redis.send(["SET", "{gapura} uji", "b"])), "OK")
  })

/** Whether it is still away after a second one has been reached, which is asked for in the same way. */
const isRefused = (url: string, good: string) =>
  Effect.gen(function*() {
    const redis = yield* connectRedis(Redacted.make(url))
    yield* reached(good)
    return !redis.isReady()
  })

const agency = Effect.map(
  makeAgencyServer({}),
  ({ url }) => registryText([{ slug: "opd", server: url, endpoints: [{ path: "isi" }] }])
)

describe("Redis as cities run it", () => {
  it.live("a user with a gateway's rights and no more is enough for limits, circuits and copies", () =>
    Effect.gen(function*() {
      const redis = yield* makeGuardedRedis
      const url = `redis://gapura:${password}@127.0.0.1:${redis.port}`
      const gateway = yield* startGateway(yield* agency, { REDIS_URL: url })
      yield* Effect.promise(async () => {
        const token = await gateway.token({ scopes: "*" })
        const answers = await Promise.all(Array.from({ length: 130 }, () => gateway.get("opd/data/isi", token)))
        assert.strictEqual(answers.filter(({ status }) => status === 200).length, 120)
        assert.match(await (await fetch(`${gateway.managementUrl}/metrics`)).text(), /^gapura_redis_up(?:\{[^}]*\})? 1$/m)
        // The metric tells of both connections, and of an error of Redis: a script that it did not know yet.
        const metrics = await (await fetch(`${gateway.managementUrl}/metrics`)).text()
        const counted = (labels: string) =>
          Number(
            new RegExp(`^db_client_operation_duration_seconds_count\\{db_system_name="redis",${labels}\\} (\\d+)$`, "m").exec(metrics)?.[1]
          )
        const evaluated = (purpose: string) => `db_operation_name="EVALSHA",purpose="${purpose}"`
        assert.isAtLeast(counted(evaluated("limits")), 2)
        assert.isAtLeast(counted(evaluated("copies")), 1)
        assert.isAtLeast(counted(`${evaluated("copies")},error_type="NOSCRIPT"`), 1)
        // Nothing that it asked for was denied.
        assert.match(await redis.ask("ACL", "LOG"), /^\*0\r\n/)
      })
      assert.isTrue(yield* isRefused(`redis://gapura:salah@127.0.0.1:${redis.port}`, url))
    }))

  it.live("by TLS, whose certificate has to be of an authority that this machine trusts", () =>
    Effect.gen(function*() {
      const { cert, tlsPort } = yield* makeTlsRedis
      const url = `rediss://gapura:${password}@localhost:${tlsPort}`
      const plain = yield* makeRedisServer
      assert.isTrue(yield* isRefused(url, plain.url))
      yield* Effect.acquireUseRelease(
        Effect.sync(() => {
          const before = getCACertificates("default")
          setDefaultCACertificates([...before, cert])
          return before
        }),
        () => reached(url),
        (before) => Effect.sync(() => setDefaultCACertificates(before))
      )
    }))

  it.live("by way of Sentinels that ask for a password, of which one is dead and one hangs", () =>
    Effect.gen(function*() {
      const master = yield* makeRedisServer
      const sentinel = yield* makeGuardedSentinel(master)
      const dead = yield* Effect.promise(freePort)
      const hung = yield* Effect.promise(freePort)
      yield* Effect.acquireRelease(
        Effect.sync(() => createServer((socket) => socket.on("error", () => {})).listen(hung, "127.0.0.1")),
        (server) => Effect.sync(() => server.close())
      )
      const hosts = [dead, hung, sentinel.port].map((port) => `127.0.0.1:${port}`).join(",")
      const by = (words: string) => `redis+sentinel://${hosts}/gapura?${words}`
      const good = by(`sentinel_username=penjaga&sentinel_password=${password}`)
      yield* reached(good)
      assert.isTrue(yield* isRefused(by("sentinel_username=penjaga&sentinel_password=salah"), good))
    }))
})
