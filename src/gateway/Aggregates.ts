/**
 * The aggregate door's reading: strategy and shape of the combined answer.
 *
 * `keyed` → an object by alias, `list` → an array in request order, `strict` → keyed, all or nothing. At least one
 * success → 200; none → the gravest of the entries' errors.
 */
import { Clock, Effect, Result } from "effect"
import type { Strategy } from "../domain/Aggregate.ts"
import { version } from "../domain/Envelope.ts"
import type { GatewayError } from "../domain/GatewayError.ts"
import { isoTime } from "../domain/IsoTime.ts"
import { type ProblemDetails, problemDetails } from "../domain/ProblemDetails.ts"
import { maskText } from "../privacy/Masker.ts"
import { concat, envelopeOfParts } from "./EnvelopeBytes.ts"
import { type EntriesOutcome, type EntryOutcome, gravestError } from "./Entries.ts"

const encoder = new TextEncoder()

export interface Combined {
  readonly body: Uint8Array
  readonly outcome: EntriesOutcome
}

const entryProblem = (error: GatewayError, requestId: string, publicUrl: string): ProblemDetails =>
  problemDetails({ code: error.code, detail: maskText(error.detail).text, requestId, publicUrl })

/** An entry as its own route would have answered it. */
const entryBytes = (entry: EntryOutcome, publicUrl: string): Uint8Array => {
  if (Result.isSuccess(entry.result)) return entry.result.success.copy.body
  const problem = entryProblem(entry.result.failure, entry.requestId, publicUrl)
  return encoder.encode(JSON.stringify({ status: "error", httpStatus: problem.status, problem }))
}

const masking = ({ linkage }: Pick<EntriesOutcome, "linkage">): string =>
  linkage === undefined ? "" : `,"masking":${JSON.stringify({ ...linkage, warning: "Rows of these entries can be joined although each is masked." })}`

/** Members of `meta` that count the entries, and say what they tell together. */
export const counts = (outcome: Pick<EntriesOutcome, "entries" | "succeeded" | "linkage">): string =>
  `"total":${outcome.entries.length},"succeeded":${outcome.succeeded},"failed":${outcome.entries.length - outcome.succeeded}${masking(outcome)}`

const partsOf = (outcome: EntriesOutcome, keyed: boolean, publicUrl: string): ReadonlyArray<Uint8Array | string> => {
  const parts: Array<Uint8Array | string> = []
  for (const entry of outcome.entries) {
    const before = parts.length > 0 ? "," : keyed ? "{" : "["
    // An alias is `[A-Za-z0-9_-]+`, so it needs no escape; `__proto__` is a key like any other in text.
    parts.push(keyed ? `${before}"${entry.alias}":` : before, entryBytes(entry, publicUrl))
  }
  parts.push(keyed ? "}" : "]")
  return parts
}

/** The combined answer, or the error that stands for it. */
export const combine = (outcome: EntriesOutcome, options: {
  readonly strategy: Strategy
  readonly publicUrl: string
  /** Our own members of `meta`, JSON text without braces. */
  readonly members?: string
  /** The lines of a stream, of an answer that had to wait for its last entry. */
  readonly asLines?: boolean
}): Effect.Effect<Combined, GatewayError> => {
  if (outcome.refusal !== undefined) return Effect.fail(outcome.refusal)
  const gravest = gravestError(outcome.entries)
  const refused = gravest !== undefined && (outcome.succeeded === 0 || options.strategy === "strict")
  if (refused) return Effect.fail(gravest)
  return Effect.map(Clock.currentTimeMillis, (now) => ({
    outcome,
    body: options.asLines === true ? concat([...outcome.entries.map((entry) => entryLine(entry, options.publicUrl)), metaLine(outcome, now)]) : envelopeOfParts({
      parts: partsOf(outcome, options.strategy !== "list", options.publicUrl),
      members: options.members ?? "",
      generatedAt: isoTime(now),
      masked: outcome.masked,
      extra: encoder.encode(counts(outcome))
    })
  }))
}

/** One line of a streamed aggregate: the entry with its alias first. */
export const entryLine = (entry: EntryOutcome, publicUrl: string): Uint8Array =>
  concat([encoder.encode(`{"alias":"${entry.alias}",`), entryBytes(entry, publicUrl).subarray(1), encoder.encode("\n")])

/** The last line of a streamed aggregate. */
export const metaLine = (outcome: EntriesOutcome, nowMillis: number): Uint8Array =>
  encoder.encode(`{"meta":{"version":"${version}","generatedAt":"${isoTime(nowMillis)}","masked":${outcome.masked},${counts(outcome)}}}\n`)
