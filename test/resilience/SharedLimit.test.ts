/** Limiters of several gateways on one real Redis. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { nowMonotonic } from "../../src/domain/MonotonicTime.ts"
import { Limiter } from "../../src/resilience/Limiter.ts"
import { SharedPatience, SharedRedis } from "../../src/resilience/SharedRedis.ts"
import type { CallQuota } from "../../src/resilience/TokenBucket.ts"
import { patiently } from "../support/Patiently.ts"
import { makeRedisServer, makeSlowWay } from "../support/RedisServer.ts"

const gatewayOn = (url: string, gateways: number, scope?: Scope.Scope) => {
  const built = Layer.build(
    Layer.fresh(
      Limiter.layer().pipe(Layer.provide(SharedRedis({ url: Redacted.make(url), gateways: () => gateways, salt: "garam" })))
    )
  )
  return Effect.map(scope === undefined ? built : Scope.provide(built, scope), (services) => Context.get(services, Limiter))
}

const call = (limiter: Limiter["Service"], token = "token-1", application = "aplikasi", most = 600) =>
  Effect.flatMap(nowMonotonic, (now) =>
    Effect.callback<CallQuota>((resume) => {
      const told = (quota: CallQuota): void => resume(Effect.succeed(quota))
      const quota = limiter.shared?.(token, now, application, most, told)
      if (quota !== undefined) told(quota)
    }))

const times = (limiter: Limiter["Service"], count: number, token?: string, application?: string, most?: number) =>
  Effect.all(Array.from({ length: count }, () => call(limiter, token, application, most)), { concurrency: "unbounded" })

const allowed = (quotas: ReadonlyArray<CallQuota>) => quotas.filter((quota) => quota.allowed).length

/** Until it has found out what became of Redis, which a limiter looks after four times a second. */
const until = (condition: Effect.Effect<boolean>) =>
  Effect.gen(function*() {
    for (let attempt = 0; attempt < 1_000; attempt++) {
      if (yield* condition) return
      yield* Effect.sleep("20 millis")
    }
    assert.fail("it never came to that")
  })
const limitOf = (limiter: Limiter["Service"], token: string) => Effect.map(call(limiter, token, `lain-${token}`), ({ limit }) => limit)

