/** What holds in one object or list of a document. */
import { none } from "./ClassCodes.ts"
import type { Columns } from "./Columns.ts"
import { type KnownKey, rootKey } from "./KeyTable.ts"
import type { PolicyState } from "./PolicyState.ts"

/** No offset of any text. */
export const noLabel = 0x3fffffff
/** A label that was not looked at yet. */
export const unread: KnownKey = rootKey

/** Masked keys remembered for each object. */
const maxMaskedKeys = 65_536

export class Frame {
  isList = true
  /** The list's key: its items are governed by it. */
  key: KnownKey = rootKey
  /** What the classification says, as a code. */
  explicit = none
  /** The class that a key above spreads over all that is inside. */
  inherited = none
  state: PolicyState | undefined = undefined
  /** What plans of its keys have to be made for; 0 where something above says what its values are. */
  context = 0
  /** What its keys and values say about it, as bits of `Row.ts`. */
  row = 0
  /** How much waited when it began. */
  mark = 0
  /** The key above it may be a name, which waits last before `mark`. */
  isNamed = false
  items = 0
  /** Where the value of the last key stands that may be a label, and what it says; the same of the one before. */
  labelAt = noLabel
  label: KnownKey | undefined = undefined
  otherAt = noLabel
  other: KnownKey | undefined = undefined
  /** One of the three below is not what it is in most objects and lists. */
  isTable = false
  /** It names columns, or is one of them. */
  isHead = false
  /** Columns named so far in this object; of a list, those of the lists in it. */
  table: Columns | undefined = undefined
  /** A row of a table: its items are governed by their columns. */
  columns: Columns | undefined = undefined
  /** Masked keys seen in this object, to keep them apart; those that came masked are among them. */
  maskedKeys: Map<string, number> | undefined = undefined

  #maskedCount = 0

  addLabel(at: number): void {
    this.other = this.labelAt === noLabel ? undefined : this.label
    this.otherAt = this.labelAt
    this.label = unread
    this.labelAt = at
  }

  leaveTable(): void {
    this.isTable = false
    this.isHead = false
    this.table = undefined
    this.columns = undefined
  }

  /** The window moves on. */
  shift(by: number): void {
    if (this.labelAt === noLabel) return
    this.labelAt -= by
    this.otherAt -= by
  }

  /** Two keys of one object must not become one: the second is `3171************ (2)`. */
  apart(masked: string): string {
    if (this.maskedKeys === undefined) this.#maskedCount = 0
    const seen = this.maskedKeys ??= new Map<string, number>()
    this.#maskedCount++
    let times = (seen.get(masked) ?? 0) + 1
    // Beyond the bound nobody remembers which keys there were: a number that no other has keeps them apart.
    if (times === 1 && seen.size >= maxMaskedKeys) return `${masked} (${this.#maskedCount})`
    let shown = masked
    if (times > 1) { while (seen.has(shown = `${masked} (${times})`)) times++ }
    seen.set(masked, times)
    if (times > 1) seen.set(shown, 1)
    return shown
  }
}
