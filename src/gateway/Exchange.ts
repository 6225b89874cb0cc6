/**
 * One request on its way through the pipeline: what is known of it so far.
 *
 * The pipeline's steps fill it in; the audit record and the metrics are written from it when the answer is known. An
 * aggregate's entry has an exchange of its own. It is mutable because every request makes one.
 */
import type { Caller } from "../domain/Caller.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { ProblemCode } from "../domain/Problem.ts"
import type { Quota } from "../resilience/TokenBucket.ts"
import type { TraceContext } from "../telemetry/Tracing.ts"

export type CacheResult = "HIT" | "STALE-CIRCUIT" | "MISS"

export class Exchange {
  readonly requestId: string
  readonly method: string
  readonly trace: TraceContext
  readonly alias: string | null
  /** Epoch milliseconds, for the record. */
  readonly time: number
  /** Monotonic milliseconds, for durations and the limiter. */
  readonly started: number
  caller: Caller | undefined = undefined
  quota: Quota | undefined = undefined
  /** The address template, or what stands for it where no endpoint was reached. */
  route = ""
  endpoint: Endpoint | undefined = undefined
  cache: CacheResult | null = null
  attempts = 0
  agencyStatus: number | null = null
  masked = 0
  /** Whose classes of personal data the answer holds (`Disclosure.ts`); an aggregate's are its entries'. */
  disclosed = ""
  /** Whether anything private is in the answer, which may then leave only with its record kept. */
  guarded = false
  /** Where the journal has its record; -1 where it has none. */
  recordAt = -1
  /** Why the entries of an aggregate failed, by alias. */
  entryFaults: Readonly<Record<string, { readonly httpStatus: number; readonly code: ProblemCode }>> | undefined = undefined

  constructor(options: {
    readonly requestId: string
    readonly method: string
    readonly trace: TraceContext
    readonly time: number
    readonly started: number
    readonly alias?: string
  }) {
    this.requestId = options.requestId
    this.method = options.method
    this.trace = options.trace
    this.time = options.time
    this.started = options.started
    this.alias = options.alias ?? null
  }

  /** The exchange of an aggregate's or preset's entry. */
  entry(alias: string, started: number, time: number): Exchange {
    const child = new Exchange({ requestId: `${this.requestId}#${alias}`, method: this.method, trace: this.trace, time, started, alias })
    child.caller = this.caller
    return child
  }
}
