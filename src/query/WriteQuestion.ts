/**
 * Writes what `parseQuestion` reads: columns, texts, and the query of an address.
 *
 * @example
 * questionQuery([["$where", `${columnWritten(["nama"])} = ${textWritten("O'Brien")}`]]) // $where=nama%20%3D%20%27O%27%27Brien%27
 */
import type { Parameters } from "./ParseQuestion.ts"
import type { Column } from "./Question.ts"
import { reserved } from "./QuestionParts.ts"

const first = /^[\p{L}_][\p{L}\p{M}\p{Nd}_]*$/u
const later = /^[\p{L}\p{M}\p{Nd}_]+$/u

const isPlain = (step: string, place: number): boolean =>
  place === 0 ? first.test(step) && !reserved.has(step.toLowerCase()) : later.test(step)

/** In backquotes where the grammar would read something else. */
export const columnWritten = (column: Column): string =>
  column.map((step, place) => isPlain(step, place) ? step : `\`${step.replaceAll("`", "``")}\``).join(".")

export const textWritten = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Encoded, so that it may stand in single quotes of a shell too. Names keep their `$`. */
export const questionQuery = (parameters: Parameters): string =>
  parameters.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("'", "%27")}`).join("&")
