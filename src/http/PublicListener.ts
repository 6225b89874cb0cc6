/**
 * The public listener: Node's HTTP server with the limits of a door on the open network.
 *
 * While draining, every answer closes its connection, so that a client never sends a request into a socket that is
 * about to be closed under it. Closing takes what waits to be accepted, stops listening, lets requests finish for a while
 * and then cuts what is left.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Clock, type Duration, Effect, Latch, Layer, Schema, Scope } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createTlsServer, type Server as TlsServer } from "node:https"
import { Server as NetServer, type Socket } from "node:net"
import { doorDetails } from "../domain/DoorDetails.ts"
import { ExpectationFailed, type GatewayError } from "../domain/GatewayError.ts"
import { HeldBytes } from "../domain/HeldBytes.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { Worker } from "../domain/Worker.ts"
import { metricNames } from "../telemetry/MetricNames.ts"
import { MetricSeries } from "../telemetry/MetricSeries.ts"
import { Readiness } from "../watch/Readiness.ts"
import { isDirect, makeDirectDoors } from "./DirectDoors.ts"
import { findDoor, isDataAddress } from "./DoorFinder.ts"
import { makeDoorMeter } from "./DoorMeter.ts"
import { problemReply } from "./ProblemReply.ts"
import { expectProxyHeaders } from "./ProxyProtocol.ts"
import { forReader, ShownLimits } from "./RefusalPage.ts"
import { RequestOrigin } from "./RequestOrigin.ts"
import { mayWait } from "./SentAhead.ts"
import { makeTlsContext, type TlsFiles } from "./TlsFiles.ts"
import { keepAliveMillis } from "./TurnedAway.ts"
import { answerUnreadable, maxHeaderBytes, unfit } from "./UnreadableRequests.ts"
import { writeWhole } from "./WriteWhole.ts"

/** A request that is not complete by then hears 408. */
const requestMillis = 8_000
/** How often Node looks for them. */
const lookMillis = 500
const idleMillis = 100
/** A turn of the event loop that had nothing to do is shorter. */
const quietMillis = 0.1
/** How long one is waited for while callers go on connecting. */
const emptyMillis = 1_000
/** A proxy that is set up wrongly is told of once in so long. */
const quietTime = "1 minute"
/** Connections that wait to be taken. Where a burst is larger, callers hear nothing until their system tries again, a second later. */
const backlog = 4_096

export class ListenFailed extends Schema.TaggedError<ListenFailed>()("ListenFailed", {
  host: Schema.String,
  port: Schema.Int,
  reason: Schema.String
}) {
  override get message(): string {
    return `cannot listen on ${this.host}:${this.port} (HOST, PORT): ${this.reason}`
  }
}

interface Address {
  readonly host: string
  readonly port: number
}

export interface ListenerOptions extends Address {
  /** Where the problems are explained. */
  readonly publicUrl: string
  /** Connections of trusted proxies begin with the PROXY protocol. */
  readonly proxyProtocol: boolean
  /** Absent: plain HTTP. */
  readonly tls: TlsFiles | undefined
  /** How long requests may go on once nobody new is let in. */
  readonly shutdownTimeout: Duration.Duration
}

/** @param reusePort whether other processes may listen on the same port, so that the kernel spreads connections over them */
export const listen = <S extends NetServer>(server: S, { host, port }: Address, reusePort: boolean): Effect.Effect<S, ListenFailed> =>
  Effect.callback((resume) => {
    const failed = (error: Error) => resume(Effect.fail(new ListenFailed({ host, port, reason: error.message })))
    server.once("error", failed)
    server.listen({ host, port, backlog, reusePort }, () => {
      server.off("error", failed)
      resume(Effect.succeed(server))
    })
  })

/**
 * Takes what waits in the backlog, whose callers would see a reset: Node accepts one connection in each turn of its event
 * loop. What comes between the last look and `done` is reset all the same, so a turn counts that did nothing else, or
 * any after a while, where callers leave no such turn.
 *
 * @returns what ends it
 */
const emptyBacklog = (server: NetServer, clock: Clock.Clock, done: () => void): () => void => {
  const began = monotonicMillis(clock)
  let before = began
  let isNew = true
  const accept = (): void => void (isNew = true)
  const end = (): void => {
    clearImmediate(next)
    server.off("connection", accept)
  }
  const look = (): void => {
    const now = monotonicMillis(clock)
    if (now - began > emptyMillis || (!isNew && now - before < quietMillis)) {
      done()
      return end()
    }
    isNew = false
    next = setImmediate(look)
    before = monotonicMillis(clock)
  }
  server.on("connection", accept)
  let next = setImmediate(look)
  return end
}

