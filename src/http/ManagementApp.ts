/**
 * What the management listener answers: liveness, readiness and metrics. Its port is for the operator's network only.
 *
 * It has no router of its own: routers are built once a program, and this one must never see a public route.
 */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { TokenStore } from "../access/TokenStore.ts"
import { expositionType, renderMetrics } from "../telemetry/Exposition.ts"
import { Readiness } from "../gateway/Readiness.ts"

const state = (status: number, text: string) => HttpServerResponse.jsonUnsafe({ status: text }, { status, headers: { "cache-control": "no-store" } })

export const ManagementApp = Effect.gen(function*() {
  const readiness = yield* Readiness
  const tokens = yield* TokenStore
  const request = yield* HttpServerRequest.HttpServerRequest
  if (request.method !== "GET" && request.method !== "HEAD") return HttpServerResponse.empty({ status: 405, headers: { allow: "GET, HEAD" } })
  switch (request.url.split("?")[0]) {
    case "/health/live":
      return state(200, "live")
    case "/health/ready":
      if (!readiness.isReady()) return state(503, "draining")
      return tokens.trusted() ? state(200, "ready") : state(503, "database unavailable")
    case "/metrics":
      return HttpServerResponse.text(yield* renderMetrics, { contentType: expositionType })
    default:
      return state(404, "not found")
  }
})
