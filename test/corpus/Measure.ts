/**
 * Masks a labelled document and compares it leaf by leaf. A personal value is found where nothing of it is left but
 * the form that docs/contract.md (section 11) shows of a class; a public one must stay as it was.
 */
import { Result } from "effect"
import { maskJson } from "../../src/privacy/Masker.ts"
import { compilePolicy } from "../../src/privacy/MaskingPolicy.ts"
import type { VerdictClass } from "../../src/privacy/verdict/NodeByte.ts"
import { type Group, type LabelledDocument, type Node, type Personal, render } from "./Labelled.ts"

export interface Miss {
  readonly kind: "missed" | "false alarm"
  readonly document: string
  /** Class, or `public`. */
  readonly label: string
  readonly key: string
  readonly value: string
  readonly shown: string
}

export interface Tally {
  personal: number
  found: number
  /** Found and shown as its own class, not as another. */
  exact: number
}

export interface Measured {
  readonly byClass: Map<VerdictClass, Tally>
  readonly byGroup: Map<Group, Tally>
  open: number
  falseAlarms: number
  /** False alarms by the kind of document. */
  readonly misses: Array<Miss>
}

/** A number as it is written: masking must not touch its digits. */
class Lexeme {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

interface ExactJson {
  readonly parse: (text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown) => unknown
}

const parse = (text: string): unknown =>
  (JSON as unknown as ExactJson).parse(text, (_, value, context) => typeof value === "number" ? new Lexeme(context.source ?? "") : value)

const digitsThenStars = String.raw`\d{4}\*+`
const lastTwo = String.raw`\*+(?:\d\d)?`
const word = String.raw`(?:[\p{L}\p{N}]\*{3}|[^\p{L}\p{N}\s]+)`

/** How each class is shown, as docs/contract.md (section 11) has it. */
const forms: Readonly<Partial<Record<VerdictClass, string>>> = {
  nik: digitsThenStars,
  kk: digitsThenStars,
  npwp: lastTwo,
  bpjs: lastTwo,
  passport: lastTwo,
  plate: lastTwo,
  "bank-account": lastTwo,
  card: lastTwo,
  name: `${word}(?:[ +]|%20)?(?:(?:[ +]|%20)?${word})*`,
  email: String.raw`[\p{L}\p{N}]?\*{3}(?:(?:@|＠|%40| ?[[({]at[\])}] ?)[^\s@]+)?`,
  phone: String.raw`\(?\+?\d{4}\*+\d\d`,
  "birth-date": String.raw`\d{4}`,
  pseudonym: String.raw`psd_[\w-]{16}`,
  id: String.raw`\*+[\p{L}\p{N}]{0,2}`
}
const hiddenForm = String.raw`\*{3}`
const formOf = (personalData: VerdictClass): string => `(?:${forms[personalData] ?? hiddenForm}|${hiddenForm})`
const anyForm = `(?:${[...Object.values(forms), hiddenForm].join("|")})`

const compiled = new Map<string, RegExp>()
const matches = (pattern: string, value: string): boolean => {
  let found = compiled.get(pattern)
  if (found === undefined) compiled.set(pattern, found = new RegExp(`^${pattern}$`, "u"))
  return found.test(value)
}

const escapeRegExp = (value: string): string => value.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

const shownText = (value: unknown): string =>
  value instanceof Lexeme ? value.source : typeof value === "string" ? value : JSON.stringify(value)

class Comparison {
  readonly #document: string
  readonly #into: Measured

  constructor(document: string, into: Measured) {
    this.#document = document
    this.#into = into
  }

  #count(label: Personal, found: boolean, exact: boolean, key: string, shown: string): void {
    const { byClass, byGroup, misses } = this.#into
    for (const tally of [tallyOf(byClass, label.personalData), tallyOf(byGroup, label.group)]) {
      tally.personal++
      if (found) tally.found++
      if (exact) tally.exact++
    }
    if (!found) misses.push({ kind: "missed", document: this.#document, label: label.personalData, key, value: String(label.value), shown })
  }

  #open(same: boolean, key: string, value: string, shown: string): void {
    this.#into.open++
    if (same) return
    this.#into.falseAlarms++
    this.#into.misses.push({ kind: "false alarm", document: this.#document, label: "public", key, value, shown })
  }

