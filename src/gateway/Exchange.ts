/**
 * One request on its way through the pipeline: what is known of it so far.
 *
 * The audit record, the metrics and the headers are made of it when the answer is known. What steps learn is written
 * down here and nowhere else, by the methods below in the order of the way. An aggregate's entry has an exchange of its
 * own. It is changed in place because every request makes one.
 */
import type { CacheResult } from "../domain/CacheResult.ts"
import type { Caller } from "../domain/Caller.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { Holding } from "../domain/HeldBytes.ts"
import type { ProblemCode } from "../domain/Problem.ts"
import type { Rehearsal } from "../rehearsal/RehearsedAnswer.ts"
import type { CallQuota } from "../resilience/TokenBucket.ts"
import type { TraceContext } from "../telemetry/Tracing.ts"
import type { AgencyShare } from "./AgencyShares.ts"
import { recordedAlias } from "./RecordedAlias.ts"
import type { StreamTotals } from "./StreamedResponse.ts"

export class Exchange {
  readonly requestId: string
  readonly method: string
  readonly trace: TraceContext
  /** The template of its door's addresses; empty for an entry. */
  readonly door: string
  /** The alias of an entry, as it may be recorded; null for any other request. */
  readonly alias: string | null
  /** Where it came from. */
  readonly address: string | undefined
  /** The languages in which the caller would be told of an error. */
  readonly acceptLanguage: string | undefined
  /** Epoch milliseconds at which it began, for the record. */
  readonly time: number
  /** Monotonic milliseconds at which it was taken, for the limiter. */
  readonly started: number
  /** Monotonic milliseconds, for its duration: earlier than `started` of one that had to wait for room. */
  readonly arrived: number
  caller: Caller | undefined = undefined
  quota: CallQuota | undefined = undefined
  /** What its caller wants to be tried with; undefined of whatever is real. */
  rehearsal: Rehearsal | undefined = undefined
  /** The bucket of the token among whose requests in progress this one has a place. */
  place: string | undefined = undefined
  /** The address template, or what stands for it where no endpoint was reached. */
  route: string
  endpoint: Endpoint | undefined = undefined
  cache: CacheResult | null = null
  attempts = 0
  agencyStatus: number | null = null
  masked = 0
  /** Whose classes of personal data the answer holds (`Disclosure.ts`); an aggregate's are its entries'. */
  disclosed = ""
  /** Whom the caller asked about with a parameter, whatever came of it (`Disclosure.ts`). */
  lookedUp = ""
  /** The address of a caller who sends too much without a valid token: such requests are recorded together. */
  stranger: string | undefined = undefined
  /** Whether anything private is in the answer, which may then leave only with its record kept. */
  guarded = false
  /** The share of an agency's room that it has while it waits for that agency. */
  share: AgencyShare | undefined = undefined
  /** Large bodies that an aggregate or preset holds until its answer has been made of them; given back when it is closed. */
  holding: Holding | undefined = undefined
  /** Monotonic milliseconds at which it ended, of one whose record is taken later; undefined where that is at once. */
  ended: number | undefined = undefined
  /** Where the journal has its record; -1 where it has none. */
  recordAt = -1
  /** Why the entries of an aggregate failed, by alias. */
  entryFaults: Readonly<Record<string, { readonly httpStatus: number; readonly code: ProblemCode }>> | undefined = undefined
  /** Aliases of its entries, and how often there was each. */
  #aliases: Map<string, number> | undefined

  constructor(options: {
    readonly requestId: string
    readonly method: string
    readonly trace: TraceContext
    readonly time: number
    readonly started: number
    readonly arrived?: number | undefined
    /** The door, until an endpoint is known. */
    readonly route?: string
    readonly door?: string
    readonly alias?: string
    readonly address?: string | undefined
    readonly acceptLanguage?: string | undefined
  }) {
    this.requestId = options.requestId
    this.method = options.method
    this.trace = options.trace
    this.time = options.time
    this.started = options.started
    this.arrived = options.arrived ?? options.started
    this.route = options.route ?? ""
    this.door = options.door ?? ""
    this.address = options.address
    this.acceptLanguage = options.acceptLanguage
    this.alias = options.alias ?? null
  }

  /** The request is one of many from this address that have no valid token: they are recorded together. */
  joinsFlood(address: string): void {
    this.stranger = address
  }

