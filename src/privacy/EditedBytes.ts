/** Copies a part of a document with some of its lexemes replaced; what is not replaced is copied byte for byte. */
import type { PersonalDataClass } from "../domain/PersonalData.ts"

/** `unknown` is what nobody classified, where the endpoint masks that. */
export type MaskedClass = PersonalDataClass | "unknown"

export interface Edit {
  /** Bytes of the lexeme that goes, quotation marks included. */
  readonly start: number
  readonly end: number
  /** The text that comes, always as a string; undefined while it is undecided, and where the old lexeme stays. */
  shown: string | undefined
  /** One for each thing masked. */
  classes: MaskedClass | ReadonlyArray<MaskedClass>
}

/**
 * @param edits in the order of the document
 * @param from where the part begins; `first` is the first edit that is not before it
 * @returns the document's own memory where nothing changes
 */
export const editedBytes = (body: Buffer, edits: ReadonlyArray<Edit>, from: number, to: number, first: number): Uint8Array => {
  let size = to - from
  let last = first
  let changes = 0
  for (; last < edits.length; last++) {
    const { shown, start } = edits[last]!
    if (start >= to) break
    if (shown === undefined) continue
    changes++
    // At worst each code unit is escaped, `\uXXXX`.
    size += shown.length * 6 + 2
  }
  if (changes === 0) return body.subarray(from, to)
  const out = Buffer.allocUnsafeSlow(size)
  let at = 0
  let copied = from
  for (let i = first; i < last; i++) {
    const { end, shown, start } = edits[i]!
    if (shown === undefined) continue
    at = writeString(shown, out, copy(body, copied, start, out, at))
    copied = end
  }
  return out.subarray(0, copy(body, copied, to, out, at))
}

/** Writes a JSON string; lone surrogates come out escaped. @returns where it ends */
const writeString = (text: string, out: Buffer, start: number): number => {
  let at = start
  out[at++] = 0x22
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) {
      const rest = Buffer.from(JSON.stringify(text.slice(i)))
      out.set(rest.subarray(1), at)
      return at + rest.length - 1
    }
    out[at++] = code
  }
  out[at++] = 0x22
  return at
}

/** A call into the engine costs more than a short loop. */
const copy = (body: Buffer, from: number, to: number, out: Buffer, at: number): number => {
  const length = to - from
  if (length < 32) for (let i = 0; i < length; i++) out[at + i] = body[from + i]!
  else body.copy(out, at, from, to)
  return at + length
}
