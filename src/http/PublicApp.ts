/**
 * The public listener's application: its routes, and what no route answers. That is: other methods of a known path
 * (405 with `Allow`), pre-flight requests, unknown versions and unknown addresses. A data address that the router could
 * not match goes through the pipeline like any other, so it too needs a token, is counted and is recorded; and so is
 * another method of a data address, where a token came with it.
 */
import { Cause, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerError } from "effect/http"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { splitTarget } from "../domain/Address.ts"
import { type GatewayError, InternalError, MethodNotAllowed, NotRegistered } from "../domain/GatewayError.ts"
import { routePattern } from "../domain/RoutePattern.ts"
import type { Reply } from "../gateway/Reply.ts"
import { handler, toResponse } from "./NodeRequest.ts"
import { problemReply } from "./ProblemReply.ts"
import { gatewayPrefix, ReadHandler } from "./ReadHandler.ts"
import { preflightHeaders } from "./SharedHeaders.ts"

export interface KnownRoute {
  readonly method: string
  readonly path: `/${string}`
}

const isLiteral = (path: string): boolean => !path.includes(":") && !path.includes("*")

/**
 * The router's own answer to what it does not know is a bare 404, and to a defect a bare 500: both get a problem.
 *
 * @param routes the routes that are tried first
 */
export const makePublicApp = Effect.fnUntraced(function*<E, R>(
  routes: Layer.Layer<never, E, R>,
  options: { readonly publicUrl: string; readonly known: ReadonlyArray<KnownRoute> }
) {
  const reads = yield* ReadHandler
  const patterns = options.known.map(({ method, path }) => ({ method, literal: isLiteral(path), pattern: routePattern(path) }))
  const problem = (error: GatewayError): Reply => problemReply(error, randomUUID(), options.publicUrl)

  /** The methods of a path; a literal route hides the patterns that would match it too. */
  const methodsOf = (path: string): ReadonlyArray<string> => {
    const matching = patterns.filter(({ pattern }) => pattern.test(path))
    const literal = matching.filter((route) => route.literal)
    const methods = new Set((literal.length > 0 ? literal : matching).map(({ method }) => method))
    if (isData(path) && methods.size === 0) methods.add("GET")
    if (methods.has("GET")) methods.add("HEAD")
    if (methods.size > 0) methods.add("OPTIONS")
    return [...methods]
  }

  const isData = (path: string): boolean => {
    const folded = path.toLowerCase()
    return folded === gatewayPrefix || folded.startsWith(`${gatewayPrefix}/`)
  }

  const unknown = (path: string): Reply => {
    const version = /^\/api\/(v\d+)(?:\/|$)/i.exec(path)?.[1]
    return problem(new NotRegistered({
      detail: version === undefined || version.toLowerCase() === "v4"
        ? "There is nothing at this address. The catalogue is at /v4/gateway."
        : "This version is not served. The current version is v4: use /api/v4/gateway."
    }))
  }

  const answer = (source: IncomingMessage): Effect.Effect<Reply> => {
    const path = splitTarget(source.url ?? "").path.replace(/\/{2,}/g, "/")
    const methods = methodsOf(path)
    if (methods.length === 0) return Effect.succeed(unknown(path))
    const allow = methods.join(", ")
    if (source.method === "OPTIONS") return Effect.succeed({ status: 204, code: null, headers: { ...preflightHeaders(allow), allow }, body: undefined })
    if (isData(path) && methods.includes(source.method ?? "")) return reads.serve(source)
    const error = new MethodNotAllowed({ detail: `This address answers ${allow}.`, allow })
    return isData(path) && source.headers.authorization !== undefined ? reads.refuse(source, error) : Effect.succeed(problem(error))
  }

  const fallback = handler(answer)
  // An address that answers POST alone; without these a GET would fall through to the data routes' pattern.
  const postOnly = HttpRouter.use((router) =>
    Effect.forEach(options.known.filter(({ method, path }) => method === "POST" && isLiteral(path)), ({ path }) => router.add("GET", path, fallback)))
  const app = yield* HttpRouter.toHttpEffect(Layer.merge(routes, postOnly))
  return Effect.catchCause(app, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
    const error = Option.getOrUndefined(Cause.findErrorOption(cause))
    if (error instanceof HttpServerError.HttpServerError && error.reason._tag === "RouteNotFound") return fallback
    return Effect.as(
      Effect.logError("A page failed by a defect", Cause.pretty(cause)),
      toResponse(problem(new InternalError({ detail: "The gateway failed to handle this request." })))
    )
  })
})
