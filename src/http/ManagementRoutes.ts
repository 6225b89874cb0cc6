/** The management listener's routes: liveness, readiness and metrics. Its port is for the operator's network only. */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { expositionType, renderMetrics } from "../telemetry/Exposition.ts"
import { Readiness } from "./Readiness.ts"

const state = (status: number, text: string) => HttpServerResponse.jsonUnsafe({ status: text }, { status, headers: { "cache-control": "no-store" } })

export const ManagementRoutes = HttpRouter.use((router) =>
  Effect.gen(function*() {
    const readiness = yield* Readiness
    yield* router.add("GET", "/health/live", state(200, "live"))
    yield* router.add("GET", "/health/ready", Effect.sync(() => readiness.isReady() ? state(200, "ready") : state(503, "draining")))
    yield* router.add(
      "GET",
      "/metrics",
      Effect.map(renderMetrics, (text) => HttpServerResponse.text(text, { contentType: expositionType }))
    )
    yield* router.add("*", "/*", state(404, "not found"))
  })
)
