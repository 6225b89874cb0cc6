/**
 * Reads the quasi-identifiers of a masked answer's rows off its bytes, in one pass, without parsing them.
 *
 * A row is an object in a list; its own members and those of objects in it count, of each kind the first that tells
 * something. Lists lie in the data or in a few objects and lists around them.
 *
 * Gotchas: only for what the masker wrote, which is well-formed. Where a key is written twice in an object, the first
 * counts.
 */
import type { Memory } from "./Memory.ts"
import { hashBytes, hashOne, hashText, hashTwo } from "./QuasiHash.ts"
import { initials, kindCount, quasiOf } from "./QuasiIdentifiers.ts"
import { QuasiRows } from "./QuasiRows.ts"

/** Rows looked at in one answer; the work of an aggregate stays bounded. */
export const maxRows = 10_000
const maxLists = 4

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
const star = 0x2a

/** The string read last has an escape. */
let escaped = false
/** What the row at hand told so far. */
let present = 0
const hashes = new Int32Array(2 * kindCount)
/** A key of the answer at hand, and the one that followed it last. */
interface Key {
  readonly bytes: Uint8Array
  readonly quasi: number
  next: Key | undefined
}

const firstKey: Key = { bytes: new Uint8Array(0), quasi: 0, next: undefined }
const mostKeys = 4_096
let keys = new Map<string, Key>()
let last = firstKey
let packed: Array<number> = []
let rows = 0

/** @param start after the opening quotation mark @returns where the closing one stands */
const endOfString = ({ bytes, view }: Memory, start: number): number => {
  const end = bytes.length
  let i = start
  // The first byte is the lowest, so that a borrow never marks one that comes before the first match.
  for (; i + 4 <= end; i += 4) {
    const word = view.getInt32(i, true)
    const quotes = word ^ 0x22222222
    const escapes = word ^ 0x5c5c5c5c
    const found = (quotes - 0x01010101 & ~quotes | escapes - 0x01010101 & ~escapes) & 0x80808080
    if (found === 0) continue
    i += 31 - Math.clz32(found & -found) >> 3
    if (bytes[i] === quote) return i
    escaped = true
    // Two on, with the step.
    i -= 2
  }
  return end
}

const afterSpace = ({ bytes }: Memory, start: number): number => {
  let i = start
  while (bytes[i]! <= 0x20) i++
  return i
}

/** After the comma, where there is one. */
const nextItem = (body: Memory, start: number): number => {
  const i = afterSpace(body, start)
  return body.bytes[i] === comma ? afterSpace(body, i + 1) : i
}

/** Bytes of numbers and words. */
const inScalar = Uint8Array.from(
  { length: 256 },
  (_, byte) => byte > 0x20 && byte !== comma && byte !== closeObject && byte !== closeList ? 1 : 0
)

const endOfScalar = ({ bytes }: Memory, start: number): number => {
  let i = start
  while (inScalar[bytes[i]!] === 1) i++
  return i
}

const afterValue = (body: Memory, start: number): number => {
  const { bytes } = body
  const first = bytes[start]
  if (first === quote) return endOfString(body, start + 1) + 1
  if (first !== openObject && first !== openList) return endOfScalar(body, start)
  let depth = 0
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i]!
    if (byte === quote) i = endOfString(body, i + 1)
    else if (byte === openObject || byte === openList) depth++
    else if ((byte === closeObject || byte === closeList) && --depth === 0) return i + 1
  }
  return bytes.length
}

const textOf = ({ bytes }: Memory, start: number, end: number): string => {
  const text = bytes.toString("utf8", start, end)
  return text.includes("\\") ? JSON.parse(`"${text}"`) as string : text
}

const standsAt = ({ bytes }: Key, body: Uint8Array, start: number): boolean => {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== body[start + i]) return false
  return body[start + bytes.length] === quote
}

const keyAt = (body: Memory, start: number, end: number): Key => {
  const lexeme = body.bytes.toString("latin1", start, end)
  let key = keys.get(lexeme)
  if (key === undefined) {
    key = { bytes: Uint8Array.prototype.slice.call(body.bytes, start, end), quasi: quasiOf(textOf(body, start, end)), next: undefined }
    if (keys.size < mostKeys) keys.set(lexeme, key)
  }
  return key
}

/** Three of them side by side, one of which is a third byte. */
const hasStars = ({ bytes }: Memory, start: number, end: number): boolean => {
  for (let i = start + 2; i < end; i += 3) {
    if (bytes[i] !== star) continue
    let from = i
    while (from > start && bytes[from - 1] === star) from--
    let to = i + 1
    while (to < end && bytes[to] === star) to++
    if (to - from >= 3) return true
  }
  return false
}

