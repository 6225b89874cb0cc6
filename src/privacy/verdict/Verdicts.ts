/**
 * What becomes of each path of an endpoint's documents: a trie whose nodes are judged once and hold for all documents.
 * A verdict may tighten when more is seen; it never loosens.
 *
 * The root is the envelope: what an agency sends bare begins at `child(root, "data")`, as paths in a registry do.
 */
import type { Endpoint } from "../../domain/Endpoint.ts"
import type { KeptVerdict, KeptVerdicts } from "../../domain/KeptVerdict.ts"
import { meaningOfKey } from "../keys/KeyMeaning.ts"
import { isKnownWord, wordsOf } from "../keys/KeyWords.ts"
import { compilePolicy, type MaskingPolicy } from "../MaskingPolicy.ts"
import { checkedCode } from "./Checked.ts"
import type { Reason } from "./Columns.ts"
import { isPersonal } from "./Evidence.ts"
import { kept, unclassified } from "./Floor.ts"
import {
  type Assigned,
  checkBit,
  classBits,
  classOf,
  codeOfClass,
  isName,
  mapMode,
  modeBits,
  numberCode,
  openCode,
  somebodysCode,
  type VerdictClass
} from "./NodeByte.ts"
import { holdsName } from "./OwnTexts.ts"
import { isObject } from "./Shapes.ts"
import { Survey } from "./Survey.ts"
import { personVariant, Trie } from "./Trie.ts"
import { isNoName, type Leaf } from "./Values.ts"

const both = (wrapped: KeptVerdict | undefined, bare: KeptVerdict | undefined): KeptVerdicts => ({
  ...(wrapped === undefined ? {} : { wrapped }),
  ...(bare === undefined ? {} : { bare })
})

/** Of a list no more items are looked at for names. */
const mostNames = 200

export class Verdicts {
  readonly root = 0
  /** Where a document begins that is no object with a `data` key: paths begin with `data` or with what stands in it. */
  readonly bare: number
  readonly #policy: MaskingPolicy
  readonly #trie: Trie
  readonly #survey: Survey
  /** As long as nothing changes. */
  readonly #named = new Map<
    number,
    { readonly size: number; readonly version: number; readonly members: ReadonlyArray<readonly [string, number]> }
  >()

  /** @param floor what was made of these paths before a restart, or before the registry changed */
  constructor(policy: { readonly fields: Endpoint["fields"]; readonly unknown: Endpoint["unknown"] }, floor: KeptVerdicts = {}) {
    this.#policy = compilePolicy(policy)
    const { bare, maskUnknown, wrapped } = this.#policy
    const held = maskUnknown ? {} : this.#unclassified(floor)
    this.#trie = new Trie(wrapped, maskUnknown, held.wrapped)
    this.#survey = new Survey(this.#trie)
    this.bare = this.#trie.make(this.root, "data", bare, held.bare)
    this.#trie.settle(this.bare, [])
  }

