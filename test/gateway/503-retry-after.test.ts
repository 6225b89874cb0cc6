/** An agency that says when it wants to be asked again is not asked before, by anybody. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { expectFault } from "../support/AgencyFault.ts"
import { type Behaviour, json, makeAgencyServer, sequence, status } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"

const cases = [
  { slug: "batas", code: 429, said: () => "30", told: 30 },
  { slug: "rawat", code: 503, said: () => "45", told: 45 },
  { slug: "lama", code: 429, said: () => "86400", told: 60 },
  { slug: "tak-terhingga", code: 503, said: () => "9".repeat(40), told: 60 },
  { slug: "sebelas-angka", code: 429, said: () => "99999999999", told: 60 },
  { slug: "tanggal", code: 503, said: () => "Sat, 21 Nov 2026 10:00:20 GMT", date: "Sat, 21 Nov 2026 10:00:00 GMT", told: 20 },
  { slug: "jauh", code: 429, said: () => "Sat, 21 Nov 2026 12:00:00 GMT", date: "Sat, 21 Nov 2026 10:00:00 GMT", told: 60 },
  // Without a clock of the agency's own, by ours.
  { slug: "jam-kita", code: 429, said: () => new Date(Date.now() + 3_600_000).toUTCString(), told: 60 }
] as const

const good = json({ data: ["isi"] })

const at = suite(Effect.gen(function*() {
  const time = yield* makeJumpingClock
  const agency = yield* makeAgencyServer({ behaviour: good })
  const entry = (slug: string) => ({
    slug,
    server: agency.url,
    retries: 2,
    endpoints: [{ path: "isi", query: ["n"] }, { path: "lain", query: ["n"] }]
  })
  const gateway = yield* startGateway(
    registryText([...cases.map(({ slug }) => entry(slug)), entry("ada-salinan"), entry("bersama"), entry("sirkuit")]),
    { RATE_LIMIT: "100000" }
  ).pipe(
    Effect.provideService(Clock.Clock, time.clock)
  )
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  let fresh = 0
  /** Never the same address twice, unless `n` says so. */
  const get = (slug: string, path = "isi", n: number | string = fresh++) => gateway.get(`${slug}/data/${path}?n=${n}`, token)
  return { agency, gateway, get, set, time, token }
}))

describe("an agency's Retry-After", () => {
  for (const { code, said, slug, told, ...rest } of cases) {
    const spoken = slug === "jam-kita" ? "an hour from now" : said()
    it(`fault-49 of a ${code} that says ${spoken}: none of its endpoints is asked for ${told} s, and then it is`, async () => {
      const { agency, get, set, time } = at()
      await set(status(code, { "retry-after": said(), ..."date" in rest ? { date: rest.date } : {} }))
      let calls = agency.calls.length
      const first = await get(slug)
      assert.strictEqual(first.headers.get("retry-after"), String(told))
      await expectFault(first, "agency-unavailable")
      assert.strictEqual(agency.calls.length - calls, 1)
      await set(good)
      calls = agency.calls.length
      for (const path of ["isi", "lain"]) {
        const waiting = await get(slug, path)
        await expectFault(waiting, "circuit-open")
        assert.strictEqual(waiting.headers.get("retry-after"), String(told))
        assert.match(waiting.headers.get("proxy-status") ?? "", /^gapura; error=destination_unavailable/)
      }
      time.pass(told * 1000 - 1)
      const last = await get(slug)
      assert.strictEqual(last.headers.get("retry-after"), "1")
      await expectFault(last, "circuit-open")
      assert.strictEqual(agency.calls.length, calls)
      time.pass(1)
      assert.strictEqual((await get(slug)).status, 200)
      assert.strictEqual(agency.calls.length - calls, 1)
    })
  }

  it("fault-49 is waited for behind copies where there are some", async () => {
    const { agency, get, set } = at()
    const body = await (await get("ada-salinan", "isi", "salinan")).text()
    await set(status(429, { "retry-after": "60" }))
    const calls = agency.calls.length
    for (let n = 0; n < 3; n++) {
      const stale = await get("ada-salinan", "isi", "salinan")
      assert.deepStrictEqual([stale.status, stale.headers.get("x-cache"), await stale.text()], [200, "STALE-CIRCUIT", body])
    }
    assert.strictEqual(agency.calls.length - calls, 1)
    await set(good)
  })

  it("of a 503 that comes to a retry ends the retries", async () => {
    const { agency, get, set } = at()
    await set(sequence(status(502), status(503, { "retry-after": "10" }), good))
    const calls = agency.calls.length
    await expectFault(await get("bersama"), "agency-unavailable")
    assert.strictEqual(agency.calls.length - calls, 2)
    await set(good)
  })

  it("opens no circuit with 429, and counts a 503 as the failure it is", async () => {
    const { agency, get, gateway, set, time } = at()
    const states = async () => {
      const text = await (await fetch(`${gateway.managementUrl}/metrics`)).text()
      return [...text.matchAll(/^gapura_circuit_transitions_total\{(.*)\} (\d+)/gm)].filter(([, labels]) =>
        labels?.includes("sirkuit") && labels.includes("open")
      ).map(([, , count]) => Number(count))
    }
    await set(status(429, { "retry-after": "1" }))
    for (let n = 0; n < 12; n++) {
      assert.strictEqual((await get("sirkuit")).status, 502)
      // Those who are kept waiting say nothing about it either.
      assert.strictEqual((await get("sirkuit")).status, 503)
      time.pass(1_000)
    }
    assert.deepStrictEqual(await states(), [])
    await set(status(503, { "retry-after": "1" }))
    let calls = agency.calls.length
    for (let n = 0; agency.calls.length - calls === n && n < 20; n++) {
      await (await get("sirkuit")).arrayBuffer()
      time.pass(1_000)
    }
    // Half of the latest ten: five, each of them one call.
    assert.strictEqual(agency.calls.length - calls, 5)
    calls = agency.calls.length
    assert.strictEqual((await get("sirkuit")).status, 503)
    assert.strictEqual(agency.calls.length, calls)
    await set(good)
  })
})