  personal(label: Personal, masked: unknown, key: string): void {
    const shown = shownText(masked)
    const isText = typeof masked === "string" && shown !== String(label.value)
    const exact = isText && matches(formOf(label.personalData), shown)
    this.#count(label, exact || isText && matches(anyForm, shown), exact, key, shown)
  }

  node(node: Node, masked: unknown, key: string): void {
    switch (node._tag) {
      case "Personal":
        return this.personal(node, masked, key)
      case "Public": {
        const before = node.lexeme ?? String(node.value)
        return this.#open(shownText(masked) === before, key, before, shownText(masked))
      }
      case "Text":
        return this.#sentence(node.parts, shownText(masked), key)
      case "Held":
        return this.node(node.node, typeof masked === "string" ? attempt(masked) : masked, key)
      case "List":
        return node.items.forEach((item, i) => this.node(item, Array.isArray(masked) ? masked[i] : undefined, key))
      case "Row": {
        const entries = typeof masked === "object" && masked !== null ? Object.entries(masked) : []
        return node.members.forEach(([label, inner], i) => {
          const [shownKey, value] = entries[i] ?? ["", undefined]
          if (typeof label !== "string") this.personal(label, shownKey.replace(/ \(\d+\)$/, ""), "(a key)")
          else if (label !== shownKey) this.#open(false, label, label, shownKey)
          this.node(inner, value, typeof label === "string" ? label : shownKey)
        })
      }
    }
  }

  #sentence(parts: ReadonlyArray<string | Personal>, shown: string, key: string): void {
    const labels = parts.filter((part) => typeof part !== "string")
    const whole = (form: (label: Personal) => string) =>
      parts.map((part) => typeof part === "string" ? escapeRegExp(part) : form(part)).join("")
    if (matches(whole((label) => formOf(label.personalData)), shown)) {
      for (const label of labels) this.#count(label, true, true, key, shown)
      if (labels.length < parts.length) this.#open(true, key, "", shown)
      return
    }
    for (const label of labels) this.#count(label, !leaks(String(label.value), shown), false, key, shown)
    // Between the personal words all must be as it was.
    let from = 0
    const kept = parts.every((part) => {
      if (typeof part !== "string") return true
      const at = shown.indexOf(part, from)
      from = at + part.length
      return at >= 0
    })
    this.#open(kept, key, parts.map((part) => typeof part === "string" ? part : `«${String(part.value)}»`).join(""), shown)
  }
}

/** Seven characters of it in a row, separators aside, are a leak. */
const leaks = (value: string, shown: string): boolean => {
  const bare = (part: string) => part.normalize("NFKC").replace(/[^\p{L}\p{N}*]/gu, "")
  const [secret, rest] = [bare(value), bare(shown)]
  for (let at = 0; at + 7 <= secret.length; at++) if (rest.includes(secret.slice(at, at + 7))) return true
  return secret.length < 7 && rest.includes(secret)
}

const attempt = (value: string): unknown => {
  try {
    return parse(value)
  } catch {
    return value
  }
}

function tallyOf<K>(tallies: Map<K, Tally>, key: K): Tally {
  let tally = tallies.get(key)
  if (tally === undefined) tallies.set(key, tally = { personal: 0, found: 0, exact: 0 })
  return tally
}

const pseudonymKey = new Uint8Array(32).fill(1)

/** @param mask what masking makes of a document's data, as JSON text */
export const measureWith = (documents: ReadonlyArray<LabelledDocument>, mask: (document: LabelledDocument) => string): Measured => {
  const measured: Measured = { byClass: new Map(), byGroup: new Map(), open: 0, falseAlarms: 0, misses: [] }
  for (const document of documents) new Comparison(document.name, measured).node(document.root, parse(mask(document)), "")
  return measured
}

export const measure = (documents: ReadonlyArray<LabelledDocument>): Measured =>
  measureWith(documents, ({ fields = [], root, unknown = "detect", wrapped = false }) => {
    const text = render(root)
    const body = Result.getOrThrow(
      maskJson(
        Buffer.from(wrapped ? `{"status":"ok","data":${text},"total":1}` : text),
        compilePolicy({ fields, unknown }),
        pseudonymKey,
        new Set()
      )
    )
    return Buffer.from(body.data).toString()
  })
