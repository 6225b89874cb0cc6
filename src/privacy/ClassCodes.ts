/** Classes of personal data as small numbers, for what happens leaf by leaf. */
import { type FieldClass, type PersonalDataClass, personalDataClasses } from "../domain/PersonalData.ts"

/** `unknown` is what nobody classified, where the endpoint masks that. */
export type MaskedClass = PersonalDataClass | "unknown"

/** No class at all. */
export const none = -1

export const maskedClasses: ReadonlyArray<MaskedClass> = [...personalDataClasses, "unknown"]

/** What a registry exempts. */
export const publicCode = maskedClasses.length

/** What nobody classified and is masked nevertheless. */
export const unknownCode = maskedClasses.length - 1

const codes = new Map<string, number>([...maskedClasses.map((name, code): [string, number] => [name, code]), ["public", publicCode]])

export const codeOf = (name: FieldClass | MaskedClass | undefined): number => name === undefined ? none : codes.get(name) ?? none

/** The class of a code that is neither `unknown` nor `public`. */
export const classOfCode = (code: number): PersonalDataClass => personalDataClasses[code]!
