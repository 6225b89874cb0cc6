/** The columns and rows of labelled documents: what masking knows of each, and how many of its values are personal. */
import { isPersonal } from "../../src/privacy/verdict/Evidence.ts"
import { type Tell, tell } from "../../src/privacy/verdict/Likeness.ts"
import { anyKey, type Assigned, mapMode, modeBits, rowMode, variantMode } from "../../src/privacy/verdict/NodeByte.ts"
import { isObject } from "../../src/privacy/verdict/Shapes.ts"
import { Survey } from "../../src/privacy/verdict/Survey.ts"
import { personVariant, Trie } from "../../src/privacy/verdict/Trie.ts"
import { isBlank, isHome, isHumanName, isLeaf, isMailLike, isNikValue, isTelephone, type Leaf } from "../../src/privacy/verdict/Values.ts"
import { rowWordingOf, wordingOf } from "../../src/privacy/verdict/Wording.ts"
import type { LabelledDocument } from "./Rounds.ts"

/** Objects in one place. */
export interface LabelledRow {
  readonly wording: ReadonlyArray<ReadonlyArray<string>>
  /** Of what is neither a name nor a number or an address of somebody: that alone says nothing of what the row is about. */
  readonly personal: number
  readonly open: number
}

export interface LabelledColumn {
  readonly wording: ReadonlyArray<ReadonlyArray<string>>
  readonly personal: number
  readonly open: number
}

interface Column {
  readonly leaves: Array<Leaf>
  readonly pointers: Array<string>
}

const stepped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")

const columnsOf = (body: unknown, telling: Tell): readonly [Trie, ReadonlyMap<number, Column>] => {
  const trie = new Trie(undefined, false)
  const survey = new Survey(trie, telling)
  const start = trie.under(trie.root, "data")
  for (let round = 0; round < 4; round++) survey.observe(start, body)
  const found = new Map<number, Column>()
  const walk = (assigned: Assigned, value: unknown, pointer: string): void => {
    if (isLeaf(value)) {
      if (typeof assigned !== "number" || trie.isFixed(assigned) || isBlank(value)) return
      const column = found.get(assigned) ?? { leaves: [], pointers: [] }
      found.set(assigned, column)
      column.leaves.push(value)
      column.pointers.push(pointer)
    } else if (typeof assigned === "number") {
      if (!trie.isFixed(assigned)) walkNode(assigned, value, pointer)
    } else if (Array.isArray(value)) {
      const list: ReadonlyArray<Assigned> = Array.isArray(assigned) ? assigned : []
      for (const [at, inner] of value.entries()) if (list.length > 0) walk(list[Math.min(at, list.length - 1)]!, inner, `${pointer}/${at}`)
    } else if (isObject(value)) {
      const members = new Map<string, Assigned>(Object.entries(assigned))
      for (const [key, inner] of Object.entries(value)) {
        const next = members.get(key) ?? members.get(anyKey)
        if (next !== undefined) walk(next, inner, `${pointer}/${stepped(key)}`)
      }
    }
  }
  const walkNode = (at: number, value: unknown, pointer: string): void => {
    const mode = trie.bytes[at]! & modeBits
    if (mode === rowMode) {
      const assigned = survey.assign(at, value)
      if (typeof assigned !== "number") return walk(assigned, value, pointer)
    }
    if (Array.isArray(value)) {
      const { item } = trie.at(at)
      if (item >= 0) { for (const [index, inner] of value.entries()) walk(item, inner, `${pointer}/${index}`) }
    } else if (isObject(value)) {
      const { isAmongPeople, tellingKeys, variantKeys } = trie.at(at)
      const kind = variantKeys.map((key) => value[key]).find((text) => typeof text === "string")
      const node = mode !== variantMode
        ? at
        : kind !== undefined
        ? trie.variant(at, kind)
        : tellingKeys.size > 0 && isPersonal(value, tellingKeys, isAmongPeople)
        ? trie.variant(at, personVariant)
        : at
      for (const [key, inner] of Object.entries(value)) {
        const next = trie.at(node).children.get(mode === mapMode ? "*" : key)
        if (next !== undefined) walk(next, inner, `${pointer}/${stepped(key)}`)
      }
    }
  }
  walkNode(start, body, "")
  return [trie, found]
}

const reaches = (leaf: Leaf): boolean => isHumanName(leaf) || isNikValue(leaf) || isTelephone(leaf) || isMailLike(leaf) || isHome(leaf)

/** The rows of a document. */
export const labelledRows = ({ body, parts, personal, public: open }: LabelledDocument): ReadonlyArray<LabelledRow> => {
  const isOpen = new Set(open)
  const wordings = new Map<number, LabelledRow["wording"]>()
  const [trie, columns] = columnsOf(body, (nodes, at, members) => {
    wordings.set(at, rowWordingOf(nodes, at, members))
  })
  const rows = new Map<number, { wording: LabelledRow["wording"]; personal: number; open: number }>()
  for (const [at, { leaves, pointers }] of columns) {
    const { key, parent } = trie.at(at)
    const of = key === "[]" ? trie.at(parent).parent : parent
    const wording = wordings.get(of)
    if (wording === undefined) continue
    const row = rows.get(of) ?? { wording, personal: 0, open: 0 }
    rows.set(of, row)
    for (const [index, pointer] of pointers.entries()) {
      if (parts?.[pointer] !== undefined || reaches(leaves[index]!)) continue
      if (Object.hasOwn(personal, pointer)) row.personal++
      else if (isOpen.has(pointer)) row.open++
    }
  }
  return [...rows.values()].filter((row) => row.personal + row.open > 0)
}

/**
 * A text in which personal data stands among other words is open: what of it is hidden is found in it.
 *
 * @param telling notes how likely a row is about somebody
 */
export const labelledColumns = (
  { body, parts, personal, public: open }: LabelledDocument,
  telling: Tell = tell
): ReadonlyArray<LabelledColumn> => {
  const isOpen = new Set(open)
  const [trie, columns] = columnsOf(body, telling)
  return [...columns].flatMap(([at, { leaves, pointers }]) => {
    const column = {
      wording: wordingOf(trie, at, leaves.slice(0, 50)),
      personal: pointers.filter((pointer) => Object.hasOwn(personal, pointer) && parts?.[pointer] === undefined).length,
      open: pointers.filter((pointer) => isOpen.has(pointer) || parts?.[pointer] !== undefined).length
    }
    return column.personal + column.open === 0 ? [] : [column]
  })
}
