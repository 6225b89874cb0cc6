/**
 * The public listener: Node's HTTP server with the limits of a door on the open network.
 *
 * While draining, every answer closes its connection, so that a client never sends a request into a socket that is
 * about to be closed under it. Closing stops listening, lets requests finish for a while and then cuts what is left.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, Schema, Scope } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { createServer, type Server } from "node:http"
import { Server as NetServer } from "node:net"
import { directDoorOf, makeDirectDoors } from "./DirectDoors.ts"
import { Readiness } from "../gateway/Readiness.ts"

/** Node answers 431 above it. */
const maxHeaderBytes = 16 * 1024
/** Node answers 408 to a request that is not complete by then. */
const requestMillis = 10_000
const closeTime = "20 seconds"
const idleMillis = 100

export class ListenFailed extends Schema.TaggedError<ListenFailed>()("ListenFailed", {
  host: Schema.String,
  port: Schema.Int,
  reason: Schema.String
}) {
  override get message(): string {
    return `cannot listen on ${this.host}:${this.port}: ${this.reason}`
  }
}

interface Address {
  readonly host: string
  readonly port: number
}

const listen = (server: Server, address: Address): Effect.Effect<Server, ListenFailed> =>
  Effect.callback((resume) => {
    const failed = (error: Error) => resume(Effect.fail(new ListenFailed({ ...address, reason: error.message })))
    server.once("error", failed)
    server.listen(address, () => {
      server.off("error", failed)
      resume(Effect.succeed(server))
    })
  })

const close = (server: Server): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    // An HTTP server's own `close` cuts idle connections at once, and a connection counts as idle while its first
    // request waits to be read: that caller would see a reset.
    setImmediate(() => NetServer.prototype.close.call(server, () => {
      clearInterval(idle)
      resume(Effect.void)
    }))
    // An answer that had begun to leave before could not announce that its connection closes.
    const idle = setInterval(() => server.closeIdleConnections(), idleMillis)
    return Effect.sync(() => clearInterval(idle))
  }).pipe(
    Effect.timeout(closeTime),
    Effect.catch(() => Effect.sync(() => server.closeAllConnections()))
  )

/** @param app what answers all that has no short way */
export const PublicListener = <E, R>(
  app: Effect.Effect<
    Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, HttpServerRequest.HttpServerRequest | Scope.Scope>,
    E,
    R
  >,
  address: Address
) =>
  Layer.effectDiscard(Effect.gen(function*() {
    const { isReady } = yield* Readiness
    const scope = yield* Effect.scope
    const handle = yield* NodeHttpServer.makeHandler(yield* app, { scope: yield* Scope.fork(scope, "parallel") })
    const enter = yield* makeDirectDoors(yield* Scope.fork(scope, "parallel"))
    const server = createServer({
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: requestMillis,
      requestTimeout: requestMillis,
      connectionsCheckingInterval: 1_000,
      // Two Authorization headers arrive as one that is malformed, instead of the second vanishing.
      joinDuplicateHeaders: true,
      keepAliveTimeout: 65_000
    }, (request, response) => {
      if (!isReady()) response.shouldKeepAlive = false
      const door = directDoorOf(request)
      return door === undefined ? handle(request, response) : enter(door, request, response)
    })
    yield* Effect.acquireRelease(listen(server, address), close)
  }))
