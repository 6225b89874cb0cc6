/**
 * Quotas that all gateways of a city count together, and what each counts by itself while they cannot.
 *
 * Calls with the same token that go out together are asked for as one. Who was refused is refused
 * here for up to a second without asking, because no call can come back before the time that was told.
 *
 * Every call that is allowed is noted in this gateway's own rings too, at the time at which it was asked, so that none stays
 * there longer than in the shared memory. While that is away they decide, with the gateways' equal share of each limit; what
 * they allow is told when it returns. And they never allow more than the limit, whatever the shared memory says: whoever can
 * write to it lifts no limit beyond what each gateway gives by itself. Where it has clearly fewer calls than were made here,
 * it is not believed before it was told of them.
 */
import { Effect } from "effect"
import type { SharedMemory, SharedOperation } from "../domain/SharedMemory.ts"
import { Buckets } from "./Buckets.ts"
import { type CallsOwner, type Counted, type Own, quotaOf, SharedCalls } from "./SharedCalls.ts"
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

const later = (quota: Quota, millis: number): Quota => ({
  ...quota,
  resetSeconds: Math.max(1, quota.resetSeconds - Math.floor(millis / 1000))
})

/** The part of a limit that may be missing in the shared memory before it is doubted: clocks differ a little. */
const doubtedPart = 0.1

export class SharedLimit implements CallsOwner {
  readonly #options: SharedLimitOptions
  /** Calls that only this gateway knows of. */
  readonly #unsharedTokens: Buckets
  readonly #unsharedApplications: Buckets
  /** By their bucket, which is one application's. */
  readonly #calls = new Map<string, SharedCalls>()
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
    const refusal = this.#refusals.get(bucket)
    if (refusal !== undefined) {
      const age = now - refusal.at
      const { application: whole, ...token } = refusal.quota
      if (age < believedMillis) {
        return { ...later(token, age), ...whole === undefined ? {} : { application: later(whole, age) } }
      }
      this.#refusals.delete(bucket)
    }
    const joined = this.#calls.get(bucket)
    if (joined !== undefined) return void joined.waiting.push(told)
    const calls = new SharedCalls(this, bucket, application, this.#options.limit, applicationLimit, now)
    calls.waiting.push(told)
    this.#calls.set(bucket, calls)
    memory.ask(calls)
    return undefined
  }

  /** What takes back a call that all gateways count. */
  readonly undo = (bucket: string, application: string, at: number): void => {
    const { memory } = this.#options
    this.#refusals.delete(bucket)
    memory.ask({
      write: (asked) => void asked.push("u", memory.nameOf("token", bucket), memory.nameOf("application", application), String(at)),
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
        write: (asked) => void asked.push("p", memory.nameOf(kind, id), limit),
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

  readonly namesOf = ({ application, bucket }: SharedCalls): readonly [token: string, application: string] => {
    const { nameOf } = this.#options.memory
    return [nameOf("token", bucket), nameOf("application", application)]
  }

  readonly closed = (calls: SharedCalls): void => void this.#calls.delete(calls.bucket)

  readonly alone = ({ application, applicationLimit, bucket }: SharedCalls): CallQuota =>
    this.#alone(bucket, this.#options.nowMonotonic(), application, applicationLimit)

  readonly own = ({ application, applicationLimit, bucket }: SharedCalls): Own => {
    const { applications, limit, nowMonotonic, tokens, windowMillis } = this.#options
    const now = nowMonotonic()
    const token = peekTokens(tokens.look(bucket, now), limit, windowMillis, now)
    const all = peekTokens(applications.look(application, now), applicationLimit, windowMillis, now)
    const refusal = { ...token, allowed: false, ...all.remaining < token.remaining ? { application: { ...all, allowed: false } } : {} }
    return { most: Math.min(token.remaining, all.remaining), refusal }
  }

  readonly settled = (
    { application, applicationLimit, asked, bucket }: SharedCalls,
    quotas: ReadonlyArray<CallQuota>,
    counted: Counted
  ): void => {
    const { applications, limit, nowMonotonic, tokens, windowMillis } = this.#options
    const now = nowMonotonic()
    const last = quotas.at(-1)
    if (quotas[0]?.allowed === true) {
      const token = tokens.use(bucket, now)
      const all = applications.use(application, now)
      for (const { allowed } of quotas) {
        if (!allowed) break
        noteSpent(token, windowMillis, asked)
        noteSpent(all, windowMillis, asked)
      }
    }
    this.#compare(tokens.look(bucket, now), this.#unsharedTokens, bucket, limit, counted.token)
    this.#compare(applications.look(application, now), this.#unsharedApplications, application, applicationLimit, counted.application)
    if (last === undefined || last.allowed) return
    if (this.#refusals.size >= maxRefusals) this.#refusals = new Map()
    this.#refusals.set(bucket, { quota: last, at: now })
  }

  /** @param counted what the shared memory has, of which the calls that only this gateway knows of are none */
  #compare(ring: TokenBucket, unshared: Buckets, id: string, limit: number, counted: number): void {
    if (ring.spent - counted <= doubtedPart * limit) return
    const now = this.#options.nowMonotonic()
    const known = timesOf(unshared.look(id, now))
    const missing = ring.spent - known.length - counted
    if (missing <= doubtedPart * limit) return
    seedTokens(unshared.use(id, now), [...timesOf(ring).slice(0, missing), ...known].sort((a, b) => a - b))
    this.#options.memory.doubt("it has fewer calls than this gateway made; somebody else has changed what lies in it")
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
      write: (asked) => {
        const sent = nowMonotonic()
        asked.push("m", memory.nameOf(kind, id), times.length, ...times.map((time) => Math.max(0, Math.round((sent - time) * 1000))))
      },
      read: (_, at) => at,
      failed: () => {
        const known = unshared.use(id, nowMonotonic())
        seedTokens(known, [...times, ...timesOf(known)].sort((a, b) => a - b))
      }
    }]
  }
}
