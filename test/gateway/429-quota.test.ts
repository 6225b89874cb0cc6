import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { expectProblem, quotaOf } from "../support/Problems.ts"
import { rawRequest } from "../support/RawHttp.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { strangers } from "../support/Strangers.ts"
import { suite } from "../support/Suite.ts"

const address = "diskominfo/portal-publik/events"

const city = suite(Effect.gen(function*() {
  const time = yield* makeJumpingClock
  const made = yield* startCity().pipe(Effect.provideService(Clock.Clock, time.clock))
  return { ...made, time }
}))

const token = () => city().gateway.token({ scopes: publicScopes })
const get = (bearer: string, path = address) => city().gateway.get(path, bearer)

/** Sends so many at once; how many were answered with 200, and with 429. */
const burst = async (bearer: string, count: number) => {
  const answers = await Promise.all(Array.from({ length: count }, async () => {
    const response = await get(bearer)
    await response.arrayBuffer()
    return response.status
  }))
  return { ok: answers.filter((status) => status === 200).length, refused: answers.filter((status) => status === 429).length }
}

const expectRefused = async (response: Response) => {
  const { left, seconds } = quotaOf(response)
  assert.strictEqual(left, 0)
  assert.strictEqual(response.headers.get("retry-after"), String(Math.max(1, seconds)))
  assert.strictEqual(
    await expectProblem(response, "quota-exceeded", city().gateway.url),
    `This token has sent 120 requests within the last 60 seconds. Wait ${seconds} s.`
  )
  return seconds
}

describe("120 requests in any 60 seconds with one token", () => {
  it("fault-67 500 at once give exactly 120 answers, and the agency hears no more", async () => {
    const bearer = await token()
    const before = city().diskominfo.calls.length
    assert.deepStrictEqual(await burst(bearer, 500), { ok: 120, refused: 380 })
    assert.isAtMost(city().diskominfo.calls.length - before, 120)
    assert.deepStrictEqual(await burst(await token(), 1), { ok: 1, refused: 0 })
  })

  it("the headers count down, and the 121st is told when the next one comes back", async () => {
    const { time } = city()
    const bearer = await token()
    assert.deepStrictEqual(quotaOf(await get(bearer)), { left: 119, seconds: 60 })
    time.pass(10_500)
    assert.deepStrictEqual(quotaOf(await get(bearer)), { left: 118, seconds: 50 })
    await burst(bearer, 118)
    assert.strictEqual(await expectRefused(await get(bearer)), 50)
    time.pass(49_499)
    assert.strictEqual(await expectRefused(await get(bearer)), 1)
    time.pass(1)
    const next = await get(bearer)
    assert.strictEqual(next.status, 200)
    assert.deepStrictEqual(quotaOf(next), { left: 0, seconds: 11 })
    await expectRefused(await get(bearer))
  })

  it("fault-69 hold across a minute boundary: each spent one comes back 60 s after it was spent, not before", async () => {
    const { time } = city()
    const bearer = await token()
    time.pass(60_000 - (time.clock.currentTimeMillisUnsafe() % 60_000) - 1_000)
    assert.deepStrictEqual(await burst(bearer, 70), { ok: 70, refused: 0 })
    time.pass(2_000)
    assert.deepStrictEqual(await burst(bearer, 70), { ok: 50, refused: 20 })
    time.pass(57_999)
    assert.deepStrictEqual(await burst(bearer, 5), { ok: 0, refused: 5 })
    time.pass(1)
    assert.deepStrictEqual(await burst(bearer, 80), { ok: 70, refused: 10 })
    time.pass(2_000)
    assert.deepStrictEqual(await burst(bearer, 60), { ok: 50, refused: 10 })
  })

  it("are not spent by refused calls", async () => {
    const bearer = await token()
    await burst(bearer, 120)
    city().time.pass(59_000)
    assert.deepStrictEqual(await burst(bearer, 30), { ok: 0, refused: 30 })
    city().time.pass(1_000)
    assert.deepStrictEqual(await burst(bearer, 121), { ok: 120, refused: 1 })
  })

  it("fault-70 are neither given back nor withheld by a wall clock that jumps an hour", async () => {
    const { time } = city()
    const bearer = await token()
    await burst(bearer, 120)
    for (const jump of [3_600_000, -7_200_000, 3_600_000]) {
      time.jump(jump)
      await expectRefused(await get(bearer))
    }
    time.jump(-3_600_000)
    time.pass(60_000)
    assert.strictEqual((await get(bearer)).status, 200)
    time.jump(3_600_000)
  })

  it("count every authenticated request once, whatever comes of it, an aggregate or preset too", async () => {
    const { gateway } = city()
    const bearer = await gateway.token({ scopes: publicScopes.filter((scope) => scope !== "dinkes-klinik-get") })
    const entry = { opd: "diskominfo", dataset: "portal-publik", path: "events" }
    let left = 120
    const counts = async (status: number, response: Response) => {
      assert.strictEqual(response.status, status)
      assert.strictEqual(quotaOf(response).left, --left)
    }
    await counts(200, await get(bearer))
    await counts(403, await get(bearer, "dinkes/faskes/klinik"))
    await counts(404, await get(bearer, "tidak/ada"))
    await counts(410, await get(bearer, "diskominfo/portal-publik/arsip"))
    await counts(406, await gateway.get(address, bearer, { accept: "image/png" }))
    await counts(304, await gateway.get(address, bearer, { "if-none-match": "*" }))
    await counts(
      200,
      await gateway.aggregate(
        { strategy: "keyed", requests: Array.from({ length: 20 }, (_, index) => ({ ...entry, alias: `a${index}` })) },
        bearer
      )
    )
    await counts(400, await gateway.aggregate("{", bearer))
    await counts(200, await get(bearer, "preset/ringkasan-kota"))
    const head = await fetch(`${gateway.url}/api/v4/gateway/${address}`, { method: "HEAD", headers: { authorization: `Bearer ${bearer}` } })
    await counts(200, head)
    const malformed = await get(bearer, "diskominfo/portal-publik/acara/%00")
    assert.isNull(malformed.headers.get("ratelimit"))
    await counts(200, await get(bearer))
  })

  it("hold for aggregates, presets and addresses that are not there", async () => {
    const bearer = await token()
    await burst(bearer, 120)
    for (const path of ["preset/ringkasan-kota", "tidak/ada", "dinkes/faskes/pasien"]) await expectRefused(await get(bearer, path))
    await expectRefused(await city().gateway.aggregate({}, bearer))
  })
})

