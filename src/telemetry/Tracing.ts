/**
 * Traces of requests: a server span for each sampled request, a span for each entry of an aggregate or preset that is
 * read for it, and a client span for each attempt at an agency inside them.
 *
 * The sampler decides before a span exists. Every request, sampled or not, has a trace id, for its audit record and
 * the `traceparent` of its answer; one that is not sampled costs two random ids and nothing else.
 *
 * What an agency is sent: the attempt's own `traceparent` when sampled; the gateway's own with flag 00 when not; and
 * when tracing is off the caller's as it came, because a gateway that records nothing is no link of the trace. With it
 * the caller's `tracestate`, as far as it is well-formed.
 *
 * The attributes of a span are templates, names, statuses and codes, never a caller's address, a query, a token or an
 * error's text. Spans that libraries make inside a request are not exported, since those would carry all of that.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { BeginAttemptSpan } from "../domain/AttemptSpan.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { OpenTelemetry, type RunningSpan } from "./OpenTelemetry.ts"
import { ownAddressOf } from "./OwnAddress.ts"
import { makeSampler, type SamplerName } from "./Sampler.ts"
import { makeTraceIds } from "./TraceIds.ts"
import { formatTraceparent, parseTraceparent, type Traceparent } from "./Traceparent.ts"
import { passedOnTracestate } from "./Tracestate.ts"

export interface TraceContext {
  readonly traceId: string
  /** The gateway's own span. */
  readonly spanId: string
  readonly sampled: boolean
  /** For the answer's `traceparent` header: the gateway's own span. */
  readonly traceparent: string
  /** What an agency is sent where no attempt has a span. */
  readonly outgoing: string | undefined
  /** The caller's header as it came, of a caller whose `traceparent` is one. */
  readonly tracestate: string | undefined
  /** Ended by whoever takes the request's record; undefined where it is not sampled. */
  readonly span: RunningSpan | undefined
}

/** Headers of a caller, as they came. */
export interface CallersTrace {
  readonly traceparent: string | undefined
  readonly tracestate?: string | undefined
}

export interface TracingOptions {
  readonly sampler: SamplerName
  readonly ratio: number
  /** The gateway's address, as callers see it. */
  readonly publicUrl: string
  /** Whether W3C Trace Context is read and sent. */
  readonly propagates: boolean
}

/**
 * What is called at an agency: names and templates alone. The conventions want `server.address` and `url.full` of a client
 * too, but an agency's address is nobody's business who reads traces.
 */
export interface AgencyCall {
  readonly agency: string
  /** Path below the agency's address, with its parameters by name. */
  readonly template: string
}

/** Methods that OpenTelemetry's conventions know. */
const knownMethods: ReadonlySet<string> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "QUERY",
  "TRACE"
])

/** Names of methods as spans have them. */
export const methodOf = (method: string): string => knownMethods.has(method) ? method : "_OTHER"

