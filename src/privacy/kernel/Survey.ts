/**
 * Shows a trie a part of a document, so that it judges what is new with the values that stand there: what follows a
 * place, at most 64 KiB, closed where it is cut.
 */
import { lookBytes, unreadNode } from "./Layout.ts"
import type { Trie } from "./Trie.ts"

/** What is looked at of a text from a place on. */
export const part = (text: Uint8Array, from: number, to: number): Buffer =>
  Buffer.from(text.buffer, text.byteOffset + from, Math.min(to - from, lookBytes))

interface Open {
  readonly isList: boolean
  items: number
  /** Behind the last list in it that is complete, and behind the leaf before the last one; negative where there is none. */
  line: number
  leaf: number
}

/** The longest part of a JSON text that is whole but for its brackets, with these closed. A line of a table is never cut. */
const closed = (text: string): string => {
  const open: Array<Open> = []
  let end = 0
  let isValue = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    const top = open[open.length - 1]
    if (sign === "\"") {
      at++
      while (at < text.length && text[at] !== "\"") at += text[at] === "\\" ? 2 : 1
      if ((isValue || top?.isList === true) && at < text.length) end = at + 1
    } else if (sign === "[" || sign === "{") {
      open.push({ isList: sign === "[", items: 0, line: -1, leaf: -1 })
      isValue = false
      end = at + 1
    } else if (sign === "]" || sign === "}") {
      open.pop()
      end = at + 1
      if (open.length === 0) break
      if (sign === "]") open[open.length - 1]!.line = end
    } else if (sign === ":") isValue = true
    else if (sign === ",") {
      end = at
      isValue = false
      if (top !== undefined && ++top.items % 2 === 0) top.leaf = at
    }
  }
  const innermost = open.length - 1
  const above = open[innermost - 1]
  if (above?.isList === true && above.line >= 0 && open[innermost]!.isList) {
    open.pop()
    end = above.line
  } else if (open[innermost]?.isList === true && open[innermost].line < 0 && open[innermost].leaf >= 0) end = open[innermost].leaf
  return text.slice(0, end) + open.reverse().map(({ isList }) => isList ? "]" : "}").join("")
}

/** @returns undefined where it is no JSON, which the kernel finds out itself */
export const sampleOf = (opening: string, rest: string): unknown => {
  if (opening === "" && rest.endsWith("}")) {
    try {
      return JSON.parse(rest)
    } catch {
      // It is cut.
    }
  }
  try {
    return JSON.parse(closed(opening + rest))
  } catch {
    return undefined
  }
}

/** Judging may tighten what was judged first: it is looked at so often again. */
const mostRounds = 4

const observe = (trie: Trie, node: number, sample: unknown): void => {
  // A place in an assigned row, or one that is hidden.
  if (node >= unreadNode) return
  for (let round = 0; round < mostRounds; round++) {
    const { version } = trie
    trie.observe(node, sample)
    if (trie.version === version) return
  }
}

/** A container that is open: its node, whether it is a list, and the name of the member of it that is open. */
export interface Level {
  readonly node: number
  readonly isList: boolean
  /** Undefined where it is not known, or where a key comes next. */
  readonly name: string | undefined
}

/**
 * Judges from the outermost container down whose open members all have a name that is known.
 *
 * @param levels outermost first
 * @param next the node of the value that comes next; undefined where a key comes next
 */
export const survey = (trie: Trie, levels: ReadonlyArray<Level>, next: number | undefined, rest: Buffer): void => {
  let text = ""
  let node = next
  for (let level = levels.length - 1; level >= 0; level--) {
    const { isList, name, node: at } = levels[level]!
    const isInnermost = level === levels.length - 1
    if (isList) text = `[${text}`
    else if (isInnermost && next === undefined) text = "{"
    else if (name === undefined) break
    else text = `{${JSON.stringify(name)}:${text}`
    node = at
  }
  const sample = sampleOf(text, rest.toString())
  if (node !== undefined && sample !== undefined) observe(trie, node, sample)
}
