/** Personal data at a place in a text. */
import type { PersonalDataClass } from "../domain/PersonalData.ts"

export interface Finding {
  /** Code units, end exclusive. */
  readonly start: number
  readonly end: number
  readonly personalData: PersonalDataClass
  /** What stands there instead. */
  readonly shown: string
}
