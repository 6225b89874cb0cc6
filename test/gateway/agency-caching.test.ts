/** What an agency says of keeping its answers (`Cache-Control`, `Vary`, `Age`) is obeyed by every copy, flight, preset and sample. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Logger, Scope } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { type Behaviour, type Exchange, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const registry = (server: string) =>
  registryText(
    [{
      slug: "opd",
      server,
      timeout: "30 seconds",
      deadline: "60 seconds",
      breaker: neverOpen,
      endpoints: [
        { path: "isi", query: ["n"], cache: { fresh: "1 hours", stale: "24 hours" } },
        { path: "contoh", cache: { fresh: "1 hours" } },
        { path: "biasa", cache: { fresh: "1 hours" } },
        { path: "besar", maxBytes: "64 MiB", cache: { fresh: "1 hours" } },
        { path: "basi", query: ["n"], cache: { stale: "10 seconds" } }
      ]
    }],
    [{
      slug: "gabungan",
      title: "Gabungan",
      cache: { fresh: "1 hours", stale: "24 hours" },
      requests: [{ alias: "biasa", opd: "opd", dataset: "data", path: "biasa" }, {
        alias: "isi",
        opd: "opd",
        dataset: "data",
        path: "isi",
        query: { n: "preset" }
      }]
    }]
  )

const at = suite(Effect.gen(function*() {
  const time = yield* makeJumpingClock
  const agency = yield* makeAgencyServer()
  const dataDir = yield* tempDirectory
  const scope = yield* Scope.make()
  const start = startGateway(registry(agency.url), { RATE_LIMIT: "100000", DATA_DIR: dataDir }).pipe(
    Effect.provideService(Clock.Clock, time.clock)
  )
  const running = { gateway: yield* start.pipe(Scope.provide(scope)), scope }
  yield* Effect.addFinalizer(() => Scope.close(running.scope, Exit.void))
  const tokens = yield* Effect.promise(() =>
    Promise.all(["satu", "dua"].map((application) => running.gateway.token({ scopes: "*", application, lifetimeMillis: 1e12 })))
  )
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  const get = (path: string, caller = 0, headers?: Readonly<Record<string, string>>) =>
    running.gateway.get(path.startsWith("preset/") ? path : `opd/data/${path}`, tokens[caller], headers)
  const restart = () =>
    Effect.runPromise(
      Effect.gen(function*() {
        yield* Scope.close(running.scope, Exit.void)
        running.scope = yield* Scope.make()
        running.gateway = yield* start.pipe(Scope.provide(running.scope))
      }).pipe(Effect.provide(Logger.layer([])))
    )
  return { agency, dataDir, get, restart, running, set, time }
}))

let fresh = 0
const unseen = () => `isi?n=${fresh++}`

const seen = async (response: Response) => {
  const text = await response.text()
  return {
    status: response.status,
    cache: response.headers.get("x-cache"),
    control: response.headers.get("cache-control"),
    kept: response.headers.get("cache-status"),
    text
  }
}

/** All that is on disk of copies. */
const onDisk = (): string => {
  const directory = join(at().dataDir, "copies")
  return readdirSync(directory).map((name) => readFileSync(join(directory, name), "latin1")).join()
}

const saying = (data: unknown, headers: Readonly<Record<string, string>>) => json({ data }, { headers })

/** Each application its own answer, as the header that varies says. */
const byApplication = (exchange: Exchange): void =>
  saying([`untuk ${exchange.call.headers["x-gateway-application"]}`], { vary: "X-Gateway-Application" })(exchange)

