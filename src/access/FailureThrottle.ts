/**
 * Counts failed sign-ins of a key (an address, or a client at an address) and says how long to wait.
 *
 * A window opens with a key's first failure; when it has had `limit` of them, the key waits until the window closes.
 * Of what a waiting key tries nevertheless, so much a second may still be looked at (`mayLook`).
 * Gateways that share a memory count failures together, each its own looks.
 * Bounded: at `maxKeys` the key that failed longest ago makes room.
 */
import type { SharedMemory } from "../domain/SharedMemory.ts"
import { SharedWindow } from "../domain/SharedWindow.ts"
import { WindowCounter } from "../domain/WindowCounter.ts"

export interface ThrottlePolicy {
  /** What fails, in the memory that gateways share. */
  readonly kind: string
  readonly limit: number
  readonly windowMillis: number
  readonly maxKeys: number
  readonly looksPerSecond: number
}

export class FailureThrottle {
  readonly #policy: ThrottlePolicy
  readonly #failures: SharedWindow
  readonly #looks: WindowCounter

  constructor(policy: ThrottlePolicy, memory?: SharedMemory) {
    const { kind, limit, maxKeys, windowMillis } = policy
    this.#policy = policy
    this.#failures = new SharedWindow({ kind, limit, windowMillis, maxKeys, beyond: "instead" }, memory)
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
