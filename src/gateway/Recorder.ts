/**
 * Takes the record and the metrics of an exchange that has ended, once its outcome is known: the pipeline's of a request,
 * `ReadEntries`' of each entry.
 */
import { type Cause, Clock, Context, Effect, Layer } from "effect"
import { AuditSink } from "../audit/AuditSink.ts"
import { doorDetails } from "../domain/DoorDetails.ts"
import { InternalError } from "../domain/GatewayError.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { type ProblemCode, problems } from "../domain/Problem.ts"
import { Breaker } from "../resilience/Breaker.ts"
import { Announcements } from "../telemetry/Announcements.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { AccessLog, idsOf } from "./AccessLog.ts"
import { AddressHash } from "./AddressHash.ts"
import type { Exchange } from "./Exchange.ts"
import { endSpan } from "./RequestSpan.ts"

export interface Outcome {
  readonly status: number
  readonly code: ProblemCode | null
  readonly bytes: number
}

/** What a record says of a request that reached nothing. */
const nobody = {
  endpoint: undefined,
  route: "",
  caller: undefined,
  alias: null,
  cache: null,
  attempts: 0,
  agencyStatus: null,
  masked: 0,
  disclosed: ""
} as const

export class Recorder extends Context.Service<Recorder, {
  /** @param file finds the route of what was refused before one was found: for the record, once the answer is made */
  readonly close: (exchange: Exchange, outcome: Outcome, file?: () => void) => void
  /** A defect, logged with its cause and told to callers as the gateway's own fault. */
  readonly internal: (exchange: Exchange, cause: Cause.Cause<unknown>) => Effect.Effect<InternalError>
}>()("gapura/gateway/Recorder") {
  static readonly layer = Layer.effect(
    Recorder,
    Effect.gen(function*() {
      const sink = yield* AuditSink
      const meter = yield* RequestMeter
      const accessLog = yield* AccessLog
      const clock = yield* Clock.Clock
      const breaker = yield* Breaker
      const announcements = yield* Announcements
      const addresses = new AddressHash()

      /** How long ago it ended, where its record is taken later. */
      const agoOf = ({ ended }: Exchange): number | undefined => ended === undefined ? undefined : monotonicMillis(clock) - ended

      /**
       * A flood of such requests is one record a second: its first one's, of the time at which that is told, without
       * a route, which the others need not share.
       */
      const countStranger = (
        { address: from, method, requestId, trace }: Exchange,
        address: string,
        status: number,
        code: string,
        bytes: number,
        durationMs: number
      ): void => {
        const time = clock.currentTimeMillisUnsafe()
        const record = { ...nobody, time, requestId, trace, method, address: from }
        sink.count(addresses.of(address, time), record, status, code, bytes, durationMs)
      }

      return Recorder.of({
        close: (exchange, { bytes, code, status }, file) => {
          exchange.releases()
          const isRehearsal = exchange.caller?.isRehearsal === true
          if (isRehearsal) exchange.wasRehearsed()
          const durationMs = (exchange.ended ?? monotonicMillis(clock)) - exchange.arrived
          const agency = exchange.endpoint === undefined ? "" : exchange.endpoint.agency.slug
          const { cache, method, route, trace } = exchange
          // An answer that broke off after its 200 had left counts as what it came to.
          const counted = code !== null && status < 400 ? problems[code].status : status
          // What an operator's stop or announced maintenance came to is none of the agency's failures.
          const isStopped = (code === "circuit-open" || cache === "STALE-CIRCUIT") && breaker.forced(agency) === "open"
            || (counted >= 500 || cache === "STALE-CIRCUIT") && announcements.isMaintained(agency)
          if (!isRehearsal) {
            meter[code === "overloaded" ? "shed" : isStopped ? "stopped" : "request"]({
              route,
              agency,
              method,
              status: counted,
              durationMs,
              cache,
              trace: trace.sampled ? trace : undefined
            })
          }
          // After the metrics: what never reached a route is none of its calls. Of a flood nobody asks, except for a trace.
          if (!isRehearsal && exchange.endpoint === undefined && (exchange.stranger === undefined || trace.span !== undefined)) file?.()
          if (trace.span !== undefined) {
            endSpan(trace.span, exchange, { status, code, counted, agoMillis: agoOf(exchange) }, breaker.state)
          }
          accessLog.note(exchange, status, code ?? "", bytes, durationMs)
          if (exchange.stranger !== undefined) return countStranger(exchange, exchange.stranger, status, code ?? "", bytes, durationMs)
          exchange.recorded(sink.append(exchange, status, code, bytes, durationMs))
        },
        internal: (exchange, cause) =>
          Effect.as(
            Effect.annotateLogs(Effect.logError("A request failed by a defect", cause), idsOf(exchange)),
            new InternalError({ detail: doorDetails.failed })
          )
      })
    })
  )
}
