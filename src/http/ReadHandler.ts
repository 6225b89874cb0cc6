/** Serves one data route over HTTP: what the door reads from a request, and how it answers. */
import { Clock, Context, Effect, Layer } from "effect"
import type { IncomingMessage } from "node:http"
import { GatewayApi } from "../api/GatewayApi.ts"
import { parseTarget } from "../domain/Address.ts"
import { type GatewayError, NotAcceptable } from "../domain/GatewayError.ts"
import { mediaTypes, negotiate, negotiateCoding, type Representation } from "../domain/Negotiation.ts"
import { canonicalQuery } from "../domain/Query.ts"
import type { Exchange } from "../gateway/Exchange.ts"
import { Pipeline } from "../gateway/Pipeline.ts"
import { type Answer, ReadEndpoint } from "../gateway/ReadEndpoint.ts"
import type { Renderer, Reply } from "../gateway/Reply.ts"
import { answerReply } from "./AnswerReply.ts"
import { incomingOf } from "./NodeRequest.ts"
import { failureReply } from "./ProblemReply.ts"

export const gatewayPrefix = "/api/v4/gateway"

export const notAcceptable = (offered: ReadonlyArray<Representation>) =>
  Effect.fail(new NotAcceptable({ detail: `Available here: ${offered.map((representation) => mediaTypes[representation].split(";")[0]).join(", ")}.` }))

const offered = ["json", "ndjson", "csv"] as const

export class ReadHandler extends Context.Service<ReadHandler, {
  readonly serve: (source: IncomingMessage) => Effect.Effect<Reply>
  /** How a stored copy, and any error, is shown to the caller of this request. */
  readonly renderer: (source: IncomingMessage) => Renderer<Answer>
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
        const renderer = (source: IncomingMessage): Renderer<Answer> => ({
          answer: (exchange, answer) =>
            answerReply(exchange, answer, {
              publicUrl,
              coding: negotiateCoding(source.headers["accept-encoding"]),
              ifNoneMatch: source.headers["if-none-match"],
              elapsed: elapsed(exchange)
            }),
          failure
        })

        return ReadHandler.of({
          renderer,
          elapsed,
          serve: (source) =>
            pipeline.serve(incomingOf(source), {
              route: "",
              span: GatewayApi.endpoints.read.path,
              target: parseTarget(source.url ?? "", gatewayPrefix),
              renderer: renderer(source),
              run: (exchange, target) => {
                const representation = negotiate(source.headers.accept, offered)
                if (representation === undefined) return notAcceptable(offered)
                return reader.read(exchange, {
                  address: target.address,
                  query: (declared) => canonicalQuery(target.query, declared),
                  representation
                })
              }
            })
        })
      })
    )
}
