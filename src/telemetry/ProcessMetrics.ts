/**
 * The metrics of the process and of Node, by OpenTelemetry's conventions for both.
 *
 * What spans time (how late and how busy the event loop was) is of the last whole ten seconds, so that several who scrape
 * see the same; before the first are over, of the time since the start. Nothing is read until somebody looks, but the
 * timer of Node's own that measures the delay, and the durations of collections.
 *
 * Gotcha: Node tells the time between two ticks of that timer, its interval included, which is taken off again.
 */
import { Effect, Layer, Predicate, Schedule } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { constants, monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks"
import { getHeapSpaceStatistics } from "node:v8"
import { productVersion } from "../domain/Version.ts"
import { LatencyHistogram } from "./LatencyHistogram.ts"
import { MetricSeries } from "./MetricSeries.ts"
import { processMetricNames as names } from "./ProcessMetricNames.ts"

const intervalMillis = 20
const span = "10 seconds"

/** As OpenTelemetry names them. */
const gcTypes: ReadonlyMap<unknown, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, "minor"],
  [constants.NODE_PERFORMANCE_GC_MAJOR, "major"],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, "incremental"],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, "weakcb"]
])

const openFiles = "/proc/self/fd"

/** Undefined where the system does not say. */
const quietly = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const fileLimit = (): number | undefined => {
  const found = quietly(() => /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"))?.[1])
  return found === undefined ? undefined : Number(found)
}

const kindOf = (entry: PerformanceEntry): unknown =>
  Predicate.hasProperty(entry, "detail") && Predicate.hasProperty(entry.detail, "kind") ? entry.detail.kind : undefined

const collections = Effect.gen(function*() {
  const { histogram } = yield* MetricSeries
  const durations = new Map(Array.from(gcTypes.values(), (type) => [type, new LatencyHistogram()]))
  for (const [type, state] of durations) histogram(names.gcDuration, { "v8js.gc.type": type }, () => state.state())
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) durations.get(gcTypes.get(kindOf(entry)) ?? "")?.record(entry.duration)
      })
      observer.observe({ entryTypes: ["gc"] })
      return observer
    }),
    (observer) => Effect.sync(() => observer.disconnect())
  )
})

const eventLoop = Effect.gen(function*() {
  const { counter, gauge } = yield* MetricSeries
  const delay = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const monitor = monitorEventLoopDelay({ resolution: intervalMillis })
      monitor.enable()
      return monitor
    }),
    (monitor) => Effect.sync(() => monitor.disable())
  )
  /** Seconds, of what Node tells in nanoseconds; nothing has been told yet where it is no number. */
  const seconds = (nanos: number): number => Number.isFinite(nanos) ? Math.max(0, nanos / 1e9 - intervalMillis / 1000) : 0
  const look = () => ({
    min: delay.count === 0 ? 0 : seconds(delay.min),
    max: seconds(delay.max),
    mean: seconds(delay.mean),
    stddev: Number.isFinite(delay.stddev) ? delay.stddev / 1e9 : 0,
    p50: seconds(delay.percentile(50)),
    p90: seconds(delay.percentile(90)),
    p99: seconds(delay.percentile(99))
  })
  let began = performance.eventLoopUtilization()
  let last: (ReturnType<typeof look> & { readonly utilization: number }) | undefined
  const current = () => last ?? { ...look(), utilization: performance.eventLoopUtilization(began).utilization }
  const turn = Effect.sync(() => {
    const now = performance.eventLoopUtilization()
    last = { ...look(), utilization: performance.eventLoopUtilization(now, began).utilization }
    began = now
    delay.reset()
  })
  yield* Effect.forkScoped(Effect.repeat(Effect.delay(turn, span), Schedule.forever))

  gauge(names.delayMin, {}, () => current().min)
  gauge(names.delayMax, {}, () => current().max)
  gauge(names.delayMean, {}, () => current().mean)
  gauge(names.delayStddev, {}, () => current().stddev)
  gauge(names.delayP50, {}, () => current().p50)
  gauge(names.delayP90, {}, () => current().p90)
  gauge(names.delayP99, {}, () => current().p99)
  gauge(names.loopUtilization, {}, () => current().utilization)
  for (const state of ["active", "idle"] as const) {
    counter(names.loopTime, { "nodejs.eventloop.state": state }, () => performance.eventLoopUtilization()[state] / 1000)
  }
})

const heap = Effect.gen(function*() {
  const { gauge } = yield* MetricSeries
  const spaceOf = (name: string) => getHeapSpaceStatistics().find(({ space_name }) => space_name === name)
  for (const { space_name } of getHeapSpaceStatistics()) {
    const labels = { "v8js.heap.space.name": space_name }
    gauge(names.heapUsed, labels, () => spaceOf(space_name)?.space_used_size ?? 0)
    gauge(names.heapLimit, labels, () => spaceOf(space_name)?.space_size ?? 0)
  }
})

const itself = Effect.gen(function*() {
  const { counter, gauge } = yield* MetricSeries
  gauge(names.buildInfo, { version: productVersion, node: process.versions.node }, () => 1)
  for (const mode of ["user", "system"] as const) counter(names.processCpu, { "cpu.mode": mode }, () => process.cpuUsage()[mode] / 1e6)
  gauge(names.processMemory, {}, () => process.memoryUsage.rss())
  gauge(names.processUptime, {}, () => process.uptime())
  const limit = fileLimit()
  if (limit === undefined || quietly(() => readdirSync(openFiles)) === undefined) return
  gauge(names.fileDescriptors, {}, () => quietly(() => readdirSync(openFiles).length) ?? 0)
  gauge(names.fileDescriptorLimit, {}, () => limit)
})

export const ProcessMetrics = Layer.effectDiscard(Effect.all([itself, eventLoop, collections, heap]))
