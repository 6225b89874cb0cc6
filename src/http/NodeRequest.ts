/**
 * Between Node's request and response and the pipeline's `Incoming` and `Reply`.
 *
 * Headers are read from Node's own object, and a whole body is written to Node's own response: going through
 * `HttpServerResponse` copies every header twice, which costs a tenth of a hit. Streams go that way still, for its
 * back-pressure and its interruption.
 */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Context, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import { IncomingMessage, ServerResponse } from "node:http"
import type { Incoming } from "../gateway/Pipeline.ts"
import type { Reply } from "../gateway/Reply.ts"

const http1 = () => new Error("Only HTTP/1.1 is served")

const sourceOf = (request: HttpServerRequest.HttpServerRequest): IncomingMessage => {
  const source = NodeHttpServerRequest.toIncomingMessage(request)
  if (source instanceof IncomingMessage) return source
  throw http1()
}

const targetOf = (request: HttpServerRequest.HttpServerRequest): ServerResponse => {
  const target = NodeHttpServerRequest.toServerResponse(request)
  if (target instanceof ServerResponse) return target
  throw http1()
}

/** What a handler returns when the answer has been written already: the adapter sees that it ended and adds nothing. */
const written = HttpServerResponse.empty()

/** Whether all of the request has been read; a body left unread is the adapter's to deal with. */
const isRead = (source: IncomingMessage): boolean =>
  source.complete || (source.headers["content-length"] === undefined && source.headers["transfer-encoding"] === undefined)

export const toResponse = ({ body, headers, status }: Reply): HttpServerResponse.HttpServerResponse => {
  const options = { status, headers }
  if (body === undefined) return HttpServerResponse.empty(options)
  if (body instanceof Uint8Array) return HttpServerResponse.uint8Array(body, options)
  return HttpServerResponse.stream(body, options)
}

/** Writes an answer whose body is whole; false for a stream, of which nothing is written. */
export const writeWhole = (target: ServerResponse, { body, headers, status }: Reply): boolean => {
  if (body !== undefined && !(body instanceof Uint8Array)) return false
  // Nobody is there to read it.
  if (target.destroyed) return true
  if (body !== undefined) headers["content-length"] = String(body.length)
  target.writeHead(status, headers)
  target.end(body)
  return true
}

const write = (request: HttpServerRequest.HttpServerRequest, source: IncomingMessage, reply: Reply): HttpServerResponse.HttpServerResponse =>
  isRead(source) && writeWhole(targetOf(request), reply) ? written : toResponse(reply)

/** A handler over Node's request; its requirements were resolved when its layer was built. */
export const handler = (handle: (source: IncomingMessage) => Effect.Effect<Reply>): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest
> =>
  Effect.withFiber((fiber) => {
    const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
    const source = sourceOf(request)
    return Effect.mapEager(handle(source), (reply) => write(request, source, reply))
  })

export const incomingOf = (source: IncomingMessage): Incoming => {
  const traceparent = source.headers["traceparent"]
  return {
    requestId: randomUUID(),
    method: source.method ?? "GET",
    authorization: source.headers.authorization,
    traceparent: typeof traceparent === "string" ? traceparent : undefined,
    remoteAddress: source.socket.remoteAddress ?? ""
  }
}
