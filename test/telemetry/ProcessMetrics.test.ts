import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import { TestClock } from "effect/testing"
import { renderMetrics } from "../../src/telemetry/Exposition.ts"
import { MetricSeries } from "../../src/telemetry/MetricSeries.ts"
import { ProcessMetrics } from "../../src/telemetry/ProcessMetrics.ts"

const layer = ProcessMetrics.pipe(
  Layer.provideMerge(MetricSeries.layer),
  Layer.provideMerge(Layer.succeed(Metric.MetricRegistry, new Map()))
)
const sample = (name: string) =>
  Effect.map(renderMetrics("text"), (text) => Number(text.split("\n").find((line) => line.startsWith(`${name} `))?.split(" ")[1]))
const turn = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5)))
const until = (isSo: Effect.Effect<boolean>): Effect.Effect<void> =>
  Effect.flatMap(isSo, (so) => so ? Effect.void : Effect.andThen(turn, until(isSo)))

/** Holds up the event loop for a second. */
const held = Effect.andThen(
  turn,
  Effect.sync(() => {
    const end = performance.now() + 1_000
    while (performance.now() < end);
  })
)

describe("ProcessMetrics", () => {
  it.effect("tells for ten seconds how late the event loop was in the ten before", () =>
    Effect.gen(function*() {
      const most = sample("nodejs_eventloop_delay_max_seconds")
      // The first time, nothing was looked at before.
      yield* until(Effect.andThen(held, Effect.map(most, (seconds) => seconds > 0.9)))
      yield* TestClock.adjust("10 seconds")
      assert.isAbove(yield* most, 0.9)
      assert.isAbove(yield* sample("nodejs_eventloop_utilization_ratio"), 0.3)
      yield* TestClock.adjust("10 seconds")
      assert.isBelow(yield* most, 0.5)
    }).pipe(Effect.provide(layer)))

  it.effect("times collections of garbage by their type", () =>
    Effect.gen(function*() {
      const minor = sample("v8js_gc_duration_seconds_count{v8js_gc_type=\"minor\"}")
      assert.strictEqual(yield* minor, 0)
      yield* until(Effect.andThen(
        Effect.sync(() => Array.from({ length: 500_000 }, (_, index) => ({ index }))),
        Effect.map(minor, (count) => count > 0)
      ))
    }).pipe(Effect.provide(layer)))
})
