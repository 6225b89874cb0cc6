/**
 * Times and traces what is answered beside data: OAuth, catalogue, exports, documents, status, sign-in and portal. The
 * pipeline does so for data itself. A route is one of the templates below, whatever was asked for; what lasts until
 * somebody leaves is neither timed nor traced.
 */
import { Clock, Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { splitTarget } from "../domain/Address.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { isLasting } from "../telemetry/LastingAnswers.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { endServerSpan } from "../telemetry/ServerSpan.ts"
import { type TraceContext, Tracing } from "../telemetry/Tracing.ts"
import { incomingOf, targetOf } from "./NodeRequest.ts"
import { RequestOrigin } from "./RequestOrigin.ts"

/** The longer before the shorter. */
const doors = [
  "/oauth/token",
  "/oauth/revoke",
  "/oauth/introspect",
  "/v4/gateway",
  "/v4/export",
  "/v4/front",
  "/docs",
  "/help",
  "/openapi.json",
  "/problems",
  "/.well-known",
  "/portal/masuk",
  "/portal/keluar",
  "/portal/status",
  "/portal/opd",
  "/portal/operasi",
  "/portal"
] as const

/** @example doorOf("/portal/opd/dinkes?x=1") // "/portal/opd/*" */
export const doorOf = (url: string): string => {
  const { path } = splitTarget(url)
  const door = doors.find((one) => path === one || path.startsWith(`${one}/`))
  if (door === undefined) return "/*"
  return path === door ? door : `${door}/*`
}

const requestIdHeader = "x-request-id"
const traceHeader = "traceparent"

type App<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

/** What a line of the log says of the request's trace, as its answer has it. */
const traceIdsOf = (response: ServerResponse): Readonly<Record<string, string>> | undefined => {
  const [, trace_id, span_id, trace_flags] = String(response.getHeader(traceHeader) ?? "").split("-")
  return trace_id === undefined || span_id === undefined || trace_flags === undefined ? undefined : { trace_id, span_id, trace_flags }
}

/** Lines that are written while a request is answered have its trace. */
const annotated = <E, R>(app: App<E, R>): App<E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request): App<E, R> => {
    const ids = traceIdsOf(targetOf(request))
    return ids === undefined ? app : Effect.annotateLogs(app, ids)
  })

export const makeDoorMeter = Effect.gen(function*() {
  const meter = yield* RequestMeter
  const tracing = yield* Tracing
  const origin = yield* RequestOrigin
  const clock = yield* Clock.Clock

  /** Where traces are sent each answer names its request and its trace, as one of data does. Who answers may name the request anew. */
  const begin = (request: IncomingMessage, response: ServerResponse): TraceContext => {
    const incoming = incomingOf(origin, request)
    const trace = tracing.begin(incoming, incoming.method)
    response.setHeader(requestIdHeader, incoming.requestId)
    response.setHeader(traceHeader, trace.traceparent)
    return trace
  }

  const timed = (request: IncomingMessage, response: ServerResponse): void => {
    const began = monotonicMillis(clock)
    const trace = tracing.enabled ? begin(request, response) : undefined
    response.once("close", () => {
      if (isLasting(request)) return
      const method = request.method ?? ""
      const route = doorOf(request.url ?? "")
      // Its caller left before there was an answer.
      const status = response.headersSent ? response.statusCode : 499
      meter.request({
        method,
        route,
        agency: "",
        status,
        durationMs: monotonicMillis(clock) - began,
        cache: null,
        trace: trace?.sampled === true ? trace : undefined
      })
      if (trace?.span === undefined) return
      const requestId = String(response.getHeader(requestIdHeader))
      endServerSpan(trace.span, { method, route, path: route, requestId, status, counted: status })
    })
  }

  return { timed, told: <E, R>(app: App<E, R>) => tracing.enabled ? annotated(app) : app }
})
