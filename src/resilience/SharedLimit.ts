/**
 * Quotas that all gateways of a city count together, and what each counts by itself while they cannot.
 *
 * Calls with the same token that go out together are asked for as one. Who was refused is refused
 * here for up to a second without asking, because no call can come back before the time that was told.
 *
 * Every call that is allowed is noted in this gateway's own rings too. While the shared memory is away they decide, with
 * the gateways' equal share of each limit; what they allow is told when it returns.
 */
import { Effect } from "effect"
import type { SharedMemory, SharedOperation } from "../domain/SharedMemory.ts"
import { Buckets } from "./Buckets.ts"
import { type CallQuota, noteSpent, peekTokens, type Quota, seedTokens, timesOf, type TokenBucket, undoLast } from "./TokenBucket.ts"

interface SharedLimitOptions {
  readonly memory: SharedMemory
  readonly limit: number
  readonly windowMillis: number
  readonly nowMonotonic: () => number
  readonly tokens: Buckets
  readonly applications: Buckets
  /** Decides with these limits and this process's rings alone. */
  readonly spendLocally: (bucket: string, now: number, application: string, limit: number, applicationLimit: number) => CallQuota
}

interface Refusal {
  readonly quota: CallQuota
  readonly at: number
}

/** Undoing a call of another gateway may let one pass that this gateway still takes for refused. */
const believedMillis = 1000
const maxRefusals = 10_000

/**
 * @param micros how long until the next one comes back
 * @param sharedAt the shared time
 */
const quotaOf = (
  allowed: boolean,
  limit: number,
  spent: number,
  micros: number,
  sharedAt: number
): Quota & { readonly sharedAt: number } => ({
  allowed,
  limit,
  remaining: Math.max(0, limit - spent),
  resetSeconds: Math.ceil(micros / 1e6),
  sharedAt
})

const later = (quota: Quota, millis: number): Quota => ({
  ...quota,
  resetSeconds: Math.max(1, quota.resetSeconds - Math.floor(millis / 1000))
})

type Told = (quota: CallQuota) => void

/** Calls of one token and application that go out together. */
class Calls implements SharedOperation {
  readonly waiting: Array<Told> = []
  readonly #limits: { readonly limit: number; readonly applicationLimit: number }
  readonly #names: readonly [string, string]
  readonly #closed: () => void
  readonly #settled: (quotas: ReadonlyArray<CallQuota>) => void
  readonly #alone: () => CallQuota

  constructor(options: {
    readonly limit: number
    readonly applicationLimit: number
    readonly names: readonly [token: string, application: string]
    readonly closed: () => void
    readonly settled: (quotas: ReadonlyArray<CallQuota>) => void
    readonly alone: () => CallQuota
  }) {
    this.#limits = options
    this.#names = options.names
    this.#closed = options.closed
    this.#settled = options.settled
    this.#alone = options.alone
  }

