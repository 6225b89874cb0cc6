/**
 * The public listener's application: its routes, and what no route answers. That is: other methods of a known path
 * (405 with `Allow`), pre-flight requests, unknown versions and unknown addresses. A data address is no route: its door is
 * found by `DoorFinder`, and comes this way where its body may have to be skipped. So each needs a token, is counted and
 * is recorded, another method's too.
 */
import { Cause, Effect, Layer, Option } from "effect"
import { Headers, HttpRouter, HttpServerError, HttpServerRequest } from "effect/http"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { splitTarget } from "../domain/Address.ts"
import { addressDetails } from "../domain/AddressDetails.ts"
import { doorDetails } from "../domain/DoorDetails.ts"
import { BadRequest, type GatewayError, InternalError, MethodNotAllowed, NotRegistered } from "../domain/GatewayError.ts"
import { routePattern } from "../domain/RoutePattern.ts"
import { siteDetails } from "../domain/SiteDetails.ts"
import { LoadShedding } from "../gateway/LoadShedding.ts"
import { Pipeline } from "../gateway/Pipeline.ts"
import type { Reply } from "../gateway/Reply.ts"
import { withMenu } from "../pages/PageMenu.ts"
import { Registry } from "../registry/Registry.ts"
import { findDoor, isDataAddress } from "./DoorFinder.ts"
import { handler, incomingOf, sourceOf, toResponse, write } from "./NodeRequest.ts"
import { problemReply } from "./ProblemReply.ts"
import { makePageAddress, makePublicPages, Making, ownReply, type PublicPage } from "./PublicPages.ts"
import { forReader, ShownLimits } from "./RefusalPage.ts"
import { RequestOrigin } from "./RequestOrigin.ts"
import { RequestParser } from "./RequestParser.ts"
import { preflightHeaders } from "./SharedHeaders.ts"
import { WhoReads } from "./WhoReads.ts"

export interface KnownRoute {
  readonly method: string
  readonly path: `/${string}`
}

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

const isLiteral = (path: string): boolean => !path.includes(":") && !path.includes("*")

/**
 * The router's own answer to what it does not know is a bare 404, and to a defect a bare 500: both get a problem.
 *
 * @param routes the routes that are tried first
 */
