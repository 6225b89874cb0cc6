/**
 * Calls of one token and application that go out together: how many of them all gateways have room for, and what each hears.
 * None is allowed that this gateway's own rings have no room for.
 */
import type { SharedOperation } from "../domain/SharedMemory.ts"
import type { CallQuota, Quota } from "./TokenBucket.ts"

/**
 * @param micros how long until the next one comes back
 * @param sharedAt the shared time
 */
export const quotaOf = (
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

type Told = (quota: CallQuota) => void

/** What this gateway's own rings allow beside the shared memory. */
export interface Own {
  readonly most: number
  /** What the others hear. */
  readonly refusal: CallQuota
}

/** What the shared memory has of both, these calls among them. */
export interface Counted {
  readonly token: number
  readonly application: number
}

/** Who makes them, and keeps this gateway's own rings. */
export interface CallsOwner {
  /** The shared memory's names of both. */
  readonly namesOf: (calls: SharedCalls) => readonly [token: string, application: string]
  /** Nothing can join them any more. */
  readonly closed: (calls: SharedCalls) => void
  readonly own: (calls: SharedCalls) => Own
  readonly settled: (calls: SharedCalls, quotas: ReadonlyArray<CallQuota>, counted: Counted) => void
  /** What one of them finds without the shared memory. */
  readonly alone: (calls: SharedCalls) => CallQuota
}

export class SharedCalls implements SharedOperation {
  readonly waiting: Array<Told> = []
  readonly bucket: string
  readonly application: string
  readonly limit: number
  readonly applicationLimit: number
  /** The monotonic time at which the first of them was made. */
  readonly asked: number
  readonly #owner: CallsOwner

  constructor(owner: CallsOwner, bucket: string, application: string, limit: number, applicationLimit: number, asked: number) {
    this.#owner = owner
    this.bucket = bucket
    this.application = application
    this.limit = limit
    this.applicationLimit = applicationLimit
    this.asked = asked
  }

  write(asked: Array<string | number>): void {
    this.#owner.closed(this)
    const [token, application] = this.#owner.namesOf(this)
    asked.push("s", token, application, this.waiting.length, this.limit, this.applicationLimit)
  }

  read(found: ReadonlyArray<number>, at: number, now: number): number {
    const [taken = 0, spent = 0, wait = 0, all = 0, allWait = 0] = found.slice(at, at + 5)
    const { applicationLimit, limit } = this
    const { most, refusal } = this.#owner.own(this)
    const quotas = this.waiting.map((_, index): CallQuota => {
      if (index >= most && index < taken) return refusal
      const allowed = index < taken
      const after = Math.max(0, taken - 1 - index)
      const token = quotaOf(allowed, limit, spent - after, wait, now)
      const isApplications = allowed ? applicationLimit - all + after < token.remaining : all >= applicationLimit
      return isApplications ? { ...token, application: quotaOf(allowed, applicationLimit, all - after, allWait, now) } : token
    })
    this.#owner.settled(this, quotas, { token: spent, application: all })
    quotas.forEach((quota, index) => this.waiting[index]?.(quota))
    return at + 5
  }

  failed(): void {
    this.#owner.closed(this)
    for (const told of this.waiting) told(this.#owner.alone(this))
  }
}
