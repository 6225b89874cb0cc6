/**
 * What the walk cannot decide on the spot: a plain `nama` is a person's name only in a row about a person, and `agama`
 * only a column where the row counts and names nobody. Such edits wait until the row is complete: the telling key may
 * come later. One that would have to wait over more than `patience` bytes is masked.
 */
import { escaped, wide } from "./ByteClasses.ts"
import { classOfCode, codeOf, codesOf, keyCode, type MaskedClass, nameCode } from "./ClassCodes.ts"
import { Columns } from "./Columns.ts"
import { type Memory, memoryOf } from "./CopyBytes.ts"
import { Edits } from "./Edits.ts"
import type { Frame } from "./Frame.ts"
import { hasLetter } from "./KeyFit.ts"
import { demographics } from "./KeyNames.ts"
import { likeName, noName, shapedLikeName, surelyName } from "./NamesAsKeys.ts"
import { isOffice } from "./PersonName.ts"
import {
  aboutPerson,
  amongPeople,
  counting,
  inside,
  isPerson,
  isPersonal,
  listed,
  mayBePlace,
  mayCount,
  mayNamePerson,
  namesPerson
} from "./Row.ts"
import { longWay, roomFor, writeShown } from "./ShownBytes.ts"
import { show } from "./ShownForm.ts"
import { ToldRanges } from "./ToldRanges.ts"

interface Masked {
  readonly text: string
  /** One for each thing found. */
  readonly classes: ReadonlyArray<MaskedClass>
}

export const demographicCodes = codesOf(demographics)
const childCode = codeOf("child")

export class WaitingLeaves {
  readonly edits = new Edits()
  /** Edits that wait for the end of their row, innermost row last: place, flags and class of each, three numbers. */
  readonly waiting: Array<number> = []
  /** The document, or what is held of it. */
  body: Memory = memoryOf(Buffer.alloc(0))
  patience = Infinity
  protected columns = new Columns()
  readonly #told = new ToldRanges()
  /** Where in `waiting` a key waits. */
  readonly #keys: Array<number> = []

  /** The text of a key, in memory of its own: keys outlive documents. */
  keyText(start: number, end: number, flags: number): string {
    if ((flags & (escaped | wide)) === 0) return this.body.bytes.toString("latin1", start, end)
    const text = this.body.bytes.toString("utf8", start, end)
    return (flags & escaped) === 0 ? text : JSON.parse(`"${text}"`) as string
  }

  /** The row is complete at `now`: decides what has waited for it since `mark`. */
  settle(mark: number, row: number, now: number, frame: Frame): void {
    const { edits, patience, waiting } = this
    if (waiting.length === mark) return
    const isPlace = mayBePlace(row) && this.#namesOffice(mark)
    while (waiting.length > mark) {
      const code = waiting.pop()!
      const flags = waiting.pop()!
      const edit = waiting.pop()!
      if (code === keyCode) {
        this.#settleKey(edit, flags, row, frame)
        continue
      }
      const isLate = now - edits.start(edit) > patience
      if (isLate && (flags & mayCount) === 0 || (code === nameCode ? mayNamePerson(row) : !isPlace && isPersonal(row, flags))) {
        this.#decide(edit, flags, code, isLate ? undefined : row)
      }
    }
    this.#told.cut(mark)
    const keys = this.#keys
    while (keys.length > 0 && keys[keys.length - 1]! >= mark) keys.pop()
  }

  /**
   * The same of an object under a key that names its values' class: where the object itself does not tell whether they
   * are about a person, the row that it stands in does.
   *
   * @param isItem whether it stands in a list
   */
  settleInside(frame: Frame, isItem: boolean, now: number): void {
    const { mark, row } = frame
    if (frame.inherited === childCode && (row & counting) === 0) return this.settle(mark, row | aboutPerson, now, frame)
    if (demographicCodes[frame.inherited] !== 1 || (row & aboutPerson) !== 0) return this.settle(mark, row, now, frame)
    const { waiting } = this
    const more = inside | (isItem ? listed : 0) | ((row & counting) !== 0 ? mayCount : 0)
    this.#settleKeys(mark, row, frame)
    this.#told.tell(waiting, mark, more)
  }