describe("600 requests in any 60 seconds with all tokens of an application", () => {
  const bearers = (count: number, application: string) =>
    Promise.all(Array.from({ length: count }, () => city().gateway.token({ scopes: publicScopes, application })))

  it("fault-118 are admitted, a refused one spends nothing of its token's, and other applications have their own", async () => {
    const { gateway, time } = city()
    const tokens = await bearers(6, "aplikasi-besar")
    const last = tokens.at(-1) ?? assert.fail("no token")
    for (const bearer of tokens.slice(0, 5)) assert.deepStrictEqual(await burst(bearer, 120), { ok: 120, refused: 0 })
    const before = city().diskominfo.calls.length
    assert.deepStrictEqual(await burst(last, 30), { ok: 0, refused: 30 })
    assert.strictEqual(city().diskominfo.calls.length, before)
    time.pass(20_000)
    const refused = await get(last)
    assert.strictEqual(refused.headers.get("ratelimit-policy"), "\"token\";q=120;w=60, \"application\";q=600;w=60")
    assert.match(refused.headers.get("ratelimit") ?? "", /^"token";r=120;t=0, "application";r=0;t=(39|40)$/)
    const wait = Number(refused.headers.get("retry-after"))
    assert.include([39, 40], wait)
    assert.strictEqual(
      await expectProblem(refused, "quota-exceeded", gateway.url),
      `The application "aplikasi-besar" has used up its own budget: `
        + `600 requests within the last 60 seconds over all of its tokens. Wait ${wait} s.`
    )
    assert.deepStrictEqual(await burst(await token(), 1), { ok: 1, refused: 0 })
    time.pass(40_000)
    const next = await get(last)
    assert.strictEqual(next.status, 200)
    assert.deepStrictEqual(quotaOf(next), { left: 119, seconds: 60 })
  })

  it("are counted down in the headers where they are less than the token has left", async () => {
    city().time.pass(60_000)
    const [one = "", two = "", ...others] = await bearers(6, "aplikasi-sedang")
    for (const bearer of others) await burst(bearer, 120)
    await burst(one, 60)
    const next = await get(two)
    assert.strictEqual(next.status, 200)
    assert.match(next.headers.get("ratelimit") ?? "", /^"token";r=119;t=60, "application";r=59;t=\d+$/)
    assert.strictEqual(next.headers.get("ratelimit-policy"), "\"token\";q=120;w=60, \"application\";q=600;w=60")
  })
})

describe("requests without a valid token", () => {
  /** So many requests from that address; the statuses in order. */
  const flood = (count: number, localAddress: string, headers: ReadonlyArray<string> = []) =>
    strangers(city().gateway.url, count, { path: `/api/v4/gateway/${address}`, localAddress, headers })

  it("fault-71 are 429 above 1,200 a minute from one address, which locks out neither its valid tokens nor other addresses", async () => {
    const { gateway, time } = city()
    const statuses = await flood(1_250, "127.0.0.2")
    assert.deepStrictEqual(statuses, [...Array.from({ length: 1_200 }, () => 401), ...Array.from({ length: 50 }, () => 429)])
    const refused = await rawRequest(gateway.url, {
      target: `/api/v4/gateway/${address}`,
      localAddress: "127.0.0.2",
      headers: [["Authorization", "Bearer x"]]
    })
    assert.isNull(refused.headers.get("ratelimit"))
    const wait = Number(refused.headers.get("retry-after"))
    assert.isTrue(wait >= 1 && wait <= 60)
    assert.strictEqual(
      await expectProblem(refused, "quota-exceeded", gateway.url),
      "Too many requests without a valid token came from this address."
    )

    const valid = await rawRequest(gateway.url, {
      target: `/api/v4/gateway/${address}`,
      localAddress: "127.0.0.2",
      headers: [["Authorization", `Bearer ${await token()}`]]
    })
    assert.strictEqual(valid.status, 200)
    assert.deepStrictEqual(await flood(1, "127.0.0.3"), [401])
    time.pass(60_000)
    assert.deepStrictEqual(await flood(1, "127.0.0.2"), [401])
  })

  it("fault-71 are counted by address, whatever X-Forwarded-For they bring", async () => {
    const statuses = await flood(1_201, "127.0.0.4", ["X-Forwarded-For: 10.0.0.1", "Forwarded: for=10.0.0.2"])
    assert.strictEqual(statuses.at(-1), 429)
    assert.deepStrictEqual(await flood(1, "127.0.0.4", ["X-Forwarded-For: 10.9.9.9"]), [429])
  })
})
