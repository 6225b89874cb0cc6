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
import { IncomingMessage, ServerResponse } from "node:http"
import { HeldBytes } from "../domain/HeldBytes.ts"
import type { Incoming } from "../gateway/ParsedRequest.ts"
import type { Reply } from "../gateway/Reply.ts"
import { Making } from "./PublicPages.ts"
import { forReader, ShownLimits } from "./RefusalPage.ts"
import type { RequestOrigin } from "./RequestOrigin.ts"
import { StallTime, writeStream } from "./StreamWriter.ts"
import { writeWhole } from "./WriteWhole.ts"

const http1 = () => new Error("Only HTTP/1.1 is served")

export const sourceOf = (request: HttpServerRequest.HttpServerRequest): IncomingMessage => {
  const source = NodeHttpServerRequest.toIncomingMessage(request)
  if (source instanceof IncomingMessage) return source
  throw http1()
}

export const targetOf = (request: HttpServerRequest.HttpServerRequest): ServerResponse => {
  const target = NodeHttpServerRequest.toServerResponse(request)
  if (target instanceof ServerResponse) return target
  throw http1()
}

/** What a handler returns when the answer has been written already: the adapter sees that it ended and adds nothing. */
const written = HttpServerResponse.empty()

/**
 * Waits for an answer that leaves piece by piece: to the adapter one that has not ended is one that was never begun.
 * A response whose caller has left already tells of its end no more.
 */
const ended = (target: ServerResponse): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (target.destroyed) return resume(Effect.interrupt)
    const settle = (): void => {
      target.off("finish", settle).off("close", settle)
      resume(target.writableEnded ? Effect.void : Effect.interrupt)
    }
    target.once("finish", settle).once("close", settle)
    return Effect.sync(() => target.off("finish", settle).off("close", settle))
  })

/** Whether all of the request has been read; a body left unread is the adapter's to deal with. */
const isRead = (source: IncomingMessage): boolean =>
  source.complete || (source.headers["content-length"] === undefined && source.headers["transfer-encoding"] === undefined)

export const toResponse = ({ body, headers, status }: Reply): HttpServerResponse.HttpServerResponse => {
  const options = { status, headers }
  if (body === undefined) return HttpServerResponse.empty(options)
  if (body instanceof Uint8Array) return HttpServerResponse.uint8Array(body, options)
  return HttpServerResponse.stream(body, options)
}

export const write = (
  request: HttpServerRequest.HttpServerRequest,
  source: IncomingMessage,
  reply: Reply
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (!isRead(source)) return Effect.succeed(toResponse(reply))
  const { body } = reply
  if (body !== undefined && !(body instanceof Uint8Array)) return Effect.as(writeStream(targetOf(request), reply, body), written)
  return Effect.withFiber((fiber) => {
    const target = targetOf(request)
    writeWhole(target, reply, body, { stallMillis: Duration.toMillis(fiber.getRef(StallTime)), unsent: fiber.getRef(HeldBytes) })
    return target.writableEnded ? Effect.succeed(written) : Effect.as(ended(target), written)
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
    const answer = handle(source)
    const shown = (reply: Reply): Reply => forReader(reply, source, fiber.getRef(ShownLimits))
    return fiber.getRef(Making)
      ? Effect.map(answer, (reply) => toResponse(shown(reply)))
      : Effect.flatMapEager(answer, (reply) => write(request, source, shown(reply)))
  })

/** One header of all that have a name. */
const joined = (header: string | Array<string> | undefined): string | undefined => Array.isArray(header) ? header.join() : header

/** @param arrived of one that had to wait for room */
export const incomingOf = (origin: typeof RequestOrigin.Service, source: IncomingMessage, arrived?: number): Incoming => {
  const traceparent = source.headers["traceparent"]
  return {
    requestId: origin.requestIdOf(source),
    method: source.method ?? "GET",
    authorization: source.headers.authorization,
    traceparent: typeof traceparent === "string" ? traceparent : undefined,
    tracestate: typeof traceparent === "string" ? joined(source.headers["tracestate"]) : undefined,
    remoteAddress: origin.addressOf(source),
    acceptLanguage: source.headers["accept-language"],
    arrived
  }
}
