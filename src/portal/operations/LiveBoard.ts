/**
 * What the operations board shows: once a second, one reading of the metrics, circuits, limiter and audit there are.
 *
 * It counts nothing itself: rates are differences between two readings of the meter's cumulative numbers, percentiles
 * those of the last ten seconds. The readings of the last 15 minutes are kept, so that a board that opens has a past.
 * All of it is this process's own, but what it knows of the other gateways. Gotcha: a reading of the metrics costs about
 * what one scrape does.
 */
import { Clock, Context, Effect, Layer, PubSub, Schedule, Stream } from "effect"
import { AuditSink } from "../../audit/AuditSink.ts"
import type { Health } from "../../domain/Health.ts"
import { monotonicMillis } from "../../domain/MonotonicTime.ts"
import { LoadShedding } from "../../gateway/LoadShedding.ts"
import { Registry } from "../../registry/Registry.ts"
import { Breaker } from "../../resilience/Breaker.ts"
import type { CircuitStatus, Transition } from "../../resilience/Circuit.ts"
import { ForcedCircuits, type Hold } from "../../resilience/ForcedCircuits.ts"
import { Limiter } from "../../resilience/Limiter.ts"
import { type CacheUsage, StaleCache } from "../../resilience/StaleCache.ts"
import { type LiveGateway, LiveGateways } from "../../storage/LiveGateways.ts"
import type { Stats } from "../../telemetry/EndpointStats.ts"
import { RequestMeter } from "../../telemetry/RequestMeter.ts"
import { EndpointHealth } from "../../watch/EndpointHealth.ts"
import { Readiness, type ReadinessState } from "../../watch/Readiness.ts"
import { type Span, spanOf, type Totals, totalsOf } from "./Totals.ts"

/** One second, as charts draw it. */
export interface Point {
  /** Counts readings from 1. */
  readonly sequence: number
  /** Epoch milliseconds. */
  readonly time: number
  /** What that second counted; its percentiles are those of the ten seconds that end with it. */
  readonly second: Span
  readonly inFlight: number
  /** Audit records that are not in the database yet. */
  readonly backlog: number
}

export interface AgencyNow {
  readonly slug: string
  readonly name: string
  readonly health: Health
  /** Of the last 5 minutes; undefined where nobody has called it. */
  readonly stats: Stats | undefined
  /** Undefined while nobody has called it and nobody holds it. */
  readonly circuit: CircuitStatus | undefined
  readonly hold: Hold | undefined
}

export interface Reading {
  readonly point: Point
  /** The last ten seconds. */
  readonly recent: Span
  readonly agencies: ReadonlyArray<AgencyNow>
  /** Newest first. */
  readonly transitions: ReadonlyArray<Transition>
  readonly readiness: ReadinessState
  readonly limiter: { readonly tokens: number; readonly refused: number }
  readonly cache: CacheUsage
  readonly audit: { readonly isRecording: boolean; readonly lost: number }
  /** Those on this database. */
  readonly gateways: ReadonlyArray<LiveGateway>
  /** How many different registries they serve. */
  readonly registries: number
}

const everyMillis = 1_000
const recentSeconds = 10
/** 15 minutes. */
const pointsKept = 900
const transitionsKept = 12

export class LiveBoard extends Context.Service<LiveBoard, {
  readonly latest: () => Reading
  /** The points after this sequence that are still kept, oldest first. */
  readonly since: (sequence: number) => ReadonlyArray<Point>
  /** One element a reading, from the subscription on; who is slow misses some, and finds their points by `since`. */
  readonly readings: Stream.Stream<Reading>
}>()("gapura/portal/operations/LiveBoard") {
  static readonly layer = Layer.effect(
    LiveBoard,
    Effect.gen(function*() {
      const meter = yield* RequestMeter
      const health = yield* EndpointHealth
      const registry = yield* Registry
      const breaker = yield* Breaker
      const forced = yield* ForcedCircuits
      const limiter = yield* Limiter
      const cache = yield* StaleCache
      const sink = yield* AuditSink
      const shedding = yield* LoadShedding
      const readiness = yield* Readiness
      const gateways = yield* LiveGateways
      const clock = yield* Clock.Clock
      const nowMonotonic = () => monotonicMillis(clock)

      const news = yield* PubSub.sliding<Reading>(1)
      const points: Array<Point> = []
      const transitions: Array<Transition> = []
      const totals: Array<Totals> = [totalsOf(meter, nowMonotonic())]
      let sequence = 0

      const read = (): Reading => {
        const now = totalsOf(meter, nowMonotonic())
        const before = totals.at(-1) ?? now
        const recent = spanOf(totals[0] ?? now, now)
        const { p50, p95, p99 } = recent
        const point: Point = {
          sequence: ++sequence,
          time: clock.currentTimeMillisUnsafe(),
          second: { ...spanOf(before, now), p50, p95, p99 },
          inFlight: shedding.inProgress(),
          backlog: sink.backlog()
        }
        totals.push(now)
        if (totals.length > recentSeconds) totals.shift()
        points.push(point)
        if (points.length > pointsKept) points.shift()
        const states = breaker.states()
        const healthOf = health.agencies()
        const holds = forced.current()
        return {
          point,
          recent,
          agencies: registry.current().agencies.map(({ name, slug }) => {
            const { health: condition, stats } = healthOf(slug)
            return { slug, name, health: condition, stats, circuit: states.get(slug), hold: holds.get(slug) }
          }),
          transitions: [...transitions],
          readiness: readiness.state(),
          limiter: { tokens: limiter.size(), refused: meter.refused() },
          cache: cache.usage(),
          audit: { isRecording: sink.recording(), lost: sink.lost() },
          gateways: gateways.list(),
          registries: gateways.registries()
        }
      }

      let latest = read()
      yield* Effect.forkScoped(Stream.runForEach(breaker.transitions, (transition) =>
        Effect.sync(() => {
          transitions.unshift(transition)
          transitions.length = Math.min(transitions.length, transitionsKept)
        })))
      const tick = Effect.suspend(() => {
        latest = read()
        return PubSub.publish(news, latest)
      })
      yield* Effect.forkScoped(Effect.delay(Effect.repeat(tick, Schedule.fixed(everyMillis)), everyMillis))

      return LiveBoard.of({
        latest: () => latest,
        since: (after) => points.filter((point) => point.sequence > after),
        readings: Stream.fromPubSub(news)
      })
    })
  )
}
