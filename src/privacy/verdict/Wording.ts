/**
 * What is written in and around a column, in words and pieces of words, and what the rules say of it: for the net, which learns what
 * each is worth. No list of words says what any of the former means, so what nobody thought of counts too.
 */
import { isOpen } from "./Columns.ts"
import type { Node } from "./Node.ts"
import { aboutSomebody, enclosing, isStructure, type Nodes } from "./Nodes.ts"
import { leavesOf, type Member, type Row } from "./Row.ts"
import type { Leaf } from "./Values.ts"

/**
 * By place in what `wordingOf` gives: the column's own key, what encloses it, keys beside it and around it, its values and their
 * forms, its key and forms with how likely its row is about somebody, and what the rules make of it.
 */
export const wordingGroups = 9

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

const isNamed = ({ key }: Node): boolean => key !== "[]" && key !== "*"

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

const said = (row: Row, of: string): ReadonlyArray<string> => [
  ...Object.entries(row).flatMap(([fact, value]) => typeof value === "object" || !value ? [] : [`${of} ${fact} ${value}`]),
  ...[...row.facts].map((fact) => `${of} fact ${fact}`)
]

/** What the rules make of the column, of the row that it stands in, and of what is around that. */
const ruledOf = (nodes: Nodes, at: number): ReadonlyArray<string> => {
  const node = nodes.at(at)
  const { above, row } = nodes.at(node.parent)
  const { class: name, name: calls, sure, whose } = node.meaning.isValue && nodes.named(at)?.meaning || node.meaning
  const { ruled } = node
  return [
    ruled === undefined ? "unruled" : isOpen(ruled) ? "ruled open" : `ruled ${ruled.class} by ${ruled.reason}`,
    `class ${name} ${sure}`,
    `whose ${whose}`,
    `name ${calls}`,
    ...said(isNamed(node) ? row : above, "row"),
    ...said(above, "above")
  ]
}

/** @returns of each group what is written there */
export const wordingOf = (nodes: Nodes, at: number, leaves: ReadonlyArray<Leaf>): ReadonlyArray<ReadonlyArray<string>> => {
  const node = nodes.at(at)
  const levels = enclosing(nodes, node)
  const own = isNamed(node) ? node.key : levels[0]?.key ?? ""
  const [one, ...further] = isNamed(node) ? levels : levels.slice(1)
  const beside = nodes.at(node.parent).children.keys().filter((key) => key !== node.key).take(besides).toArray()
  const some = leaves.slice(0, values)
  const forms = some.flatMap(formsOf)
  const about = Math.min(5, Math.floor(6 * aboutSomebody(nodes, at)))
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
    forms,
    [String(about), ...[...wordsOf(own), ...forms].map((piece) => `${piece}~${about}`)],
    ruledOf(nodes, at)
  ]
}

/** By place in what `rowWordingOf` gives: words of keys, pieces of them, what encloses it, words of values, keys with forms of values. */
export const rowWordingGroups = 5
/** So many members of a row are looked at, and so many for pieces of their keys. */
const members = 64
const piecedMembers = 24

/** @returns of a row what is written in and above it, of each group */
export const rowWordingOf = (nodes: Nodes, at: number, row: ReadonlyArray<Member>): ReadonlyArray<ReadonlyArray<string>> => {
  const node = nodes.at(at)
  const own = isStructure(node) ? [] : [node.key]
  const levels = [...own, ...enclosing(nodes, node).map(({ key }) => key)].slice(0, 2)
  const some = row.slice(0, members)
  const firsts = some.map((member) => ({ words: wordsOf(member.key), leaves: leavesOf(member.values.slice(0, 3)).slice(0, 3) }))
  return [
    firsts.flatMap(({ words }) => [...words, `=${words.join("")}`]),
    firsts.slice(0, piecedMembers).flatMap(({ words }) => piecesOf(words)),
    levels.length === 0 ? ["none"] : levels.flatMap((key) => piecesOf(wordsOf(key))),
    firsts.flatMap(({ leaves }) => leaves.slice(0, 1).flatMap((leaf) => split(String(leaf).slice(0, 60)).slice(0, 5))),
    firsts.flatMap(({ leaves, words }) =>
      leaves.slice(0, 1).flatMap(formsOf).slice(1).flatMap((form) => [form, `${words.at(-1)}~${form}`, `${words[0]}~${form}`])
    )
  ]
}
