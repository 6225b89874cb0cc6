/** Copies a part of a document with some of its lexemes replaced; what is not replaced is copied byte for byte. */
import type { PersonalDataClass } from "../domain/PersonalData.ts"

/** `unknown` is what nobody classified, where the endpoint masks that. */
export type MaskedClass = PersonalDataClass | "unknown"

export interface Edit {
  /** Bytes of the lexeme that goes, quotation marks included. */
  readonly start: number
  readonly end: number
  /** The lexeme that comes; undefined while it is undecided, and where the old one stays after all. */
  lexeme: string | undefined
  classes: ReadonlyArray<MaskedClass>
}

// oxlint-disable-next-line no-control-regex -- what JSON has to escape, and what is more than a byte
const special = /[\0-\x1f"\\\x7f-\uffff]/

/** A JSON string. Lone surrogates come out escaped. */
export const lexemeOf = (text: string): string => special.test(text) ? JSON.stringify(text) : `"${text}"`

/**
 * @param edits in the order of the document
 * @param from where the part begins; `first` is the first edit that is not before it
 * @returns the document's own memory where nothing changes
 */
export const editedBytes = (body: Uint8Array, edits: ReadonlyArray<Edit>, from: number, to: number, first: number): Uint8Array => {
  let size = to - from
  let last = first
  for (; last < edits.length && edits[last]!.start < to; last++) {
    const edit = edits[last]!
    if (edit.lexeme !== undefined) size += edit.lexeme.length * 3 - (edit.end - edit.start)
  }
  const out = Buffer.allocUnsafeSlow(Math.max(size, to - from))
  let at = 0
  let copied = from
  for (let i = first; i < last; i++) {
    const { end, lexeme, start } = edits[i]!
    if (lexeme === undefined) continue
    at = copy(body, copied, start, out, at)
    const length = lexeme.length
    let j = 0
    for (; j < length; j++) {
      const code = lexeme.charCodeAt(j)
      if (code > 0x7f) break
      out[at + j] = code
    }
    at += j < length ? j + out.write(lexeme.slice(j), at + j) : length
    copied = end
  }
  if (copied === from) return body.subarray(from, to)
  at = copy(body, copied, to, out, at)
  return out.subarray(0, at)
}

/** Calls into the engine cost more than a short loop. */
const copy = (body: Uint8Array, from: number, to: number, out: Buffer, at: number): number => {
  const length = to - from
  if (length < 96) for (let i = 0; i < length; i++) out[at + i] = body[from + i]!
  else out.set(body.subarray(from, to), at)
  return at + length
}
