/**
 * The WebAssembly kernel (`assembly/`, built into `kernel.wasm`) and its memory. There is one for documents, one for
 * JSON inside their strings, and so on: a pass may hand over a value in whose text another pass is made.
 *
 * Several documents share one kernel by turns; what a pass has to remember is taken out when another comes in. What the
 * kernel knows of an endpoint's trie lies in a segment, which may be taken away: it is told again then.
 */
import { randomInt } from "node:crypto"
import { maskedClasses } from "../ClassCodes.ts"
import { escapedText } from "./EscapedText.ts"
import { type Exports, instance, isExports } from "./Instance.ts"
import * as Layout from "./Layout.ts"
import { firstGiven, type FoundIn, foundKinds, type Reading, tablesOf } from "./Reading.ts"
import type { Level } from "./Survey.ts"
import type { Trie } from "./Trie.ts"

/** Who answers the kernel while it runs. */
export interface Answers {
  readonly trie: Trie
  /** A copy of what the pass has to remember, while another is at work. */
  saved: Uint8Array
  readonly longest: number
  /** Nodes from here on have not been judged with values. */
  readonly judged: number
  readonly learn: (parent: number, start: number, length: number) => number
  readonly hand: (kind: number, node: number, start: number, end: number, out: number) => number
  readonly key: (parent: number, node: number, start: number, end: number, out: number, depth: number, serial: number) => number
  readonly variant: (node: number, start: number, end: number) => number
  /** The node that an object goes on with which is looked at as a whole. */
  readonly apart: (node: number, start: number, end: number) => number
  /** How many members come before this one as what chooses; negative where it does not. Of -1: 0 where objects are looked at as a whole. */
  readonly chooser: (node: number, member: number) => number
  /** A place in an assigned row, by its number or by its key. */
  readonly place: (node: number, step: number | string) => number
  /** Nodes of root members that do not leave. */
  readonly staysOut: ReadonlySet<number>
}

/** `shown.as` has the numbers. */
const forms: Readonly<Record<string, number>> = {
  nik: 1,
  kk: 1,
  npwp: 2,
  bpjs: 2,
  passport: 2,
  plate: 2,
  "bank-account": 2,
  card: 2,
  name: 3,
  email: 4,
  phone: 5,
  "birth-date": 6,
  pseudonym: 7,
  id: 8,
  unknown: 9
}

const firstNodes = 128
const bytesOfNode = 144

interface Segment {
  readonly base: number
  readonly nodes: number
  /** Segments of other generations are gone. */
  readonly generation: number
}

const countBytes = 512
/** What a pass has to remember before it has begun. */
export const notBegun = new Uint8Array(countBytes)

export class Kernel {
  readonly bytes: Buffer
  readonly #numbers: Int32Array
  readonly #exports: Exports
  readonly #segments = new WeakMap<Trie, Segment>()
  #free = Layout.segments
  #generation = 0
  #answers: Answers | undefined
  #trie: Trie | undefined
  #version = -1
  #size = 0
  #longest = -1
  /** Nodes of assigned rows are of the pass that is at work. */
  #hasPlaces = false

