/**
 * Remembers keys by their bytes, so that a key seen before costs one comparison: agencies send the same few keys,
 * row after row, in the same order. Each entry points at the key that followed it last time.
 *
 * Gotchas: shared by all documents, bounded, and never holds a key that is long or has many digits: such keys may
 * be personal data themselves and are looked at anew each time.
 */
import { type KeyMeaning, meaningOfKey } from "./KeyMeaning.ts"
import { plainText } from "./PlainText.ts"
import { rowOf } from "./Row.ts"

const maxKeys = 4096
const maxLength = 64

/** Six digits, the start of a plate, an e-mail address or a query: the key may be personal data itself. */
const suspicious = /[@=]|%40|\d(?:\D{0,3}\d){5}|[A-Z][ -]?\d/

const isSuspicious = (text: string): boolean => suspicious.test(plainText(text))

/** The last three bytes and the closing quotation mark, then all from the first on, four bytes each. */
const wordsOfKey = (bytes: Uint8Array): Int32Array => {
  const closed = Buffer.concat([bytes, Buffer.from("\"")])
  const words = [closed.length < 4 ? 0 : closed.readInt32BE(closed.length - 4)]
  for (let at = 0; at < closed.length - 4; at += 4) words.push(closed.readInt32BE(at))
  return Int32Array.from(words)
}

export class KnownKey {
  /** As it stands between the quotes; empty for a key that is not remembered. */
  readonly bytes: Uint8Array
  readonly length: number
  readonly words: Int32Array
  /** Decoded. */
  readonly text: string
  readonly meaning: KeyMeaning
  /** Its name says something about its value. */
  readonly telling: boolean
  /** What its name says about the row, as bits of `Row.ts`. */
  readonly row: number
  /** It has to be searched for personal data itself. */
  readonly suspicious: boolean
  /** Another key with the same hash. */
  readonly collision: KnownKey | undefined
  /** The key that came after it last time, and the one before that: `nama` is followed by this here, by that there. */
  next: KnownKey
  other: KnownKey

  constructor(text: string, bytes: Uint8Array, collision: KnownKey | undefined) {
    const meaning = meaningOfKey(text)
    this.bytes = bytes
    this.length = bytes.length
    this.words = wordsOfKey(bytes)
    this.text = text
    this.meaning = meaning
    this.telling = meaning.personalData !== undefined || meaning.plainName || meaning.role
    this.row = rowOf(meaning)
    this.suspicious = isSuspicious(text)
    this.collision = collision
    this.next = this
    this.other = this
  }
}

const nothing = new Uint8Array(0)

/** Stands for "no key yet": the root, and whatever a bare array holds. */
export const rootKey = new KnownKey("data", nothing, undefined)

const known = new Map<number, KnownKey>()
let size = 0

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
  known.clear()
  size = 0
}

/** Whether a remembered key stands at `start`, closing quotation mark included. Compares four bytes at a time. */
export const standsAt = ({ words, length }: KnownKey, view: DataView, start: number): boolean => {
  const last = start + length - 3
  if (length < 3 || last + 4 > view.byteLength || view.getInt32(last) !== words[0]) return false
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
 */
export const keyAt = (body: Uint8Array, start: number, end: number, decode: () => string): KnownKey => {
  const length = end - start
  if (length === 0 || length > maxLength) return new KnownKey(decode(), nothing, undefined)
  let hash = length
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ body[i]!, 0x01000193)
  const first = known.get(hash)
  for (let key = first; key !== undefined; key = key.collision) if (isSame(key.bytes, body, start, length)) return key
  const text = decode()
  if (isSuspicious(text)) return new KnownKey(text, nothing, undefined)
  if (size >= maxKeys) {
    forgetAll()
    return keyAt(body, start, end, () => text)
  }
  const key = new KnownKey(text, Uint8Array.prototype.slice.call(body, start, end), first)
  key.next = rootKey
  key.other = rootKey
  known.set(hash, key)
  size++
  return key
}
