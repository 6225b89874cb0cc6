/**
 * The gateway's metrics of requests, agency calls and circuits.
 *
 * A series is opened once, and from then on an update is a map look-up and an addition, while `/metrics`, the OTLP
 * exporter and EndpointStats all read the same numbers. Labels are bounded: routes are templates of the registry (what
 * was not resolved is `unmatched`, and past a bound `other`), statuses and methods are those HTTP has. Nothing a caller
 * writes becomes a label.
 *
 * What has a series for each route is counted in lines: five for each method and status that it has answered
 * (`RouteDurations.ts`). Whatever else is known of a route is shown by agency, added up when somebody looks.
 */
import { Context, Effect, Layer } from "effect"
import type { CallOutcome } from "../domain/CallOutcome.ts"
import { type CircuitState, circuitStates } from "../domain/CircuitState.ts"
import { BoundedDurations } from "./BoundedDurations.ts"
import { LatencyHistogram, stateOfAll } from "./LatencyHistogram.ts"
import { metricNames } from "./MetricNames.ts"
import { MetricSeries } from "./MetricSeries.ts"
import { ownAddressOf } from "./OwnAddress.ts"
import { type Answered, RouteSeries } from "./RouteSeries.ts"

const maxRoutes = 4096
const maxAgencies = 1024

/** Label of requests that reached no registered route. */
const unmatched = "unmatched"
const other = "other"

/** `route` is the template, empty where none was resolved. */
export interface AnsweredRequest extends Answered {
  readonly route: string
  readonly agency: string
}

export class RequestMeter extends Context.Service<RequestMeter, {
  /** One answered request; hot path. */
  readonly request: (o: AnsweredRequest) => void
  /** One that was turned away for want of room in the gateway: an answer, and no part of how its endpoint is doing. */
  readonly shed: (o: AnsweredRequest) => void
  /** One that an operator's stop of its agency came to, a refusal or a copy: likewise. */
  readonly stopped: (o: AnsweredRequest) => void
  /** One whole call to an agency, retries included. */
  readonly agencyCall: (o: {
    readonly agency: string
    readonly outcome: CallOutcome
    readonly attempts: number
    readonly durationMs: number
  }) => void
  /** One attempt at an agency; `status` where it answered, `fault` where something went wrong. */
  readonly attempt: (o: {
    readonly agency: string
    readonly status: number | null
    readonly fault: string | undefined
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
  /** The series of each route that was asked for, `unmatched` among them. EndpointStats reads these. */
  readonly routes: () => ReadonlyMap<string, RouteSeries>
  /** Requests refused for their quota, so far. */
  readonly refused: () => number
}>()("gapura/telemetry/RequestMeter") {
  /**
   * With the series that it opens, for whoever has others.
   *
   * @param options.publicUrl the gateway's address, as callers see it
   */
  static readonly layer = ({ publicUrl }: { readonly publicUrl: string }): Layer.Layer<RequestMeter | MetricSeries> =>
    Layer.effectContext(Effect.gen(function*() {
      const { scheme } = ownAddressOf(publicUrl)
      const opening = yield* MetricSeries.make
      const { counter, gauge, histogram } = opening

      /** By agency: what its routes have, which is added up. */
      const latencies = new Map<string, Array<LatencyHistogram>>()
      const answers = new Map<string, Array<() => number>>()
      const latenciesOf = (agency: string): Array<LatencyHistogram> => {
        let parts = latencies.get(agency)
        if (parts === undefined) {
          const opened: Array<LatencyHistogram> = []
          latencies.set(agency, parts = opened)
          histogram(metricNames.agencyRequestDuration, { agency }, () => stateOfAll(opened))
        }
        return parts
      }
      const answersOf = (agency: string, status: string, cache: string): Array<() => number> => {
        const key = `${agency} ${status} ${cache}`
        let parts = answers.get(key)
        if (parts === undefined) {
          const opened: Array<() => number> = []
          answers.set(key, parts = opened)
          counter(
            metricNames.requests,
            { agency, "http.response.status_code": status, cache },
            () => opened.reduce((sum, read) => sum + read(), 0)
          )
        }
        return parts
      }

      const routes = new Map<string, RouteSeries>()
      const openRoute = (route: string, slug: string): RouteSeries => {
        if (routes.size >= maxRoutes && route !== other) return routes.get(other) ?? openRoute(other, other)
        const agency = slug === "" ? "none" : slug
        const series = new RouteSeries(slug, {
          counted: (status, cache, read) => void answersOf(agency, status, cache).push(read),
          timed: (method, status, durations) =>
            histogram(metricNames.requestDuration, {
              "http.request.method": method,
              "http.route": route === "" ? unmatched : route,
              "http.response.status_code": status,
              agency,
              "url.scheme": scheme,
              ...status.startsWith("5") ? { "error.type": status } : {}
            }, () => durations.state())
        })
        latenciesOf(agency).push(series.latency)
        routes.set(route, series)
        return series
      }
      const seriesOf = ({ agency, route }: AnsweredRequest): RouteSeries => routes.get(route) ?? openRoute(route, agency)

      const agencies = new Map<string, AgencySeries>()
      const agencySeries = (agency: string): AgencySeries => {
        const known = agencies.get(agency)
        if (known !== undefined) {
          return known
        }
        if (agencies.size >= maxAgencies && agency !== other) return agencySeries(other)
        const series: AgencySeries = {
          calls: new Map(),
          made: new BoundedDurations(),
          attempts: 0,
          masked: 0,
          state: undefined,
          entered: new Map()
        }
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

      let refused = 0
      counter(metricNames.limiterRefused, {}, () => refused)

      return Context.make(MetricSeries, opening).pipe(Context.add(RequestMeter, {
        request: (o) => seriesOf(o).record(o),
        shed: (o) => seriesOf(o).shed(o),
        stopped: (o) => seriesOf(o).stopped(o),
        agencyCall: ({ agency, attempts, durationMs, outcome }) => {
          const series = agencySeries(agency)
          let calls = series.calls.get(outcome)
          if (calls === undefined) {
            const opened = new LatencyHistogram()
            series.calls.set(outcome, calls = opened)
            histogram(metricNames.agencyCallDuration, { agency, outcome }, () => opened.state())
          }
          calls.record(durationMs)
          series.attempts += attempts
        },
        attempt: ({ agency, durationMs, fault, status }) => {
          agencySeries(agency).made.record(`${status ?? ""} ${fault ?? ""}`, durationMs, (opened, isOther) => {
            const error = isOther ? "_OTHER" : fault ?? (status !== null && status >= 400 ? String(status) : undefined)
            histogram(metricNames.clientDuration, {
              "http.request.method": "GET",
              agency,
              ...isOther || status === null ? {} : { "http.response.status_code": String(status) },
              ...error === undefined ? {} : { "error.type": error }
            }, () => opened.state())
          })
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
        routes: () => routes,
        refused: () => refused
      }))
    }))
}

interface AgencySeries {
  readonly calls: Map<CallOutcome, LatencyHistogram>
  /** Attempts by status and fault. */
  readonly made: BoundedDurations
  attempts: number
  masked: number
  state: CircuitState | undefined
  readonly entered: Map<CircuitState, number>
}
