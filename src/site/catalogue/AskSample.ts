/** A question asked of an endpoint's masked sample, by the very rules of a question to its data. */
import { Option, Result, Schema } from "effect"
import type { Detail } from "../../domain/Detail.ts"
import { maskedUse, type ProtectionOf } from "../../gateway/MaskedColumns.ts"
import { Ask } from "../../query/Ask.ts"
import { type Parameters, parseQuestion } from "../../query/ParseQuestion.ts"
import { faultText } from "../../query/QuestionFault.ts"

const decodeRows = Schema.decodeUnknownOption(Schema.Struct({ data: Schema.Array(Schema.Unknown) }))
const decodeAnswer = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.Unknown)))

/** The rows of an envelope; undefined where it has none. */
export const rowsOf = (envelope: unknown): ReadonlyArray<unknown> | undefined => Option.getOrUndefined(decodeRows(envelope))?.data

/** @param rows undefined: the question is read alone, and answers nothing */
export const askSample = (
  parameters: Parameters,
  rows: ReadonlyArray<unknown> | undefined,
  protection: ProtectionOf
): Result.Result<ReadonlyArray<unknown> | undefined, Detail> => {
  const parsed = parseQuestion(parameters)
  if (Result.isFailure(parsed)) return Result.fail(faultText(parsed.failure))
  const question = parsed.success
  const refusal = maskedUse(protection, question)
  if (refusal !== undefined) return Result.fail(refusal)
  if (rows === undefined) return Result.succeed(undefined)
  const found: Array<Buffer> = []
  const ask = new Ask(question, (path) => protection(path, true) !== "none", (bytes, start, end) => found.push(bytes.subarray(start, end)))
  for (const row of rows) ask.row(Buffer.from(JSON.stringify(row)), 0)
  for (const _ of ask.end());
  return Result.succeed(decodeAnswer(`[${Buffer.concat(found).toString()}]`))
}
