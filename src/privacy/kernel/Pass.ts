/**
 * One pass of the kernel over a document, held whole or coming in windows: gives it bytes, answers its questions, and
 * keeps what it tells of the root's members.
 */
import { maskedClasses, unknownCode } from "../ClassCodes.ts"
import { spend } from "../Effort.ts"
import { type Counted, countedIn } from "./Counted.ts"
import type { Decide, Entry, Shown } from "./Entry.ts"
import { escapedText, isWithin } from "./EscapedText.ts"
import { newHead, seenHead } from "./Heads.ts"
import { type Answers, type Kernel, notBegun } from "./Kernel.ts"
import * as Layout from "./Layout.ts"
import { OwnNames } from "./OwnNames.ts"
import { Places } from "./Places.ts"
import { RootMarks } from "./RootMarks.ts"
import { ShownKeys } from "./ShownKeys.ts"
import { part, survey } from "./Survey.ts"
import type { Trie } from "./Trie.ts"

/** Surveys of one document; keys that are new after them are judged without values. */
const mostSurveys = 8
/** Rows that name their own columns; others have those of one that was before. */
const mostAssigned = 256

const lengthOfNik = 16
/** Added to the kind of a string that tells nothing. */
const untold = 4
/** The key itself is looked at each time. */
const special = 0x40000000
const unread: Shown = { text: "***", codes: [unknownCode] }

export class Pass extends RootMarks implements Answers {
  saved: Uint8Array = notBegun
  readonly trie: Trie
  readonly longest: number
  readonly staysOut: ReadonlySet<number>
  /** The last run has changed something: it stands in the kernel's output, or in `text` where it has not. */
  isChanged = false
  /** Where a key stands that is new to the trie; a string that is the host's. */
  stopFrom = 0
  stopTo = 0
  /** How far the string was read that was cut. */
  reached = 0
  readonly entry: Entry
  readonly #kernel: Kernel
  readonly #decide: Decide
  #surveys = 0
  #assigned = 0
  /** The key that comes next was there to be seen. */
  #isLooked = false
  readonly #keys: ShownKeys
  readonly #places = new Places()
  readonly #ownNames: OwnNames

  constructor(kernel: Kernel, entry: Entry, decide: Decide, longest: number) {
    super()
    this.#kernel = kernel
    this.entry = entry
    this.trie = entry.trie
    this.#ownNames = new OwnNames(entry.trie)
    this.staysOut = entry.staysOut
    this.#decide = decide
    this.#keys = new ShownKeys(decide)
    this.longest = longest
    kernel.begin(this, entry.start)
  }

  /**
   * @param text from `from` on is what comes next; up to `to` it is there
   * @param isLast whether the document ends there
   */
  run(text: Uint8Array, from: number, to: number, isLast: boolean): number {
    const kernel = this.#kernel
    const end = Math.min(to, from + Layout.windowBytes)
    const status = kernel.run(this, text, from, end, isLast && end === to)
    const consumed = kernel.number(Layout.state + 32)
    const written = kernel.number(Layout.state + 36)
    this.stopFrom = from + kernel.number(Layout.state + 44)
    this.stopTo = kernel.number(Layout.state + 48)
    if (this.stopTo > 0) this.stopTo += from
    this.isChanged = written > 0
    this.read(kernel, this.entry.names, text, from)
    this.position += consumed
    this.written += written > 0 ? written : consumed
    return status
  }

  get judged(): number {
    return this.#surveys < mostSurveys ? this.entry.judged.nodes : Layout.mostNodes
  }

