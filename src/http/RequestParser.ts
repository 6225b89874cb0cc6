/** Parses a data request into what the pipeline is given, with how its answer and its errors are shown. */
import { Clock, Context, Effect, Layer, Result } from "effect"
import { IncomingMessage } from "node:http"
import { GatewayApi } from "../api/GatewayApi.ts"
import { gatewayPrefix, parseTarget } from "../domain/Address.ts"
import { maxBodyBytes } from "../domain/Aggregate.ts"
import { parseAggregate } from "../domain/AggregateBody.ts"
import { doorDetails } from "../domain/DoorDetails.ts"
import { BadRequest, NotAcceptable } from "../domain/GatewayError.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { type Form, formsOfAny, mediaTypes, negotiate, negotiateCoding } from "../domain/Negotiation.ts"
import type { Door, Incoming, ParsedRequest } from "../gateway/ParsedRequest.ts"
import type { Renderer } from "../gateway/Reply.ts"
import { StreamedResponse } from "../gateway/StreamedResponse.ts"
import { aggregateReply, linesReply } from "./AggregateReply.ts"
import { answerReply, streamedAnswerReply } from "./AnswerReply.ts"
import type { FoundDoor } from "./DoorFinder.ts"
import { eventsReply } from "./EventsReply.ts"
import { failureReply } from "./ProblemReply.ts"
import { forReader, ShownLimits } from "./RefusalPage.ts"
import { readBody } from "./RequestBody.ts"
import { turnedAwayReply } from "./TurnedAway.ts"

/** What is read of a request beside its method and its caller. */
export type Asked = Pick<IncomingMessage, "url" | "headers">

/** By door: the prefix of its addresses, the forms that it offers, and its path for traces. */
const facts: Readonly<Record<Door, { readonly prefix: string; readonly offered: ReadonlyArray<Form>; readonly span: string }>> = {
  read: { prefix: gatewayPrefix, offered: ["json", "ndjson", "csv", "geojson", "xlsx", "events"], span: GatewayApi.endpoints.read.path },
  preset: { prefix: `${gatewayPrefix}/preset`, offered: ["json", "ndjson"], span: GatewayApi.endpoints.preset.path },
  aggregate: { prefix: gatewayPrefix, offered: ["json", "ndjson"], span: GatewayApi.endpoints.aggregate.path }
}

const notAcceptable = (offered: ReadonlyArray<Form>) =>
  Result.fail(
    new NotAcceptable({
      // Not every endpoint has a live feed: who asks for one where there is none hears of that.
      detail: doorDetails.available(
        offered.filter((form) => form !== "events").map((representation) => mediaTypes[representation].split(";")[0]).join(", ")
      )
    })
  )

/** Whether a question says its form, which then goes before `Accept`. */
const namesFormat = (url = ""): boolean => /[?&](?:\$|%24)format=/.test(url)

const headerOf = ({ headers }: Asked, name: "last-event-id" | "prefer"): string | undefined => {
  const value = headers[name]
  return typeof value === "string" ? value : undefined
}

const noBody = Effect.fail(new BadRequest({ detail: doorDetails.bodyAbsent }))

const bodyOf = (source: Asked) =>
  source instanceof IncomingMessage
    ? Effect.flatMap(readBody(source, { maxBytes: maxBodyBytes, mediaType: "application/json" }), (text) =>
      Effect.fromResult(parseAggregate(text)))
    : noBody

export class RequestParser extends Context.Service<RequestParser, {
  readonly parse: (found: FoundDoor, incoming: Incoming, source: Asked) => ParsedRequest
}>()("gapura/http/RequestParser") {
  static readonly layer = ({ publicUrl }: { readonly publicUrl: string }) =>
    Layer.effect(
      RequestParser,
      Effect.gen(function*() {
        const clock = yield* Clock.Clock
        const limits = yield* ShownLimits

        const renderer = (asked: Asked): Renderer => ({
          answer: (exchange, answer) => {
            const { headers } = asked
            const coding = negotiateCoding(headers["accept-encoding"])
            const elapsed = () => monotonicMillis(clock) - exchange.started
            if ("response" in answer) {
              return answerReply(exchange, answer, { publicUrl, coding, ifNoneMatch: headers["if-none-match"], elapsed })
            }
            if (answer instanceof StreamedResponse) {
              return streamedAnswerReply(exchange, answer, { publicUrl, coding, ifNoneMatch: undefined, elapsed })
            }
            if ("events" in answer) return Effect.succeed(eventsReply(exchange, answer))
            return "lines" in answer
              ? Effect.succeed(linesReply(exchange, answer.lines, coding))
              : aggregateReply(exchange, answer.combined, { contentType: mediaTypes[answer.representation], coding, elapsed })
          },
          failure: (exchange, error) => forReader(failureReply(exchange, error, publicUrl), asked, limits),
          turnedAway: (exchange) => turnedAwayReply(exchange, publicUrl)
        })

        return RequestParser.of({
          parse: ({ door, obstacle, refusal }, incoming, source) => {
            const { offered, prefix, span } = facts[door]
            const { authorization } = incoming
            return {
              requestId: incoming.requestId,
              method: incoming.method,
              authorization,
              traceparent: incoming.traceparent,
              tracestate: incoming.tracestate,
              remoteAddress: incoming.remoteAddress,
              acceptLanguage: incoming.acceptLanguage,
              arrived: incoming.arrived,
              door,
              span,
              prefer: headerOf(source, "prefer"),
              lastEventId: headerOf(source, "last-event-id"),
              obstacle: refusal !== undefined && authorization === undefined ? refusal : obstacle,
              target: parseTarget(source.url ?? "", prefix),
              form: () => {
                if (refusal !== undefined) return Result.fail(refusal)
                const form = negotiate(source.headers.accept, offered) ?? (door === "read" && namesFormat(source.url) ? "json" : undefined)
                return form === undefined ? notAcceptable(offered) : Result.succeed(form)
              },
              formOfAny: () => negotiate(source.headers.accept, formsOfAny),
              body: door === "aggregate" ? bodyOf(source) : noBody,
              renderer: renderer(source)
            }
          }
        })
      })
    )
}
