/** Serves aggregates over HTTP: reads the body, has the entries read, and shows them whole or as they complete. */
import { Clock, Context, Effect, Layer, Result, Stream } from "effect"
import type { IncomingMessage } from "node:http"
import { GatewayApi } from "../api/GatewayApi.ts"
import { type Aggregate, maxBodyBytes } from "../domain/Aggregate.ts"
import { parseAggregate } from "../domain/AggregateBody.ts"
import type { GatewayError } from "../domain/GatewayError.ts"
import { mediaTypes, negotiate, negotiateCoding } from "../domain/Negotiation.ts"
import { combine, type Combined, entryLine, metaLine } from "../gateway/Aggregates.ts"
import { Entries, type EntryOutcome, summarise } from "../gateway/Entries.ts"
import type { Exchange } from "../gateway/Exchange.ts"
import { LinkageCheck } from "../gateway/LinkageCheck.ts"
import { type Door, Pipeline } from "../gateway/Pipeline.ts"
import type { Reply } from "../gateway/Reply.ts"
import { aggregateReply, streamedReply } from "./AggregateReply.ts"
import { incomingOf } from "./NodeRequest.ts"
import { failureReply } from "./ProblemReply.ts"
import { notAcceptable, ReadHandler } from "./ReadHandler.ts"
import { readBody } from "./RequestBody.ts"

const representations = ["json", "ndjson"] as const
type AggregateRepresentation = typeof representations[number]

type AggregateAnswer =
  | { readonly _tag: "Whole"; readonly combined: Combined; readonly representation: AggregateRepresentation }
  | { readonly _tag: "Streamed"; readonly body: Stream.Stream<Uint8Array> }

export class AggregateHandler extends Context.Service<AggregateHandler, {
  readonly serve: (source: IncomingMessage) => Effect.Effect<Reply>
  /** The same without waiting for the record: see `Pipeline.begin`. */
  readonly begin: (source: IncomingMessage) => Effect.Effect<Reply>
}>()("gapura/http/AggregateHandler") {
  static readonly layer = (options: { readonly publicUrl: string }) =>
    Layer.effect(
      AggregateHandler,
      Effect.gen(function*() {
        const pipeline = yield* Pipeline
        const entries = yield* Entries
        const reads = yield* ReadHandler
        const linkage = yield* LinkageCheck
        const { publicUrl } = options

        const readAll = (exchange: Exchange, { requests, strategy }: Aggregate, representation: AggregateRepresentation): Effect.Effect<AggregateAnswer, GatewayError> =>
          Effect.flatMap(
            entries.readAll(exchange, requests),
            (outcome) =>
              Effect.map(combine(outcome, { strategy, publicUrl, asLines: representation === "ndjson" }), (combined) => ({ _tag: "Whole", combined, representation }))
          )

        /** Entries leave as they complete. */
        const streamAll = (exchange: Exchange, { requests }: Aggregate): AggregateAnswer => {
          const outcomes: Array<EntryOutcome> = []
          const lines = Stream.fromIterable(requests).pipe(
            Stream.mapEffect((request) => entries.read(exchange, request), { concurrency: requests.length, unordered: true }),
            Stream.map((outcome) => {
              outcomes.push(outcome)
              return entryLine(outcome, publicUrl)
            })
          )
          const last = Stream.fromEffect(Effect.map(Clock.currentTimeMillis, (now) => {
            const outcome = linkage.examine(summarise(outcomes))
            exchange.masked = outcome.masked
            exchange.cache = outcome.succeeded === 0 ? null : outcome.cache
            return metaLine(outcome, now)
          }))
          return { _tag: "Streamed", body: Stream.concat(lines, last) }
        }

        const door = (source: IncomingMessage): Door<undefined, AggregateAnswer> => ({
          route: "aggregate",
          span: GatewayApi.endpoints.aggregate.path,
          target: Result.succeed(undefined),
          run: (exchange) => {
            const representation = negotiate(source.headers.accept, representations)
            if (representation === undefined) return notAcceptable(representations)
            return readBody(source, { maxBytes: maxBodyBytes, mediaType: "application/json" }).pipe(
              Effect.flatMap((text) => Effect.fromResult(parseAggregate(text))),
              Effect.flatMap((request) =>
                // All or nothing cannot leave entry by entry, so `strict` waits for the last, and so does what may be withheld.
                representation === "ndjson" && request.strategy !== "strict" && !linkage.mustWait(request.requests)
                  ? Effect.succeed(streamAll(exchange, request))
                  : readAll(exchange, request, representation)
              )
            )
          },
          renderer: {
            answer: (exchange, answer) =>
              answer._tag === "Streamed"
                ? Effect.succeed(streamedReply(exchange, answer.body))
                : aggregateReply(exchange, answer.combined, { contentType: mediaTypes[answer.representation], coding: negotiateCoding(source.headers["accept-encoding"]), elapsed: reads.elapsed(exchange) }),
            failure: (exchange, error) => failureReply(exchange, error, publicUrl)
          }
        })

        return AggregateHandler.of({
          serve: (source) => pipeline.serve(incomingOf(source), door(source)),
          begin: (source) => pipeline.begin(incomingOf(source), door(source))
        })
      })
    )
}
