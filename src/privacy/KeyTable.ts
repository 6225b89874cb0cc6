/**
 * Remembers keys by their bytes, so that a key seen before costs one comparison: agencies send the same few keys,
 * row after row, in the same order. Each entry points at the key that followed it last time.
 *
 * Gotchas: shared by all documents, bounded, and never holds a key that is long or has many digits: such keys may
 * be personal data themselves and are looked at anew each time.
 */
import { codeOf, none, publicCode } from "./ClassCodes.ts"
import { spend } from "./Effort.ts"
import { fewestDigits, formOf, noForm } from "./FormCodes.ts"
import { type KeyMeaning, meaningOfKey } from "./KeyMeaning.ts"
import type { MaskedText } from "./LongText.ts"
import { forgetKeys, keepLead, keepNext, keepPlan } from "./MemberScan.ts"
import { likenessOf, noName } from "./NamesAsKeys.ts"
import { maskInText } from "./PersonalDataInText.ts"
import { plainText } from "./PlainText.ts"
import type { PolicyState } from "./PolicyState.ts"
import { quasiOf } from "./QuasiIdentifiers.ts"
import { rowOf } from "./Row.ts"
import { maxLeads, plans, recordAt } from "./ScanMemory.ts"
import { hidden } from "./ShownForm.ts"

export const maxKeys = maxLeads
/** A key that comes in many styles is not learnt each time. */
const maxStyles = 8
const maxLength = 64
/** Bytes; a longer key is hidden, and what stands under it. */
const longestRead = 1_024
/** What working out a key's meaning costs, in units of `Effort.ts`. */
const effortOfKey = 150

/**
 * Six digits, the start of a plate, an e-mail address or a query: the key may be personal data itself. Or it was, and
 * came masked.
 */
const suspicious = /[@=]|%40|\d(?:\D{0,3}\d){5}|[A-Z][ -]?\d|\*{3}|[[({]\s{0,2}[aA][tT]\s{0,2}[\])}]/

/** No key is written so in JSON. */
const unread = `${hidden}=\u0000`

const isSuspicious = (text: string): boolean => suspicious.test(plainText(text))

/**
 * The last three bytes and the closing quotation mark, then all from the first on, four bytes each; of a short key all
 * there is. A plain array: it is
 * read faster than an `Int32Array`.
 */
const wordsOfKey = (bytes: Uint8Array): ReadonlyArray<number> => {
  const closed = Buffer.concat([bytes, Buffer.from("\"")])
  if (closed.length < 4) return [closed.readIntBE(0, closed.length)]
  const words = [closed.readInt32BE(closed.length - 4)]
  for (let at = 0; at < closed.length - 4; at += 4) words.push(closed.readInt32BE(at))
  return words
}

export class KnownKey {
  /** As it stands between the quotes; empty for a key that is not remembered. */
  readonly bytes: Uint8Array
  readonly length: number
  readonly words: ReadonlyArray<number>
  /** Decoded. */
  readonly text: string
  readonly meaning: KeyMeaning
  /** The class of its value by its name. */
  readonly code: number
  /** Its value may be personal data by its name. */
  readonly ofPerson: boolean
  /** Its name says something about its value. */
  readonly telling: boolean
  /** What its name says about the row, as bits of `Row.ts`. */
  readonly row: number
  /** It has to be searched for personal data itself. */
  readonly suspicious: boolean
  /** What it becomes where it is personal data itself. */
  readonly masked: MaskedText | undefined
  /** How much it reads like a person's name, by `NamesAsKeys.ts`. */
  readonly likeness: number
  /** It is suspicious, reads like a name, or its value belongs to the key above: rare keys, told from all others by one look. */
  readonly special: boolean
  /** Its own among the remembered keys, from 1; 0 for a key that is not remembered. */
  readonly number: number
  /** It is none, but stands beside its value. */
  readonly isLabel: boolean
  /** Another key with the same hash. */
  readonly collision: KnownKey | undefined
  /** The key that came after it last time, and the one before that: `nama` is followed by this here, by that there. */
  next: KnownKey = this
  other: KnownKey = this
  /** How long its lead is, as `MemberScan.ts` has it; 0 where there is none. */
  lead = 0
  /** Where that is kept. */
  readonly record: number
  /** For what its plan is made. */
  context = 0
  #styles = 0
  /** Where the classification last led from a place by this key; the same way is asked for row after row. */
  #from: PolicyState | undefined
  #to: PolicyState | undefined
  #quasi = -1

  constructor(text: string, bytes: Uint8Array, collision: KnownKey | undefined, number = 0, isLabel = false) {
    spend(effortOfKey)
    this.number = number
    this.isLabel = isLabel
    this.suspicious = isSuspicious(text)
    this.masked = text === unread ? { text: hidden, classes: ["unknown"] } : this.suspicious ? maskInText(text) : undefined
    // Of what is left of it: masking again must not read another meaning.
    const meaning = meaningOfKey(this.masked?.text ?? text)
    this.bytes = bytes
    this.length = bytes.length
    this.words = wordsOfKey(bytes)
    this.text = text
    this.meaning = meaning
    this.code = codeOf(meaning.personalData)
    this.ofPerson = meaning.personalData !== undefined || meaning.plainName || meaning.role || meaning.openRole
    this.telling = this.ofPerson || meaning.heads
    this.row = rowOf(meaning)
    this.likeness = this.suspicious ? noName : likenessOf(text, meaning)
    this.special = this.suspicious || this.likeness > 0 || meaning.carries || meaning.labelled || meaning.namePart
    this.collision = collision
    this.record = recordAt(number)
  }

