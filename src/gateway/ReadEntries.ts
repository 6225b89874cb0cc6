/**
 * Reads the entries of an aggregate or preset concurrently, each with an exchange and a record of its own, and puts
 * their outcomes together. The slowest entry decides how long it takes. Interrupting the caller interrupts every
 * agency call that is under way.
 */
import { Cause, Clock, Context, Effect, Layer, Option, Result } from "effect"
import { parseEntry } from "../domain/Address.ts"
import type { AggregateRequest } from "../domain/Aggregate.ts"
import type { CacheResult } from "../domain/CacheResult.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { GatewayError } from "../domain/GatewayError.ts"
import { HeldBytes } from "../domain/HeldBytes.ts"
import type { Linkage } from "../domain/Linkage.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import type { Preset } from "../domain/Preset.ts"
import { problems } from "../domain/Problem.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import { type TraceContext, Tracing } from "../telemetry/Tracing.ts"
import type { Answer } from "./Answer.ts"
import { answerLength, failureBytes } from "./EntryBytes.ts"
import type { Exchange } from "./Exchange.ts"
import { LinkageCheck } from "./LinkageCheck.ts"
import { ReadQuestion } from "./ReadQuestion.ts"
import { Recorder } from "./Recorder.ts"

export interface EntryOutcome {
  readonly alias: string
  readonly requestId: string
  /** Undefined where none was found. */
  readonly endpoint: Endpoint | undefined
  readonly result: Result.Result<Answer, GatewayError>
  /** The entry as it is shown where it failed, else empty. */
  readonly failure: Uint8Array
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
  /** They were made up. */
  readonly isSynthetic?: true
  /** The registry forbids an answer. */
  readonly refusal?: GatewayError
}

const nothing = new Uint8Array(0)

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
  Object.fromEntries(
    entries.flatMap(({ alias, result }) =>
      Result.isFailure(result) ? [[alias, { httpStatus: problems[result.failure.code].status, code: result.failure.code }]] : []
    )
  )

export const summarise = (entries: ReadonlyArray<EntryOutcome>): EntriesOutcome => {
  let succeeded = 0
  let masked = 0
  let hits = 0
  let stale = false
  for (const { result } of entries) {
    if (Result.isFailure(result)) continue
    succeeded++
    masked += result.success.response.masked
    if (result.success.cache === "HIT") hits++
    if (result.success.cache === "STALE-CIRCUIT") stale = true
  }
  return { entries, succeeded, masked, cache: stale ? "STALE-CIRCUIT" : hits === entries.length ? "HIT" : "MISS" }
}

/** Entries that were read and have no record yet: what leaves of them is decided when all are there. */
export interface Unrecorded {
  readonly outcome: EntriesOutcome
  /** Takes their records: as they were read, or, where a whole copy stands in for them, as they leave with it. */
  readonly record: (response?: CachedResponse) => void
}

/** `bytes:masked` of each entry, as `Copy.parts` has it. */
export const partsOf = (entries: ReadonlyArray<EntryOutcome>): string =>
  entries.map(({ result }) => Result.isSuccess(result) ? `${answerLength(result.success)}:${result.success.response.masked}` : "0:0").join()

const left = { status: 499, code: null, bytes: 0 } as const

