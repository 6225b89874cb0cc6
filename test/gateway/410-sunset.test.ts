import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { json } from "../support/AgencyServer.ts"
import { expectProblem, quotaOf } from "../support/Problems.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

/** The registry says: deprecated 2026-09-01, sunset 2027-09-01. */
const sunset = Date.parse("2027-09-01T00:00:00Z")
const lifetimeMillis = 400 * 86_400_000

const city = suite(Effect.gen(function*() {
  const time = yield* makeJumpingClock
  const made = yield* startCity({
    diskominfo: { "/portal-publik/agenda-lama": json({ data: ["lama"] }) },
    registry: { more: [{ path: "segera", title: "Segera usang", deprecated: "2099-01-01" }] }
  }).pipe(Effect.provideService(Clock.Clock, time.clock))
  const token = yield* Effect.promise(() => made.gateway.token({ scopes: [...publicScopes, "diskominfo-segera-get"], lifetimeMillis }))
  return { ...made, time, token }
}))

const get = (path: string) => city().gateway.get(`diskominfo/portal-publik/${path}`, city().token)
const successor = () => `<${city().gateway.url}/api/v4/gateway/diskominfo/portal-publik/events>; rel="successor-version"`

const lifecycleOf = ({ headers }: Response) => ({
  deprecation: headers.get("deprecation"),
  sunset: headers.get("sunset"),
  link: headers.get("link")
})
const deprecated = () => ({ deprecation: "@1788220800", sunset: "Wed, 01 Sep 2027 00:00:00 GMT", link: successor() })

describe("a deprecated endpoint", () => {
  it("answers with Deprecation (RFC 9745), Sunset (RFC 8594) and its successor", async () => {
    const response = await get("agenda-lama")
    assert.strictEqual(response.status, 200)
    assert.deepStrictEqual(lifecycleOf(response), deprecated())
    assert.deepStrictEqual(lifecycleOf(await get("segera")), { deprecation: "@4070908800", sunset: null, link: null })
    assert.deepStrictEqual(lifecycleOf(await get("events")), { deprecation: null, sunset: null, link: null })
  })

  it("says so in its errors too", async () => {
    const response = await city().gateway.get(
      "diskominfo/portal-publik/agenda-lama",
      await city().gateway.token({ scopes: [], lifetimeMillis })
    )
    assert.deepStrictEqual(lifecycleOf(response), deprecated())
    await expectProblem(response, "scope-missing", city().gateway.url)
  })

  it("answers until the last millisecond before its sunset, and is 410 from then on without a call to the agency", async () => {
    const { diskominfo, time } = city()
    time.pass(sunset - 1 - time.clock.currentTimeMillisUnsafe())
    assert.strictEqual((await get("agenda-lama")).status, 200)
    time.pass(1)
    const before = diskominfo.calls.length
    const response = await get("agenda-lama")
    quotaOf(response)
    assert.strictEqual(response.headers.get("link"), successor())
    assert.strictEqual(await expectProblem(response, "gone", city().gateway.url), "This endpoint was withdrawn on its sunset date.")
    assert.strictEqual(diskominfo.calls.length, before)
  })
})

describe("an endpoint past its sunset", () => {
  it("is 410, with a Link where there is a successor", async () => {
    const withSuccessor = await get("agenda-usang")
    assert.strictEqual(withSuccessor.headers.get("link"), successor())
    await expectProblem(withSuccessor, "gone", city().gateway.url)
    const without = await get("arsip")
    assert.isNull(without.headers.get("link"))
    await expectProblem(without, "gone", city().gateway.url)
  })

  it("is 410 only to those who may know: 401 without a token, 403 without its scope", async () => {
    await expectProblem(await city().gateway.get("diskominfo/portal-publik/agenda-usang"), "unauthorized", city().gateway.url)
    const token = await city().gateway.token({ scopes: ["diskominfo-events-get"], lifetimeMillis })
    await expectProblem(await city().gateway.get("diskominfo/portal-publik/agenda-usang", token), "scope-missing", city().gateway.url)
  })

  it("is an error entry in an aggregate", async () => {
    const requests = ["events", "agenda-usang"].map((path) => ({ alias: path, opd: "diskominfo", dataset: "portal-publik", path }))
    const response = await city().gateway.aggregate({ strategy: "keyed", requests }, city().token)
    assert.strictEqual(response.status, 200)
    assert.include(await response.text(), "\"agenda-usang\":{\"status\":\"error\",\"httpStatus\":410")
  })
})
