/**
 * What is written in and around a column, in words and pieces of words: for the net, which learns what each is worth. No list of
 * words says what any of it means, so what nobody thought of counts too.
 */
import { enclosing, type Nodes } from "./Features.ts"
import type { Leaf } from "./Values.ts"

/** By place in what `wordingOf` gives: the column's own key, what encloses it, keys beside it and around it, its values and their forms. */
export const wordingGroups = 7

const shortest = 3
const longest = 5
/** So many keys beside and around a column are looked at, and so many of its values: for their words, and for pieces of these. */
const besides = 40
const arounds = 256
const values = 6
const pieced = 2
const piecesOfValue = 30

const split = (text: string): ReadonlyArray<string> =>
  text.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().split(/[^0-9a-z]+/).filter((word) => word !== "")
/** So much of a key is looked at: one may be of any length. */
const longestKey = 96
/** Of keys, which come again and again. */
const known = new Map<string, ReadonlyArray<string>>()
const mostKnown = 10_000
const wordsOf = (key: string): ReadonlyArray<string> => {
  const found = known.get(key)
  if (found !== undefined) return found
  const words = split(key.slice(0, longestKey))
  if (known.size >= mostKnown) known.clear()
  known.set(key, words)
  return words
}

/** Words, the runs of three to five letters that they hold, and all in one. */
const piecesOf = (words: ReadonlyArray<string>): Array<string> => {
  const found = [`=${words.join("")}`]
  for (const word of words) {
    found.push(word)
    const edged = `<${word}>`
    for (let length = shortest; length <= longest; length++) {
      for (let at = 0; at + length <= edged.length; at++) found.push(edged.slice(at, at + length))
    }
  }
  return found
}

/** `A+a` for `Budi`, and `00-00` for `12-34`. */
const formsOf = (leaf: Leaf): ReadonlyArray<string> => {
  if (typeof leaf === "boolean") return ["boolean"]
  const signs = String(leaf).slice(0, 24).replaceAll(/[A-Z]/g, "A").replaceAll(/[a-z]/g, "a").replaceAll(/\d/g, "0")
  return [signs, signs.replaceAll(/(.)\1+/g, "$1+"), typeof leaf]
}

/** The first keys of all that the column's document may hold, from the outermost on. */
const keysAround = (nodes: Nodes, at: number): ReadonlyArray<string> => {
  let root = at
  while (nodes.at(root).parent >= 0) root = nodes.at(root).parent
  const found = new Set<string>()
  const open = [root]
  for (let next = open.shift(); next !== undefined && found.size < arounds; next = open.shift()) {
    const { children, item } = nodes.at(next)
    for (const [key, child] of children) {
      if (found.size >= arounds) break
      found.add(key)
      open.push(child)
    }
    if (item >= 0) open.push(item)
  }
  return [...found]
}

/** @returns of each group what is written there */
export const wordingOf = (nodes: Nodes, at: number, leaves: ReadonlyArray<Leaf>): ReadonlyArray<ReadonlyArray<string>> => {
  const node = nodes.at(at)
  const levels = enclosing(nodes, node)
  const isNamed = node.key !== "[]" && node.key !== "*"
  const own = isNamed ? node.key : levels[0]?.key ?? ""
  const [one, ...further] = isNamed ? levels : levels.slice(1)
  const beside = nodes.at(node.parent).children.keys().filter((key) => key !== node.key).take(besides).toArray()
  const some = leaves.slice(0, values)
  return [
    piecesOf(wordsOf(own)),
    one === undefined ? ["none"] : piecesOf(wordsOf(one.key)),
    further.flatMap(({ key }) => wordsOf(key)),
    [...beside.flatMap(wordsOf), ...beside.map((key) => `=${wordsOf(key).join("")}`)],
    keysAround(nodes, at).flatMap(wordsOf),
    [
      ...some.flatMap((leaf) => split(String(leaf).slice(0, 200)).slice(0, 8).filter((word) => word.length > 1)),
      ...some.slice(0, pieced).flatMap((leaf) => piecesOf(split(String(leaf).slice(0, 30))).slice(0, piecesOfValue))
    ],
    some.flatMap(formsOf)
  ]
}
