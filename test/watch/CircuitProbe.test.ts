/** How often the gateway itself asks an agency whose circuit is not closed: the rule, by the virtual clock. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { agencyDetails } from "../../src/domain/AgencyDetails.ts"
import type { Endpoint } from "../../src/domain/Endpoint.ts"
import { AgencyTimeout } from "../../src/domain/GatewayError.ts"
import { AgencyProbe } from "../../src/gateway/AgencyProbe.ts"
import { Breaker } from "../../src/resilience/Breaker.ts"
import { SharedRedis } from "../../src/resilience/SharedRedis.ts"
import { Incidents } from "../../src/telemetry/Incidents.ts"
import { CallersFirst, CircuitProbe } from "../../src/watch/CircuitProbe.ts"
import { patiently } from "../support/Patiently.ts"
import { makeRedisServer } from "../support/RedisServer.ts"
import { eventually } from "../support/Suite.ts"
import { makeAgency, makeRequest } from "../upstream/calling.ts"

const agency = makeAgency("http://10.1.2.3:9101", {
  slug: "dinkes",
  breaker: { threshold: 0.5, size: 10, minimum: 5, openMillis: 30_000, openMaxMillis: 60_000 }
})
const { endpoint } = makeRequest(agency)
const timeout = new AgencyTimeout({
  detail: agencyDetails.answerTimeout,
  attempts: 1,
  agencyStatus: null,
  proxyError: "http_response_timeout"
})

const NoneLeft = Layer.succeed(
  Incidents,
  Incidents.of({
    put: () => Effect.void,
    left: Effect.succeed([]),
    endLeft: () => Effect.void,
    stretchLeft: () => Effect.void,
    upkeep: Effect.void,
    recent: Effect.succeed([])
  })
)

/** An agency, and when it was asked. */
const makeAsked = (endpointOf: () => Endpoint | undefined) => {
  const asked: Array<number> = []
  let isWell = false
  const layer = Layer.effect(
    AgencyProbe,
    Effect.gen(function*() {
      const breaker = yield* Breaker
      const clock = yield* Clock.Clock
      const call = Effect.suspend(() => {
        asked.push(clock.currentTimeMillisUnsafe())
        return isWell ? Effect.void : Effect.fail(timeout)
      })
      return AgencyProbe.of({ endpointOf, probe: (probed) => breaker.execute(probed.agency)(call, () => "slow") })
    })
  )
  return { asked, layer, heal: () => void (isWell = true) }
}

const watching = (asked: ReturnType<typeof makeAsked>, Circuits: Layer.Layer<Breaker>) =>
  Effect.map(
    Layer.build(Layer.fresh(CircuitProbe.pipe(Layer.provideMerge(asked.layer), Layer.provideMerge(Circuits), Layer.provide(NoneLeft)))),
    (services) => Context.get(services, Breaker)
  )
const trip = (breaker: Breaker["Service"], { agency: tripped }: Endpoint = endpoint) =>
  Effect.repeat(Effect.exit(breaker.execute(tripped)(Effect.fail(timeout), () => "slow")), { times: 4 })

describe("the gateway's own probe", () => {
  it.effect("comes once in each open time of a circuit that nobody calls, and closes it when the agency answers", () =>
    Effect.gen(function*() {
      const opd = makeAsked(() => endpoint)
      const { asked, heal } = opd
      const breaker = yield* watching(opd, Breaker.layer)
      yield* trip(breaker)
      yield* TestClock.adjust("10 minutes")
      const gaps = asked.slice(1).map((time, index) => time - (asked[index] ?? 0))
      assert.isAtLeast(asked.length, 8)
      assert.isAtLeast(asked[0] ?? 0, 37_000)
      assert.isTrue(gaps.every((gap) => gap >= 64_000 && gap <= 77_000), gaps.join())
      heal()
      yield* TestClock.adjust("77 seconds")
      assert.strictEqual(breaker.state("dinkes"), "closed")
      const count = asked.length
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(asked.length, count)
    }))

  it.effect("leaves it to a caller who comes within ten seconds of the time when the circuit may be probed", () =>
    Effect.gen(function*() {
      const opd = makeAsked(() => endpoint)
      const breaker = yield* watching(opd, Breaker.layer)
      yield* trip(breaker)
      for (let call = 0; call < 120; call++) {
        yield* TestClock.adjust("5 seconds")
        yield* Effect.exit(breaker.execute(agency)(Effect.fail(timeout), () => "slow"))
      }
      assert.lengthOf(opd.asked, 0)
    }))

  it.effect("never comes while an operator holds the circuit, and once, ten seconds after the release", () =>
    Effect.gen(function*() {
      const opd = makeAsked(() => endpoint)
      const { asked, heal } = opd
      const breaker = yield* watching(opd, Breaker.layer)
      yield* trip(breaker)
      yield* breaker.force("dinkes", "open")
      yield* TestClock.adjust("1 hour")
      assert.lengthOf(asked, 0)
      heal()
      yield* breaker.force("dinkes", undefined)
      yield* TestClock.adjust("9 seconds")
      assert.lengthOf(asked, 0)
      yield* TestClock.adjust("2 seconds")
      assert.lengthOf(asked, 1)
      assert.strictEqual(breaker.state("dinkes"), "closed")
    }))

  it.effect("never comes where the agency has nothing that may be asked for: the circuit waits for a caller", () =>
    Effect.gen(function*() {
      const opd = makeAsked(() => undefined)
      const breaker = yield* watching(opd, Breaker.layer)
      yield* trip(breaker)
      yield* TestClock.adjust("1 hour")
      assert.lengthOf(opd.asked, 0)
      assert.strictEqual(breaker.state("dinkes"), "open")
    }))

  it.live("comes from one of several gateways on a Redis, and what it hears closes the circuit of each", () =>
    Effect.gen(function*() {
      const quick = { ...endpoint, agency: { ...agency, breaker: { ...agency.breaker, openMillis: 2_000, openMaxMillis: 2_000 } } }
      const opd = makeAsked(() => quick)
      const { url } = yield* makeRedisServer
      const Circuits = Breaker.layer.pipe(Layer.provide(SharedRedis({ url: Redacted.make(url), gateways: () => 3, salt: "garam" })))
      const breakers = yield* Effect.all([1, 2, 3].map(() => watching(opd, Circuits)), { concurrency: 3 })
      yield* Effect.all(breakers.map((breaker) => trip(breaker, quick)), { concurrency: 3 })
      yield* Effect.promise(() => eventually("four probes", () => opd.asked.length >= 4))
      const gaps = opd.asked.slice(1).map((time, index) => time - (opd.asked[index] ?? 0))
      assert.isTrue(gaps.every((gap) => gap >= 1_700), gaps.join())
      opd.heal()
      const closed = () => breakers.every((breaker) => breaker.state("dinkes") === "closed")
      const before = opd.asked.length
      yield* Effect.promise(() => eventually("all are closed", closed))
      assert.strictEqual(opd.asked.length, before + 1)
    }).pipe(Effect.provideService(CallersFirst, 0), patiently))
})
