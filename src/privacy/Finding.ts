import type { MaskedClass } from "./ClassCodes.ts"

/** What was found in a text, and what is shown instead. Code units, end exclusive. */
export interface Finding {
  readonly start: number
  readonly end: number
  readonly personalData: MaskedClass
  readonly shown: string
}
