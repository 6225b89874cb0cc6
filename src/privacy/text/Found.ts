/** Personal data inside a text. */
import type { VerdictClass } from "../verdict/NodeByte.ts"

export interface Found {
  /** Code units, end exclusive. */
  readonly start: number
  readonly end: number
  readonly personalData: VerdictClass
  /** Where more than the value itself tells: it is encoded. */
  readonly shown?: string
}
