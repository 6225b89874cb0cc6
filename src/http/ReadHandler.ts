/** Serves one data route over HTTP: what the door reads from a request, and how it answers. */
import { Clock, Context, Effect, Layer } from "effect"
import type { IncomingMessage } from "node:http"
import { GatewayApi } from "../api/GatewayApi.ts"
import { parseTarget, type Target } from "../domain/Address.ts"
import { type GatewayError, NotAcceptable } from "../domain/GatewayError.ts"
import { mediaTypes, negotiate, negotiateCoding, type Representation } from "../domain/Negotiation.ts"
import { canonicalQuery } from "../domain/Query.ts"
import type { Exchange } from "../gateway/Exchange.ts"
import { type Door, type Incoming, Pipeline } from "../gateway/Pipeline.ts"
import { type Answer, ReadEndpoint } from "../gateway/ReadEndpoint.ts"
import type { Renderer, Reply } from "../gateway/Reply.ts"
import { Streamed } from "../gateway/Streamed.ts"
import { answerReply, streamedAnswerReply } from "./AnswerReply.ts"
import { incomingOf } from "./NodeRequest.ts"
import { failureReply } from "./ProblemReply.ts"

export const gatewayPrefix = "/api/v4/gateway"

export const notAcceptable = (offered: ReadonlyArray<Representation>) =>
  Effect.fail(new NotAcceptable({ detail: `Available here: ${offered.map((representation) => mediaTypes[representation].split(";")[0]).join(", ")}.` }))

/** What the door reads of a request. */
export type Asked = Pick<IncomingMessage, "url" | "headers">

const offered = ["json", "ndjson", "csv"] as const

export class ReadHandler extends Context.Service<ReadHandler, {
  readonly serve: (source: IncomingMessage) => Effect.Effect<Reply>
  /** The same without waiting for the record: see `Pipeline.begin`. */
  readonly begin: (source: IncomingMessage) => Effect.Effect<Reply>
  /** The same for a request that came another way than over a socket of ours. */
  readonly serveAsked: (incoming: Incoming, asked: Asked) => Effect.Effect<Reply>
  /** Answers with this error whoever has a token, counted and recorded like any other request. */
  readonly refuse: (source: IncomingMessage, error: GatewayError) => Effect.Effect<Reply>
  /** How an answer, and any error, is shown to the caller of this request. */
  readonly renderer: (source: Asked) => Renderer<Answer | Streamed>
  /** Milliseconds since the exchange began. */
  readonly elapsed: (exchange: Exchange) => () => number
}>()("gapura/http/ReadHandler") {
  static readonly layer = (options: { readonly publicUrl: string }) =>
    Layer.effect(
      ReadHandler,
      Effect.gen(function*() {
        const pipeline = yield* Pipeline
        const reader = yield* ReadEndpoint
        const clock = yield* Clock.Clock
        const { publicUrl } = options

        const elapsed = (exchange: Exchange) => () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6 - exchange.started
        const failure = (exchange: Exchange, error: GatewayError): Reply => failureReply(exchange, error, publicUrl)
        const renderer = (source: Asked): Renderer<Answer | Streamed> => ({
          answer: (exchange, answer) => {
            const shown = {
              publicUrl,
              coding: negotiateCoding(source.headers["accept-encoding"]),
              ifNoneMatch: source.headers["if-none-match"],
              elapsed: elapsed(exchange)
            }
            return answer instanceof Streamed ? streamedAnswerReply(exchange, answer, shown) : answerReply(exchange, answer, shown)
          },
          failure
        })

        const door = (source: Asked): Door<Target, Answer | Streamed> => ({
          route: "",
          span: GatewayApi.endpoints.read.path,
          target: parseTarget(source.url ?? "", gatewayPrefix),
          renderer: renderer(source),
          run: (exchange, target) => {
            const representation = negotiate(source.headers.accept, offered)
            if (representation === undefined) return notAcceptable(offered)
            return reader.open(exchange, {
              address: target.address,
              query: (declared) => canonicalQuery(target.query, declared),
              representation
            })
          }
        })

        return ReadHandler.of({
          renderer,
          elapsed,
          serveAsked: (incoming, asked) => pipeline.serve(incoming, door(asked)),
          serve: (source) => pipeline.serve(incomingOf(source), door(source)),
          begin: (source) => pipeline.begin(incomingOf(source), door(source)),
          refuse: (source, error) => pipeline.serve(incomingOf(source), { ...door(source), run: () => Effect.fail(error) })
        })
      })
    )
}
