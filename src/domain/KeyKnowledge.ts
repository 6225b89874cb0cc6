/**
 * What the name of a field, or of a parameter, says about its values. Masking knows, and the registry asks before it
 * takes a name; where nobody says otherwise, nothing is known.
 */
import { Context } from "effect"
import type { PersonalDataClass } from "./PersonalData.ts"

export interface KeyKnowledge {
  /** What the detectors take a field of that name for; undefined where they look at its values alone. */
  readonly fieldClass: (name: string) => PersonalDataClass | undefined
  /** The personal data that a caller gives, or asks about, with a parameter of that name. */
  readonly parameterClass: (name: string) => PersonalDataClass | undefined
  /** What is asked about, without what the question does with it: `kode` of `kode_like` and `filter[kode]`; empty where nothing is left. */
  readonly subject: (name: string) => string
}

export const KeyKnowledge = Context.Reference<KeyKnowledge>("gapura/domain/KeyKnowledge", {
  defaultValue: () => ({ fieldClass: () => undefined, parameterClass: () => undefined, subject: (name) => name })
})