describe("an answer that its agency wants no copy of", () => {
  for (
    const headers of [{ "cache-control": "no-store" }, { "cache-control": "private, max-age=600" }, { vary: "*" }, {
      vary: "Accept, X-Request-Id"
    }]
  ) {
    it(`fault-122 ${JSON.stringify(headers)}: asked for each time, gone with its agency, and in no file`, async () => {
      const { agency, get, set } = at()
      const path = unseen()
      const secret = `sekali-saja-${path}`
      await set(saying([secret], headers))
      const calls = agency.calls.length
      for (let n = 0; n < 2; n++) {
        const answered = await seen(await get(path))
        assert.include(answered.text, secret)
        assert.deepInclude(answered, { status: 200, cache: null, control: "private, no-store", kept: "gapura; fwd=miss" })
      }
      assert.strictEqual(agency.calls.length - calls, 2)
      await set(faults.reset)
      assert.strictEqual((await get(path)).status, 502)
      // What is kept is written four times a second.
      await pause(600)
      assert.notInclude(onDisk(), secret)
    })
  }

  it("fault-122 takes the copy with it that was there before, restart included", async () => {
    const { get, restart, set, time } = at()
    const path = unseen()
    await set(saying(["dulu"], {}))
    assert.strictEqual((await seen(await get(path))).kept, "gapura; fwd=miss; stored")
    await pause(600)
    assert.include(onDisk(), "dulu")
    time.pass(3_600_000)
    await set(saying(["kini"], { "cache-control": "no-store" }))
    assert.include((await seen(await get(path))).text, "kini")
    await set(faults.reset)
    assert.strictEqual((await get(path)).status, 502)
    await restart()
    assert.strictEqual((await get(path)).status, 502)
  })

  it("fault-122 is in no sample of the catalogue, nor is the one before", async () => {
    const { get, running, set, time } = at()
    const page = async () => (await running.gateway.get("/v4/gateway/opd/data?path=contoh", undefined, { accept: "text/html" })).text()
    await set(saying(["contoh-terbuka"], {}))
    await (await get("contoh")).arrayBuffer()
    await eventually("the sample is shown", async () => (await page()).includes("contoh-terbuka"))
    time.pass(3_600_000)
    await set(saying(["contoh-tertutup"], { "cache-control": "private" }))
    await (await get("contoh")).arrayBuffer()
    await eventually("no sample is shown, and no example of a field", async () => !(await page()).includes("contoh-ter"))
  })

  it("fault-122 leaves no copy of a stream either", async () => {
    const { agency, get, set } = at()
    for (const [headers, cache] of [[{ "cache-control": "no-store" }, null], [{}, "HIT"]] as const) {
      await set(saying(Array.from({ length: 20_000 }, (_, n) => ({ n, isi: "panjang" })), headers))
      const calls = agency.calls.length
      const streamed = await get("besar", 0, { accept: "application/x-ndjson" })
      await streamed.arrayBuffer()
      assert.strictEqual(streamed.headers.get("cache-control"), cache === null ? "private, no-store" : "private, no-cache")
      await eventually("it is kept, or not", async () => {
        const next = await get("besar", 0, { accept: "application/x-ndjson" })
        await next.arrayBuffer()
        return next.headers.get("x-cache") === cache
      })
      assert.strictEqual(agency.calls.length - calls, cache === null ? 2 : agency.calls.length - calls)
    }
  })

  it("fault-122 is in no preset's copy, and takes the preset's copy before with it", async () => {
    const { get, set, time } = at()
    await set(saying(["dulu"], {}))
    await (await get("preset/gabungan")).arrayBuffer()
    assert.strictEqual((await seen(await get("preset/gabungan"))).cache, "HIT")
    time.pass(3_600_000)
    await set((exchange) => saying(["kini"], exchange.call.url.includes("isi") ? { "cache-control": "no-store" } : {})(exchange))
    for (let n = 0; n < 2; n++) {
      const answered = await seen(await get("preset/gabungan"))
      assert.include(answered.text, "kini")
      assert.deepInclude(answered, { cache: null, control: "private, no-store" })
    }
    await set(faults.reset)
    const dead = await seen(await get("preset/gabungan"))
    assert.notInclude(dead.text, "dulu")
    assert.strictEqual(dead.text.match(/agency-unavailable/g)?.length, 2)
  })
})

describe("an answer that differs by application", () => {
  it("fault-122 has a copy for each, fresh, stale and after a restart, and no application is answered with another's", async () => {
    const { agency, get, restart, set, time } = at()
    const path = unseen()
    await set(byApplication)
    const calls = agency.calls.length
    for (const cache of [null, "HIT"]) {
      for (const [caller, name] of ["satu", "dua"].entries()) {
        const answered = await seen(await get(path, caller))
        assert.include(answered.text, `["untuk ${name}"]`)
        assert.strictEqual(answered.cache, cache)
      }
    }
    assert.strictEqual(agency.calls.length - calls, 2)
    await restart()
    await set(faults.reset)
    assert.deepInclude(await seen(await get(path, 1)), { status: 200, cache: "HIT" })
    time.pass(3_600_000)
    for (const [caller, name] of ["satu", "dua"].entries()) {
      const stale = await seen(await get(path, caller))
      assert.strictEqual(stale.cache, "STALE-CIRCUIT")
      assert.include(stale.text, `["untuk ${name}"]`)
    }
  })

  for (const known of [false, true]) {
    it(`fault-122 shares a flight within an application alone, ${known ? "once that is known" : "from the first call on"}`, async () => {
      const { agency, get, set } = at()
      const held: Array<Exchange> = []
      if (known) {
        await set(byApplication)
        await (await get(unseen())).arrayBuffer()
      } else {
        await set(saying([], {}))
        await (await get(unseen())).arrayBuffer()
      }
      await set((exchange) => held.push(exchange))
      const path = unseen()
      const calls = agency.calls.length
      const answers = Promise.all([0, 1, 0, 1].map(async (caller) => (await get(path, caller)).text()))
      await eventually("they wait", () => held.length === (known ? 2 : 1))
      await pause(300)
      await eventually("each application is called for", () => {
        for (const exchange of held.splice(0)) byApplication(exchange)
        return agency.calls.length - calls === 2
      })
      for (const exchange of held.splice(0)) byApplication(exchange)
      const [a, b, c, d] = await answers
      for (const text of [a, c]) assert.include(text, "[\"untuk satu\"]")
      for (const text of [b, d]) assert.include(text, "[\"untuk dua\"]")
      assert.strictEqual(agency.calls.length - calls, 2)
    })
  }
})

