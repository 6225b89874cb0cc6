/** How an agency's latest failures came about, and what most of them were: told when its circuit opens. */
import type { FailureKind } from "../domain/CallOutcome.ts"

export class LatestFailures {
  #kinds: Array<FailureKind> = []

  /** @param most those that count: as many as the circuit's window has */
  note(kind: FailureKind, most: number): void {
    this.#kinds.push(kind)
    if (this.#kinds.length > most) this.#kinds.splice(0, this.#kinds.length - most)
  }

  clear(): void {
    this.#kinds = []
  }

  /** The most frequent kind, of several the latest; nothing where none is known. */
  get told(): { readonly failure?: FailureKind } {
    const counts = new Map<FailureKind, number>()
    let found: FailureKind | undefined
    for (const kind of this.#kinds) {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      if (found === undefined || count >= (counts.get(found) ?? 0)) found = kind
    }
    return found === undefined ? {} : { failure: found }
  }
}
