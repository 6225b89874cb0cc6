/**
 * Counts failed sign-ins of a key (an address, or a client at an address) and says how long to wait.
 *
 * A window opens with a key's first failure; when it has had `limit` of them, the key waits until the window closes.
 * Of what a waiting key tries nevertheless, so much a second may still be looked at (`mayLook`).
 * Bounded: at `maxKeys` the key that failed longest ago makes room.
 */
import { WindowCounter } from "../domain/WindowCounter.ts"

export interface ThrottlePolicy {
  readonly limit: number
  readonly windowMillis: number
  readonly maxKeys: number
  readonly looksPerSecond: number
}

export class FailureThrottle {
  readonly #policy: ThrottlePolicy
  readonly #failures: WindowCounter
  readonly #looks: WindowCounter

  constructor(policy: ThrottlePolicy) {
    const { maxKeys, windowMillis } = policy
    this.#policy = policy
    this.#failures = new WindowCounter({ windowMillis, maxKeys, beyond: "instead" })
    this.#looks = new WindowCounter({ windowMillis: 1000, maxKeys, beyond: "instead" })
  }

  get size(): number {
    return this.#failures.size
  }

  /** Whole seconds until the key may try again; 0 when it may now. */
  waitSeconds(key: string, nowMillis: number): number {
    return this.#failures.counted(key, nowMillis) < this.#policy.limit ? 0 : this.#failures.secondsLeft(key, nowMillis)
  }

  /** Spends a look; false when this second's are spent. */
  mayLook(key: string, nowMillis: number): boolean {
    return this.#looks.count(key, nowMillis) <= this.#policy.looksPerSecond
  }

  fail(key: string, nowMillis: number): void {
    this.#failures.count(key, nowMillis)
  }

  forgive(key: string): void {
    this.#failures.forget(key)
  }
}