const close = (server: Server | TlsServer, within: Duration.Duration, clock: Clock.Clock): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    let idle: NodeJS.Timeout | undefined
    const stop = emptyBacklog(server, clock, () => {
      // An HTTP server's own `close` cuts idle connections at once, and a connection counts as idle while its first
      // request waits to be read: that caller would see a reset.
      NetServer.prototype.close.call(server, () => {
        clearInterval(idle)
        resume(Effect.void)
      })
      // An answer that had begun to leave before could not announce that its connection closes. What has come is read first.
      idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), idleMillis)
    })
    return Effect.sync(() => {
      clearInterval(idle)
      stop()
    })
  }).pipe(
    Effect.timeout(within),
    Effect.catch(() =>
      Effect.sync(() => {
        NetServer.prototype.close.call(server)
        server.closeAllConnections()
      })
    )
  )

const hasUnusedBody = ({ headers, method }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && (headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined)

/** @param app what answers all that has no short way */
export const PublicListener = <E, R>(
  app: Effect.Effect<
    Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, HttpServerRequest.HttpServerRequest | Scope.Scope>,
    E,
    R
  >,
  options: ListenerOptions
) =>
  Layer.effectDiscard(Effect.gen(function*() {
    const { publicUrl } = options
    const { isReady } = yield* Readiness
    const origin = yield* RequestOrigin
    const scope = yield* Effect.scope
    const unsent = yield* HeldBytes
    const shown = yield* ShownLimits
    const { timed, told } = yield* makeDoorMeter
    const handle = yield* NodeHttpServer.makeHandler(told(yield* app), { scope: yield* Scope.fork(scope, "parallel") })
    const enter = yield* makeDirectDoors(yield* Scope.fork(scope, "parallel"))
    const serve = (request: IncomingMessage, response: ServerResponse): void => {
      const found = findDoor(request.method, request.url)
      if (found === undefined) timed(request, response)
      return found === undefined || !isDirect(found, request) ? handle(request, response) : enter(found, request, response)
    }
    const turnAway = (request: IncomingMessage, response: ServerResponse, error: GatewayError): void => {
      response.shouldKeepAlive = false
      if (isDataAddress(request.url)) return enter({ door: "read", obstacle: error }, request, response)
      const reply = forReader(problemReply(error, randomUUID(), publicUrl, request.headers["accept-language"]), request, shown)
      return writeWhole(response, reply, reply.body instanceof Uint8Array ? reply.body : undefined, { stallMillis: requestMillis, unsent })
    }
    const limits = {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: requestMillis,
      requestTimeout: requestMillis,
      connectionsCheckingInterval: lookMillis,
      // Two Authorization or Host headers arrive as one that is malformed, instead of the second vanishing.
      joinDuplicateHeaders: true,
      // Node's own answer to it is no problem document.
      requireHostHeader: false,
      keepAliveTimeout: keepAliveMillis
    }
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      if (!mayWait(request, response)) return
      if (!isReady()) response.shouldKeepAlive = false
      const error = unfit(request)
      if (error !== undefined) return turnAway(request, response, error)
      // Node has not read it yet: if it turns out to be malformed, nobody must have acted on the rest.
      if (hasUnusedBody(request) && request.headers.expect === undefined) {
        return void request.resume().once("end", () => serve(request, response))
      }
      return serve(request, response)
    }
    const tls = options.tls && (yield* makeTlsContext(options.tls))
    const secure = tls && createTlsServer({ ...limits, ...tls.options, handshakeTimeout: requestMillis }, answer)
    yield* tls?.follow((renewed) => secure?.setSecureContext(renewed)) ?? Effect.void
    const server = secure ?? createServer(limits, answer)
    const { gauge } = yield* MetricSeries
    let connections = 0
    server.on("connection", (socket: Socket) => {
      connections++
      socket.once("close", () => connections--)
    })
    gauge(metricNames.connections, {}, () => connections)
    answerUnreadable(server, publicUrl, "GET, HEAD, POST, OPTIONS")
    server.on("checkContinue", (request, response) => {
      const { shouldKeepAlive } = response
      // A body that nobody asked for may still come, or not: what follows it on this connection could not be told from it.
      response.shouldKeepAlive = false
      request.once("resume", () => {
        if (response.headersSent) return
        response.shouldKeepAlive = shouldKeepAlive && isReady()
        response.writeContinue()
      })
      answer(request, response)
    })
    // Node's own answer to it is no problem document.
    server.on("checkExpectation", (request, response) => {
      if (mayWait(request, response)) {
        turnAway(request, response, unfit(request) ?? new ExpectationFailed({ detail: doorDetails.expectation }))
      }
    })
    if (options.proxyProtocol) {
      const refused = yield* Latch.make(false)
      expectProxyHeaders(server, {
        expects: origin.trusts,
        told: origin.told,
        refused: () => void refused.openUnsafe(),
        withinMillis: requestMillis
      })
      yield* Effect.forkScoped(Effect.forever(refused.await.pipe(
        Effect.andThen(Effect.logWarning("A trusted proxy's connection was closed: it did not begin with the PROXY protocol")),
        Effect.andThen(Effect.sleep(quietTime)),
        Effect.andThen(refused.close)
      )))
    }
    const reusePort = (yield* Worker) !== undefined
    const clock = yield* Clock.Clock
    yield* Effect.acquireRelease(
      listen<Server | TlsServer>(server, options, reusePort),
      () => close(server, options.shutdownTimeout, clock)
    )
  }))