export const makePublicApp = Effect.fnUntraced(function*<E, R>(
  routes: Layer.Layer<never, E, R>,
  options: { readonly publicUrl: string; readonly known: ReadonlyArray<KnownRoute>; readonly pages: ReadonlyArray<PublicPage> }
) {
  const { parse } = yield* RequestParser
  const pipeline = yield* Pipeline
  const patterns = options.known.map(({ method, path }) => ({ method, literal: isLiteral(path), pattern: routePattern(path) }))
  const problem = (error: GatewayError, { headers }: IncomingMessage): Reply =>
    problemReply(error, randomUUID(), options.publicUrl, headers["accept-language"])

  /** The methods of a path; a literal route hides the patterns that would match it too. */
  const methodsOf = (path: string): ReadonlyArray<string> => {
    const matching = patterns.filter(({ pattern }) => pattern.test(path))
    const literal = matching.filter((route) => route.literal)
    const methods = new Set((literal.length > 0 ? literal : matching).map(({ method }) => method))
    if (isDataAddress(path) && methods.size === 0) methods.add("GET")
    if (methods.has("GET")) methods.add("HEAD")
    if (methods.size > 0) methods.add("OPTIONS")
    return [...methods]
  }

  const unknown = (path: string, source: IncomingMessage): Reply => {
    const version = /^\/api\/(v\d+)(?:\/|$)/i.exec(path)?.[1]
    return problem(
      new NotRegistered({
        detail: version === undefined || version.toLowerCase() === "v4" ? siteDetails.nothingHere : siteDetails.version
      }),
      source
    )
  }

  const answer = (source: IncomingMessage): Effect.Effect<Reply> => {
    const path = splitTarget(source.url ?? "").path.replace(/\/{2,}/g, "/")
    const methods = methodsOf(path)
    if (methods.length === 0) return Effect.succeed(unknown(path, source))
    // The router knows the route, and has read no name in its place: it is endless, or cannot be decoded.
    if (source.method !== "OPTIONS" && methods.includes(source.method ?? "")) {
      return Effect.succeed(
        isDecodable(path) ? unknown(path, source) : problem(new BadRequest({ detail: addressDetails.encoding }), source)
      )
    }
    const allow = methods.join(", ")
    if (source.method === "OPTIONS") {
      return Effect.succeed({ status: 204, code: null, headers: { ...preflightHeaders(allow), allow }, body: undefined })
    }
    return Effect.succeed(problem(new MethodNotAllowed({ detail: doorDetails.answers(allow), allow }), source))
  }

  const limits = yield* ShownLimits
  const menuFor = yield* WhoReads
  /** A page that refuses has the menu of whoever reads it, too; what is made for others to see has nobody's. */
  const forWhoever = (reply: Reply, source: IncomingMessage): Effect.Effect<Reply> => {
    const page = forReader(reply, source, limits)
    const { body } = page
    if (page === reply || source.headers.cookie === undefined || !(body instanceof Uint8Array)) return Effect.succeed(page)
    return Effect.map(menuFor(source), (found) => found === undefined ? page : ownReply(page, withMenu(body, found.menu, undefined)))
  }

  const fallback = handler((source) =>
    Effect.flatMap(
      answer(source),
      (reply) => Effect.flatMap(Making, (isMade) => isMade ? Effect.succeed(reply) : forWhoever(reply, source))
    )
  )
  // An address that answers POST alone; without these a GET would fall through to the data routes' pattern.
  const postOnly = HttpRouter.use((router) =>
    Effect.forEach(
      options.known.filter(({ method, path }) => method === "POST" && isLiteral(path)),
      ({ path }) => router.add("GET", path, fallback)
    )
  )
  const app = yield* HttpRouter.toHttpEffect(Layer.merge(routes, postOnly))
  const routed = Effect.catchCause(app, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
    const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
    if (failure instanceof HttpServerError.HttpServerError && failure.reason._tag === "RouteNotFound") return fallback
    const requestId = randomUUID()
    const error = new InternalError({ detail: doorDetails.failed })
    return Effect.andThen(
      Effect.annotateLogs(Effect.logError("A page failed by a defect", cause), { request_id: requestId }),
      Effect.map(
        HttpServerRequest.HttpServerRequest,
        ({ headers }) => toResponse(problemReply(error, requestId, options.publicUrl, headers["accept-language"]))
      )
    )
  })
  const registry = yield* Registry
  const pageAddress = makePageAddress(options.pages)
  const shedding = yield* LoadShedding
  const origin = yield* RequestOrigin
  const answerPage = yield* makePublicPages({
    addressOf: origin.addressOf,
    inForce: registry.current,
    refused: problem,
    room: shedding.room("page"),
    left: shedding.left,
    menuFor
  })
  // The adapter makes a route's handler interruptible; what is answered before the router is asked has to be, too.
  return Effect.interruptible(Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const source = sourceOf(request)
    const found = findDoor(source.method, source.url)
    if (found !== undefined) return handler(() => pipeline.serve(parse(found, incomingOf(origin, source), source)))
    const address = pageAddress(source)
    if (address === undefined) return routed
    // Nobody's session gets into what others are shown.
    const asked = Effect.provideService(
      routed,
      HttpServerRequest.HttpServerRequest,
      request.modify({ url: address, headers: Headers.remove(request.headers, "cookie") })
    )
    return Effect.flatMap(
      answerPage(source, address, asked),
      (reply) => Effect.flatMap(forWhoever(reply, source), (page) => write(request, source, page))
    )
  }))
})
