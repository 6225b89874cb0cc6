/** The names in the objects that are looked at as a whole, for the texts in them: of the last object of each node. */
import { sampleOf } from "./Survey.ts"
import type { Trie } from "./Trie.ts"

type Names = () => ReadonlyArray<string>

export class OwnNames {
  readonly #trie: Trie
  readonly #rows = new Map<number, Names>()

  constructor(trie: Trie) {
    this.#trie = trie
  }

  /** An object begins: it is parsed where something is to be known of it. @returns the node that it goes on with */
  begin(node: number, text: string): number {
    let object: unknown
    let names: ReadonlyArray<string> | undefined
    const parsed = (): unknown => object ??= sampleOf("", text)
    const made = this.#trie.apart(node, parsed)
    this.#rows.set(made, () => names ??= this.#trie.namesIn(made, parsed()))
    return made
  }

  /** The names that may come again in a text. */
  of(text: number): ReadonlyArray<string> {
    if (this.#rows.size === 0 || !this.#trie.isFreeText(text)) return []
    for (let at = text; at >= 0; at = this.#trie.parent(at)) {
      const names = this.#rows.get(at)
      if (names !== undefined) return names()
    }
    return []
  }
}
