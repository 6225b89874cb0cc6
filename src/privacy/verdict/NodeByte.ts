/**
 * What the kernel reads of a node: one byte. The lower five bits say what becomes of a leaf, one bit that JavaScript
 * has to look at each value, two bits how a container is stepped through.
 */
import { type PersonalDataClass, personalDataClasses } from "../../domain/PersonalData.ts"

/** `unknown` is what nobody classified. */
export type VerdictClass = PersonalDataClass | "unknown"

export const verdictClasses: ReadonlyArray<VerdictClass> = [...personalDataClasses, "unknown"]

/** Lower five bits: what becomes of a string, a number or a boolean (`null` always stays). */
export const classBits = 0x1f
/** Open, its text and its digits looked at. Codes above it up to `verdictClasses.length` are the classes, in order. */
export const openCode = 0
/** Stays as it is, unread: what a registry exempts, amounts, moments. The last codes, so that a new class moves nothing in the kernel. */
export const publicCode = classBits - 1
/** Open; it numbers a thing, so only a NIK after a word that says so and mail are looked for. */
export const numberCode = classBits

/** Of a value, never of a node: open, a text in a row about somebody, of whom it tells what it tells. */
export const somebodysCode = classBits + 1

/** JavaScript looks at each value (`Verdicts.codeOf`): a column of names and of offices, for instance. */
export const checkBit = 0x20

/** Upper two bits. */
export const modeBits = 0xc0
/** An object goes on with the children that `Verdicts.variant` gives for the string under one of `Verdicts.variantKeys`. */
export const variantMode = 0x40
/** Keys are data: every member is the child `*`; keys have the class of `Verdicts.keysOf`. */
export const mapMode = 0x80
/** The whole object or list goes to `Verdicts.assign`. */
export const rowMode = 0xc0

export const codeOfClass = (name: VerdictClass): number => verdictClasses.indexOf(name) + 1
/** The class of a code; undefined where it stays open. */
export const classOf = (byte: number): VerdictClass | undefined => verdictClasses[(byte & classBits) - 1]
/** Whether a leaf is shown as a name, or instead of one. */
export const isName = (byte: number): boolean => classOf(byte) === "name" || classOf(byte) === "pseudonym"

/**
 * A tree of nodes in the shape of the value: the node of each leaf. A number holds for all that is below, the last item
 * of a list for all behind it, what stands under `anyKey` for keys that are not named.
 */
export type Assigned = number | ReadonlyArray<Assigned> | { readonly [key: string]: Assigned }

/** No key of a table. */
export const anyKey = "\0"
