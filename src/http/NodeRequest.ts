/** What the handlers take from a request: read from Node's own object, so that the hot path copies no headers. */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Context, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import { IncomingMessage } from "node:http"
import type { Incoming } from "../gateway/Pipeline.ts"
import type { Reply } from "../gateway/Reply.ts"

/** Node's request of the request being handled. HTTP/2 is not served, so anything else is a defect. */
export const sourceOf = (request: HttpServerRequest.HttpServerRequest): IncomingMessage => {
  const source = NodeHttpServerRequest.toIncomingMessage(request)
  if (source instanceof IncomingMessage) return source
  throw new Error("Only HTTP/1.1 is served")
}

/** A handler over Node's request; its requirements were resolved when its layer was built. */
export const handler = (handle: (source: IncomingMessage) => Effect.Effect<Reply>): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest
> =>
  Effect.withFiber((fiber) => {
    const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
    return Effect.mapEager(handle(sourceOf(request)), toResponse)
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

export const toResponse = ({ body, headers, status }: Reply): HttpServerResponse.HttpServerResponse => {
  const options = { status, headers }
  if (body === undefined) return HttpServerResponse.empty(options)
  if (body instanceof Uint8Array) return HttpServerResponse.uint8Array(body, options)
  return HttpServerResponse.stream(body, options)
}