  /** Adds what the last run has written. */
  addTo(out: { readonly add: (bytes: Buffer, from: number, to: number) => void }): void {
    out.add(this.#kernel.bytes, Layout.output, Layout.output + this.#kernel.number(Layout.state + 36))
  }

  /** What the last run has written. */
  get output(): Uint8Array {
    return this.#kernel.bytes.subarray(Layout.output, Layout.output + this.#kernel.number(Layout.state + 36))
  }

  /** How often each class was masked. */
  counted(): Counted {
    this.#kernel.enter(this)
    return countedIn(this.#kernel)
  }

  /**
   * Judges what the text holds from `from` on, with its values.
   *
   * @returns whether the verdict of a node has changed that may have been met before, or what is open goes on otherwise
   */
  look(text: Uint8Array, from: number, to: number): boolean {
    this.#surveys++
    this.#isLooked = true
    const kernel = this.#kernel
    kernel.enter(this)
    const { version } = this.trie
    // Otherwise a key comes next.
    const next = kernel.number(Layout.state + 8) > 1 ? undefined : this.#next
    const levels = kernel.levels(this.entry.names, next)
    const modes = levels.map(({ node }) => this.#modeOf(node))
    survey(this.trie, levels, next, part(text, from, to))
    this.entry.judged.nodes = this.trie.size
    return this.trie.version !== version || levels.some(({ node }, level) => this.#modeOf(node) !== modes[level])
  }

  /** The row that begins at `from` names its columns itself. */
  assign(text: Uint8Array, from: number, to: number): void {
    const kernel = this.#kernel
    kernel.enter(this)
    const [node, rest] = [this.#next, part(text, from, to)]
    const seen = seenHead(this.entry, node, rest)
    // Who names columns anew in each row has them hidden.
    const mayAssign = seen !== undefined || ++this.#assigned <= mostAssigned + (this.position >> 13)
    kernel.set(Layout.state + 56, this.#places.of(seen ?? (mayAssign ? newHead(this.entry, node, rest) : Layout.unreadNode)))
  }

  /** A string that is the host's. @returns what is written for it; undefined where it stays */
  decideLong(bytes: Buffer): string | undefined {
    const value = escapedText(bytes, 0, bytes.length)
    const { code, node } = this.next(value)
    return this.jsonOf(this.withoutNames(this.#decide.string(value, code, node), value, node))
  }

  /** What becomes of a text, without the names of its row. @param shown what became of it already */
  withoutNames(shown: Shown | undefined, value: string, node: number): Shown | undefined {
    const names = node < Layout.unreadNode && this.#codeOf(node) === 0 ? this.#ownNames.of(node) : []
    return names.length === 0 ? shown : this.#decide.own(value, names, shown)
  }

  /** The code of this value, which comes next, and its node. */
  next(value: string): { readonly code: number; readonly node: number } {
    this.#kernel.enter(this)
    return { code: this.#codeFor(this.#next, value), node: this.#next }
  }

  /** Looks for the end of a string that is longer than a window. @returns it; 0 where it is cut; negative where it is malformed */
  readOn(text: Uint8Array, from: number, to: number): number {
    const kernel = this.#kernel
    kernel.enter(this)
    for (let at = from;;) {
      const until = Math.min(to, at + Layout.windowBytes)
      const end = kernel.readOn(text.subarray(at, until))
      if (end !== 0) return end < 0 ? end : at + end - 1
      const read = kernel.number(Layout.state + 60)
      this.reached = at + read
      if (until === to || read === 0) return 0
      at += read
    }
  }

  /** The code of the value that comes next. */
  get nextCode(): number {
    this.#kernel.enter(this)
    return this.#codeOf(this.#next)
  }

  /** The long string is decided, and the kernel goes on behind it. */
  skip(consumed: number, written: number): void {
    this.#kernel.enter(this)
    this.#kernel.set(Layout.state + 24, 1)
    this.position += consumed
    this.written += written
  }

  /** Done with, or given up. */
  leave(): void {
    this.#kernel.leave(this)
  }

  learn(parent: number, start: number, length: number): number {
    const { entry, trie } = this
    if (parent === Layout.unreadNode) return parent
    if (length > Layout.longestKey) return Layout.unreadNode | special
    const key = escapedText(this.#kernel.bytes, start, start + length)
    const known = trie.find(parent, key)
    if (known < 0 && (trie.size >= Layout.mostKeys || this.#decide.isExhausted)) return Layout.unreadNode | special
    // Under `public` keys stay too.
    const isData = this.#codeOf(parent) !== Layout.publicCode &&
      (key.includes("*") || this.#keys.shown(key, this.#keyCode(parent, key)) !== undefined)
    const isJudged = this.#isLooked || this.#surveys >= mostSurveys
    this.#isLooked = false
    if (known < 0 && !isJudged) return -1
    const node = known < 0 ? trie.child(parent, key) : known
    if (isData) return node | special
    entry.names.set(node, key)
    entry.watch(key)
    return node
  }

  hand(kind: number, node: number, start: number, end: number, out: number): number {
    const { bytes } = this.#kernel
    let shown: Shown | undefined
    if (kind === 2 || kind === 3) {
      const lexeme = bytes.toString("latin1", start, end)
      shown = this.#decide.lexeme(lexeme, this.#codeFor(node, kind === 2 ? Number(lexeme) : lexeme === "true"))
    } else {
      const value = kind === 0 || kind === untold ? bytes.toString("latin1", start, end) : escapedText(bytes, start, end)
      const code = this.#codeFor(node, value)
      // Where each value is judged by itself, most of what stays open tells nothing.
      const tells = kind < untold && (code !== 0 || this.#codeOf(node) === 0 || this.#kernel.mayTell(value, false))
      if (tells) shown = this.#decide.string(value, code, node)
      shown = this.withoutNames(shown, value, node)
    }
    const isOpen = node < Layout.unreadNode && (this.trie.bytes[node]! & 0x3f) === 0
    if (isOpen && shown !== undefined && end - start === lengthOfNik) this.trie.found(node)
    return bytes.write(this.jsonOf(shown, Layout.valuesEnd - out) ?? "", out)
  }

  key(parent: number, node: number, start: number, end: number, out: number, depth: number, serial: number): number {
    const { bytes } = this.#kernel
    const key = escapedText(bytes, start, end)
    const isUnread = node === Layout.unreadNode && parent !== Layout.unreadNode
    const shown = isUnread ? unread : this.#keys.shown(key, this.#keyCode(parent, key))
    if (shown === undefined && !key.includes("***")) return 0
    const apart = this.#keys.apart(shown?.text ?? key, depth, serial)
    if (apart === key) return 0
    const json = JSON.stringify(apart)
    this.jsonOf(shown)
    return bytes.write(isWithin(json, Layout.keysEnd - out) ? json : JSON.stringify(this.#keys.apart(unread.text, depth, serial)), out)
  }

  #keyCode(parent: number, key: string): number {
    return parent < Layout.unreadNode ? this.trie.keyCode(parent, key) : 0
  }

  variant(node: number, start: number, end: number): number {
    return this.#named(node, this.trie.variant(node, escapedText(this.#kernel.bytes, start, end)))
  }

  apart(node: number, start: number, end: number): number {
    const text = this.#kernel.bytes.toString("utf8", start, end)
    spend(10 + (text.length >> 3))
    return this.#named(node, this.#ownNames.begin(node, text))
  }

  #named(node: number, made: number): number {
    const name = this.entry.names.get(node)
    if (name !== undefined) this.entry.names.set(made, name)
    return made
  }

  chooser(node: number, member: number): number {
    const { trie } = this
    if (member < 0) return trie.tellsApart(node) ? 0 : -1
    return trie.variantKeys(node).findIndex((key) => trie.find(node, key) === member)
  }

  place(node: number, step: number | string): number {
    return this.#places.step(node, step)
  }

  get #next(): number {
    return this.#kernel.number(Layout.state + 4)
  }

  #modeOf(node: number): number {
    return node < Layout.unreadNode ? this.trie.bytes[node]! & 0xc0 : 0
  }

  #codeOf(node: number): number {
    return node >= Layout.unreadNode ? (node === Layout.unreadNode ? maskedClasses.length : 0) : this.trie.bytes[node]! & 0x1f
  }

  #codeFor(node: number, value: string | number | boolean): number {
    return node < Layout.unreadNode && (this.trie.bytes[node]! & 0x20) !== 0 ? this.trie.codeOf(node, value) : this.#codeOf(node)
  }

  /** Counts it. @param most it is hidden where it takes more bytes @returns it as JSON */
  jsonOf(shown: Shown | undefined, most = Infinity): string | undefined {
    if (shown === undefined) return undefined
    const json = JSON.stringify(shown.text)
    if (!isWithin(json, most)) return this.jsonOf(unread)
    this.#kernel.enter(this)
    for (const code of shown.codes) this.#kernel.add(code)
    return json
  }
}
