/**
 * The access log: a line for some of the requests that the gateway answered, as ACCESS_LOG says, and for every answer of
 * 500 and above. It has templates, names, statuses and ids as spans have, never an address, a query, a token or a person.
 *
 * Gotcha: it is for people who look on. What must be complete is the audit log; of a flood this one leaves lines out.
 *
 * @example {"message":"request","level":"INFO",…,"annotations":{"method":"GET","route":"dlh/kualitas-udara/terkini",
 * "status":200,"code":"","cache":"HIT","agency":"dlh","duration_ms":1.2,"bytes":1392,"request_id":"…","trace_id":"…"}}
 */
import { Context, Effect, Layer, Queue } from "effect"
import type { Exchange } from "./Exchange.ts"

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
          note: ({ cache, endpoint, method, requestId, route, trace }, status, code, bytes, durationMs) => {
            if (status < 500 && Math.random() >= share) return
            Queue.offerUnsafe(lines, {
              method,
              route,
              status,
              code,
              cache: cache ?? "",
              agency: endpoint?.agency.slug ?? "",
              duration_ms: Math.round(durationMs * 1000) / 1000,
              bytes,
              request_id: requestId,
              trace_id: trace.traceId
            })
          }
        })
      })
    )
}
