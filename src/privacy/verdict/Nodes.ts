/** The trie as those see it who ask about one column: what it stands in, and how likely that is about somebody. */
import type { Node } from "./Node.ts"

/** A list, keys that are data, a kind: nobody called it so. */
export const isStructure = ({ key }: Node): boolean => key === "[]" || key === "*" || key.startsWith("{") || key.startsWith("#")

/** What a column stands in, nearest first, without lists and kinds. */
export const enclosing = (nodes: Nodes, { parent }: Node): ReadonlyArray<Node> => {
  const found: Array<Node> = []
  for (let at = parent; at >= 0 && found.length < 2; at = nodes.at(at).parent) if (!isStructure(nodes.at(at))) found.push(nodes.at(at))
  return found
}

/** The trie that a column's node stands in. */
export interface Nodes {
  readonly at: (node: number) => Node
  /** What encloses a node, where that is a plain name. */
  readonly named: (node: number) => Node | undefined
}

/** How likely the row that a column stands in is about somebody, 0 to 1. */
export const aboutSomebody = (nodes: Nodes, at: number): number => {
  const { key, parent } = nodes.at(at)
  return nodes.at(key === "[]" ? nodes.at(parent).parent : parent)?.somebody ?? 0
}
