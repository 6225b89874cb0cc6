/**
 * What one body may cost to be read for personal data, in units of `Effort.ts`: as much as the costliest honest body of
 * the usual size, and more only in proportion to the bytes of a larger one.
 */
import { effortSpent } from "./Effort.ts"

const mostEffort = 8_000_000
const usualBytes = 10 * 1024 * 1024
const perByte = mostEffort / usualBytes

export class BodyEffort {
  #spent = 0
  #before = 0

  begin(): void {
    this.#before = effortSpent()
  }

  /**
   * Counts what was spent since `begin`.
   *
   * @param bytes of the body so far
   * @returns whether it is more than the body may cost
   */
  end(bytes: number): boolean {
    this.#spent += effortSpent() - this.#before
    return this.#spent > Math.max(mostEffort, perByte * bytes)
  }
}
