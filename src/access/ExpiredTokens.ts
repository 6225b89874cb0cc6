/**
 * Tokens that were good once and have expired: who presents one is told so, however many strangers share the address.
 *
 * Only 53 bits of each digest are kept, because nothing is opened by them, and only of so many: beyond that the one
 * that came first is forgotten.
 */
export const maxExpired = 250_000

const fingerprint = (digest: string): number => {
  let found = 0
  for (let at = 0; at < 6; at++) found = found * 256 + digest.charCodeAt(at)
  return found * 32 + (digest.charCodeAt(6) & 31)
}

export class ExpiredTokens {
  readonly #known = new Set<number>()

  add(digest: string): void {
    this.#known.add(fingerprint(digest))
    if (this.#known.size <= maxExpired) return
    const [first] = this.#known
    if (first !== undefined) this.#known.delete(first)
  }

  has(digest: string): boolean {
    return this.#known.has(fingerprint(digest))
  }
}
