/** The root of a document that streams by: what it is, and what of it leaves as data, stands beside data, or waits. */
import { Slab } from "../domain/Slab.ts"
import type { HeldText } from "./HeldText.ts"
import type { Pass } from "./kernel/Pass.ts"
import type { Member } from "./kernel/RootMarks.ts"
import { type Beside, metaOf } from "./Masker.ts"
import { Outgoing } from "./Outgoing.ts"
import { deniesSuccess, isDenied, longestTelling } from "./OwnEnvelope.ts"
import type { Place } from "./Place.ts"

export const bound = 262_144
export const metaBound = 1_048_576
const nothing = new Uint8Array(0)

export class MaskedRoot {
  mode: "undecided" | "bare" | "wrapped" = "undecided"
  /** Items of the list that is the data. */
  count: number | undefined
  hasLeft = false
  isMisread = false
  #out = new Outgoing()
  #hasData = false
  #isFaulty = false
  readonly #beside: Array<Beside> = []
  #besideBytes = 0
  readonly #leaving: Slab
  readonly #isOwn: boolean
  #taken: number
  readonly #place: Place
  readonly #reserved: ReadonlySet<string>
  readonly #text: HeldText
  readonly #told: (offset: number, reason: string) => void

  /** @param slab where the data is written that leaves; undefined where nobody keeps it */
  constructor(
    place: Place,
    reserved: ReadonlySet<string>,
    text: HeldText,
    slab: Slab | undefined,
    told: (offset: number, reason: string) => void
  ) {
    this.#isOwn = slab === undefined
    this.#leaving = slab ?? new Slab()
    this.#taken = this.#leaving.length
    this.#place = place
    this.#reserved = reserved
    this.#text = text
    this.#told = told
  }

  /** The document is read from its beginning again. */
  begin(): void {
    this.#out = new Outgoing()
    this.#beside.length = 0
    this.#besideBytes = 0
    this.#hasData = false
  }

  add(bytes: Uint8Array): void {
    this.#out.add(bytes)
  }

  /** Members for `meta`. */
  meta(): Uint8Array {
    return this.mode === "wrapped" ? metaOf(this.#beside, this.#beside, this.#reserved) : nothing
  }

  /** What the root is, once that can be told. @returns as what the document begins anew, where it was taken for the other */
  decide(pass: Pass): "wrapped" | "bare" | undefined {
    if (this.mode !== "undecided") return undefined
    if (pass.rootStart < 0) return undefined
    const isObject = this.#text.bytes[pass.rootStart - this.#text.gone] === 0x7b
    const isGuessed = pass.entry.start === pass.trie.root
    if (!isObject) {
      this.mode = "bare"
      return isGuessed ? "bare" : undefined
    }
    const data = pass.members.find(({ name }) => name === "data") ?? (pass.open?.name === "data" ? pass.open : undefined)
    if (data !== undefined) {
      if (data.start - pass.rootStart > bound) {
        this.#misread(data.start)
        return undefined
      }
      this.mode = "wrapped"
      this.#place.isWrapped = true
      return isGuessed ? undefined : "wrapped"
    }
    if (pass.rootEnd < 0 && pass.position - pass.rootStart <= bound) return undefined
    this.#place.isWrapped = false
    if (pass.rootEnd >= 0 && isDenied(pass.members, this.#text.bytes, false, this.#text.gone)) {
      this.#fail(pass.rootStart, deniesSuccess)
      return undefined
    }
    this.mode = "bare"
    return isGuessed ? "bare" : undefined
  }

  /** What is final leaves. */
  leave(pass: Pass): void {
    if (this.mode === "undecided") return
    if (this.mode === "bare") {
      if (pass.open?.name === "data" || pass.members.some(({ name }) => name === "data")) {
        const at = pass.members.find(({ name }) => name === "data")?.start ?? pass.open?.start ?? 0
        if (pass.trie.bare === pass.entry.start) return this.#misread(at)
      }
      pass.members.length = 0
      if (pass.outStart >= 0) this.#let(pass.outStart, pass.outEnd < 0 ? pass.written : pass.outEnd)
      return
    }
    for (const member of pass.members) {
      if (member.name === "data") {
        if (this.#hasData) return this.#fail(member.start, "there is a second data key")
        this.#hasData = true
        this.count = member.count
        this.#let(member.outValueStart, member.outEnd)
      } else if (!this.#keep(member)) return
    }
    pass.members.length = 0
    const { open } = pass
    if (open === undefined) return
    if (open.name !== "data") {
      if (pass.position - open.start > metaBound) this.#fail(open.start, "too much stands beside data")
    } else if (this.#hasData) this.#fail(open.start, "there is a second data key")
    else if (open.outValueStart >= 0) this.#let(open.outValueStart, pass.written)
  }

  /** @returns whether it may stand beside the data */
  #keep(member: Member): boolean {
    const { end, name, outEnd, outStart, start, valueStart } = member
    this.#besideBytes += end - start
    if (this.#besideBytes > metaBound) this.#fail(start, "too much stands beside data")
    else if (
      this.#reserved.size > 0 && end - valueStart <= longestTelling && valueStart >= this.#text.gone &&
      isDenied([member], this.#text.bytes, true, this.#text.gone)
    ) this.#fail(start, deniesSuccess)
    this.#beside.push({ name, bytes: Uint8Array.prototype.slice.call(this.#out.take(outStart, outEnd)) })
    return !this.#isFaulty
  }

  #let(from: number, to: number): void {
    const bytes = this.#out.take(from, to)
    if (bytes.length === 0) return
    this.#leaving.add(bytes)
    this.hasLeft = true
  }

  /** What is final now. */
  outgoing(): Uint8Array {
    const bytes = this.#leaving.slice(this.#taken)
    this.#taken += bytes.length
    if (this.#isOwn) this.#leaving.letGo()
    return bytes
  }

  #misread(offset: number): void {
    this.isMisread = true
    this.#fail(offset, "a data key comes too late")
  }

  #fail(offset: number, reason: string): void {
    this.#isFaulty = true
    this.#told(offset, reason)
  }
}
