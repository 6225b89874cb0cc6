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

export class SharedCalls implements SharedOperation {
  readonly waiting: Array<Told> = []
  readonly #limits: { readonly limit: number; readonly applicationLimit: number }
  readonly #names: readonly [string, string]
  readonly #closed: () => void
  readonly #own: () => Own
  readonly #settled: (quotas: ReadonlyArray<CallQuota>, counted: Counted) => void
  readonly #alone: () => CallQuota

  constructor(options: {
    readonly limit: number
    readonly applicationLimit: number
    readonly names: readonly [token: string, application: string]
    readonly closed: () => void
    readonly own: () => Own
    readonly settled: (quotas: ReadonlyArray<CallQuota>, counted: Counted) => void
    readonly alone: () => CallQuota
  }) {
    this.#limits = options
    this.#names = options.names
    this.#closed = options.closed
    this.#own = options.own
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
    const { most, refusal } = this.#own()
    const quotas = this.waiting.map((_, index): CallQuota => {
      if (index >= most && index < taken) return refusal
      const allowed = index < taken
      const after = Math.max(0, taken - 1 - index)
      const token = quotaOf(allowed, limit, spent - after, wait, now)
      const isApplications = allowed ? applicationLimit - all + after < token.remaining : all >= applicationLimit
      return isApplications ? { ...token, application: quotaOf(allowed, applicationLimit, all - after, allWait, now) } : token
    })
    this.#settled(quotas, { token: spent, application: all })
    quotas.forEach((quota, index) => this.waiting[index]?.(quota))
    return at + 5
  }

  failed(): void {
    this.#closed()
    for (const told of this.waiting) told(this.#alone())
  }
}
