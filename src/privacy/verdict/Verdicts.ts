/**
 * What becomes of each path of an endpoint's documents: a trie whose nodes are judged once and hold for all documents.
 * A verdict may tighten when more is seen; it never loosens.
 *
 * The root is the envelope: what an agency sends bare begins at `child(root, "data")`, as paths in a registry do.
 */
import type { Endpoint } from "../../domain/Endpoint.ts"
import type { KeptVerdicts } from "../../domain/KeptVerdict.ts"
import { meaningOfKey } from "../keys/KeyMeaning.ts"
import { isKnownWord, wordsOf } from "../keys/KeyWords.ts"
import { compilePolicy, type MaskingPolicy } from "../MaskingPolicy.ts"
import { checkedCode } from "./Checked.ts"
import type { Reason } from "./Columns.ts"
import { isPersonal } from "./Evidence.ts"
import { both, kept, unclassified } from "./Floor.ts"
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
import { anyStep, keyOfStep, stepOfKey } from "./Steps.ts"
import { Survey } from "./Survey.ts"
import { personVariant, Trie } from "./Trie.ts"
import { isNoName, type Leaf } from "./Values.ts"

/** Of a list no more items are looked at for names. */
const mostNames = 200

export class Verdicts extends Trie {
  /** Where a document begins that is no object with a `data` key: paths begin with `data` or with what stands in it. */
  readonly bare: number
  readonly #policy: MaskingPolicy
  readonly #survey = new Survey(this)
  /** As long as nothing changes. */
  readonly #named = new Map<
    number,
    { readonly size: number; readonly version: number; readonly members: ReadonlyArray<readonly [string, number]> }
  >()

  /** @param floor what was made of these paths before a restart, or before the registry changed */
  constructor(policy: { readonly fields: Endpoint["fields"]; readonly unknown: Endpoint["unknown"] }, floor: KeptVerdicts = {}) {
    const compiled = compilePolicy(policy)
    const held = compiled.maskUnknown ? {} : unclassified(floor, compiled)
    super(compiled.wrapped, compiled.maskUnknown, held.wrapped)
    this.#policy = compiled
    this.bare = this.make(this.root, "data", compiled.bare, held.bare)
    this.settle(this.bare, [])
  }

  /** What is kept of all paths, together with what was kept before. @param mayKeep whether a key may be written down */
  kept(before: KeptVerdicts, mayKeep: (key: string) => boolean): KeptVerdicts {
    const { bare, wrapped } = unclassified(before, this.#policy)
    return this.#policy.maskUnknown
      ? before
      : both(kept(this, this.root, wrapped, mayKeep), kept(this, this.bare, bare, mayKeep))
  }

  /** How many nodes there are. */
  get size(): number {
    return this.nodes.length
  }

  /** @returns -1 where it is none yet */
  find(parent: number, key: string): number {
    return this.isFixed(parent) ? parent : this.at(parent).children.get(this.#stepOf(parent, key)) ?? -1
  }

  child(parent: number, key: string): number {
    const isKnown = this.find(parent, key) >= 0
    const found = this.#hasDataForKeys(parent) ? this.underAny(parent) : this.under(parent, key)
    if (!isKnown) this.settle(found, [])
    return found
  }

  /** The members of which the first present string chooses how an object goes on; asked where `variantMode` is set. */
  variantKeys(node: number): ReadonlyArray<string> {
    return this.at(node).variantKeys
  }

  /** Whether the objects here are looked at as a whole; asked where `variantMode` is set. */
  tellsApart(node: number): boolean {
    const { hasOwnNames, tellingKeys, variantKeys } = this.at(node)
    return variantKeys.length === 0 && (tellingKeys.size > 0 || hasOwnNames)
  }

  /** The node that this object goes on with: its members may tell that it is a person's. */
  apart(node: number, object: () => unknown): number {
    const { isAmongPeople, tellingKeys } = this.at(node)
    const row = tellingKeys.size === 0 ? undefined : object()
    return isObject(row) && isPersonal(row, tellingKeys, isAmongPeople) ? this.variant(node, personVariant) : node
  }

  /** What encloses a node. */
  parent(node: number): number {
    return this.at(node).parent
  }

  /** Whether names of its row may come again in a text. */
  isFreeText(node: number): boolean {
    return this.at(node).isFreeText
  }

  /** The names in an object that goes on with this node. @param found where they are put */
  namesIn(node: number, value: unknown, found: Array<string> = []): ReadonlyArray<string> {
    if (typeof value === "string") {
      const byte = this.bytes[node]!
      if (isName(byte) && ((byte & checkBit) === 0 || isName(this.codeOf(node, value)))) found.push(value)
    } else if (Array.isArray(value)) {
      const { item } = this.at(node)
      if (item >= 0) { for (const inner of value.slice(0, mostNames)) this.namesIn(item, inner, found) }
    } else if (isObject(value)) {
      for (const [key, child] of this.#namesUnder(node)) {
        if (key !== anyStep) this.namesIn(child, value[keyOfStep(key)], found)
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
      const members = [...this.at(node).children].filter(([, child]) => holdsName(this, child))
      this.#named.set(node, known = { size, version, members })
    }
    return known.members
  }

  /** A number of a person was found where no key says so: the objects that come are looked at, each by itself. */
  found(node: number): void {
    const { key, parent } = this.at(node)
    if (parent > this.bare && key !== "[]" && key !== anyStep) this.tellBy(parent, [keyOfStep(key)])
  }

  /** The code for a key under a node whose keys are data; 0 where it stays. */
  keyCode(node: number, key: string): number {
    const star = this.at(node).isKeyed ? this.at(node).children.get(anyStep) : undefined
    if (star === undefined) return openCode
    const { hasLife, isPeople, person } = this.at(star).row
    const { class: name, open, role, wraps } = meaningOfKey(key)
    const isKnown = name !== undefined || open || role || wraps || meaningOfKey(key).name !== undefined
    // `Imam Wibowo`
    const isWord = isKnown && !(key.includes(" ") && wordsOf(key).some((word) => /^[a-z]/.test(word) && !isKnownWord(word)))
    return (this.at(node).isByName || isPeople || person > 0 || hasLife) && !isWord && !/\d/.test(key) && !isNoName(key)
      ? codeOfClass("name")
      : openCode
  }

  /** Where `checkBit` is set: the code for this value. */
  codeOf(node: number, value: Leaf): number {
    const { meaning, parent } = this.at(node)
    const code = this.bytes[node]! & classBits
    const row = parent < 0 ? undefined : this.at(parent).row
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
      const { children, item } = this.at(node)
      const next = step === "[]" ? item : children.get(step) ?? children.get(anyStep)
      if (next === undefined || next < 0) return undefined
      node = next
    }
    const name = classOf(this.bytes[node]!)
    return name === undefined ? undefined : { class: name, reason: this.at(node).reason }
  }

  #stepOf(parent: number, key: string): string {
    return this.#hasDataForKeys(parent) ? anyStep : stepOfKey(key)
  }

  #hasDataForKeys(node: number): boolean {
    return (this.bytes[node]! & modeBits) === mapMode
  }
}
