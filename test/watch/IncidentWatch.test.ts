/** What is written of incidents while the database is slow; with a real database: `test/telemetry/Incidents.both.test.ts`. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Layer, Metric } from "effect"
import { TestClock } from "effect/testing"
import { Breaker } from "../../src/resilience/Breaker.ts"
import { ForcedCircuits } from "../../src/resilience/ForcedCircuits.ts"
import { Incidents, type IncidentSpan } from "../../src/telemetry/Incidents.ts"
import { RequestMeter } from "../../src/telemetry/RequestMeter.ts"
import { IncidentWatch } from "../../src/watch/IncidentWatch.ts"
import { agencyNamed } from "../support/AgencyNamed.ts"
import { pause } from "../support/Suite.ts"

const dinkes = agencyNamed("dinkes")
const NoHolds = Layer.succeed(
  ForcedCircuits,
  ForcedCircuits.of({ hold: () => Effect.void, release: () => Effect.succeed(false), current: () => new Map() })
)
const settle = Effect.promise(() => pause(20))

describe("IncidentWatch", () => {
  it.effect("leaves in the database what it wrote last, however long a writing before that took", () =>
    Effect.gen(function*() {
      const rows = new Map<string, IncidentSpan>()
      const slow = yield* Deferred.make<void>()
      let isSlow = false
      const Recorded = Layer.succeed(
        Incidents,
        Incidents.of({
          put: (spans) =>
            Effect.suspend(() => {
              const waits = isSlow
              isSlow = false
              return Effect.andThen(
                waits ? Deferred.await(slow) : Effect.void,
                Effect.sync(() => {
                  for (const span of spans) rows.set(span.id, span)
                })
              )
            }),
          left: Effect.succeed([]),
          endLeft: () => Effect.void,
          stretchLeft: () => Effect.void,
          upkeep: Effect.void,
          recent: Effect.succeed([])
        })
      )
      const gateway = yield* Layer.build(Layer.fresh(IncidentWatch.pipe(
        Layer.provideMerge(Layer.mergeAll(Breaker.layer, RequestMeter.layer({ publicUrl: "https://data.kota.go.id" }), Recorded, NoHolds)),
        Layer.provide(Layer.succeed(Metric.MetricRegistry, new Map()))
      )))
      yield* settle
      const call = (outcome: Effect.Effect<void, string>) =>
        Effect.exit(Context.get(gateway, Breaker).execute(dinkes)(outcome, () => "slow"))
      yield* Effect.repeat(call(Effect.fail("down")), { times: 4 })
      yield* settle
      assert.deepStrictEqual([...rows.values()].map(({ ended_at }) => ended_at), [null])
      // The look of the minute tells that it is still open, by a session that takes its time.
      isSlow = true
      yield* TestClock.adjust("1 minute")
      yield* settle
      yield* call(Effect.void)
      yield* settle
      yield* Deferred.succeed(slow, undefined)
      yield* settle
      assert.deepStrictEqual([...rows.values()].map(({ ended_at }) => ended_at), [60_000])
    }))
})