const keep = (kind: number): void => {
  present |= kind
  const at = 2 * (31 - Math.clz32(kind))
  hashes[at] = hashOne
  hashes[at + 1] = hashTwo
}

// Stars alone tell nothing, and a name without stars is not a person's.
const tellText = (kind: number, value: string): void => {
  const text = value.trim().toLowerCase()
  if (text === "" || text === "***" || kind === initials && !text.includes("***")) return
  hashText(text)
  keep(kind)
}

/** The same of a string between its quotation marks. */
const tell = (kind: number, body: Memory, from: number, to: number): void => {
  if (escaped) return tellText(kind, textOf(body, from, to))
  const { bytes, view } = body
  let start = from
  let end = to
  while (start < end && bytes[start] === 0x20) start++
  while (end > start && bytes[end - 1] === 0x20) end--
  const length = end - start
  if (length === 0 || (kind === initials ? length < 4 || !hasStars(body, start, end) : length === 3 && hasStars(body, start, end))) return
  if (hashBytes(view, start, end)) keep(kind)
  else tellText(kind, textOf(body, start, end))
}

const tellNumber = (kind: number, { bytes, view }: Memory, start: number, end: number): void => {
  if (kind === initials) return
  let i = start
  while (i < end && bytes[i]! >= 0x30 && bytes[i]! <= 0x39) i++
  // As it would have been printed: `1990.0` is 1990.
  if (i < end || end - start > 15) return tellText(kind, String(Number(bytes.toString("latin1", start, end))))
  hashBytes(view, start, end)
  keep(kind)
}

const keepRow = (): void => {
  if (present === 0) return
  packed.push(present)
  for (let rest = present; rest !== 0; rest &= rest - 1) {
    const at = 2 * (31 - Math.clz32(rest & -rest))
    packed.push(hashes[at]!, hashes[at + 1]!)
  }
  present = 0
  rows++
}

/** @param start after the opening brace @returns after the closing one */
const readRow = (body: Memory, start: number): number => {
  const { bytes } = body
  let isInner = false
  let i = start
  for (;;) {
    let byte = bytes[i]!
    if (byte === comma) byte = bytes[++i]!
    if (byte <= 0x20) {
      i = nextItem(body, i)
      byte = bytes[i]!
    }
    if (byte !== quote) {
      i++
      if (!isInner || byte !== closeObject) break
      isInner = false
      continue
    }
    const from = i + 1
    let key = last.next
    if (key !== undefined && standsAt(key, bytes, from)) i = from + key.bytes.length
    else {
      i = endOfString(body, from)
      last.next = key = keyAt(body, from, i)
    }
    last = key
    // Past the quotation mark and the colon.
    i += 2
    let first = bytes[i]!
    if (first <= 0x20 || bytes[i - 1] !== colon) {
      i = afterSpace(body, afterSpace(body, i - 1) + 1)
      first = bytes[i]!
    }
    const kind = key.quasi & ~present
    if (first === quote && kind === 0) i = endOfString(body, i + 1) + 1
    else if (first === openObject && !isInner) {
      isInner = true
      i++
    } else if (kind === 0 || first === openObject || first === openList) i = afterValue(body, i)
    else if (first === quote) {
      escaped = false
      const close = endOfString(body, i + 1)
      tell(kind, body, i + 1, close)
      i = close + 1
    } else {
      const close = endOfScalar(body, i)
      // No word begins like a number.
      if (first! <= 0x39) tellNumber(kind, body, i, close)
      i = close
    }
  }
  keepRow()
  return i
}

/** @returns after the value */
const visit = (body: Memory, start: number, depth: number): number => {
  const { bytes } = body
  const isList = bytes[start] === openList
  if (!isList && bytes[start] !== openObject || depth > maxLists) return afterValue(body, start)
  let i = start + 1
  for (;;) {
    i = nextItem(body, i)
    if (i >= bytes.length || rows >= maxRows) return bytes.length
    if (bytes[i] === closeList || bytes[i] === closeObject) return i + 1
    if (isList && bytes[i] === openObject) i = readRow(body, i + 1)
    else {
      if (!isList) i = afterSpace(body, afterSpace(body, endOfString(body, i + 1) + 1) + 1)
      i = visit(body, i, depth + 1)
    }
  }
}

/**
 * @param body our own envelope: more follows the data
 * @param start where its data begins
 */
export const readQuasiRows = (body: Memory, start: number): QuasiRows => {
  rows = 0
  keys = new Map()
  last = firstKey
  visit(body, start, 0)
  const read = new QuasiRows(packed)
  packed = []
  return read
}
