/**
 * Registers series of the metrics in `MetricNames.ts`, whose state is wherever they are read from: nothing is counted
 * here, and a series costs nothing until somebody looks. They end with the scope of this service.
 *
 * @example
 * const series = yield* MetricSeries
 * series.gauge(metricNames.cacheEntries, {}, () => cache.usage().entries)
 */
import { Context, Effect, Layer, Metric } from "effect"
import { type MetricName, toldOf } from "./MetricName.ts"

/** By OpenTelemetry's names; Prometheus has underscores in place of dots. */
export type Labels = Readonly<Record<string, string>>

export class MetricSeries extends Context.Service<MetricSeries, {
  /** @param read never goes back */
  readonly counter: (name: MetricName, labels: Labels, read: () => number) => void
  readonly gauge: (name: MetricName, labels: Labels, read: () => number) => Metric.Registration
  readonly histogram: (name: MetricName, labels: Labels, read: () => Metric.HistogramState) => void
}>()("gapura/telemetry/MetricSeries") {
  static readonly make = Effect.gen(function*() {
    const context = yield* Effect.context<never>()
    const registrations: Array<Metric.Registration> = []
    yield* Effect.addFinalizer(() => Effect.sync(() => registrations.forEach((registration) => registration.remove())))

    const register = <Input, State>(metric: Metric.Metric<Input, State>, get: () => State): Metric.Registration => {
      const registration = Metric.registerUnsafe(metric, context, { get, update: nothing, modify: nothing })
      registrations.push(registration)
      return registration
    }
    const optionsOf = (name: MetricName, labels: Labels) => ({ description: toldOf(name), attributes: { ...labels, unit: name.unit } })

    return MetricSeries.of({
      counter: (name, labels, read) => {
        const metric = Metric.counter(name.id, { ...optionsOf(name, labels), incremental: true })
        register(metric, () => ({ count: read(), incremental: true }))
      },
      gauge: (name, labels, read) => register(Metric.gauge(name.id, optionsOf(name, labels)), () => ({ value: read() })),
      histogram: (name, labels, read) => {
        const boundaries = read().buckets.map(([boundary]) => boundary)
        register(Metric.histogram(name.id, { ...optionsOf(name, labels), boundaries }), read)
      }
    })
  })

  static readonly layer: Layer.Layer<MetricSeries> = Layer.effect(MetricSeries, MetricSeries.make)
}

const nothing = (): void => {}