  /** The bit of the quasi-identifier that it holds by its name, of `QuasiIdentifiers.ts`; worked out when first asked for. */
  get quasi(): number {
    if (this.#quasi < 0) this.#quasi = quasiOf(this.text, this.meaning)
    return this.#quasi
  }

  /** It stood so: white space, quotation marks and colon included. */
  learn(body: Uint8Array, start: number, end: number): void {
    // A key that may be a name has to be found again.
    if (this.number === 0 || this.likeness > 0 || this.#styles === maxStyles) return
    this.#styles++
    this.lead = keepLead(this.number, body, start, end)
  }

  /** This key came after it. */
  follow(key: KnownKey): void {
    this.other = this.next
    this.next = key
    keepNext(this.number, key.number)
  }

  /** What is to be done with its values, where nothing above says something about them. */
  plan(context: number, explicit: number): void {
    if (this.number === 0) return
    this.context = context
    const form = this.code === none || this.meaning.demographic ? noForm : formOf[this.code]!
    const plan = explicit === publicCode
      ? plans.open
      : explicit !== none || this.special || this.meaning.labels
      ? plans.walk
      : !this.telling
      ? plans.quiet
      : form === noForm
      ? plans.walk
      : plans.form + form
    keepPlan(this.number, context, plan, { row: this.row, code: this.code, fewest: plan < plans.form ? 0 : fewestDigits[this.code]! })
  }

  /** The place under this key. */
  placeFrom(state: PolicyState): PolicyState | undefined {
    if (this.#from === state) return this.#to
    this.#from = state
    this.#to = state.key(this.text)
    return this.#to
  }
}

const nothing = new Uint8Array(0)

/** Stands for "no key yet": the root, and whatever a bare array holds. */
export const rootKey = new KnownKey("data", nothing, undefined)

/** Stands for a key that nobody reads: it is hidden, and all that stands under it. */
export const unreadKey = new KnownKey(unread, nothing, undefined)

const known = new Map<number, KnownKey>()
/** The same by their numbers. */
const numbered = [rootKey]

export const keyNumbered = (number: number): KnownKey => numbered[number]!

let size = 0
let generation = 0

/** Goes up when all keys were forgotten and get new numbers. */
export const keyGeneration = (): number => generation

const forgetAll = (): void => {
  for (let key of known.values()) {
    for (;;) {
      key.next = rootKey
      key.other = rootKey
      if (key.collision === undefined) break
      key = key.collision
    }
  }
  rootKey.next = rootKey
  rootKey.other = rootKey
  forgetKeys()
  known.clear()
  numbered.length = 1
  size = 0
  generation++
}

/** Whether a remembered key stands at `start`, closing quotation mark included. Compares four bytes at a time. */
export const standsAt = ({ words, length }: KnownKey, view: DataView, start: number, end: number): boolean => {
  if (length < 3) return length > 0 && start + 4 <= end && view.getInt32(start) >> 24 - (length << 3) === words[0]
  const last = start + length - 3
  if (last + 4 > end || view.getInt32(last) !== words[0]) return false
  for (let i = 1, at = start; at < last; i++, at += 4) if (view.getInt32(at) !== words[i]) return false
  return true
}

const isSame = (bytes: Uint8Array, body: Uint8Array, start: number, length: number): boolean => {
  if (bytes.length !== length) return false
  for (let i = 0; i < length; i++) if (bytes[i] !== body[start + i]) return false
  return true
}

/**
 * @param body the document; the key stands between `start` and `end`
 * @param decode gives the key's text, called for keys that are not known yet
 * @param isExhausted whether no more keys may be read that are not known
 */
export const keyAt = (body: Uint8Array, start: number, end: number, decode: () => string, isExhausted = false): KnownKey => {
  const length = end - start
  if (length > longestRead || isExhausted && length > maxLength) return unreadKey
  if (length === 0 || length > maxLength) return new KnownKey(decode(), nothing, undefined)
  let hash = length
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ body[i]!, 0x01000193)
  const first = known.get(hash)
  for (let key = first; key !== undefined; key = key.collision) if (isSame(key.bytes, body, start, length)) return key
  if (isExhausted) return unreadKey
  const text = decode()
  if (isSuspicious(text)) return new KnownKey(text, nothing, undefined)
  if (size >= maxKeys) {
    forgetAll()
    return keyAt(body, start, end, () => text)
  }
  const key = new KnownKey(text, Uint8Array.prototype.slice.call(body, start, end), first, size + 1)
  key.next = rootKey
  key.other = rootKey
  known.set(hash, key)
  numbered.push(key)
  size++
  return key
}
