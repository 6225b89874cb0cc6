/**
 * What the management listener answers: liveness, readiness and metrics. Its port is for the operator's network only.
 *
 * It has no router of its own: routers are built once a program, and this one must never see a public route. Readiness
 * is for machines that look at its status alone, so it says in one word what is the matter; all else is a problem.
 */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import { createServer, type Server } from "node:http"
import { TokenStore } from "../access/TokenStore.ts"
import { doorDetails } from "../domain/DoorDetails.ts"
import { ExpectationFailed, type GatewayError, MethodNotAllowed, NotRegistered } from "../domain/GatewayError.ts"
import { ownRefusal } from "../domain/ProxyStatus.ts"
import { siteDetails } from "../domain/SiteDetails.ts"
import { expositionTypes, formatFor, renderMetrics } from "../telemetry/Exposition.ts"
import type { Format } from "../telemetry/MetricFamilies.ts"
import { metricNames } from "../telemetry/MetricNames.ts"
import { MetricSeries } from "../telemetry/MetricSeries.ts"
import { ClockWatch } from "../watch/ClockWatch.ts"
import { Readiness } from "../watch/Readiness.ts"
import { toResponse } from "./NodeRequest.ts"
import { problemReply } from "./ProblemReply.ts"
import { answerUnreadable, unfit } from "./UnreadableRequests.ts"

const state = (status: number, text: string) =>
  HttpServerResponse.jsonUnsafe({ status: text }, {
    status,
    headers: { "cache-control": "no-store", ...status === 503 ? { "proxy-status": ownRefusal } : {} }
  })

const addresses = ["/health/live", "/health/ready", "/metrics"]
const absent = () => new NotRegistered({ detail: siteDetails.nothingManaged(addresses) })
const allow = "GET, HEAD"

/** What is asked of. */
export interface Managed {
  /** `ready`, or what is the matter. */
  readonly readiness: Effect.Effect<string>
  readonly metrics: (format: Format) => Effect.Effect<string>
}

const ready = "ready"

/** This process. */
export const managed = Effect.gen(function*() {
  const readiness = yield* Readiness
  const clock = yield* ClockWatch
  const tokens = yield* TokenStore
  const said = (): string => {
    if (!readiness.isReady()) return "draining"
    if (clock.isOff()) return "clock is wrong"
    return tokens.trusted() ? ready : "database unavailable"
  }
  const { gauge } = yield* MetricSeries
  gauge(metricNames.ready, {}, () => said() === ready ? 1 : 0)
  const own: Managed = {
    readiness: Effect.sync(said),
    metrics: renderMetrics
  }
  return own
})

/** @param publicUrl where the problems are explained */
export const ManagementApp = (publicUrl: string, { metrics, readiness }: Managed) =>
  Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const problem = (error: GatewayError) => toResponse(problemReply(error, randomUUID(), publicUrl, request.headers["accept-language"]))
    const path = request.url.split("?")[0] ?? ""
    if (!addresses.includes(path)) return problem(absent())
    if (request.method !== "GET" && request.method !== "HEAD") {
      return problem(new MethodNotAllowed({ detail: doorDetails.answers(allow), allow }))
    }
    switch (path) {
      case "/health/live":
        return state(200, "live")
      case "/health/ready": {
        const said = yield* readiness
        return state(said === ready ? 200 : 503, said)
      }
      default: {
        const format = formatFor(request.headers["accept"])
        return HttpServerResponse.text(yield* metrics(format), { contentType: expositionTypes[format], headers: { vary: "accept" } })
      }
    }
  })

/** Its server: what Node itself would answer without a word is a problem here too. */
export const makeManagementServer = (publicUrl: string): Server => {
  const server = createServer({ requireHostHeader: false })
  answerUnreadable(server, publicUrl, allow)
  server.on("checkExpectation", (request, response) => {
    const reply = problemReply(
      unfit(request) ?? new ExpectationFailed({ detail: doorDetails.expectation }),
      randomUUID(),
      publicUrl,
      request.headers["accept-language"]
    )
    response.shouldKeepAlive = false
    response.writeHead(reply.status, reply.headers).end(reply.body)
  })
  return server
}