  /** Keys wait for no other object than their own. */
  #settleKeys(mark: number, row: number, frame: Frame): void {
    const { waiting } = this
    const keys = this.#keys
    let first = keys.length
    while (first > 0 && keys[first - 1]! >= mark) first--
    for (const at of keys.splice(first)) {
      this.#settleKey(waiting[at]!, waiting[at + 1]!, row, frame)
      waiting[at + 1] = noName
    }
  }

  addColumn(name: string | undefined): void {
    this.columns.add(name)
  }

  /** The columns named since the last time. */
  takeColumns(): Columns {
    const { columns } = this
    this.columns = new Columns()
    return columns
  }

  #settleKey(edit: number, likeness: number, row: number, frame: Frame): void {
    // `penduduk: { "Aceh Jaya": 93159 }` counts.
    if (
      likeness >= likeName &&
      ((row & amongPeople) !== 0 && (likeness === surelyName || !this.#isNumberAfter(edit)) || this.#isMaskedAfter(edit))
    ) this.#nameKey(edit, frame)
  }

  /**
   * Masks what has waited over more than `patience` bytes.
   *
   * @returns how many numbers of `waiting` that were
   */
  giveUp(now: number): number {
    const { edits, patience, waiting } = this
    let lost = 0
    for (; lost < waiting.length && now - edits.start(waiting[lost]!) > patience; lost += 3) {
      if ((waiting[lost + 1]! & mayCount) !== 0) continue
      if (waiting[lost + 2] !== keyCode) this.#decide(waiting[lost]!, waiting[lost + 1]!, waiting[lost + 2]!, undefined)
      else if (waiting[lost + 1] === surelyName) this.#nameKey(waiting[lost]!, undefined)
    }
    return lost
  }

  /** The first numbers of `waiting` are done with. */
  forget(count: number): void {
    this.waiting.splice(0, count)
    this.#told.shift(count)
    const keys = this.#keys.splice(0)
    for (const at of keys) if (at >= count) this.#keys.push(at - count)
  }

  protected forgetAll(): void {
    this.waiting.length = 0
    this.#told.clear()
    this.#keys.length = 0
  }

  /** A key that may be a name waits for what stands under it. */
  waitForName(start: number, end: number, likeness: number): void {
    this.#keys.push(this.waiting.length)
    this.waiting.push(this.edits.length, likeness, keyCode)
    this.edits.addUndecided(start, end)
  }

  /**
   * The object or list under such a key is complete.
   *
   * @param at where it waits; negative once it was given up
   * @param row what is known of what stands under it
   */
  settleName(at: number, row: number, frame: Frame): void {
    if (at < 0) return
    const { edits, waiting } = this
    const edit = waiting[at]!
    const likeness = waiting[at + 1]!
    // It stays in its place: what waits behind it is not moved for it.
    waiting[at + 1] = noName
    if (
      isPerson(row) || likeness !== shapedLikeName && (frame.row & amongPeople) !== 0 ||
      likeness === surelyName && edits.isAnyDecided(edit + 1)
    ) this.#nameKey(edit, frame)
  }

  /** Whether the value right after a key is masked. */
  #isMaskedAfter(key: number): boolean {
    const { body, edits } = this
    if (key + 1 >= edits.length || !edits.isDecided(key + 1)) return false
    for (let i = edits.end(key); i < edits.start(key + 1); i++) if (body.bytes[i]! > 0x20 && body.bytes[i] !== 0x3a) return false
    return true
  }

  #namesOffice(mark: number): boolean {
    const { edits, waiting } = this
    for (let at = mark; at < waiting.length; at += 3) {
      if (
        waiting[at + 2] === nameCode && isOffice(this.keyText(edits.start(waiting[at]!) + 1, edits.end(waiting[at]!) - 1, waiting[at + 1]!))
      ) return true
    }
    return false
  }

  #isNumberAfter(key: number): boolean {
    const { bytes } = this.body
    let i = this.edits.end(key)
    while (bytes[i]! <= 0x20 || bytes[i] === 0x3a) i++
    return bytes[i]! >= 0x2d && bytes[i]! <= 0x39
  }

  #nameKey(edit: number, frame: Frame | undefined): void {
    const { edits } = this
    const shown = show("name", this.keyText(edits.start(edit) + 1, edits.end(edit) - 1, escaped))
    edits.decideText(edit, frame?.apart(shown) ?? shown, "name")
  }

  /** @param row undefined where it was not waited for */
  #decide(edit: number, flags: number, code: number, row: number | undefined): void {
    const { edits } = this
    const start = edits.start(edit)
    const end = edits.end(edit)
    const isString = this.body.bytes[start] === 0x22
    if (isString && code === nameCode && row !== undefined && isPerson(row) && (flags & (escaped | wide)) === 0) {
      const from = edits.room(roomFor(end - start))
      const to = writeShown(code, this.body, start + 1, end - 1, 0, false, edits.comes, from)
      if (to !== longWay) return edits.decide(edit, to, code)
    }
    const value = isString ? this.keyText(start + 1, end - 1, flags) : this.body.bytes.toString("latin1", start, end)
    const personalData = classOfCode(code)
    if (code === nameCode && (!hasLetter(value) || row !== undefined && !namesPerson(row, value))) return
    const shown = show(personalData, value)
    if (shown !== value) edits.decideText(edit, shown, personalData)
  }

  protected wait(start: number, end: number, flags: number, meanwhile: Masked | undefined, code: number): void {
    this.waiting.push(this.edits.length, flags, code)
    if (meanwhile === undefined) this.edits.addUndecided(start, end)
    else this.edits.addText(start, end, meanwhile.text, meanwhile.classes)
  }
}
