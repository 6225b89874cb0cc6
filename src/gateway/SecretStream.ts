/** Hides the value of an agency's credential (`AgencySecret.ts`) in the bytes of a JSON text, piece by piece at any boundary. */
import type { AgencySecret } from "./AgencySecret.ts"
import { asBuffer } from "./EnvelopeBytes.ts"
import { beginOf, codeAt } from "./JsonCharacters.ts"

const nothing = new Uint8Array(0)

export class SecretStream {
  readonly #secret: AgencySecret
  readonly #needle: Buffer
  /** What may be the beginning of the value. */
  #held: Uint8Array = nothing
  /** The character before it. */
  #before = 0

  constructor(secret: AgencySecret, needle: Buffer) {
    this.#secret = secret
    this.#needle = needle
  }

  /** @returns the piece itself where the value is not in it */
  push(piece: Uint8Array): Uint8Array {
    return this.#hide(piece, false)
  }

  end(): Uint8Array {
    return this.#held.length === 0 ? nothing : this.#hide(nothing, true)
  }

  #hide(piece: Uint8Array, isLast: boolean): Uint8Array {
    const text = this.#held.length > 0 ? Buffer.concat([this.#held, piece]) : asBuffer(piece)
    this.#held = nothing
    const secret = this.#secret
    const parts: Array<Uint8Array> = []
    let copied = 0
    for (let at = text.indexOf(this.#needle); at >= 0; at = text.indexOf(this.#needle, Math.max(at + 1, copied))) {
      const begin = secret.beginAt(text, at)
      if (begin < copied) continue
      const end = secret.endAt(text, begin)
      if (end < 0 || secret.isWithin(text, begin, end, this.#before, isLast)) continue
      parts.push(text.subarray(copied, begin), secret.shown)
      copied = end
    }
    const until = isLast ? text.length : secret.openEnd(text, copied)
    if (until > 0) this.#before = codeAt(text, beginOf(text, until))
    if (until < text.length) this.#held = Uint8Array.prototype.slice.call(text, until)
    const done = text.subarray(copied, until)
    return parts.length === 0 ? done : Buffer.concat([...parts, done])
  }
}
