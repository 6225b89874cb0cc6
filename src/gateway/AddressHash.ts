/**
 * Addresses as the audit log may keep them: a hash that tells the same address from another for one day (UTC).
 *
 * Its key is random, is in this process's memory alone and is thrown away with its day: nobody, the operator included,
 * can tell afterwards whose address it was, and each gateway has hashes of its own.
 */
import { createHmac, randomBytes } from "node:crypto"

const dayMillis = 86_400_000
/** Hashes that are remembered: a flood comes from few addresses. */
const maxKnown = 10_000

export class AddressHash {
  #day = Number.NaN
  #key: Buffer = Buffer.alloc(0)
  readonly #known = new Map<string, string>()

  /** 128 bits as base64url. */
  of(address: string, nowMillis: number): string {
    const day = Math.floor(nowMillis / dayMillis)
    if (day !== this.#day) {
      this.#day = day
      this.#key = randomBytes(32)
      this.#known.clear()
    }
    const known = this.#known.get(address)
    if (known !== undefined) return known
    if (this.#known.size >= maxKnown) this.#known.clear()
    const made = createHmac("sha256", this.#key).update(address).digest().subarray(0, 16).toString("base64url")
    this.#known.set(address, made)
    return made
  }
}
