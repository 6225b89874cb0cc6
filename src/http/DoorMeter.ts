/**
 * Times what is answered beside data: OAuth, catalogue, exports, documents, status, sign-in and portal. The pipeline times
 * data itself. A label is one of the templates below, whatever was asked for; what lasts for ever is not timed.
 */
import { Clock, Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { splitTarget } from "../domain/Address.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"

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

export const makeDoorMeter = Effect.gen(function*() {
  const meter = yield* RequestMeter
  const clock = yield* Clock.Clock
  return (request: IncomingMessage, response: ServerResponse): void => {
    const began = monotonicMillis(clock)
    response.once("close", () => {
      if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return
      meter.request({
        method: request.method ?? "",
        route: doorOf(request.url ?? ""),
        agency: "",
        status: response.statusCode,
        durationMs: monotonicMillis(clock) - began,
        cache: null
      })
    })
  }
})
