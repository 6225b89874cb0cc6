/**
 * Between Node's request and response and the pipeline's `Incoming` and `Reply`.
 *
 * Headers are read from Node's own object, and a whole body is written to Node's own response: going through
 * `HttpServerResponse` copies every header twice, which costs a tenth of a hit. Streams are written by `StreamWriter`,
 * which breaks off what has failed.
 */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Context, Duration, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomUUIDv7 } from "node:crypto"
import { IncomingMessage, ServerResponse } from "node:http"
import type { Incoming } from "../gateway/Pipeline.ts"
import type { Reply } from "../gateway/Reply.ts"
import { StallTime, writeStream } from "./StreamWriter.ts"

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

/** What leaves at once, however slow its reader is: the system takes it. */
const leavesAtOnce = 64 * 1024

/**
 * Writes an answer whose body is whole.
 *
 * @param stallMillis a caller who takes nothing of a large one for so long is taken for gone, or it would be held for ever
 */
export const writeWhole = (target: ServerResponse, { headers, status }: Reply, body: Uint8Array | undefined, stallMillis: number): void => {
  // Nobody is there to read it.
  if (target.destroyed) return
  if (body !== undefined) {
    headers["content-length"] = String(body.length)
    if (body.length > leavesAtOnce) target.setTimeout(stallMillis, () => target.destroy())
  }
  target.writeHead(status, headers)
  target.end(body)
}

const write = (
  request: HttpServerRequest.HttpServerRequest,
  source: IncomingMessage,
  reply: Reply
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (!isRead(source)) return Effect.succeed(toResponse(reply))
  const { body } = reply
  if (body !== undefined && !(body instanceof Uint8Array)) return Effect.as(writeStream(targetOf(request), reply, body), written)
  return Effect.withFiber((fiber) => {
    writeWhole(targetOf(request), reply, body, Duration.toMillis(fiber.getRef(StallTime)))
    return Effect.succeed(written)
  })
}

/** A handler over Node's request; its requirements were resolved when its layer was built. */
export const handler = (handle: (source: IncomingMessage) => Effect.Effect<Reply>): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest
> =>
  Effect.withFiber((fiber) => {
    const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
    const source = sourceOf(request)
    return Effect.flatMapEager(handle(source), (reply) => write(request, source, reply))
  })

/** It tells when the request came, so its record is found again without reading the whole log. */
export const makeRequestId = (): string => randomUUIDv7()

export const incomingOf = (source: IncomingMessage): Incoming => {
  const traceparent = source.headers["traceparent"]
  return {
    requestId: makeRequestId(),
    method: source.method ?? "GET",
    authorization: source.headers.authorization,
    traceparent: typeof traceparent === "string" ? traceparent : undefined,
    remoteAddress: source.socket.remoteAddress ?? ""
  }
}