  /** The request has a good token, whose call has been counted or refused; no quota: not yet. */
  identified(caller: Caller, quota: CallQuota | undefined): void {
    this.caller = caller
    this.quota = quota
  }

  /** The call was given back to its token, which has as many in progress as it may. */
  gaveBack(quota: CallQuota): void {
    this.quota = quota
  }

  /** The request is in progress, among those of this bucket's token. */
  entered(bucket: string): void {
    this.place = bucket
  }

  /** The request is in progress no more. @returns the bucket whose place it had */
  left(): string | undefined {
    const bucket = this.place
    this.place = undefined
    return bucket
  }

  /** The address leads to this endpoint. */
  reached(endpoint: Endpoint): void {
    this.endpoint = endpoint
    this.route = endpoint.route
  }

  /** The answer is made up, and shall come to this. */
  rehearses(rehearsal: Rehearsal): void {
    this.rehearsal = rehearsal
  }

  /** It was answered, and is none of the calls of what it asked for. */
  wasRehearsed(): void {
    this.endpoint = undefined
    this.route = `latihan/${this.route}`
  }

  /** The address leads to what is no endpoint, such as a preset. */
  filedUnder(route: string): void {
    this.route = route
  }

  /** Something private may be in its answer. */
  guard(isGuarded: boolean): void {
    this.guarded = isGuarded
  }

  /** The request asks about a person with a parameter. */
  asksAbout(lookedUp: string): void {
    this.lookedUp = lookedUp
  }

  /** No copy answers: the request has a share of the agency's room until it is closed. */
  waitsFor(share: AgencyShare | undefined): void {
    this.cache = "MISS"
    this.share = share
  }

  /** Gives back what it took while it waited, and the bodies that its answer was made of. */
  releases(): void {
    if (this.share !== undefined) this.share.taken--
    this.share = undefined
    this.holding?.end()
  }

  /** The request leads a flight, whose call to the agency came to this. */
  called(attempts: number, agencyStatus: number | null): void {
    this.attempts = attempts
    this.agencyStatus = agencyStatus
  }

  /** Nothing answers the request but an error. */
  failed(): void {
    this.cache = null
  }

  /** A cached response answers the request. */
  answered(cache: CacheResult, masked: number, disclosed: string): void {
    this.cache = cache
    this.masked = masked
    this.disclosed = disclosed
  }

  /** The stream that answers the request has come so far. */
  streamed({ disclosed, masked }: StreamTotals): void {
    this.masked = masked
    this.disclosed = disclosed
  }

  /** An aggregate's or preset's entries came to this; whose data they hold is in their own records. */
  combined(cache: CacheResult | null, masked: number, faults: Exchange["entryFaults"]): void {
    this.cache = cache
    this.masked = masked
    this.entryFaults = faults
  }

  /** The large bodies that it holds, begun with its first entry. */
  holds(begin: () => Holding): Holding {
    return this.holding ??= begin()
  }

  /** The work is done, and the record is taken later. */
  endedAt(monotonic: number): void {
    this.ended = monotonic
  }

  /** The journal has its record. */
  recorded(at: number): void {
    this.recordAt = at
  }

  /** Two entries must not be recorded as one: aliases that are masked may become alike. */
  #apart(alias: string): string {
    const aliases = this.#aliases ??= new Map<string, number>()
    const times = (aliases.get(alias) ?? 0) + 1
    aliases.set(alias, times)
    return times === 1 ? alias : `${alias}~${times}`
  }

  /** The exchange of what a live feed tells its caller, numbered from 1. */
  delivery(number: number, started: number, time: number): Exchange {
    const { acceptLanguage, address, method, trace } = this
    const requestId = `${this.requestId}#${number}`
    const told = new Exchange({ requestId, method, trace, time, started, alias: String(number), address, acceptLanguage })
    told.caller = this.caller
    if (this.endpoint !== undefined) told.reached(this.endpoint)
    return told
  }

  /** The exchange of an aggregate's or preset's entry; `written` is the alias as the caller wrote it. */
  entry(written: string, started: number, time: number, trace: TraceContext): Exchange {
    const alias = this.#apart(recordedAlias(written))
    const { acceptLanguage, address, method } = this
    const requestId = `${this.requestId}#${alias}`
    const child = new Exchange({ requestId, method, trace, time, started, alias, address, acceptLanguage })
    child.caller = this.caller
    child.rehearsal = this.rehearsal
    return child
  }
}
