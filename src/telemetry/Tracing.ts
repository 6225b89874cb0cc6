/**
 * Traces of requests: a server span for each sampled request, and a client span for each agency call inside it.
 *
 * The sampler decides before a span exists. Every request, sampled or not, has a trace id, for its audit record and
 * the `traceparent` of its answer; one that is not sampled costs two random ids and nothing else.
 *
 * What an agency is sent: the client span's `traceparent` when sampled; the gateway's own with flag 00 when not; and
 * when tracing is off the caller's as it came, because a gateway that records nothing is no link of the trace.
 *
 * The attributes of a span are the ones written here and no others: templates, names, statuses and codes, never an
 * address, a query, a token or an error's text. Spans that libraries make inside a request are not exported, since
 * those would carry all of that.
 */
import { Cause, Clock, Context, Effect, Exit, Layer, Predicate } from "effect"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { OpenTelemetry, type RunningSpan } from "./OpenTelemetry.ts"
import { makeSampler, type SamplerName } from "./Sampler.ts"
import { makeTraceIds } from "./TraceIds.ts"
import { formatTraceparent, parseTraceparent, type Traceparent } from "./Traceparent.ts"

export interface TraceContext {
  readonly traceId: string
  /** The gateway's own span. */
  readonly spanId: string
  readonly sampled: boolean
  /** For the answer's `traceparent` header: the gateway's own span. */
  readonly traceparent: string
  /** What an agency is sent where no client span is made. */
  readonly outgoing: string | undefined
}

export interface ServerRequest<A> {
  /** The caller's header, as it came. */
  readonly traceparent: string | undefined
  /** An address template, never an address. */
  readonly route: string
  readonly method: string
  readonly requestId: string
  /** HTTP status of the answer, for the span. */
  readonly status?: (answer: A) => number
}

export class Tracing extends Context.Service<Tracing, {
  /** Whether spans are recorded and exported at all. */
  readonly enabled: boolean
  /** The ids of a request that has no span, sampled or not. @param traceparent the caller's header, as it came */
  readonly unsampled: (traceparent: string | undefined) => TraceContext
  /** Runs one request, in a server span when it is sampled. */
  readonly server: <A, E, R>(request: ServerRequest<A>, run: (trace: TraceContext) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Runs one agency call of a request, in a client span when that is sampled; hands out the `traceparent` to send. */
  readonly client: <A, E, R>(
    trace: TraceContext,
    call: { readonly agency: string; readonly route: string },
    run: (traceparent: string | undefined) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
}>()("gapura/telemetry/Tracing") {
  static readonly layer = (
    options: { readonly sampler: SamplerName; readonly ratio: number }
  ): Layer.Layer<Tracing, never, OpenTelemetry> =>
    Layer.effect(
      Tracing,
      Effect.gen(function*() {
        const { spans } = yield* OpenTelemetry
        const ids = makeTraceIds()
        const clock = yield* Clock.Clock
        const sampler = makeSampler(options.sampler, options.ratio)

        const without = (caller: Traceparent | undefined, header: string | undefined, traceId: string): TraceContext => {
          const spanId = ids.spanId()
          const traceparent = formatTraceparent(traceId, spanId, false)
          const outgoing = spans === undefined && caller !== undefined ? header : traceparent
          return { traceId, spanId, sampled: false, traceparent, outgoing }
        }

        return Tracing.of({
          enabled: spans !== undefined,
          unsampled: (traceparent) => {
            const caller = parseTraceparent(traceparent)
            return without(caller, traceparent, caller === undefined ? ids.traceId() : caller.traceId)
          },
          server: <A, E, R>(request: ServerRequest<A>, run: (trace: TraceContext) => Effect.Effect<A, E, R>) => {
            const caller = parseTraceparent(request.traceparent)
            const traceId = caller === undefined ? ids.traceId() : caller.traceId
            // Only a caller's own flag is counted by the second.
            const nowMillis = caller?.sampled === true ? monotonicMillis(clock) : 0
            if (spans === undefined || !sampler(traceId, caller, nowMillis)) return run(without(caller, request.traceparent, traceId))
            const span = spans.start({
              kind: "server",
              name: `${request.method} ${request.route}`,
              traceId,
              parentSpanId: caller?.spanId,
              attributes: { "http.request.method": request.method, "http.route": request.route, "gapura.request.id": request.requestId }
            })
            const traceparent = formatTraceparent(traceId, span.spanId, true)
            const trace: TraceContext = { traceId, spanId: span.spanId, sampled: true, traceparent, outgoing: traceparent }
            return Effect.onExit(Effect.suspend(() => run(trace)), (exit) => Effect.sync(() => endServer(span, exit, request.status)))
          },
          client: (trace, call, run) => {
            if (!trace.sampled || spans === undefined) {
              return run(trace.outgoing)
            }
            return Effect.suspend(() => {
              const span = spans.start({
                kind: "client",
                name: `GET ${call.route}`,
                traceId: trace.traceId,
                parentSpanId: trace.spanId,
                attributes: { "http.request.method": "GET", "http.route": call.route, "gapura.agency": call.agency }
              })
              return Effect.onExit(
                Effect.suspend(() => run(formatTraceparent(trace.traceId, span.spanId, true))),
                (exit) => Effect.sync(() => span.end(Exit.isSuccess(exit) ? { failed: false } : faultOf(exit.cause)))
              )
            })
          }
        })
      })
    )
}

const endServer = <A>(span: RunningSpan, exit: Exit.Exit<A, unknown>, statusOf: ((answer: A) => number) | undefined): void => {
  if (Exit.isFailure(exit)) return span.end(faultOf(exit.cause))
  const status = statusOf?.(exit.value)
  if (status === undefined) return span.end({ failed: false })
  // A server span has failed from 500 on; below it the caller has (OpenTelemetry's conventions for HTTP).
  const failed = status >= 500
  span.end({ failed, attributes: { "http.response.status_code": status, ...(failed ? { "error.type": String(status) } : undefined) } })
}

/** The kind of a failure and nothing of its text, which may quote an agency. */
const faultOf = (cause: Cause.Cause<unknown>): Parameters<RunningSpan["end"]>[0] => {
  if (Cause.hasInterruptsOnly(cause)) return { failed: false, attributes: { "gapura.interrupted": true } }
  const failure = cause.reasons.find(Cause.isFailReason)
  return { failed: true, attributes: { "error.type": failure === undefined ? "defect" : kindOf(failure.error) } }
}

const kindOf = (error: unknown): string =>
  errorCodeOf(error) ?? (Predicate.hasProperty(error, "_tag") && typeof error._tag === "string" ? error._tag : "error")
