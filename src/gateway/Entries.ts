/**
 * Reads the entries of an aggregate or preset concurrently, each with an exchange and a record of its own, and puts
 * their outcomes together. The slowest entry decides how long it takes. Interrupting the caller interrupts every
 * agency call that is under way.
 */
import { Cause, Clock, Context, Effect, Layer, Option, Result } from "effect"
import type { AggregateRequest } from "../domain/Aggregate.ts"
import { parseEntry } from "../domain/Address.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { GatewayError } from "../domain/GatewayError.ts"
import { problems } from "../domain/Problem.ts"
import type { Linkage } from "../domain/Linkage.ts"
import type { Preset } from "../domain/Preset.ts"
import { canonicalEntryQuery } from "../domain/Query.ts"
import type { CacheResult, Exchange } from "./Exchange.ts"
import { LinkageCheck } from "./LinkageCheck.ts"
import { Pipeline } from "./Pipeline.ts"
import { type Answer, ReadEndpoint } from "./ReadEndpoint.ts"

export interface EntryOutcome {
  readonly alias: string
  readonly requestId: string
  /** Undefined where none was found. */
  readonly endpoint: Endpoint | undefined
  readonly result: Result.Result<Answer, GatewayError>
}

/** What all entries together come to. */
export interface EntriesOutcome {
  /** In request order. */
  readonly entries: ReadonlyArray<EntryOutcome>
  readonly succeeded: number
  readonly masked: number
  /** `STALE-CIRCUIT` if any entry is stale, `HIT` only if all are hits. */
  readonly cache: CacheResult
  /** Rows that its entries let join; undefined where there are none. */
  readonly linkage?: Linkage
  /** The registry forbids an answer. */
  readonly refusal?: GatewayError
}

/** The gravest first: what is answered when no entry succeeded. */
const gravity = [500, 504, 502, 503, 403, 404, 410, 400, 406]

/** The error that stands for all of them, or undefined where none failed. */
export const gravestError = (entries: ReadonlyArray<EntryOutcome>): GatewayError | undefined => {
  const rank = (error: GatewayError) => {
    const at = gravity.indexOf(problems[error.code].status)
    return at === -1 ? gravity.length : at
  }
  let gravest: GatewayError | undefined
  for (const { result } of entries) {
    if (Result.isFailure(result) && (gravest === undefined || rank(result.failure) < rank(gravest))) gravest = result.failure
  }
  return gravest
}

const faultsOf = (entries: ReadonlyArray<EntryOutcome>): NonNullable<Exchange["entryFaults"]> =>
  Object.fromEntries(entries.flatMap(({ alias, result }) =>
    Result.isFailure(result) ? [[alias, { httpStatus: problems[result.failure.code].status, code: result.failure.code }]] : []
  ))

export const summarise = (entries: ReadonlyArray<EntryOutcome>): EntriesOutcome => {
  let succeeded = 0
  let masked = 0
  let hits = 0
  let stale = false
  for (const { result } of entries) {
    if (Result.isFailure(result)) continue
    succeeded++
    masked += result.success.copy.masked
    if (result.success.cache === "HIT") hits++
    if (result.success.cache === "STALE-CIRCUIT") stale = true
  }
  return { entries, succeeded, masked, cache: stale ? "STALE-CIRCUIT" : hits === entries.length ? "HIT" : "MISS" }
}

export class Entries extends Context.Service<Entries, {
  /** Reads one entry; it never fails, its failure is its outcome. */
  readonly read: (parent: Exchange, request: AggregateRequest, preset?: Preset) => Effect.Effect<EntryOutcome>
  /** Reads all entries at once. */
  readonly readAll: (parent: Exchange, requests: ReadonlyArray<AggregateRequest>, preset?: Preset) => Effect.Effect<EntriesOutcome>
}>()("gapura/gateway/Entries") {
  static readonly layer = Layer.effect(
    Entries,
    Effect.gen(function*() {
      const pipeline = yield* Pipeline
      const reader = yield* ReadEndpoint
      const linkage = yield* LinkageCheck

      const read = (parent: Exchange, request: AggregateRequest, preset?: Preset): Effect.Effect<EntryOutcome> =>
        Effect.withFiber((fiber) => {
          const clock = fiber.getRef(Clock.Clock)
          const exchange = parent.entry(request.alias, Number(clock.monotonicTimeNanosUnsafe()) / 1e6, clock.currentTimeMillisUnsafe())
          const address = parseEntry(request)
          const reading: Effect.Effect<Answer, GatewayError> = Result.isFailure(address)
            ? Effect.fail(address.failure)
            : reader.read(exchange, {
              address: address.success,
              query: (declared) => canonicalEntryQuery(request.query, declared),
              representation: "json",
              ...(preset === undefined ? {} : { preset })
            })
          const outcome = (result: Result.Result<Answer, GatewayError>): EntryOutcome => ({ alias: request.alias, requestId: exchange.requestId, endpoint: exchange.endpoint, result })
          const failed = (error: GatewayError) => {
            pipeline.close(exchange, { status: problems[error.code].status, code: error.code, bytes: 0 })
            return Effect.succeed(outcome(Result.fail(error)))
          }
          return Effect.matchCauseEffectEager(reading, {
            onSuccess: (answer) => {
              pipeline.close(exchange, { status: 200, code: null, bytes: answer.copy.body.length })
              if (exchange.guarded) parent.guarded = true
              return Effect.succeed(outcome(Result.succeed(answer)))
            },
            onFailure: (cause) => {
              const error = Cause.findErrorOption(cause)
              if (Option.isSome(error)) return failed(error.value)
              return Effect.flatMap(pipeline.internal(exchange, cause), failed)
            }
          }).pipe(Effect.onInterrupt(() => Effect.sync(() => pipeline.close(exchange, { status: 499, code: null, bytes: 0 }))))
        })

      const readAll = (parent: Exchange, requests: ReadonlyArray<AggregateRequest>, preset?: Preset) =>
        Effect.map(
          Effect.forEach(requests, (request) => read(parent, request, preset), { concurrency: "unbounded" }),
          (entries) => {
            const outcome = linkage.examine(summarise(entries), preset)
            parent.masked = outcome.masked
            parent.cache = outcome.succeeded === 0 ? null : outcome.cache
            if (outcome.succeeded < entries.length) parent.entryFaults = faultsOf(entries)
            return outcome
          }
        )

      return Entries.of({ read, readAll })
    })
  )
}
