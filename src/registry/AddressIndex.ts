/**
 * Addresses → endpoints, in a time that does not grow with their number.
 *
 * One open-addressing table serves every agency. A slot holds 63 bits of a seeded fingerprint and nothing else, so
 * that a look-up among 100,000 endpoints touches two places in memory, not the five or more that maps of strings
 * touch; waiting for memory is all that a look-up costs. Templates lie in the same table with their parameters'
 * text left out, and are looked for once for each shape (which segments are parameters) that addresses of that length
 * can have, literals before parameters from left to right.
 *
 * Gotcha: an address is known by its fingerprint alone. The seed is new in every index and never shown, so nobody can
 * search for two addresses that meet in one; the odds that a wrong address does are about 1 in 10¹⁴, and it would
 * then still be authorised as the endpoint that it leads to.
 */
import { randomInt } from "node:crypto"
import type { PathSegment } from "../domain/Endpoint.ts"

export interface Located {
  readonly agency: { readonly slug: string }
  readonly dataset: { readonly slug: string }
  readonly segments: ReadonlyArray<PathSegment>
}

export interface Found<A> {
  readonly endpoint: A
  readonly parameters: Readonly<Record<string, string>>
}

/** Segments of an address, agency and dataset included, that a shape can tell apart. */
export const maxSegments = 26

const slash = 47
/** Stands for a parameter's text; no character has this code. */
const anyText = 0x1_0000
const noParameters: Readonly<Record<string, string>> = Object.freeze(Object.create(null))

/** The bit of a segment in a shape; the first segment has the highest, so that the natural order of shapes puts literals first. */
const bitOf = (segment: number): number => 1 << (maxSegments - segment)

const textOf = ({ agency, dataset, segments }: Located): string =>
  [agency.slug, dataset.slug, ...segments.map((segment) => segment._tag === "Literal" ? segment.value : ":")].join("/")

/** A shape's bits and the names of its parameters, from left to right. */
interface Template {
  readonly shape: number
  readonly names: ReadonlyArray<string>
}

const templateOf = ({ segments }: Located): Template => ({
  shape: segments.reduce((shape, segment, index) => segment._tag === "Parameter" ? shape | bitOf(index + 2) : shape, 0),
  names: segments.flatMap((segment) => segment._tag === "Parameter" ? [segment.name] : [])
})

export class AddressIndex<A extends Located> {
  readonly #mask: number
  /** Fingerprints, two words a slot; a second word of 0 is an empty slot. */
  readonly #slots: Int32Array
  /** Ready answers: they are handed out without being looked into, which would be one more wait. */
  readonly #found: Array<Found<A> | undefined>
  /** By slot; shared between endpoints, so that they stay in the processor's caches. */
  readonly #templates: Array<Template | undefined>
  /** Shapes with parameters, by the number of segments. */
  readonly #shapes: ReadonlyArray<ReadonlyArray<number>>
  readonly #firstSeed = randomInt(2 ** 32) | 0
  readonly #secondSeed = randomInt(2 ** 32) | 0
  /** The latest fingerprint: two words without an object to carry them. */
  #first = 0
  #second = 0

  constructor(endpoints: ReadonlyArray<A>) {
    let capacity = 16
    while (capacity * 0.8 < endpoints.length) capacity *= 2
    this.#mask = capacity - 1
    this.#slots = new Int32Array(capacity * 2)
    this.#found = Array.from({ length: capacity }, () => undefined)
    this.#templates = Array.from({ length: capacity }, () => undefined)
    const shapes = Array.from({ length: maxSegments + 1 }, () => new Set<number>())
    const shared = new Map<string, Template>()
    for (const endpoint of endpoints) {
      const template = templateOf(endpoint)
      const key = `${template.shape} ${template.names.join()}`
      if (!shared.has(key)) shared.set(key, template)
      this.#add(endpoint, shared.get(key) ?? template)
      if (template.shape !== 0) shapes[endpoint.segments.length + 2]?.add(template.shape)
    }
    this.#shapes = shapes.map((found) => [...found].sort((a, b) => a - b))
  }

  /** @param address `opd/dataset[/segment…]`, decoded, without a slash at either end */
  resolve(address: string): Found<A> | undefined {
    const count = this.#fingerprint(address, 0)
    const literal = this.#found[this.#slot()]
    if (literal !== undefined) return literal
    const shapes = this.#shapes[count]
    if (shapes === undefined) return undefined
    for (const shape of shapes) {
      this.#fingerprint(address, shape)
      const slot = this.#slot()
      const found = this.#found[slot]
      if (found !== undefined) return { endpoint: found.endpoint, parameters: parametersOf(address, this.#templates[slot]) }
    }
    return undefined
  }

  /** Of two endpoints at one address the first stays. */
  #add(endpoint: A, template: Template): void {
    this.#fingerprint(textOf(endpoint), template.shape)
    const slot = this.#slot()
    if (this.#found[slot] !== undefined) return
    this.#slots[slot * 2] = this.#first
    this.#slots[slot * 2 + 1] = this.#second
    this.#found[slot] = { endpoint, parameters: noParameters }
    this.#templates[slot] = template
  }

  /** Reads an address, its parameters' text left out. @returns the number of its segments */
  #fingerprint(address: string, shape: number): number {
    let first = this.#firstSeed
    let second = this.#secondSeed
    let count = 1
    let skipping = false
    for (let index = 0; index < address.length; index++) {
      let code = address.charCodeAt(index)
      if (code === slash) {
        skipping = (shape & bitOf(count)) !== 0
        count++
      } else if (skipping) {
        // Only a parameter's first character counts, so that it has one: `a//b` is not an address of `a/:id/b`.
        if (address.charCodeAt(index - 1) !== slash) continue
        code = anyText
      }
      first = Math.imul(first ^ code, 0x0100_0193)
      second = Math.imul(second + code, 0x9e37_79b1) ^ (second >>> 15)
    }
    this.#first = first ^ (first >>> 15)
    this.#second = second | 1
    return count
  }

  /** Slot of the latest fingerprint, or the empty one where it would go. */
  #slot(): number {
    const slots = this.#slots
    let slot = this.#first & this.#mask
    for (;;) {
      const second = slots[slot * 2 + 1]
      if (second === 0 || second === this.#second && slots[slot * 2] === this.#first) return slot
      slot = (slot + 1) & this.#mask
    }
  }
}

const parametersOf = (address: string, template: Template | undefined): Readonly<Record<string, string>> => {
  if (template === undefined) return noParameters
  // A parameter's name starts with a letter, so a plain object will do; one without a prototype is slow to make.
  const parameters: Record<string, string> = {}
  const { names, shape } = template
  let segment = 0
  let start = 0
  for (const name of names) {
    while ((shape & bitOf(segment)) === 0) {
      start = address.indexOf("/", start) + 1
      segment++
    }
    const end = address.indexOf("/", start)
    parameters[name] = end === -1 ? address.slice(start) : address.slice(start, end)
    start = end + 1
    segment++
  }
  return parameters
}
