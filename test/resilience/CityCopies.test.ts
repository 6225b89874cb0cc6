/** Copies and leases of several gateways on one real Redis. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { CityCopies, CityCopiesInRedis, type Joined } from "../../src/resilience/CityCopies.ts"
import { copyName, openCopy, sealCopy } from "../../src/resilience/SealedCopy.ts"
import { SharedPatience } from "../../src/resilience/SharedRedis.ts"
import { makeRedisServer, type RedisServer } from "../support/RedisServer.ts"
import { eventually } from "../support/Suite.ts"
import { cachedResponse, textOf } from "./cachedResponse.ts"

const patiently = Effect.provideService(SharedPatience, { deadlineMillis: 3_000, settleMillis: 0, leaseMillis: 3_000 })
const day = 86_400_000
const wanted = { key: "kunci", policy: "policy", freshMillis: 0, waitMillis: 60_000 }

const copiesOn = (redis: RedisServer, options: { readonly salt?: string; readonly maxBytes?: number } = {}) =>
  Effect.gen(function*() {
    const { maxBytes = 1e6, salt = "garam" } = options
    const services = yield* Layer.build(
      Layer.fresh(CityCopiesInRedis({ url: Redacted.make(redis.url), salt, withPrivate: false, maxBytes }))
    )
    const copies = Context.get(services, CityCopies) ?? assert.fail("there are none")
    // Connected once it does what it is asked.
    copies.put("siap", copy("siap"), 1e9)
    yield* Effect.promise(() =>
      eventually("it is connected", async () => {
        copies.put("siap", copy("siap"), 1e9)
        return await Effect.runPromise(copies.find("siap", "policy")) !== undefined
      })
    )
    return copies
  })
const copy = (text: string, changes: Parameters<typeof cachedResponse>[1] = {}) =>
  cachedResponse(text, { storedAt: Date.now(), expiresAt: Date.now() + day, ...changes })
const found = (copies: CityCopies, key: string, policy = "policy") => Effect.runPromise(copies.find(key, policy))
const becomes = (copies: CityCopies, key: string, text: string | undefined) =>
  Effect.promise(() => eventually(`${key} is ${text}`, async () => textOf(await found(copies, key)) === text))
const tagOf = (copies: CityCopies, more: Partial<typeof wanted> = {}) =>
  copies.fly({ ...wanted, ...more }, (joined) => Effect.succeed(joined), () => undefined)

describe("a sealed copy", () => {
  const open = (
    sealed: Buffer,
    changes: { readonly salt?: string; readonly name?: string; readonly policy?: string; readonly now?: number } = {}
  ) => {
    const { name = copyName("garam", "kunci", "policy"), now = 0, policy = "policy", salt = "garam" } = changes
    return openCopy(salt, name, sealed, { key: "kunci", policy, nowMillis: now }).then(textOf, () => "refused")
  }
  const sealed = (changes: Parameters<typeof cachedResponse>[1] = {}) =>
    sealCopy("garam", copyName("garam", "kunci", "policy"), "kunci", cachedResponse("isi", { expiresAt: 1000, ...changes }))

  it("opens as it was, by who has the salt, under its own name and policy, until it expires", async () => {
    const whole = await sealed()
    assert.strictEqual(await open(whole), "isi")
    assert.isUndefined(await open(whole, { salt: "lain" }))
    assert.isUndefined(await open(whole, { name: copyName("garam", "lain", "policy") }))
    assert.isUndefined(await open(whole, { policy: "lain" }))
    assert.isUndefined(await open(whole, { now: 1000 }))
    assert.isUndefined(await open(await sealed({ onlyFor: "aplikasi" })))
    assert.notInclude(whole.toString("latin1"), "isi")
  })

  it("does not open with any bit changed, nor cut", async () => {
    const whole = await sealed()
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      assert.isUndefined(await open(changed))
      assert.isUndefined(await open(whole.subarray(0, at)))
    }
  })
})

describe("copies that gateways hold together", () => {
  it.live("are for those with the same salt and policy, and go when they are dropped", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const [one, two] = yield* Effect.all([copiesOn(redis), copiesOn(redis)])
      const stranger = yield* copiesOn(redis, { salt: "lain" })
      one.put("kunci", copy("isi"), 0)
      yield* becomes(two, "kunci", "isi")
      assert.isUndefined(yield* Effect.promise(() => found(stranger, "kunci")))
      assert.isUndefined(yield* Effect.promise(() => found(two, "kunci", "lain")))
      one.drop("kunci", "policy")
      yield* becomes(two, "kunci", undefined)
    }).pipe(patiently))

  it.live("do not come back that were waiting to be written when they were dropped", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const [one, two] = yield* Effect.all([copiesOn(redis), copiesOn(redis)])
      one.put("besar", copy(randomBytes(700_000).toString("latin1")), 1e9)
      one.put("kunci", copy("isi"), 1e9)
      one.drop("kunci", "policy")
      one.put("terakhir", copy("sesudahnya"), 1e9)
      yield* becomes(two, "terakhir", "sesudahnya")
      assert.isUndefined(yield* Effect.promise(() => found(two, "kunci")))
    }).pipe(patiently))

  it.live("count no bytes of those that were dropped", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const copies = yield* copiesOn(redis)
      const bytes = async () => Number(/\d+(?=\r\n\+OK|\r\n$)/.exec(await redis.ask("GET", "{gapura}:copy-bytes:"))?.[0])
      const before = yield* Effect.promise(bytes)
      const text = randomBytes(7_000).toString("latin1")
      for (let n = 0; n < 10; n++) {
        copies.put("kunci", copy(text), 1e9)
        yield* becomes(copies, "kunci", text)
        copies.drop("kunci", "policy")
        yield* becomes(copies, "kunci", undefined)
      }
      assert.isBelow((yield* Effect.promise(bytes)) - before, 30_000)
    }).pipe(patiently))

  it.live("have one bound: those that would go soonest go first, and one that is too large is not put", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const copies = yield* copiesOn(redis, { maxBytes: 100_000 })
      const put = (key: string, bytes: number, lasts = day) =>
        copies.put(key, copy(randomBytes(bytes).toString("latin1"), { expiresAt: Date.now() + lasts }), 0)
      put("raksasa", 2_000_000)
      for (let n = 0; n < 20; n++) put(`n${n}`, 7_000, day + n)
      put("terakhir", 1, 2 * day)
      yield* Effect.promise(() => eventually("all are written", async () => await found(copies, "terakhir") !== undefined))
      const bytes = Number(/\d+(?=\r\n\+OK|\r\n$)/.exec(yield* Effect.promise(() => redis.ask("GET", "{gapura}:copy-bytes:")))?.[0])
      assert.isAtMost(bytes, 100_000)
      assert.isAbove(bytes, 50_000)
      assert.isUndefined(yield* Effect.promise(() => found(copies, "n0")))
      assert.isUndefined(yield* Effect.promise(() => found(copies, "raksasa")))
      assert.isDefined(yield* Effect.promise(() => found(copies, "n19")))
    }).pipe(patiently))

  it.live("that are never fresh are written once in a while, unless another gateway waits", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const [one, two] = yield* Effect.all([copiesOn(redis), copiesOn(redis)])
      one.put("kunci", copy("pertama"), 0)
      yield* becomes(two, "kunci", "pertama")
      one.put("kunci", copy("kedua"), 0)
      one.put("lain", copy("sesudahnya"), 0)
      yield* becomes(two, "lain", "sesudahnya")
      yield* becomes(two, "kunci", "pertama")
      const waits = async () => (await redis.ask("KEYS", "*waits*")).includes("gapura")
      let waiting: Fiber.Fiber<Joined> | undefined
      yield* one.fly(wanted, () =>
        Effect.gen(function*() {
          waiting = yield* Effect.forkDetach(tagOf(two))
          yield* Effect.promise(() => eventually("the other waits", waits))
          one.put("kunci", copy("ketiga"), 0)
        }), () => undefined)
      assert.deepInclude(yield* Fiber.join(waiting ?? assert.fail("nobody waits")), { _tag: "Copy", isFromBefore: false })
      yield* becomes(two, "kunci", "ketiga")
    }).pipe(patiently))

  it.live("answer as fresh for their own time, and afterwards no more", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const copies = yield* copiesOn(redis)
      copies.put("kunci", copy("isi", { storedAt: Date.now() - 5_000 }), 600_000)
      yield* becomes(copies, "kunci", "isi")
      assert.deepInclude(yield* tagOf(copies, { freshMillis: 600_000 }), { _tag: "Copy", isFromBefore: true })
      // It was put a moment ago, but it is older than that.
      assert.strictEqual((yield* tagOf(copies, { freshMillis: 4_000 }))._tag, "Flies")
    }).pipe(patiently))
})

describe("a flight", () => {
  it.live("is waited for by other gateways, as long as it is under way, and is theirs too when it lands", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const [one, two] = yield* Effect.all([copiesOn(redis), copiesOn(redis)])
      let waiting: Fiber.Fiber<Joined> | undefined
      const flight = one.fly(wanted, () =>
        Effect.gen(function*() {
          waiting = yield* Effect.forkDetach(tagOf(two))
          // Longer than a lease, which is renewed.
          yield* Effect.sleep("4 seconds")
          assert.isUndefined(waiting.pollUnsafe())
          one.put("kunci", copy("isi"), 0)
        }), () => undefined)
      yield* flight
      const joined = yield* Fiber.join(waiting ?? assert.fail("nobody waits"))
      assert.deepInclude(joined, { _tag: "Copy", isFromBefore: false })
    }).pipe(patiently))

  it.live("that fails tells who waits, and lets others fly", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const [one, two] = yield* Effect.all([copiesOn(redis), copiesOn(redis)])
      const waits = async () => (await redis.ask("KEYS", "*waits*")).includes("gapura")
      let waiting: Fiber.Fiber<Joined> | undefined
      const flight = one.fly(wanted, () =>
        Effect.gen(function*() {
          waiting = yield* Effect.forkDetach(tagOf(two))
          yield* Effect.promise(() => eventually("the other waits", waits))
          return yield* Effect.fail("rusak")
        }), () => Buffer.from("rusak"))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(flight)))
      const joined = yield* Fiber.join(waiting ?? assert.fail("nobody waits"))
      assert.deepInclude(joined, { _tag: "Failure", told: Buffer.from("rusak") })
      assert.strictEqual((yield* tagOf(two))._tag, "Flies")
    }).pipe(patiently))

  it.live("whose gateway died is waited for no longer than its lease, and without Redis nobody waits", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const copies = yield* copiesOn(redis)
      const name = copyName("garam", "kunci", "policy")
      yield* Effect.promise(() => redis.ask("SET", `{gapura}:lease:${name}`, "mati", "PX", "600"))
      assert.strictEqual((yield* tagOf(copies))._tag, "Flies")
      yield* Effect.promise(() => redis.ask("SET", `{gapura}:lease:${name}`, "mati"))
      yield* Effect.promise(redis.kill)
      assert.strictEqual((yield* tagOf(copies))._tag, "Flies")
      yield* Effect.promise(redis.start)
    }).pipe(patiently))
})
