/**
 * The gateway's metrics: requests, agency calls, cache, circuits, limiter and audit.
 *
 * Every series is an Effect `Metric` whose state is ours: it is registered once, and from then on an update is a map
 * look-up and an addition, while `/metrics`, the OTLP exporter and EndpointStats all read the same numbers. Labels are
 * bounded: routes are templates of the registry (what was not resolved is `unmatched`, and past a bound `other`),
 * statuses are those HTTP has. Nothing a caller writes becomes a label.
 */
import { Context, Effect, Layer, Metric } from "effect"
import type { CacheResult } from "../domain/CacheResult.ts"
import type { CallOutcome } from "../domain/CallOutcome.ts"
import { type CircuitState, circuitStates } from "../domain/CircuitState.ts"
import { LatencyHistogram } from "./LatencyHistogram.ts"
import { type MetricName, metricNames } from "./MetricNames.ts"
import { RouteSeries } from "./RouteSeries.ts"

const maxRoutes = 4096
const maxAgencies = 1024

/** Label of requests that reached no registered route. */
const unmatched = "unmatched"
const other = "other"

export class RequestMeter extends Context.Service<RequestMeter, {
  /** One answered request. `route` is the template, empty where none was resolved; hot path. */
  readonly request: (o: {
    readonly route: string
    readonly agency: string
    readonly status: number
    readonly durationMs: number
    readonly cache: CacheResult | null
  }) => void
  /** One that was turned away for want of room in the gateway: counted, and no part of how its endpoint is doing. */
  readonly shed: (
    o: { readonly route: string; readonly agency: string; readonly status: number; readonly cache: CacheResult | null }
  ) => void
  /** One whole call to an agency, retries included. */
  readonly agencyCall: (o: {
    readonly agency: string
    readonly outcome: CallOutcome
    readonly attempts: number
    readonly durationMs: number
  }) => void
  /** One request refused for its quota. */
  readonly limited: () => void
  /** Values masked in an agency's answer. */
  readonly masked: (agency: string, values: number) => void
  /** Fields that an agency began to send. */
  readonly drift: (agency: string, dataset: string, fields: number) => void
  /** Rows of an aggregate that can be joined across its entries. */
  readonly linked: (policy: "warn" | "generalise" | "refuse", rows: number) => void
  readonly transition: (o: { readonly agency: string; readonly from: CircuitState; readonly to: CircuitState }) => void
  /** Registers what is read when somebody looks: at each scrape and export. */
  readonly gauges: (read: {
    readonly cache: () => { readonly entries: number; readonly bytes: number }
    readonly audit: { readonly backlog: () => number; readonly isFailing: () => boolean; readonly lost: () => number }
    readonly limiter: () => number
    /** Different ones among the gateways. */
    readonly registries: () => number
    /** Absent where nothing is shared. */
    readonly isRedisUp: (() => boolean) | undefined
    /** Seconds; undefined where there is no other clock. */
    readonly clockOffset: () => number | undefined
    readonly overload: { readonly isShedding: () => boolean; readonly shed: ReadonlyArray<readonly [reason: string, read: () => number]> }
  }) => void
  /** Registers which registry is served, in place of the one before. */
  readonly registry: (hash: string) => void
  /** Registers what there is to know of the gateway's own certificate. */
  readonly certificate: (read: { readonly isFailing: () => boolean; readonly expiresAt: () => number }) => void
  /** The series of each route that was asked for, `unmatched` among them. EndpointStats reads these. */
  readonly routes: () => ReadonlyMap<string, RouteSeries>
  /** Requests refused for their quota, so far. */
  readonly refused: () => number
}>()("gapura/telemetry/RequestMeter") {
  static readonly layer: Layer.Layer<RequestMeter> = Layer.effect(
    RequestMeter,
    Effect.gen(function*() {
      const context = yield* Effect.context<never>()
      const registrations: Array<Metric.Registration> = []
      yield* Effect.addFinalizer(() => Effect.sync(() => registrations.forEach((registration) => registration.remove())))

      const counter = (name: MetricName, labels: Record<string, string>, read: () => number): void => {
        const metric = Metric.counter(name.id, {
          description: name.description,
          attributes: { ...labels, unit: name.unit },
          incremental: true
        })
        registrations.push(Metric.registerUnsafe(metric, context, observed(() => ({ count: read(), incremental: true }))))
      }
      const gauge = (name: MetricName, labels: Record<string, string>, read: () => number): Metric.Registration => {
        const metric = Metric.gauge(name.id, { description: name.description, attributes: { ...labels, unit: name.unit } })
        const registration = Metric.registerUnsafe(metric, context, observed(() => ({ value: read() })))
        registrations.push(registration)
        return registration
      }
      const histogram = (name: MetricName, labels: Record<string, string>): LatencyHistogram => {
        const state = new LatencyHistogram()
        const metric = Metric.histogram(name.id, {
          description: name.description,
          attributes: { ...labels, unit: name.unit },
          boundaries: state.state().buckets.map(([boundary]) => boundary)
        })
        registrations.push(Metric.registerUnsafe(metric, context, observed(() => state.state())))
        return state
      }

      const routes = new Map<string, RouteSeries>()
      const openRoute = (route: string, agency: string): RouteSeries => {
        if (routes.size >= maxRoutes && route !== other) return routes.get(other) ?? openRoute(other, other)
        const labels = { http_route: route === "" ? unmatched : route, agency: agency === "" ? "none" : agency }
        const series = new RouteSeries(
          agency,
          histogram(metricNames.requestDuration, labels),
          (status, cache, read) => counter(metricNames.requests, { ...labels, http_response_status_code: status, cache }, read)
        )
        routes.set(route, series)
        return series
      }

      const agencies = new Map<string, AgencySeries>()
      const agencySeries = (agency: string): AgencySeries => {
        const known = agencies.get(agency)
        if (known !== undefined) {
          return known
        }
        if (agencies.size >= maxAgencies && agency !== other) return agencySeries(other)
        const series: AgencySeries = { calls: new Map(), attempts: 0, masked: 0, state: undefined, entered: new Map() }
        counter(metricNames.agencyAttempts, { agency }, () => series.attempts)
        counter(metricNames.maskedValues, { agency }, () => series.masked)
        agencies.set(agency, series)
        return series
      }

      const datasets = new Map<string, { fields: number }>()
      const datasetSeries = (agency: string, dataset: string): { fields: number } => {
        const key = `${agency}/${dataset}`
        const known = datasets.get(key)
        if (known !== undefined) return known
        if (datasets.size >= maxRoutes && dataset !== other) return datasetSeries(other, other)
        const series = { fields: 0 }
        counter(metricNames.newFields, { agency, dataset }, () => series.fields)
        datasets.set(key, series)
        return series
      }

      const linked = new Map<string, { rows: number }>()
      let served: Metric.Registration | undefined

      let refused = 0
      counter(metricNames.limiterRefused, {}, () => refused)

      return RequestMeter.of({
        request: (o) => {
          const series = routes.get(o.route) ?? openRoute(o.route, o.agency)
          series.record(o.status, o.durationMs, o.cache)
        },
        shed: ({ agency, cache, route, status }) => (routes.get(route) ?? openRoute(route, agency)).shed(status, cache),
        agencyCall: ({ agency, attempts, durationMs, outcome }) => {
          const series = agencySeries(agency)
          let calls = series.calls.get(outcome)
          if (calls === undefined) {
            calls = histogram(metricNames.agencyCallDuration, { agency, outcome })
            series.calls.set(outcome, calls)
          }
          calls.record(durationMs)
          series.attempts += attempts
        },
        limited: () => {
          refused++
        },
        masked: (agency, values) => {
          if (values > 0) agencySeries(agency).masked += values
        },
        drift: (agency, dataset, fields) => {
          datasetSeries(agency, dataset).fields += fields
        },
        linked: (policy, rows) => {
          let series = linked.get(policy)
          if (series === undefined) {
            const opened = { rows: 0 }
            counter(metricNames.linkableRows, { policy }, () => opened.rows)
            linked.set(policy, series = opened)
          }
          series.rows += rows
        },
        transition: ({ agency, to }) => {
          const series = agencySeries(agency)
          if (series.state === undefined) {
            for (const state of circuitStates) {
              gauge(metricNames.circuitState, { agency, state }, () => series.state === state ? 1 : 0)
              counter(metricNames.circuitTransitions, { agency, to: state }, () => series.entered.get(state) ?? 0)
            }
          }
          series.state = to
          series.entered.set(to, (series.entered.get(to) ?? 0) + 1)
        },
        gauges: (read) => {
          gauge(metricNames.cacheEntries, {}, () => read.cache().entries)
          gauge(metricNames.cacheSize, {}, () => read.cache().bytes)
          gauge(metricNames.auditBacklog, {}, read.audit.backlog)
          gauge(metricNames.auditFailing, {}, () => read.audit.isFailing() ? 1 : 0)
          counter(metricNames.auditLost, {}, read.audit.lost)
          gauge(metricNames.limiterTokens, {}, read.limiter)
          gauge(metricNames.registries, {}, read.registries)
          if (read.clockOffset() !== undefined) gauge(metricNames.clockOffset, {}, () => read.clockOffset() ?? 0)
          const { isRedisUp } = read
          if (isRedisUp !== undefined) gauge(metricNames.redisUp, {}, () => isRedisUp() ? 1 : 0)
          gauge(metricNames.overloaded, {}, () => read.overload.isShedding() ? 1 : 0)
          for (const [reason, shed] of read.overload.shed) counter(metricNames.shed, { reason }, shed)
        },
        registry: (hash) => {
          served?.remove()
          served = gauge(metricNames.registryInfo, { hash }, () => 1)
        },
        certificate: ({ expiresAt, isFailing }) => {
          gauge(metricNames.tlsFailing, {}, () => isFailing() ? 1 : 0)
          gauge(metricNames.tlsExpiry, {}, () => expiresAt() / 1000)
        },
        routes: () => routes,
        refused: () => refused
      })
    })
  )
}

interface AgencySeries {
  readonly calls: Map<CallOutcome, LatencyHistogram>
  attempts: number
  masked: number
  state: CircuitState | undefined
  readonly entered: Map<CircuitState, number>
}

const ignore = (): void => undefined
const observed = <State>(get: () => State): Metric.Metric.Hooks<never, State> => ({ get, update: ignore, modify: ignore })