  /** What is kept of all paths, together with what was kept before. @param mayKeep whether a key may be written down */
  kept(before: KeptVerdicts, mayKeep: (key: string) => boolean): KeptVerdicts {
    const { bare, wrapped } = this.#unclassified(before)
    return this.#policy.maskUnknown
      ? before
      : both(kept(this.#trie, this.root, wrapped, mayKeep), kept(this.#trie, this.bare, bare, mayKeep))
  }

  #unclassified({ bare, wrapped }: KeptVerdicts): KeptVerdicts {
    return both(wrapped && unclassified(wrapped, this.#policy.wrapped), bare && unclassified(bare, this.#policy.bare))
  }

  /** How many nodes there are. */
  get size(): number {
    return this.#trie.nodes.length
  }

  /** @returns -1 where it is none yet */
  find(parent: number, key: string): number {
    return this.#trie.isFixed(parent) ? parent : this.#trie.at(parent).children.get(this.#stepOf(parent, key)) ?? -1
  }

  /** Another array after it grew: read it anew after `child`, `item`, `variant`, `assign` or `observe`. */
  get bytes(): Uint8Array {
    return this.#trie.bytes
  }

  /** Grows when the verdict of a node that was known changed. */
  get version(): number {
    return this.#trie.version
  }

  /** No more nodes are made, and what comes is masked: the next document begins with other verdicts. */
  get isFull(): boolean {
    return this.#trie.isFull
  }

  /** Whether a key was seen under a node. */
  knows(parent: number, key: string): boolean {
    return this.#trie.isFixed(parent) || this.#trie.at(parent).children.has(this.#stepOf(parent, key))
  }

  child(parent: number, key: string): number {
    const step = this.#stepOf(parent, key)
    const isKnown = this.knows(parent, key)
    const found = this.#trie.under(parent, step)
    if (!isKnown) this.#trie.settle(found, [])
    return found
  }

  item(parent: number): number {
    return this.#trie.item(parent)
  }

  /** The members of which the first present string chooses how an object goes on; asked where `variantMode` is set. */
  variantKeys(node: number): ReadonlyArray<string> {
    return this.#trie.at(node).variantKeys
  }

  /** The node that an object goes on with. */
  variant(node: number, value: string): number {
    return this.#trie.variant(node, value)
  }

  /** Whether the objects here are looked at as a whole; asked where `variantMode` is set. */
  tellsApart(node: number): boolean {
    const { hasOwnNames, tellingKeys, variantKeys } = this.#trie.at(node)
    return variantKeys.length === 0 && (tellingKeys.size > 0 || hasOwnNames)
  }

  /** The node that this object goes on with: its members may tell that it is a person's. */
  apart(node: number, object: () => unknown): number {
    const { isAmongPeople, tellingKeys } = this.#trie.at(node)
    const row = tellingKeys.size === 0 ? undefined : object()
    return isObject(row) && isPersonal(row, tellingKeys, isAmongPeople) ? this.#trie.variant(node, personVariant) : node
  }

  /** What encloses a node. */
  parent(node: number): number {
    return this.#trie.at(node).parent
  }

  /** Whether names of its row may come again in a text. */
  isFreeText(node: number): boolean {
    return this.#trie.at(node).isFreeText
  }

  /** The names in an object that goes on with this node. @param found where they are put */
  namesIn(node: number, value: unknown, found: Array<string> = []): ReadonlyArray<string> {
    if (typeof value === "string") {
      const byte = this.bytes[node]!
      if (isName(byte) && ((byte & checkBit) === 0 || isName(this.codeOf(node, value)))) found.push(value)
    } else if (Array.isArray(value)) {
      const { item } = this.#trie.at(node)
      if (item >= 0) { for (const inner of value.slice(0, mostNames)) this.namesIn(item, inner, found) }
    } else if (isObject(value)) {
      for (const [key, child] of this.#namesUnder(node)) {
        if (key !== "*") this.namesIn(child, value[key], found)
        else for (const inner of Object.values(value).slice(0, mostNames)) this.namesIn(child, inner, found)
      }
    }
    return found
  }

  /** The members that are names or hold some. */
  #namesUnder(node: number): ReadonlyArray<readonly [string, number]> {
    const { size, version } = this
    let known = this.#named.get(node)
    if (known?.size !== size || known.version !== version) {
      const members = [...this.#trie.at(node).children].filter(([, child]) => holdsName(this.#trie, child))
      this.#named.set(node, known = { size, version, members })
    }
    return known.members
  }

  /** A number of a person was found where no key says so: the objects that come are looked at, each by itself. */
  found(node: number): void {
    const { key, parent } = this.#trie.at(node)
    if (parent > this.bare && key !== "[]" && key !== "*") this.#trie.tellBy(parent, [key])
  }

  /** The code for a key under a node whose keys are data; 0 where it stays. */
  keyCode(node: number, key: string): number {
    const star = this.#trie.at(node).isKeyed ? this.#trie.at(node).children.get("*") : undefined
    if (star === undefined) return openCode
    const { hasLife, isPeople, person } = this.#trie.at(star).row
    const { class: name, open, role, wraps } = meaningOfKey(key)
    const isKnown = name !== undefined || open || role || wraps || meaningOfKey(key).name !== undefined
    // `Imam Wibowo`
    const isWord = isKnown && !(key.includes(" ") && wordsOf(key).some((word) => /^[a-z]/.test(word) && !isKnownWord(word)))
    return (this.#trie.at(node).isByName || isPeople || person > 0 || hasLife) && !isWord && !/\d/.test(key) && !isNoName(key)
      ? codeOfClass("name")
      : openCode
  }

  /** Where `checkBit` is set: the code for this value. */
  codeOf(node: number, value: Leaf): number {
    const { meaning, parent } = this.#trie.at(node)
    const code = this.#trie.bytes[node]! & classBits
    const row = parent < 0 ? undefined : this.#trie.at(parent).row
    if (code === numberCode) return code
    if (code === openCode && row !== undefined && row.person > 0 && typeof value === "string" && value.includes(" ")) return somebodysCode
    return checkedCode(classOf(code), value, row, meaning)
  }

  /** Where `rowMode` is set: the nodes of this very value. */
  assign(node: number, value: unknown): Assigned {
    return this.#survey.assign(node, value)
  }

  /** Judges all paths of a sample, with its values. */
  observe(node: number, sample: unknown): void {
    this.#survey.observe(node, sample)
  }

  why(path: string): { readonly class: VerdictClass; readonly reason: Reason } | undefined {
    let node = this.root
    for (const [step] of path.matchAll(/\[\]|[^.[\]]+/g)) {
      const { children, item } = this.#trie.at(node)
      const next = step === "[]" ? item : children.get(step) ?? children.get("*")
      if (next === undefined || next < 0) return undefined
      node = next
    }
    const name = classOf(this.#trie.bytes[node]!)
    return name === undefined ? undefined : { class: name, reason: this.#trie.at(node).reason }
  }

  #stepOf(parent: number, key: string): string {
    return (this.bytes[parent]! & modeBits) === mapMode ? "*" : key
  }
}
