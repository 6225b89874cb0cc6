/** What is known of a column that may tell whether it is somebody's: of its key, of what it stands in and beside, of its values. */
import { type KeyMeaning, meaningOfKey } from "../keys/KeyMeaning.ts"
import { rawWords, segment } from "../keys/KeyWords.ts"
import { sensesOf } from "../keys/Senses.ts"
import { isOpen } from "./Columns.ts"
import { looks } from "./Looks.ts"
import type { Node } from "./Node.ts"
import type { Row } from "./Row.ts"
import { digitsOf, type Leaf } from "./Values.ts"

/** So many values of a column are looked at. */
const looked = 12

const flags = ["role", "open", "counts", "measures", "ofThing", "wraps", "isLabel", "isValue", "ofHome", "isOffices", "isPure"] as const

const ofKey = (key: string, meaning: KeyMeaning, of: string, found: Map<string, number>): void => {
  for (const word of meaning.words) found.set(`${of}word ${word}`, 1)
  found.set(`${of}first ${meaning.words[0]}`, 1)
  found.set(`${of}last ${meaning.words.at(-1)}`, 1)
  for (const flag of flags) if (meaning[flag]) found.set(`${of}${flag}`, 1)
  for (const word of new Set([...meaning.words, ...rawWords(key), ...rawWords(key).flatMap(segment)])) {
    for (const sense of sensesOf(word)) found.set(`${of}speaks ${sense}`, 1)
  }
  ofSense(meaning, of, found)
}

const ofSense = (meaning: KeyMeaning, of: string, found: Map<string, number>): void => {
  if (meaning.class !== undefined) found.set(`${of}class ${meaning.class}`, 1).set(`${of}sure ${meaning.sure}`, 1)
  if (meaning.whose !== undefined) found.set(`${of}whose ${meaning.whose}`, 1)
  if (meaning.name !== undefined) found.set(`${of}name ${meaning.name}`, 1)
}

const ofRow = (row: Row, of: string, found: Map<string, number>): void => {
  for (const [fact, value] of Object.entries(row)) {
    if (typeof value !== "object" && value !== false && value !== 0) found.set(`${of}${fact}`, Number(value))
  }
  for (const fact of row.facts) found.set(`${of}fact ${fact}`, 1)
}

const ofValues = (leaves: ReadonlyArray<Leaf>, found: Map<string, number>): void => {
  const step = Math.max(1, leaves.length / looked)
  const some = Array.from({ length: Math.min(looked, leaves.length) }, (_, at) => leaves[Math.floor(at * step)]!)
  for (const [name, test] of looks) {
    const share = some.filter(test).length / some.length
    if (share > 0) found.set(name, share)
  }
  const digits = some.map((leaf) => digitsOf(leaf).length)
  found.set("distinct", new Set(some.map(String)).size / some.length)
  found.set("values", Math.min(leaves.length, 50))
  found.set("length", some.reduce((sum: number, leaf) => sum + String(leaf).length, 0) / some.length)
  found.set("least digits", Math.min(...digits)).set("most digits", Math.max(...digits))
  const numbers = some.filter((leaf) => typeof leaf === "number").map((leaf) => Math.log1p(Math.abs(leaf)))
  if (numbers.length > 0) found.set("largest", Math.max(...numbers)).set("smallest", Math.min(...numbers))
}

const siblings = 64
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

/** @returns what is known of a column with these values, by name; all else is 0 */
export const featuresOf = (nodes: Nodes, at: number, leaves: ReadonlyArray<Leaf>): ReadonlyMap<string, number> => {
  const node = nodes.at(at)
  const parent = nodes.at(node.parent)
  const meaning = node.meaning.isValue && nodes.named(at)?.meaning || node.meaning
  const found = new Map<string, number>()
  ofKey(node.key, meaning, "", found)
  ofRow(node.key === "[]" || node.key === "*" ? parent.above : parent.row, "row ", found)
  ofRow(parent.above, "above ", found)
  found.set("somebody", parent.somebody)
  for (const [level, above] of enclosing(nodes, node).entries()) {
    ofKey(above.key, above.meaning, `${level + 1} up: `, found)
    if (above.parent < 0) continue
    const { row, somebody } = nodes.at(above.parent)
    ofRow(row, `${level + 1} up: row `, found)
    found.set(`${level + 1} up: somebody`, somebody)
  }
  let beside = 0
  for (const key of parent.children.keys()) {
    if (key === node.key) continue
    if (++beside > siblings) break
    ofSense(meaningOfKey(key), "beside: ", found)
  }
  found.set("beside", beside)
  const { ruled } = node
  if (ruled !== undefined && !isOpen(ruled)) found.set(`ruled ${ruled.class}`, 1).set(`ruled by ${ruled.reason}`, 1)
  else if (ruled !== undefined) found.set("ruled open", 1)
  ofValues(leaves, found)
  return found
}
