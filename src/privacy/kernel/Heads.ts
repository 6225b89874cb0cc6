/** Tables whose columns are named before their rows: one that begins like another has the same columns. */
import type { Entry } from "./Entry.ts"
import { sampleOf } from "./Survey.ts"
import type { Assigned } from "./Trie.ts"

const mostHeads = 64
const longestHead = 4_096

/** What a table's columns are named in, and so much of it as proves that. */
interface Head {
  readonly key: string
  readonly proof: string
}

/** A row that is longer is known by its head alone. */
const shortRow = 2_048

/** The labels of `[["NIK", "3273…"], ["Nama", "Budi"]]`. */
const labelsOf = (sample: unknown): string | undefined => {
  if (!Array.isArray(sample)) return undefined
  const pairs: ReadonlyArray<unknown> = sample
  const labels = pairs.map((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === "string" ? pair[0] : undefined)
  return labels.includes(undefined) ? undefined : `pairs ${JSON.stringify(labels)}`
}

/** The row, where it ends within a few bytes. */
const shortSample = (text: Buffer): unknown => {
  const opening = text.toString("latin1", 0, 2)
  if (opening !== "[[") return undefined
  const end = text.indexOf("]]")
  return end < 0 || end > shortRow ? undefined : sampleOf("", text.toString("utf8", 0, end + 2))
}

/** The columns of a row that begins as one that was seen. */
export const seenHead = ({ heads }: Entry, node: number, text: Buffer): Assigned | undefined => {
  const known = heads.get(node)
  if (known === undefined) return undefined
  const head = headOf(text)
  const found = head === undefined ? undefined : known.get(head.key)
  if (found !== undefined) return found
  const labels = labelsOf(shortSample(text))
  return labels === undefined ? undefined : known.get(labels)
}

/** Whether the first line names columns: its cells go on alike. */
const isNamed = (assigned: Assigned): boolean => {
  const first: unknown = Array.isArray(assigned) ? assigned[0] : undefined
  return Array.isArray(first) && first.every((cell) => cell === first[0])
}

/** The columns of a row, kept for those that begin like it. */
export const newHead = (entry: Entry, node: number, text: Buffer): Assigned => {
  const short = shortSample(text)
  const sample = short ?? sampleOf("", text.toString())
  if (sample === undefined) return node
  const assigned = unified(entry.trie.assign(node, sample))
  if (typeof assigned === "number") return assigned
  const labels = labelsOf(short)
  const head = headOf(text)
  if (labels !== undefined && !isNamed(assigned)) keep(entry, node, labels, assigned)
  else if (head !== undefined && typeof entry.trie.assign(node, sampleOf("", head.proof)) !== "number") {
    keep(entry, node, head.key, assigned)
  }
  return assigned
}

/** Where what begins the table proves its columns, they are kept. */
const keep = ({ heads }: Entry, node: number, key: string, assigned: Assigned): void => {
  let known = heads.get(node)
  if (known === undefined) heads.set(node, known = new Map())
  if (known.size < mostHeads) known.set(key, assigned)
}

/** Of a list the first row is the head, in an object what stands before all rows. @returns undefined where it is none, or long */
const headOf = (text: Buffer): Head | undefined => {
  const begin = text.indexOf("[[")
  const next = begin < 0 || begin > longestHead ? -1 : text.indexOf("],[", begin)
  if (next < 0 || next > longestHead) return undefined
  if (begin > 0) return { key: text.toString("latin1", 0, begin), proof: text.toString("utf8", 0, next + 1) }
  const end = text.indexOf("]", next + 3)
  return end < 0 ? undefined : { key: text.toString("latin1", 0, next + 1), proof: text.toString("utf8", 0, end + 1) }
}

/** Rows that are assigned alike become one. */
const unified = (assigned: Assigned): Assigned => {
  if (typeof assigned === "number") return assigned
  if (!Array.isArray(assigned)) return Object.fromEntries(Object.entries(assigned).map(([key, inner]) => [key, unified(inner)]))
  const rows = new Map<string, Assigned>()
  const list: ReadonlyArray<Assigned> = assigned
  return list.map((row) => {
    if (typeof row === "number") return row
    const text = JSON.stringify(row)
    const same = rows.get(text)
    if (same === undefined) rows.set(text, row)
    return same ?? row
  })
}