describe("one limit for several gateways", () => {
  it.live("fault-68 three of them give exactly 120 of 600 calls at once, and tell the same of what is left", () =>
    Effect.gen(function*() {
      const { url } = yield* makeRedisServer
      const gateways = yield* Effect.all([gatewayOn(url, 3), gatewayOn(url, 3), gatewayOn(url, 3)], { concurrency: 3 })
      const quotas = yield* Effect.all(gateways.map((gateway) => times(gateway, 200)), { concurrency: 3 })
      assert.strictEqual(allowed(quotas.flat()), 120)
      assert.deepStrictEqual(
        quotas.flat().filter((quota) => quota.allowed).map(({ remaining }) => remaining).sort((a, b) => a - b),
        Array.from({ length: 120 }, (_, index) => index)
      )
      for (const gateway of gateways) {
        const { allowed, limit, remaining, resetSeconds } = yield* call(gateway)
        assert.deepStrictEqual({ allowed, limit, remaining }, { allowed: false, limit: 120, remaining: 0 })
        assert.isAtLeast(resetSeconds, 58)
        assert.isAtMost(resetSeconds, 60)
        assert.strictEqual((yield* gateway.peek("token-1")).remaining, 0)
        assert.strictEqual((yield* gateway.peekApplication("aplikasi")).remaining, 480)
      }
    }).pipe(patiently))

  it.live("a gateway that begins again finds what it had spent", () =>
    Effect.gen(function*() {
      const { url } = yield* makeRedisServer
      const scope = yield* Scope.make()
      assert.strictEqual(allowed(yield* times(yield* gatewayOn(url, 2, scope), 100)), 100)
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(allowed(yield* times(yield* gatewayOn(url, 2), 100)), 20)
    }).pipe(patiently))

  it.live("an application's budget is one too, and a call that is refused spends nothing of either", () =>
    Effect.gen(function*() {
      const { url } = yield* makeRedisServer
      const [one, other] = yield* Effect.all([gatewayOn(url, 2), gatewayOn(url, 2)])
      assert.strictEqual(allowed(yield* times(one, 60, "token-1", "kecil", 100)), 60)
      const quotas = yield* times(other, 60, "token-2", "kecil", 100)
      assert.strictEqual(allowed(quotas), 40)
      assert.strictEqual(quotas.at(-1)?.application?.remaining, 0)
      assert.strictEqual((yield* one.peek("token-2")).remaining, 80)
      assert.strictEqual((yield* other.peek("token-1")).remaining, 60)
    }).pipe(patiently))

  it.live("who was refused is refused here for a second, which Redis hears nothing of", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const limiter = yield* gatewayOn(redis.url, 1)
      const asked = Effect.promise(async () =>
        Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.ask("INFO", "commandstats"))?.[1] ?? 0)
      )
      assert.strictEqual(allowed(yield* times(limiter, 121)), 120)
      const before = yield* asked
      // One after another, so that none could go out with others.
      let refused = 0
      for (let made = 0; made < 20_000; made++) refused += (yield* call(limiter)).allowed ? 0 : 1
      assert.strictEqual(refused, 20_000)
      // What is asked again each second, and four times a second whether it is there.
      assert.isBelow((yield* asked) - before, 200)
    }).pipe(patiently))

  it.live("a call that was given back can be made again at any gateway", () =>
    Effect.gen(function*() {
      const { url } = yield* makeRedisServer
      const [one, other] = yield* Effect.all([gatewayOn(url, 2), gatewayOn(url, 2)])
      const quotas = yield* times(one, 120)
      one.undoUnsafe("token-1", yield* nowMonotonic, "aplikasi", quotas.at(-1)?.sharedAt)()
      assert.strictEqual((yield* one.peek("token-1")).remaining, 1)
      assert.strictEqual(allowed(yield* times(other, 2)), 1)
    }).pipe(patiently))

  it.live("fault-160 whoever deletes what Redis counts lifts no limit of a gateway's own, and Redis is told what it lacks", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const [one, other] = yield* Effect.all([gatewayOn(redis.url, 2), gatewayOn(redis.url, 2)])
      assert.strictEqual(allowed(yield* times(one, 100)), 100)
      const names = (yield* Effect.promise(() => redis.ask("KEYS", "*"))).split("\r\n").filter((line) => /token|application/.test(line))
      assert.strictEqual(names.length, 2)
      yield* Effect.promise(() => redis.ask("DEL", ...names))
      assert.strictEqual(allowed(yield* times(one, 100)), 20)
      yield* until(Effect.map(limitOf(one, "kembali"), (limit) => limit === 120))
      assert.strictEqual(allowed([...yield* times(one, 50), ...yield* times(other, 50)]), 0)
    }).pipe(patiently))

  it.live("nobody learns from Redis who calls, and what is counted there goes after a minute", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      yield* times(yield* gatewayOn(redis.url, 1), 3, "token-rahasia", "aplikasi-rahasia")
      const keys = yield* Effect.promise(() => redis.ask("KEYS", "*"))
      assert.notInclude(keys, "rahasia")
      const names = keys.split("\r\n").filter((line) => line.startsWith("{gapura}"))
      assert.strictEqual(names.length, 4)
      for (const name of names) {
        const left = Number((yield* Effect.promise(() => redis.ask("PTTL", name))).slice(1).split("\r\n")[0])
        assert.isAbove(left, 0)
        if (!/memory|told/.test(name)) assert.isAtMost(left, 61_000)
      }
    }))
})