  constructor(reading: Reading) {
    const answers = (): Answers => {
      if (this.#answers === undefined) throw new Error("nobody runs this kernel")
      return this.#answers
    }
    const exports = instance({
      env: {
        learn: (parent: number, start: number, length: number) => this.#known(answers().learn(parent, start, length)),
        item: (node: number) => node === Layout.unreadNode ? node : this.#known(answers().trie.item(node)),
        star: (node: number) => this.#known(answers().trie.child(node, "*")),
        apart: (node: number, start: number, end: number) => this.#known(answers().apart(node, start, end)),
        chooser: (node: number, member: number) => answers().chooser(node, member),
        position: (node: number, index: number) => {
          this.#hasPlaces = true
          return this.#known(answers().place(node, index))
        },
        assigned: (node: number, start: number, length: number) =>
          this.#known(answers().place(node, escapedText(this.bytes, start, start + length))),
        variant: (node: number, start: number, end: number) => this.#known(answers().variant(node, start, end)),
        hand: (kind: number, node: number, start: number, end: number, out: number) => answers().hand(kind, node, start, end, out),
        key: (parent: number, node: number, start: number, end: number, out: number, depth: number, serial: number) =>
          answers().key(parent, node, start, end, out, depth, serial),
        office: (start: number, end: number) => reading.isOfficeMail(this.bytes.toString("latin1", start, end)) ? 1 : 0
      }
    })
    if (!isExports(exports)) throw new Error("kernel.wasm is not the kernel")
    this.#exports = exports
    this.bytes = Buffer.from(exports.memory.buffer)
    this.#numbers = new Int32Array(exports.memory.buffer)
    exports.begin()
    exports.sow(randomInt(2 ** 32), randomInt(2 ** 32))
    maskedClasses.forEach((name, code) => this.bytes[Layout.forms + code + 1] = forms[name] ?? 0)
    for (const { at, bytes } of tablesOf(reading)) this.bytes.set(bytes, at)
    foundKinds.forEach((name, kind) => this.bytes[Layout.kindCodes + kind] = maskedClasses.indexOf(name) + 1)
    for (const [word, said] of reading.cues) exports.addCue(Layout.input, Layout.input + this.bytes.write(word, Layout.input), ...said)
    for (let byte = 0; byte < 128; byte++) {
      const sign = String.fromCharCode(byte)
      this.bytes[0x10100 + byte] = /[a-z]/i.test(sign) ? 1 : /\d/.test(sign) ? 2 : sign === "*" ? 4 : 0
    }
  }

  /** A number of the state, or of the marks. */
  number(at: number): number {
    return this.#numbers[at >> 2]!
  }

  set(at: number, value: number): void {
    this.#numbers[at >> 2] = value
  }

  /** One more masked value of this class. */
  add(code: number): void {
    this.#exports.add(code + 1)
  }

  #forgetPlaces(): void {
    if (this.#hasPlaces) this.bytes.fill(0, Layout.places, Layout.places + Layout.placeBytes)
    this.#hasPlaces = false
  }

  /** A pass begins at this node. */
  begin(answers: Answers, node: number): void {
    this.enter(answers)
    this.#numbers.fill(0, Layout.state >> 2, Layout.stack + 16 >> 2)
    this.#numbers.fill(0, Layout.counts >> 2, Layout.counts + countBytes >> 2)
    this.set(Layout.state + 4, node)
    this.set(Layout.state + 56, -1)
  }

  /** @returns how the run ended; what it has done stands in the state */
  run(answers: Answers, text: Uint8Array, from: number, to: number, isLast: boolean): number {
    this.enter(answers)
    const { bytes } = this
    const length = to - from
    if (length < 64) { for (let i = 0; i < length; i++) bytes[Layout.input + i] = text[from + i]! }
    else bytes.set(from === 0 && to === text.length ? text : text.subarray(from, to), Layout.input)
    this.#exports.judge(answers.judged)
    return this.#exports.run(length, isLast ? 1 : 0)
  }

  /** The containers that are open, outermost first. @param next the node of the value that comes next */
  levels(names: ReadonlyMap<number, string>, next: number | undefined): ReadonlyArray<Level> {
    const depth = this.number(Layout.state)
    return Array.from({ length: depth }, (_, level) => {
      const at = Layout.stack + 16 * (level + 1)
      const inner = level + 1 < depth ? this.number(at + 16) : next
      return { node: this.number(at), isList: this.number(at + 4) === 1, name: inner === undefined ? undefined : names.get(inner) }
    })
  }

  /** Reads on in a long string. @returns behind it; 0 where it goes on; -1 where it is malformed */
  readOn(text: Uint8Array): number {
    this.bytes.set(text, Layout.input)
    return this.#exports.readOn(0, text.length)
  }

  /** Whether a text may hold personal data, so that it is worth a look. */
  mayTell(text: string, ofThing: boolean): boolean {
    const most = Layout.scratchBytes / 3 - 2
    if (text.length > most) return true
    return this.#exports.tells(this.bytes.write(JSON.stringify(text), Layout.scratch, Layout.scratchBytes), ofThing ? 1 : 0) === 1
  }

  /**
   * What a text holds, in order, without overlaps; what was given among it.
   *
   * @param given what is known to be there
   * @param asked bits of `reading.as`
   */
  found<A extends FoundIn>(text: string, given: ReadonlyArray<A>, asked: number): ReadonlyArray<A | FoundIn> {
    const { bytes } = this
    const length = bytes.write(JSON.stringify(text), Layout.scratch, Layout.scratchBytes)
    given.forEach(({ end, start }, index) => {
      const at = Layout.found + 12 * index
      this.set(at, start)
      this.set(at + 4, end)
      this.set(at + 8, firstGiven + index)
    })
    const count = text.length > Layout.longestText ? -1 : this.#exports.findIn(length, given.length, asked)
    if (count < 0) return [{ start: 0, end: text.length, personalData: "unknown" }]
    const all: Array<A | FoundIn> = []
    for (let at = Layout.found; at < Layout.found + 12 * count; at += 12) {
      const kind = this.number(at + 8)
      all.push(
        kind >= firstGiven
          ? given[kind - firstGiven]!
          : { start: this.number(at), end: this.number(at + 4), personalData: foundKinds[kind]! }
      )
    }
    return all
  }

  /** How much of a text that begins with a name is the name. */
  nameLength(text: string): number {
    return this.#exports.nameIn(this.bytes.write(JSON.stringify(text), Layout.scratch, Layout.scratchBytes))
  }

  /** Whoever ran last is done with. */
  leave(answers: Answers): void {
    if (this.#answers === answers) this.#answers = undefined
  }

  /** This pass is at work from now on. */
  enter(answers: Answers): void {
    const { trie } = answers
    if (this.#answers !== answers) {
      this.#forgetPlaces()
      const other = this.#answers
      if (other !== undefined) other.saved = this.#remembered()
      this.#answers = answers
      this.bytes.set(answers.saved.subarray(0, countBytes), Layout.counts)
      this.bytes.set(answers.saved.subarray(countBytes), Layout.state)
      if (other?.staysOut !== answers.staysOut) this.#trie = undefined
      if (answers.longest !== this.#longest) this.#exports.configure(this.#longest = answers.longest)
    }
    const segment = this.#segments.get(trie)
    if (segment === undefined || segment.generation !== this.#generation || this.#isFull(segment, trie)) {
      this.#select(this.#allot(trie, segment))
    } else if (trie !== this.#trie) this.#select(segment)
    if (trie !== this.#trie || trie.version !== this.#version || trie.size !== this.#size) this.#classify(trie)
  }

  /** Counts, state and stack. */
  #remembered(): Uint8Array {
    const depth = this.number(Layout.state)
    return Buffer.concat([
      this.bytes.subarray(Layout.counts, Layout.counts + countBytes),
      this.bytes.subarray(Layout.state, Layout.stack + 16 * (depth + 1))
    ])
  }

  #isFull({ base, nodes }: Segment, trie: Trie): boolean {
    return nodes < 2 * Layout.mostNodes && (trie.size > nodes || this.number(base) > nodes || this.number(base + 4) > nodes * 48)
  }

  #select({ base, nodes }: Segment): void {
    this.#exports.select(base, nodes)
  }

  #allot(trie: Trie, before: Segment | undefined): Segment {
    let nodes = before?.generation === this.#generation ? before.nodes * 2 : firstNodes
    while (nodes < Layout.mostNodes && nodes < trie.size * 2) nodes *= 2
    const size = 16 + nodes * bytesOfNode
    if (this.#free + size > Layout.segmentsEnd) {
      this.#free = Layout.segments
      this.#generation++
    }
    const segment = { base: this.#free, nodes, generation: this.#generation }
    this.#free += size
    this.bytes.fill(0, segment.base, this.#free)
    this.#segments.set(trie, segment)
    return segment
  }

  #classify(trie: Trie): void {
    this.#trie = trie
    this.#version = trie.version
    this.#size = trie.size
    this.bytes.set(trie.bytes.subarray(0, Math.min(trie.size, Layout.unreadNode)), Layout.classes)
    this.bytes[Layout.classes + Layout.unreadNode] = maskedClasses.length
    this.bytes.fill(0, Layout.staysOut, Layout.staysOut + Layout.mostNodes)
    for (const node of this.#answers?.staysOut ?? []) this.bytes[Layout.staysOut + node] = 1
  }

  /** Tells the kernel of nodes made meanwhile. */
  #known(node: number): number {
    const trie = this.#trie
    if (node >= 0 && trie !== undefined && (trie.size !== this.#size || trie.version !== this.#version)) this.#classify(trie)
    return node
  }
}
