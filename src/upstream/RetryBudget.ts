/**
 * How many retries one agency may cost: at most a fifth of its calls in the last ten seconds, so that an outage never
 * multiplies the load on it. A quiet agency may still have three a second.
 *
 * Ten buckets of a second each; time is monotonic milliseconds and comes in as a parameter. No `WindowCounter`: its
 * window slides, and what it allows is a share of another count.
 */
const windowSeconds = 10
const share = 0.2
const floorPerSecond = 3

export class RetryBudget {
  readonly #calls = new Float64Array(windowSeconds)
  readonly #retries = new Float64Array(windowSeconds)
  #second = 0
  #callsInWindow = 0
  #retriesInWindow = 0

  /** Counts a call, whatever comes of it. */
  call(nowMillis: number): void {
    this.#calls[this.#bucket(nowMillis)]! += 1
    this.#callsInWindow += 1
  }

  /** Spends one retry, or answers false and spends nothing. */
  retry(nowMillis: number): boolean {
    const bucket = this.#bucket(nowMillis)
    const withinShare = this.#retriesInWindow + 1 <= share * this.#callsInWindow
    // The floor may not add up to more than itself on top of a share that is already the larger of the two.
    const withinFloor = this.#retries[bucket]! < floorPerSecond && this.#retriesInWindow < floorPerSecond * windowSeconds
    if (!withinShare && !withinFloor) return false
    this.#retries[bucket]! += 1
    this.#retriesInWindow += 1
    return true
  }

  #bucket(nowMillis: number): number {
    const second = Math.floor(nowMillis / 1000)
    const elapsed = second - this.#second
    if (elapsed > 0) {
      for (let i = 1; i <= elapsed && i <= windowSeconds; i++) {
        const old = (this.#second + i) % windowSeconds
        this.#callsInWindow -= this.#calls[old]!
        this.#retriesInWindow -= this.#retries[old]!
        this.#calls[old] = 0
        this.#retries[old] = 0
      }
      this.#second = second
    }
    return this.#second % windowSeconds
  }
}
