/**
 * The access log: a line for some of the requests that the gateway answered, as ACCESS_LOG says, and for every answer of
 * 500 and above. It has templates, names, statuses and ids as spans have, never an address, a query, a token or a person.
 *
 * Gotcha: it is for people who look on. What must be complete is the audit log; of a flood this one leaves lines out.
 *
 * The names are those of spans.
 */
import { Context, Effect, Layer, Queue } from "effect"
import { methodOf } from "../telemetry/Tracing.ts"
import type { Exchange } from "./Exchange.ts"

/** By which a line is found with the request that it is about, and with its trace. */
export const idsOf = ({ requestId, trace: { sampled, spanId, traceId } }: Exchange) => ({
  request_id: requestId,
  trace_id: traceId,
  span_id: spanId,
  trace_flags: sampled ? "01" : "00"
})

/** Lines that wait to be written. */
const waitingAtMost = 4_096

export class AccessLog extends Context.Service<AccessLog, {
  readonly note: (exchange: Exchange, status: number, code: string, bytes: number, durationMs: number) => void
}>()("gapura/gateway/AccessLog") {
  /** @param options.share 0 to 1; with 0 nothing is written */
  static readonly layer = ({ share }: { readonly share: number }): Layer.Layer<AccessLog> =>
    Layer.effect(
      AccessLog,
      Effect.gen(function*() {
        if (share === 0) return AccessLog.of({ note: () => {} })
        const lines = yield* Queue.dropping<Readonly<Record<string, unknown>>>(waitingAtMost)
        yield* Effect.forkScoped(
          Effect.forever(Effect.flatMap(Queue.take(lines), (line) => Effect.annotateLogs(Effect.logInfo("request"), line)))
        )
        return AccessLog.of({
          note: (exchange, status, code, bytes, durationMs) => {
            const { cache, endpoint, method, route } = exchange
            if (status < 500 && Math.random() >= share) return
            Queue.offerUnsafe(lines, {
              "http.request.method": methodOf(method),
              "http.route": route,
              "http.response.status_code": status,
              "http.response.body.size": bytes,
              "gapura.duration_ms": Math.round(durationMs * 1000) / 1000,
              "gapura.error.code": code,
              "gapura.cache": cache ?? "",
              "gapura.agency": endpoint?.agency.slug ?? "",
              ...idsOf(exchange)
            })
          }
        })
      })
    )
}
