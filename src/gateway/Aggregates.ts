/**
 * The aggregate door's reading: strategy and shape of the combined answer.
 *
 * `keyed` → an object by alias, `list` → an array in request order, `strict` → keyed, all or nothing. At least one
 * success → 200; none → the gravest of the entries' errors.
 */
import { Clock, Effect, Result } from "effect"
import type { Strategy } from "../domain/Aggregate.ts"
import type { GatewayError } from "../domain/GatewayError.ts"
import { type ProblemDetails, problemDetails } from "../domain/ProblemDetails.ts"
import { maskText } from "../privacy/Masker.ts"
import { concat, envelopeBytes } from "./EnvelopeBytes.ts"
import { type EntriesOutcome, type EntryOutcome, gravestError } from "./Entries.ts"

const encoder = new TextEncoder()
const comma = encoder.encode(",")
const none = new Uint8Array(0)

export interface Combined {
  readonly body: Uint8Array
  readonly outcome: EntriesOutcome
}

export const entryProblem = (error: GatewayError, requestId: string, publicUrl: string): ProblemDetails =>
  problemDetails({ code: error.code, detail: maskText(error.detail).text, requestId, publicUrl })

/** An entry as its own route would have answered it. */
export const entryBytes = (entry: EntryOutcome, publicUrl: string): Uint8Array => {
  if (Result.isSuccess(entry.result)) return entry.result.success.copy.body
  const problem = entryProblem(entry.result.failure, entry.requestId, publicUrl)
  return encoder.encode(JSON.stringify({ status: "error", httpStatus: problem.status, problem }))
}

/** Members of `meta` that count the entries. */
export const counts = (outcome: { readonly entries: ReadonlyArray<unknown>; readonly succeeded: number }): string =>
  `"total":${outcome.entries.length},"succeeded":${outcome.succeeded},"failed":${outcome.entries.length - outcome.succeeded}`

const joined = (outcome: EntriesOutcome, keyed: boolean, publicUrl: string): Uint8Array => {
  const parts: Array<Uint8Array> = [encoder.encode(keyed ? "{" : "[")]
  outcome.entries.forEach((entry, index) => {
    if (index > 0) parts.push(comma)
    // An alias is `[A-Za-z0-9_-]+`, so it needs no escape; `__proto__` is a key like any other in text.
    if (keyed) parts.push(encoder.encode(`"${entry.alias}":`))
    parts.push(entryBytes(entry, publicUrl))
  })
  parts.push(encoder.encode(keyed ? "}" : "]"))
  return concat(parts)
}

/** The combined answer, or the error that stands for it. */
export const combine = (outcome: EntriesOutcome, options: {
  readonly strategy: Strategy
  readonly publicUrl: string
  /** Our own members of `meta`, JSON text without braces. */
  readonly members?: string
}): Effect.Effect<Combined, GatewayError> => {
  const gravest = gravestError(outcome.entries)
  const refused = gravest !== undefined && (outcome.succeeded === 0 || options.strategy === "strict")
  if (refused) return Effect.fail(gravest)
  return Effect.map(Clock.currentTimeMillis, (now) => ({
    outcome,
    body: envelopeBytes({
      data: joined(outcome, options.strategy !== "list", options.publicUrl),
      members: options.members ?? "",
      generatedAt: new Date(now).toISOString(),
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
  concat([
    encoder.encode(`{"meta":{"version":"4.0","generatedAt":"${new Date(nowMillis).toISOString()}","masked":${outcome.masked},${counts(outcome)}}}\n`),
    none
  ])
