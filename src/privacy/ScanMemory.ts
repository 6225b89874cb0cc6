/**
 * Where what lies in the memory of the functions of `MemberText.ts`: parts of documents, what is known of the keys, and
 * what the functions tell. Addresses and offsets in bytes.
 */
import { slots } from "./WordSketch.ts"

/** Keys that are kept, number 0 for none yet; and the longest lead. */
export const maxLeads = 4096
export const maxLead = 64

export const windowSize = 65_536
const windows = 8
/** The functions read up to so many bytes too many. */
const over = 32
/** The longest value that is shown, the most between two, and what is written before the stretch ends. */
export const longest = 4_096
const outSize = longest * 4

export const windowAt = (level: number): number => level * (windowSize + over)

/** One for each key: its lead, then numbers. */
export const record = {
  size: 96,
  /** Length of the lead; 0 where there is none. */
  length: 64,
  /** The record of the key that followed last time. */
  next: 68,
  /** For which classification the plan is made. */
  context: 72,
  plan: 76,
  /** What the key says about its row. */
  row: 80,
  code: 84,
  /** Fewer digits are not for the form. */
  fewest: 88
} as const
export const recordAt = (key: number): number => windowAt(windows) + key * record.size
export const keyOf = (at: number): number => (at - recordAt(0)) / record.size

export const firstWordsAt = recordAt(maxLeads + 1)
export const lastWordsAt = firstWordsAt + slots
export const outAt = lastWordsAt + slots
/** What `members` tells, numbers of four bytes. */
export const toldAt = outAt + outSize
export const pages = Math.ceil((toldAt + 64) / 65_536)

/** Plans for the value under a key. */
export const plans = {
  /** For the walk. */
  walk: 0,
  /** Stays, unless it has a telling sign or more than one digit. */
  quiet: 1,
  /** Stays. */
  open: 2,
  /** From here on a form of `FormCodes.ts`. */
  form: 8
} as const

/** Values shown in one stretch at most, since their classes are told as one number. */
export const maxShown = 5
