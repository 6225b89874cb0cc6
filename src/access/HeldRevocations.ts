/**
 * Tokens whose end this process has felt, so that a database that lacks it does not bring them back: a standby that was
 * behind took over, an earlier time was restored. What such a database calls alive is held to be dead until it is revoked
 * there.
 *
 * Gotcha: a token dies with its application or developer too, and lives again when an operator enables them. In the database
 * that memory is of, that counts; in one that lacks what happened nobody can tell, so the token stays dead.
 */
const most = 100_000

export class HeldRevocations {
  /** Digests, the one that died first at the beginning. */
  readonly #dead = new Set<string>()
  /** By id, until they are revoked. */
  readonly #revived = new Set<string>()

  /**
   * @param isAlive as a database has it
   * @param isOther whether that is another one than memory is of
   * @returns whether it may be believed to be alive
   */
  mayLive(digest: string, tokenId: string, isAlive: boolean, isOther: boolean): boolean {
    if (!isAlive) {
      this.#revived.delete(tokenId)
      if (this.#dead.size >= most) this.#dead.delete(this.#dead.values().next().value ?? "")
      this.#dead.add(digest)
      return false
    }
    if (isOther && this.#dead.has(digest)) this.#revived.add(tokenId)
    if (this.#revived.has(tokenId)) return false
    this.#dead.delete(digest)
    return true
  }

  /** Those that wait to be revoked. */
  readonly revived = (): ReadonlyArray<string> => [...this.#revived]
}
