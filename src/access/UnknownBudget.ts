/** How many queries tokens that nobody knows may cause: so many at once, and so many a millisecond after that. */
const burst = 200
const perMilli = 0.2

export class UnknownBudget {
  #allowance = burst
  #at = 0

  /** Spends one. @param now monotonic milliseconds @returns how long to wait before it is made */
  spend(now: number): number {
    this.#allowance = Math.max(-1, Math.min(burst, this.#allowance + Math.max(0, now - this.#at) * perMilli) - 1)
    this.#at = now
    return Math.max(0, -this.#allowance / perMilli)
  }
}
