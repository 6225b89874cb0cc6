/**
 * Text as one cell of comma-separated values (RFC 4180): the one rule for every table that leaves the gateway.
 *
 * No cell, and no part of one, is run as a formula by whoever opens it. A spreadsheet whose locale separates cells by
 * another character than the comma splits a cell there, quoted or not, so what stands behind such a separator begins a
 * cell too. A comma needs no care: a cell that has one is quoted, and whoever separates by commas obeys that.
 */

/** What ends a cell or a line for some reader. */
const ends = ";\\|\\t\\r\\n\\v\\f\\u001c-\\u001e\\u0085\\u2028\\u2029"
/** What nobody sees, or a reader leaves out, before a cell's first sign. */
const unseen = "[ \"\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800]"

/**
 * What may begin a cell for some reader, what may stand before its first sign, and a sign that begins a formula, of
 * full width or small form too.
 */
const begun = new RegExp(`(^|[${ends}])([${unseen}--[${ends}]]*)([=+\\-@＝＋－＠﹦﹢﹣﹫][^${ends}]*)`, "gv")

/** A negative number, two of them (a position), or the sign for no value. */
const harmless = /^-(?:\d[\d.,]*(?:[eE][+-]?\d+)?(?:, ?-?\d+\.\d+)?)? *$/

const neutral = (text: string): string => {
  const inert = text.replace(
    begun,
    (whole, separator: string, lead: string, part: string) => harmless.test(part) ? whole : `${separator}${lead}'${part}`
  )
  return /^[\t\r\n]/.test(inert) ? `'${inert}` : inert
}

const quotedFor = new RegExp(`[",${ends}]`, "v")

/** @returns the cell as it is written, quoted where it has to be */
export const csvCell = (text: string): string => {
  const safe = neutral(text)
  return quotedFor.test(safe) ? `"${safe.replaceAll("\"", "\"\"")}"` : safe
}

const unseenAlone = new RegExp(`^${unseen}$`, "v")

/** Whether a reader may leave this character out before a cell's first sign. */
export const isUnseen = (character: string): boolean => unseenAlone.test(character)

/** Separators of cells elsewhere, as bytes: a cell with one of them is no plain text. */
export const isForeignSeparator = (byte: number): boolean => byte === 0x3b || byte === 0x7c
