/** Values that stand in objects of their own at their places, `{ sel: "Budi" }`: they are what the places are. */
import { modeBits } from "./NodeByte.ts"
import { boxKey, type Fields, isObject, unboxed } from "./Shapes.ts"
import type { Trie } from "./Trie.ts"
import { isLeaf } from "./Values.ts"

/** What stands in the boxes of a column; its values where not all are boxes. */
export const outOfBoxes = (column: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const isBox = (value: unknown): boolean =>
    !isLeaf(value) && (!isObject(value) || unboxed(value) !== value || Object.keys(value).length === 0)
  return column.some(isObject) && column.every(isBox) ? column.map(unboxed) : column
}

/** What stands in the boxes of a column has its verdict. @returns the column's node */
export const fillBoxes = (trie: Trie, at: number, column: ReadonlyArray<unknown>): number => {
  if (outOfBoxes(column) === column) return at
  for (const box of column) {
    if (unboxed(box) === box) continue
    const inner = trie.under(at, boxKey(box as Fields)!)
    if (trie.isFixed(inner)) continue
    const { meaning, reason } = trie.at(at)
    trie.nodes[inner] = { ...trie.at(inner), meaning, reason }
    trie.tighten(inner, trie.bytes[at]! & ~modeBits)
  }
  return at
}
