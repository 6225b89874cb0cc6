/**
 * The data routes over HTTP. The order of checks is the pipeline's; methods and paths are those of `GatewayApi`.
 *
 * They are plain router handlers over ready bytes: decoding and encoding by `HttpApi` costs more than all of the
 * gateway's own checks together, and the contract's schemas have nothing to add to an agency's masked bytes.
 */
import { Clock, Effect, Result, Stream } from "effect"
import { HttpRouter } from "effect/http"
import type { IncomingMessage } from "node:http"
import { GatewayApi } from "../api/GatewayApi.ts"
import { parseTarget } from "../domain/Address.ts"
import { type Aggregate, maxBodyBytes } from "../domain/Aggregate.ts"
import { parseAggregate } from "../domain/AggregateBody.ts"
import type { GatewayError } from "../domain/GatewayError.ts"
import { negotiate, negotiateCoding } from "../domain/Negotiation.ts"
import { combine, type Combined, entryLine, metaLine } from "../gateway/Aggregates.ts"
import { Entries, type EntryOutcome, summarise } from "../gateway/Entries.ts"
import type { Exchange } from "../gateway/Exchange.ts"
import { type Door, Pipeline } from "../gateway/Pipeline.ts"
import { Presets } from "../gateway/Presets.ts"
import type { Answer } from "../gateway/ReadEndpoint.ts"
import { aggregateReply, streamedReply } from "./AggregateReply.ts"
import { handler, incomingOf } from "./NodeRequest.ts"
import { failureReply } from "./ProblemReply.ts"
import { gatewayPrefix, notAcceptable, ReadHandler } from "./ReadHandler.ts"
import { readBody } from "./RequestBody.ts"

const presetPrefix = `${gatewayPrefix}/preset` as const
const presetRepresentations = ["json"] as const
const aggregateRepresentations = ["json", "ndjson"] as const

type AggregateAnswer =
  | { readonly _tag: "Whole"; readonly combined: Combined }
  | { readonly _tag: "Streamed"; readonly body: Stream.Stream<Uint8Array> }

export const GatewayRoutes = (options: { readonly publicUrl: string }) =>
  HttpRouter.use((router) =>
    Effect.gen(function*() {
      const pipeline = yield* Pipeline
      const entries = yield* Entries
      const presets = yield* Presets
      const reads = yield* ReadHandler
      const { publicUrl } = options
      const { aggregate, preset, read } = GatewayApi.endpoints

      const readAll = (exchange: Exchange, request: Aggregate): Effect.Effect<AggregateAnswer, GatewayError> =>
        Effect.flatMap(
          entries.readAll(exchange, request.requests),
          (outcome) => Effect.map(combine(outcome, { strategy: request.strategy, publicUrl }), (combined) => ({ _tag: "Whole", combined }))
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
          const outcome = summarise(outcomes)
          exchange.masked = outcome.masked
          exchange.cache = outcome.succeeded === 0 ? null : outcome.cache
          return metaLine(outcome, now)
        }))
        return { _tag: "Streamed", body: Stream.concat(lines, last) }
      }

      const aggregateDoor = (source: IncomingMessage): Door<undefined, AggregateAnswer> => ({
        route: "aggregate",
        span: aggregate.path,
        target: Result.succeed(undefined),
        run: (exchange) => {
          const representation = negotiate(source.headers.accept, aggregateRepresentations)
          if (representation === undefined) return notAcceptable(aggregateRepresentations)
          return readBody(source, { maxBytes: maxBodyBytes, mediaType: "application/json" }).pipe(
            Effect.flatMap((text) => Effect.fromResult(parseAggregate(text))),
            Effect.flatMap((request) =>
              // All or nothing cannot leave entry by entry, so `strict` waits for the last.
              representation === "ndjson" && request.strategy !== "strict"
                ? Effect.succeed(streamAll(exchange, request))
                : readAll(exchange, request)
            )
          )
        },
        renderer: {
          answer: (exchange, answer) =>
            answer._tag === "Streamed"
              ? Effect.succeed(streamedReply(exchange, answer.body))
              : aggregateReply(exchange, answer.combined, { coding: negotiateCoding(source.headers["accept-encoding"]), elapsed: reads.elapsed(exchange) }),
          failure: (exchange, error) => failureReply(exchange, error, publicUrl)
        }
      })

      const presetDoor = (source: IncomingMessage): Door<{ readonly address: string }, Answer> => ({
        route: "preset",
        span: preset.path,
        target: parseTarget(source.url ?? "", presetPrefix),
        run: (exchange, { address }) =>
          negotiate(source.headers.accept, presetRepresentations) === undefined ? notAcceptable(presetRepresentations) : presets.read(exchange, address),
        renderer: reads.renderer(source)
      })

      yield* router.add(read.method, read.path, handler(reads.serve))
      yield* router.add(preset.method, preset.path, handler((source) => pipeline.serve(incomingOf(source), presetDoor(source))))
      yield* router.add(aggregate.method, aggregate.path, handler((source) => pipeline.serve(incomingOf(source), aggregateDoor(source))))
    })
  )