  write(keys: Array<string>, args: Array<string>): void {
    this.#closed()
    keys.push(...this.#names)
    args.push("s", String(this.waiting.length), String(this.#limits.limit), String(this.#limits.applicationLimit))
  }

  read(found: ReadonlyArray<number>, at: number, now: number): number {
    const [taken = 0, spent = 0, wait = 0, all = 0, allWait = 0] = found.slice(at, at + 5)
    const { applicationLimit, limit } = this.#limits
    const quotas = this.waiting.map((_, index): CallQuota => {
      const allowed = index < taken
      const after = Math.max(0, taken - 1 - index)
      const token = quotaOf(allowed, limit, spent - after, wait, now)
      const isApplications = allowed ? applicationLimit - all + after < token.remaining : all >= applicationLimit
      return isApplications ? { ...token, application: quotaOf(allowed, applicationLimit, all - after, allWait, now) } : token
    })
    this.#settled(quotas)
    quotas.forEach((quota, index) => this.waiting[index]?.(quota))
    return at + 5
  }

  failed(): void {
    this.#closed()
    for (const told of this.waiting) told(this.#alone())
  }
}

export class SharedLimit {
  readonly #options: SharedLimitOptions
  /** Calls that only this gateway knows of. */
  readonly #unsharedTokens: Buckets
  readonly #unsharedApplications: Buckets
  readonly #calls = new Map<string, Calls>()
  #refusals = new Map<string, Refusal>()

  constructor(options: SharedLimitOptions) {
    this.#options = options
    this.#unsharedTokens = new Buckets(options.windowMillis)
    this.#unsharedApplications = new Buckets(options.windowMillis)
    options.memory.onReturn((forgotten) => this.#told(forgotten))
  }

  /** Of a limit what this gateway may give while it is alone. */
  readonly share = (limit: number): number => Math.max(1, Math.floor(limit / this.#options.memory.gateways()))

  readonly spend = (
    bucket: string,
    now: number,
    application: string,
    applicationLimit: number,
    told: (quota: CallQuota) => void
  ): CallQuota | undefined => {
    const { memory } = this.#options
    if (!memory.isUp()) return this.#alone(bucket, now, application, applicationLimit)
    const pair = `${application}\n${bucket}`
    const refusal = this.#refusals.get(pair)
    if (refusal !== undefined) {
      const age = now - refusal.at
      const { application: whole, ...token } = refusal.quota
      if (age < believedMillis) {
        return { ...later(token, age), ...whole === undefined ? {} : { application: later(whole, age) } }
      }
      this.#refusals.delete(pair)
    }
    const joined = this.#calls.get(pair)
    if (joined !== undefined) return void joined.waiting.push(told)
    const calls = new Calls({
      limit: this.#options.limit,
      applicationLimit,
      names: [memory.nameOf("token", bucket), memory.nameOf("application", application)],
      closed: () => this.#calls.delete(pair),
      settled: (quotas) => this.#settled(pair, bucket, application, quotas),
      alone: () => this.#alone(bucket, this.#options.nowMonotonic(), application, applicationLimit)
    })
    calls.waiting.push(told)
    this.#calls.set(pair, calls)
    memory.ask(calls)
    return undefined
  }

  /** What takes back a call that all gateways count. */
  readonly undo = (bucket: string, application: string, at: number): void => {
    const { memory } = this.#options
    this.#refusals.delete(`${application}\n${bucket}`)
    memory.ask({
      write: (keys, args) => {
        keys.push(memory.nameOf("token", bucket), memory.nameOf("application", application))
        args.push("u", String(at))
      },
      read: (_, index) => index,
      failed: () => {}
    })
  }

  /** The same of a call that only this gateway knows of, of which it was the last. */
  readonly undoAlone = (bucket: string, application: string, now: number): ReadonlyArray<() => void> => [
    undoLast(this.#unsharedTokens.use(bucket, now)),
    undoLast(this.#unsharedApplications.use(application, now))
  ]

  /** What a call would find; `alone` is what this gateway makes of its own rings. */
  readonly peek = (kind: "token" | "application", id: string, limit: number, alone: () => Quota): Effect.Effect<Quota> =>
    Effect.callback<Quota>((resume) => {
      const { memory } = this.#options
      memory.ask({
        write: (keys, args) => {
          keys.push(memory.nameOf(kind, id))
          args.push("p", String(limit))
        },
        read: (found, at, now) => {
          const [spent = 0, wait = 0] = found.slice(at, at + 2)
          resume(Effect.succeed(quotaOf(spent < limit, limit, spent, wait, now)))
          return at + 2
        },
        failed: () => resume(Effect.succeed(alone()))
      })
    })

  #alone(bucket: string, now: number, application: string, applicationLimit: number): CallQuota {
    const { limit, spendLocally, windowMillis } = this.#options
    const quota = spendLocally(bucket, now, application, this.share(limit), this.share(applicationLimit))
    if (quota.allowed) {
      noteSpent(this.#unsharedTokens.use(bucket, now), windowMillis, now)
      noteSpent(this.#unsharedApplications.use(application, now), windowMillis, now)
    }
    return quota
  }

  #settled(pair: string, bucket: string, application: string, quotas: ReadonlyArray<CallQuota>): void {
    const { applications, nowMonotonic, tokens, windowMillis } = this.#options
    const now = nowMonotonic()
    const last = quotas.at(-1)
    if (quotas[0]?.allowed === true) {
      const token = tokens.use(bucket, now)
      const all = applications.use(application, now)
      for (const { allowed } of quotas) {
        if (!allowed) break
        noteSpent(token, windowMillis, now)
        noteSpent(all, windowMillis, now)
      }
    }
    if (last === undefined || last.allowed) return
    if (this.#refusals.size >= maxRefusals) this.#refusals = new Map()
    this.#refusals.set(pair, { quota: last, at: now })
  }

  /** Calls that the shared memory does not know: those it was not asked for, or all of this gateway where it has forgotten. */
  #told(forgotten: boolean): ReadonlyArray<SharedOperation> {
    const { applications, nowMonotonic, tokens } = this.#options
    const now = nowMonotonic()
    this.#refusals = new Map()
    const unshared = [["token", this.#unsharedTokens], ["application", this.#unsharedApplications]] as const
    const source = forgotten ? [["token", tokens], ["application", applications]] as const : unshared
    const operations = source.flatMap(([kind, buckets]) => buckets.rings(now).flatMap(([id, ring]) => this.#made(kind, id, ring, now)))
    for (const [, buckets] of unshared) buckets.clear()
    return operations
  }

  #made(kind: "token" | "application", id: string, ring: TokenBucket, now: number): ReadonlyArray<SharedOperation> {
    const { memory, nowMonotonic, windowMillis } = this.#options
    peekTokens(ring, 0, windowMillis, now)
    const times = timesOf(ring)
    if (times.length === 0) return []
    const unshared = kind === "token" ? this.#unsharedTokens : this.#unsharedApplications
    return [{
      write: (keys, args) => {
        const sent = nowMonotonic()
        keys.push(memory.nameOf(kind, id))
        args.push("m", String(times.length), ...times.map((time) => String(Math.max(0, Math.round((sent - time) * 1000)))))
      },
      read: (_, at) => at,
      failed: () => {
        const known = unshared.use(id, nowMonotonic())
        seedTokens(known, [...times, ...timesOf(known)].sort((a, b) => a - b))
      }
    }]
  }
}