export class ReadEntries extends Context.Service<ReadEntries, {
  /** Reads one entry; it never fails, its failure is its outcome. */
  readonly read: (parent: Exchange, request: AggregateRequest, preset?: Preset) => Effect.Effect<EntryOutcome>
  /** What entries come to that were read one by one, in the order of their requests. */
  readonly together: (parent: Exchange, entries: ReadonlyArray<EntryOutcome>, preset?: Preset) => Effect.Effect<EntriesOutcome>
  /** Reads all entries at once. */
  readonly readAll: (parent: Exchange, requests: ReadonlyArray<AggregateRequest>) => Effect.Effect<EntriesOutcome>
  /** The same of a preset, whose records are the caller's to take. */
  readonly readPreset: (parent: Exchange, preset: Preset) => Effect.Effect<Unrecorded>
  /** Takes the records of a preset's entries that leave with a copy, none of them having been read. */
  readonly recordCached: (parent: Exchange, preset: Preset, response: CachedResponse) => void
}>()("gapura/gateway/ReadEntries") {
  static readonly layer = ({ publicUrl }: { readonly publicUrl: string }) =>
    Layer.effect(
      ReadEntries,
      Effect.gen(function*() {
        const recorder = yield* Recorder
        const reader = yield* ReadQuestion
        const linkage = yield* LinkageCheck
        const held = yield* HeldBytes
        const tracing = yield* Tracing
        const clock = yield* Clock.Clock
        const nowMonotonic = () => monotonicMillis(clock)

        const exchangeOf = (parent: Exchange, request: AggregateRequest, trace: TraceContext): Exchange =>
          parent.entry(request.alias, nowMonotonic(), clock.currentTimeMillisUnsafe(), trace)

        /** Of an entry that is read. */
        const begun = (parent: Exchange, request: AggregateRequest): Exchange => exchangeOf(parent, request, tracing.entry(parent.trace))

        /** @param ended told of the outcome */
        const readEntry = (
          parent: Exchange,
          exchange: Exchange,
          request: AggregateRequest,
          ended: (exchange: Exchange, outcome: EntryOutcome) => void,
          preset?: Preset
        ): Effect.Effect<EntryOutcome> => {
          const holding = parent.holds(() => held.begin())
          const address = parseEntry(request)
          const reading: Effect.Effect<Answer, GatewayError> = Result.isFailure(address)
            ? Effect.fail(address.failure)
            : reader.entry(exchange, { address: address.success, ...(preset === undefined ? {} : { preset }) }, request.query)
          const outcome = (result: Result.Result<Answer, GatewayError>, failure: Uint8Array): EntryOutcome => {
            const { endpoint, requestId } = exchange
            const made = { alias: request.alias, requestId, endpoint, result, failure }
            ended(exchange, made)
            return made
          }
          const failed = (error: GatewayError) => {
            const { acceptLanguage, requestId } = exchange
            return outcome(Result.fail(error), failureBytes(error, requestId, publicUrl, acceptLanguage))
          }
          return Effect.matchCauseEffectEager(reading, {
            onSuccess: (answer) => {
              if (exchange.guarded) parent.guard(true)
              holding.keep(answer.response.body)
              return Effect.succeed(outcome(Result.succeed(answer), nothing))
            },
            onFailure: (cause) => {
              const error = Cause.findErrorOption(cause)
              if (Option.isSome(error)) return Effect.succeed(failed(error.value))
              return Effect.map(recorder.internal(exchange, cause), failed)
            }
          })
        }

        /** The record of an entry as it was read. */
        const closed = (exchange: Exchange, { failure, result }: EntryOutcome): void =>
          Result.isSuccess(result)
            ? recorder.close(exchange, { status: 200, code: null, bytes: answerLength(result.success) })
            : recorder.close(exchange, { status: problems[result.failure.code].status, code: result.failure.code, bytes: failure.length })

        /** An entry whose record is taken later. */
        const timed = (exchange: Exchange): void => exchange.endedAt(nowMonotonic())

        /** The record of an entry that leaves with a copy; whose data it holds is in the preset's own. */
        const closedWith = (exchange: Exchange, part: string | undefined, cache: CacheResult): void => {
          const [bytes = 0, masked = 0] = (part ?? "").split(":").map(Number)
          exchange.answered(cache, masked, "")
          recorder.close(exchange, { status: 200, code: null, bytes })
        }

        const read = (parent: Exchange, request: AggregateRequest, preset?: Preset): Effect.Effect<EntryOutcome> =>
          Effect.suspend(() => {
            const exchange = begun(parent, request)
            const reading = readEntry(parent, exchange, request, closed, preset)
            return Effect.onInterrupt(reading, () => Effect.sync(() => recorder.close(exchange, left)))
          })

        const together = (parent: Exchange, entries: ReadonlyArray<EntryOutcome>, preset?: Preset): Effect.Effect<EntriesOutcome> =>
          Effect.map(linkage.examine(summarise(entries), preset), (outcome) => {
            const faults = outcome.succeeded < entries.length ? faultsOf(entries) : undefined
            parent.combined(outcome.succeeded === 0 ? null : outcome.cache, outcome.masked, faults)
            return parent.rehearsal === undefined ? outcome : { ...outcome, isSynthetic: true }
          })

        const readAll = (parent: Exchange, requests: ReadonlyArray<AggregateRequest>) =>
          Effect.flatMap(Effect.forEach(requests, (request) => read(parent, request), { concurrency: "unbounded" }), (entries) =>
            together(parent, entries))

        const readPreset = (parent: Exchange, preset: Preset): Effect.Effect<Unrecorded> =>
          Effect.suspend(() => {
            const exchanges = preset.requests.map((request) =>
              begun(parent, request)
            )
            const reading = (request: AggregateRequest, index: number) => {
              const exchange = exchanges[index] ?? begun(parent, request)
              return readEntry(parent, exchange, request, timed, preset)
            }
            const readings = Effect.forEach(preset.requests, reading, { concurrency: "unbounded" })
            return Effect.map(Effect.flatMap(readings, (entries) => together(parent, entries, preset)), (outcome): Unrecorded => {
              const record = (response?: CachedResponse): void => {
                const parts = response?.parts.split(",")
                exchanges.forEach((exchange, index) => {
                  const entry = outcome.entries[index]
                  if (parts !== undefined) closedWith(exchange, parts[index], "STALE-CIRCUIT")
                  else if (entry !== undefined) closed(exchange, entry)
                })
              }
              return { outcome, record }
            }).pipe(Effect.onInterrupt(() => Effect.sync(() => exchanges.forEach((exchange) => recorder.close(exchange, left)))))
          })

        const recordCached = (parent: Exchange, preset: Preset, response: CachedResponse): void => {
          const parts = response.parts.split(",")
          preset.requests.forEach((request, index) => {
            const exchange = exchangeOf(parent, request, parent.trace)
            const endpoint = preset.endpoints[index]
            if (endpoint !== undefined) exchange.reached(endpoint)
            closedWith(exchange, parts[index], "HIT")
          })
        }

        return ReadEntries.of({ read, together, readAll, readPreset, recordCached })
      })
    )
}