export class Tracing extends Context.Service<Tracing, {
  /** Whether spans are recorded and exported at all. */
  readonly enabled: boolean
  /** The ids of a request that has no span, sampled or not. */
  readonly unsampled: (caller: CallersTrace) => TraceContext
  /** Those of a request, with a span where it is sampled. */
  readonly begin: (caller: CallersTrace, method: string) => TraceContext
  /** Those of an entry that is read for a request: a span of its own inside the request's, where that has one. */
  readonly entry: (parent: TraceContext) => TraceContext
  /** What follows the attempts of an agency call of a request; undefined where that has no span. */
  readonly attempts: (trace: TraceContext, call: () => AgencyCall) => BeginAttemptSpan | undefined
  /** The request waits for the call that another one has begun. */
  readonly joined: (trace: TraceContext, leader: TraceContext) => void
  /** The `tracestate` that an agency is sent. */
  readonly tracestateOf: (trace: TraceContext) => string | undefined
}>()("gapura/telemetry/Tracing") {
  static readonly layer = (options: TracingOptions): Layer.Layer<Tracing, never, OpenTelemetry> =>
    Layer.effect(
      Tracing,
      Effect.gen(function*() {
        const { spans } = yield* OpenTelemetry
        const { propagates, publicUrl, ratio, sampler: samplerName } = options
        const ids = makeTraceIds()
        const clock = yield* Clock.Clock
        const sampler = makeSampler(samplerName, ratio)
        const own = ownAddressOf(publicUrl)
        const ownAttributes = { "url.scheme": own.scheme, "server.address": own.host, "server.port": own.port }

        const callerOf = (header: string | undefined): Traceparent | undefined => propagates ? parseTraceparent(header) : undefined

        const without = (caller: Traceparent | undefined, headers: CallersTrace, traceId: string): TraceContext => {
          const spanId = ids.spanId()
          const traceparent = formatTraceparent(traceId, spanId, false)
          return {
            traceId,
            spanId,
            sampled: false,
            traceparent,
            outgoing: !propagates ? undefined : spans === undefined && caller !== undefined ? headers.traceparent : traceparent,
            tracestate: caller === undefined ? undefined : headers.tracestate,
            span: undefined
          }
        }

        const within = (traceId: string, span: RunningSpan, tracestate: string | undefined): TraceContext => {
          const traceparent = formatTraceparent(traceId, span.spanId, true)
          return {
            traceId,
            spanId: span.spanId,
            sampled: true,
            traceparent,
            outgoing: propagates ? traceparent : undefined,
            tracestate,
            span
          }
        }

        return Tracing.of({
          enabled: spans !== undefined,
          unsampled: (headers) => {
            const caller = callerOf(headers.traceparent)
            return without(caller, headers, caller === undefined ? ids.traceId() : caller.traceId)
          },
          begin: (headers, method) => {
            const caller = callerOf(headers.traceparent)
            const traceId = caller === undefined ? ids.traceId() : caller.traceId
            if (spans === undefined) return without(caller, headers, traceId)
            // Only a caller's own flag is counted by the second.
            const nowMillis = caller?.sampled === true ? monotonicMillis(clock) : 0
            if (!sampler(traceId, caller, nowMillis)) return without(caller, headers, traceId)
            const known = methodOf(method)
            const span = spans.start({
              kind: "server",
              name: method,
              traceId,
              parentSpanId: caller?.spanId,
              attributes: {
                "http.request.method": known,
                ...known === method ? {} : { "http.request.method_original": method },
                ...ownAttributes
              }
            })
            return within(traceId, span, caller === undefined ? undefined : headers.tracestate)
          },
          entry: (parent) => {
            if (spans === undefined || parent.span === undefined) return parent
            const { spanId: parentSpanId, traceId } = parent
            return within(
              traceId,
              spans.start({ kind: "internal", name: "entry", traceId, parentSpanId, attributes: {} }),
              parent.tracestate
            )
          },
          attempts: ({ span: parent, traceId }, call) => {
            if (spans === undefined || parent === undefined) return undefined
            const { agency, template } = call()
            return (resends) => {
              const span = spans.start({
                kind: "client",
                name: `GET ${template}`,
                traceId,
                parentSpanId: parent.spanId,
                attributes: {
                  "http.request.method": "GET",
                  "url.template": template,
                  "gapura.agency": agency,
                  ...resends === 0 ? {} : { "http.request.resend_count": resends }
                }
              })
              return {
                traceparent: propagates ? formatTraceparent(traceId, span.spanId, true) : undefined,
                ended: (status, fault) => {
                  // A status that is an error names it better than what the gateway makes of it.
                  const error = status !== null && status >= 400 ? String(status) : fault
                  span.end({
                    failed: error !== undefined,
                    attributes: {
                      ...status === null ? {} : { "http.response.status_code": status },
                      ...error === undefined ? {} : { "error.type": error }
                    }
                  })
                },
                abandoned: () => span.end({ failed: false, attributes: { "gapura.interrupted": true } })
              }
            }
          },
          joined: ({ span }, { sampled, spanId, traceId }) => {
            if (span !== undefined && sampled && span.spanId !== spanId) span.link(traceId, spanId)
          },
          tracestateOf: ({ outgoing, tracestate }) => outgoing === undefined ? undefined : passedOnTracestate(tracestate)
        })
      })
    )
}