describe("while Redis is away", () => {
  for (
    const [fault, begin, end] of [
      ["killed", "kill", "start"],
      ["hung", "hang", "resume"]
    ] as const
  ) {
    it.live(`fault-94 it is ${fault}: each gives its share without waiting for it, its own spending counted, and tells it on return`, () =>
      Effect.gen(function*() {
        const redis = yield* makeRedisServer
        const [one, other] = yield* Effect.all([gatewayOn(redis.url, 2), gatewayOn(redis.url, 2)], { concurrency: 2 })
        yield* times(one, 20)
        yield* Effect.promise(async () => redis[begin]())
        const began = performance.now()
        const first = yield* times(one, 100)
        // Whoever waited for the connection to be given up would take two seconds.
        assert.isBelow(performance.now() - began, 1_000)
        // Half of 120 is 60, of which 20 are spent.
        assert.strictEqual(allowed(first), 40)
        assert.deepStrictEqual([first[0]?.limit, first.at(-1)?.remaining], [60, 0])
        yield* Effect.sleep("100 millis")
        assert.strictEqual(allowed(yield* times(other, 100)), 60)
        yield* Effect.promise(async () => redis[end]())
        for (const [index, gateway] of [one, other].entries()) {
          yield* until(Effect.map(limitOf(gateway, `kembali-${fault}-${index}`), (limit) => limit === 120))
        }
        assert.strictEqual(allowed([...yield* times(one, 50), ...yield* times(other, 50)]), 0)
        assert.strictEqual((yield* one.peekApplication("aplikasi")).remaining, 600 - 120)
      }).pipe(Effect.provideService(SharedPatience, { deadlineMillis: 300, settleMillis: 2_000, leaseMillis: 2_000 })))
  }

  it.live("fault-94 it is slow: what waits for it longer than its deadline has its share, and soon nothing waits any more", () =>
    Effect.gen(function*() {
      let delay = 0
      const url = yield* makeSlowWay(yield* makeRedisServer, () => delay)
      const limiter = yield* gatewayOn(url, 3)
      yield* until(Effect.map(limitOf(limiter, "bersama"), (limit) => limit === 120))
      yield* times(limiter, 10)
      delay = 3_000
      const { limit } = yield* call(limiter, "lain")
      assert.strictEqual(limit, 40)
      for (let attempt = 0; attempt < 2; attempt++) yield* call(limiter, "lain")
      const began = performance.now()
      assert.strictEqual(allowed(yield* times(limiter, 100)), 30)
      assert.isBelow(performance.now() - began, 800)
      delay = 0
      yield* until(Effect.map(limitOf(limiter, "kembali-lambat"), (limit) => limit === 120))
      assert.strictEqual(allowed(yield* times(limiter, 100)), 80)
    }).pipe(Effect.provideService(SharedPatience, { deadlineMillis: 800, settleMillis: 0, leaseMillis: 2_000 })))

  it.live("a gateway alone finds out each time that it has forgotten, and tells it the last minute", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const limiter = yield* gatewayOn(redis.url, 2)
      yield* times(limiter, 30)
      for (const round of [1, 2]) {
        yield* Effect.promise(redis.kill)
        yield* Effect.promise(redis.start)
        yield* until(Effect.map(limitOf(limiter, `lagi-${round}`), (limit) => limit === 120))
        assert.strictEqual((yield* limiter.peek("token-1")).remaining, 90)
      }
    }).pipe(patiently))

  it.live("it has forgotten: who is back first gives nothing that another gave before that one has told it", () =>
    Effect.gen(function*() {
      let delay = 0
      const redis = yield* makeRedisServer
      const way = yield* makeSlowWay(redis, () => delay)
      const [first, second] = yield* Effect.all([gatewayOn(redis.url, 2), gatewayOn(way, 2)], { concurrency: 2 })
      assert.strictEqual(allowed([...yield* times(first, 60), ...yield* times(second, 60)]), 120)
      delay = 400
      yield* Effect.promise(redis.kill)
      yield* Effect.promise(redis.start)
      const tries = Effect.map(times(first, 10), allowed)
      for (let attempt = 0; attempt < 40; attempt++) assert.strictEqual(yield* Effect.delay(tries, "20 millis"), 0)
      delay = 0
      for (const [index, gateway] of [first, second].entries()) {
        yield* until(Effect.map(limitOf(gateway, `ingat-${index}`), (limit) => limit === 120))
      }
      assert.strictEqual(allowed([...yield* times(first, 60), ...yield* times(second, 60)]), 0)
    }))

  it.live("however often it goes and comes, forgetting everything, no minute has more than twice the limit", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const gateways = yield* Effect.all([gatewayOn(redis.url, 3), gatewayOn(redis.url, 3), gatewayOn(redis.url, 3)], { concurrency: 3 })
      const all = () =>
        Effect.map(Effect.all(gateways.map((gateway) => times(gateway, 130)), { concurrency: 3 }), (quotas) => allowed(quotas.flat()))
      let answered = yield* all()
      for (let round = 0; round < 3; round++) {
        yield* Effect.promise(redis.kill)
        answered += yield* all()
        yield* Effect.promise(redis.start)
        for (const _ of [1, 2, 3]) {
          answered += yield* all()
          yield* Effect.sleep("150 millis")
        }
      }
      assert.isAtLeast(answered, 120)
      assert.isAtMost(answered, 240)
    }))

  it.live("a gateway that starts without it gives its share, and shares once it is there", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      yield* Effect.promise(redis.kill)
      const limiter = yield* gatewayOn(redis.url, 3)
      assert.strictEqual(allowed(yield* times(limiter, 100)), 40)
      yield* Effect.promise(redis.start)
      yield* until(Effect.map(limitOf(limiter, "kembali"), (limit) => limit === 120))
      assert.strictEqual(allowed(yield* times(limiter, 100)), 80)
    }))
})
