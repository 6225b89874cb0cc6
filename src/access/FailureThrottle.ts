/**
 * Counts failed sign-ins of a key (an address, or a client at an address) and says how long to wait.
 *
 * A window opens with a key's first failure; when it has had `limit` of them, the key waits until the window closes.
 * Of what a waiting key tries nevertheless, so much a second may still be looked at (`mayLook`).
 * Bounded: at `maxKeys` the key that failed longest ago makes room.
 */
export interface ThrottlePolicy {
  readonly limit: number
  readonly windowMillis: number
  readonly maxKeys: number
  readonly looksPerSecond: number
}

interface Window {
  readonly endsAt: number
  failures: number
  lookSecond: number
  looks: number
}

export class FailureThrottle {
  readonly #policy: ThrottlePolicy
  readonly #windows = new Map<string, Window>()

  constructor(policy: ThrottlePolicy) {
    this.#policy = policy
  }

  get size(): number {
    return this.#windows.size
  }

  /** Whole seconds until the key may try again; 0 when it may now. */
  waitSeconds(key: string, nowMillis: number): number {
    const window = this.#windows.get(key)
    return window === undefined || nowMillis >= window.endsAt || window.failures < this.#policy.limit
      ? 0
      : Math.ceil((window.endsAt - nowMillis) / 1000)
  }

  /** Spends a look; false when this second's are spent. */
  mayLook(key: string, nowMillis: number): boolean {
    const window = this.#windows.get(key)
    if (window === undefined) return true
    const second = Math.floor(nowMillis / 1000)
    if (window.lookSecond !== second) {
      window.lookSecond = second
      window.looks = 0
    }
    return ++window.looks <= this.#policy.looksPerSecond
  }

  fail(key: string, nowMillis: number): void {
    const found = this.#windows.get(key)
    const window = found === undefined || nowMillis >= found.endsAt ? { endsAt: nowMillis + this.#policy.windowMillis, failures: 0, lookSecond: 0, looks: 0 } : found
    window.failures++
    // Insertion order is then the order of the latest failure.
    this.#windows.delete(key)
    const oldest = this.#windows.size < this.#policy.maxKeys ? undefined : this.#windows.keys().next().value
    if (oldest !== undefined) this.#windows.delete(oldest)
    this.#windows.set(key, window)
  }

  forgive(key: string): void {
    this.#windows.delete(key)
  }
}
