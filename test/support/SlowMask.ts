/**
 * Masks a document by its verdicts the plainest way: parsed, walked, written anew. For tests and measures of verdicts
 * alone; what serves requests is the kernel.
 */
import type { Endpoint } from "../../src/domain/Endpoint.ts"
import { findingsIn } from "../../src/privacy/text/Findings.ts"
import {
  type Assigned,
  checkBit,
  classBits,
  classOf,
  modeBits,
  numberCode,
  publicCode,
  rowMode,
  variantMode,
  type VerdictClass
} from "../../src/privacy/verdict/NodeByte.ts"
import { Verdicts } from "../../src/privacy/verdict/Verdicts.ts"

/** A number as it is written. */
export class Lexeme {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
  toJSON(): unknown {
    return JSON.rawJSON(this.source)
  }
}

declare global {
  interface JSON {
    rawJSON(text: string): unknown
  }
}

interface ExactJson {
  readonly parse: (text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown) => unknown
}
export const parseExactly = (text: string): unknown =>
  (JSON as unknown as ExactJson).parse(text, (_, value, context) => typeof value === "number" ? new Lexeme(context.source ?? "") : value)

const numberOf = (value: unknown): unknown =>
  value instanceof Lexeme
    ? Number(value.source)
    : Array.isArray(value)
    ? value.map(numberOf)
    : typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, numberOf(inner)]))
    : value

export interface SlowPolicy {
  readonly fields: Endpoint["fields"]
  readonly unknown: Endpoint["unknown"]
}

export class SlowMask {
  readonly verdicts: Verdicts
  readonly #show: (name: VerdictClass, value: string) => string

  constructor(policy: SlowPolicy, show: (name: VerdictClass, value: string) => string) {
    this.verdicts = new Verdicts(policy)
    this.#show = show
  }

  mask(text: string): unknown {
    const body = parseExactly(text)
    const isWrapped = typeof body === "object" && body !== null && !Array.isArray(body) && "data" in body
    const node = isWrapped ? this.verdicts.root : this.verdicts.child(this.verdicts.root, "data")
    const plain = numberOf(body)
    for (;;) {
      const before = this.verdicts.version
      this.verdicts.observe(node, plain)
      if (this.verdicts.version === before) break
    }
    return this.#walk(node, body)
  }

  #walk(node: number, value: unknown): unknown {
    const { verdicts } = this
    if (value === null) return null
    if (Array.isArray(value)) {
      if ((verdicts.bytes[node]! & modeBits) === rowMode) return this.#assigned(verdicts.assign(node, numberOf(value)), value, node)
      const item = verdicts.item(node)
      return value.map((inner) => this.#walk(item, inner))
    }
    if (typeof value === "object" && !(value instanceof Lexeme)) return this.#object(node, value)
    return this.#leaf(node, value)
  }

  #object(node: number, value: object): unknown {
    const { verdicts } = this
    const mode = verdicts.bytes[node]! & modeBits
    if (mode === rowMode) return this.#assigned(verdicts.assign(node, numberOf(value)), value, node)
    let from = node
    if (mode === variantMode) {
      const kind: unknown = verdicts.variantKeys(node).map((key): unknown => Reflect.get(value, key)).find((found) =>
        typeof found === "string"
      )
      if (typeof kind === "string") from = verdicts.variant(node, kind)
    }
    const made = new Map<string, unknown>()
    for (const [key, inner] of Object.entries(value)) {
      const name = classOf(verdicts.keyCode(node, key))
      const shown = name === undefined ? (/\d(?:\D?\d){8}|@/.test(key) ? this.#scan(key, false) : key) : this.#show(name, key)
      let free = shown
      for (let i = 2; made.has(free); i++) free = `${shown} (${i})`
      made.set(free, this.#walk(verdicts.child(from, key), inner))
    }
    return Object.fromEntries(made)
  }

  #assigned(assigned: Assigned, value: unknown, above: number): unknown {
    if (typeof assigned === "number") {
      return assigned === above && typeof value === "object" && value !== null
        ? this.#plain(assigned, value)
        : this.#walk(assigned, value)
    }
    if (Array.isArray(value)) {
      const list = assigned as ReadonlyArray<Assigned>
      return value.map((inner, i) => this.#assigned(list[i] ?? above, inner, above))
    }
    const fields = assigned as { readonly [key: string]: Assigned }
    return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, this.#assigned(fields[key]!, inner, above)]))
  }

  #plain(node: number, value: object): unknown {
    const { verdicts } = this
    if (Array.isArray(value)) return value.map((inner) => this.#walk(verdicts.item(node), inner))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.#walk(verdicts.child(node, key), inner)]))
  }

  #leaf(node: number, value: unknown): unknown {
    const { verdicts } = this
    const byte = verdicts.bytes[node]!
    const source = value instanceof Lexeme ? value.source : String(value)
    if (typeof value === "string" && !/[\p{L}\p{N}]/u.test(value)) return value
    let code = byte & classBits
    if (code === publicCode) return value
    if (byte & checkBit) code = verdicts.codeOf(node, value instanceof Lexeme ? Number(source) : value as string)
    if (typeof value === "string" && classOf(code) !== "secret" && /^\s*[[{]/.test(value)) {
      try {
        const inner = parseExactly(value)
        verdicts.observe(node, numberOf(inner))
        return JSON.stringify(this.#walk(node, inner))
      } catch {
        // It only looks like JSON.
      }
    }
    const name = classOf(code)
    if (name !== undefined) return this.#show(name, source)
    if (typeof value === "boolean") return value
    const scanned = this.#scan(source, code === numberCode, (byte & checkBit) !== 0 && classOf(byte) === undefined)
    return scanned === source ? value : scanned
  }

  #scan(text: string, ofThing: boolean, isPersonal = false): string {
    let out = ""
    let from = 0
    for (const { end, personalData, start } of findingsIn(text, ofThing ? "thing" : isPersonal ? "somebody" : undefined)) {
      if (start < from) continue
      out += text.slice(from, start) + this.#show(personalData, text.slice(start, end))
      from = end
    }
    return out + text.slice(from)
  }
}
