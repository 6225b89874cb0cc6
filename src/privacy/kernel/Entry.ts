/** What a pass needs to know of an endpoint, and who decides about its values. */
import type { Assigned, Trie } from "./Trie.ts"

/** What becomes of a value that the kernel does not decide: the text it is shown as, and the class codes to be counted. */
export interface Shown {
  readonly text: string
  readonly codes: ReadonlyArray<number>
}

/** Decides about values; undefined where one stays as it is. */
export interface Decide {
  /** @param code of `NodeByte.ts` @param node where JSON in it goes on */
  readonly string: (value: string, code: number, node: number) => Shown | undefined
  /** What becomes of a text in which these names may come again. @param shown what became of it already */
  readonly own: (text: string, names: ReadonlyArray<string>, shown: Shown | undefined) => Shown | undefined
  /** @param lexeme of a number or a boolean */
  readonly lexeme: (lexeme: string, code: number) => Shown | undefined
  /** @param code of the keys of a map; otherwise 0 */
  readonly key: (key: string, code: number) => Shown | undefined
  /** The document has cost all that it may: what would have to be read is hidden. */
  readonly isExhausted: boolean
}

/** Where documents of an endpoint begin, and what is known of the members there. */
export interface Entry {
  readonly trie: Trie
  readonly start: number
  /** Names of members, by their nodes. */
  readonly names: Map<number, string>
  /** Nodes of members of the root that do not leave. */
  readonly staysOut: ReadonlySet<number>
  /** Tables whose columns are known, by their node and what they begin with. */
  readonly heads: Map<number, Map<string, Assigned>>
  /** How many nodes have been judged with values. */
  readonly judged: { nodes: number }
  /** Is told of each key that is new. */
  readonly watch: (key: string) => void
}