describe("how long a copy is fresh", () => {
  for (
    const [control, age, seconds] of [["max-age=60", undefined, 60], ["max-age=7200", undefined, 3_600], [
      "s-maxage=30, max-age=60",
      undefined,
      30
    ], ["max-age=60", "45", 15]] as const
  ) {
    const aged = age === undefined ? "" : ` at an age of ${age}`
    it(`fault-122 is ${seconds} s of the registry's hour where the agency says \`${control}\`${aged}`, async () => {
      const { get, restart, set, time } = at()
      const path = unseen()
      await set(saying(["isi"], { "cache-control": control, ...age === undefined ? {} : { age } }))
      assert.strictEqual((await seen(await get(path))).control, `private, max-age=${seconds}`)
      if (seconds === 60) await restart()
      time.pass(seconds * 1000 - 1)
      assert.strictEqual((await seen(await get(path))).cache, "HIT")
      time.pass(1)
      assert.isNull((await seen(await get(path))).cache)
      time.pass(seconds * 1000)
      await set(faults.reset)
      assert.strictEqual((await seen(await get(path))).cache, "STALE-CIRCUIT")
    })
  }

  it("fault-122 is of a preset no longer than of any of its entries", async () => {
    const { get, set, time } = at()
    time.pass(3_600_000)
    await set((exchange) => saying(["isi"], exchange.call.url.includes("biasa") ? { "cache-control": "max-age=20" } : {})(exchange))
    assert.strictEqual((await seen(await get("preset/gabungan"))).control, "private, max-age=20")
    time.pass(19_999)
    assert.strictEqual((await seen(await get("preset/gabungan"))).cache, "HIT")
    time.pass(1)
    assert.isNull((await seen(await get("preset/gabungan"))).cache)
  })

  it("begins with the registry's time when the answer is here, and with the agency's when it was asked", async () => {
    const { agency, get, set, time } = at()
    const held: Array<Exchange> = []
    await set((exchange) => held.push(exchange))
    for (const [control, seconds] of [[{}, 3_600], [{ "cache-control": "max-age=60" }, 40]] as const) {
      const path = unseen()
      const answered = get(path).then(seen)
      await eventually("the agency is called", () => held.length === 1)
      time.pass(20_000)
      for (const exchange of held.splice(0)) saying(["lambat"], control)(exchange)
      assert.strictEqual((await answered).control, `private, max-age=${seconds}`)
      time.pass(seconds * 1000 - 1)
      const calls = agency.calls.length
      assert.deepInclude(await get(path).then(seen), { cache: "HIT", control: `private, max-age=${seconds}` })
      time.pass(1)
      const again = get(path)
      await eventually("the agency is called again", () => agency.calls.length > calls)
      for (const exchange of held.splice(0)) saying(["lagi"], control)(exchange)
      assert.isNull((await seen(await again)).cache)
    }
  })

  it("fault-66 ends for a stale copy also while a slow agency is waited for", async () => {
    const { get, set, time } = at()
    const held: Array<Exchange> = []
    await set(saying(["lama"], {}))
    for (const [waited, expected] of [[9_999, 200], [10_000, 502]] as const) {
      const path = `basi?n=${waited}`
      await set(saying(["lama"], {}))
      await (await get(path)).arrayBuffer()
      await set((exchange) => held.push(exchange))
      const answered = get(path)
      await eventually("the agency is called", () => held.length === 1)
      time.pass(waited)
      for (const exchange of held.splice(0)) faults.reset(exchange)
      assert.strictEqual((await answered).status, expected)
    }
  })
})
