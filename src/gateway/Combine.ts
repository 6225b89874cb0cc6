/**
 * The aggregate door's reading: strategy and shape of the combined answer.
 *
 * `keyed` → an object by alias, `list` → an array in request order, `strict` → keyed, all or nothing. At least one
 * success → 200; none → the gravest of the entries' errors.
 */
import { Clock, Effect } from "effect"
import type { Strategy } from "../domain/Aggregate.ts"
import type { GatewayError } from "../domain/GatewayError.ts"
import { isoTime } from "../domain/IsoTime.ts"
import { contractVersion } from "../domain/Version.ts"
import { entryParts } from "./EntryBytes.ts"
import { concat, envelopeOfParts } from "./EnvelopeBytes.ts"
import { oneLine } from "./OneLine.ts"
import { type EntriesOutcome, type EntryOutcome, gravestError } from "./ReadEntries.ts"

const encoder = new TextEncoder()

export interface Combined {
  readonly body: Uint8Array
  readonly outcome: EntriesOutcome
}

/** By hand: none of these texts needs an escape. */
const masking = ({ linkage }: Pick<EntriesOutcome, "linkage">): string => {
  if (linkage === undefined) return ""
  const { between, by, linkable, policy } = linkage
  let pairs = ""
  for (const [one, other] of between) pairs += `${pairs === "" ? "" : ","}["${one}","${other}"]`
  return `,"masking":{"linkable":${linkable},"between":[${pairs}],"by":["${by.join("\",\"")}"],"policy":"${policy}",${warning}}`
}

const warning = "\"warning\":\"Rows of these entries can be joined although each is masked.\""

/** Members of `meta` that count the entries, and say what they tell together. */
export const counts = (outcome: Pick<EntriesOutcome, "entries" | "succeeded" | "linkage" | "isSynthetic">): string =>
  `"total":${outcome.entries.length},"succeeded":${outcome.succeeded},"failed":${outcome.entries.length - outcome.succeeded}${
    masking(outcome)
  }${outcome.isSynthetic === true ? ",\"sintetis\":true" : ""}`

const partsOf = (outcome: EntriesOutcome, keyed: boolean): ReadonlyArray<Uint8Array | string> => {
  const parts: Array<Uint8Array | string> = []
  for (const entry of outcome.entries) {
    const before = parts.length > 0 ? "," : keyed ? "{" : "["
    // An alias is `[A-Za-z0-9_-]+`, so it needs no escape; `__proto__` is a key like any other in text.
    parts.push(keyed ? `${before}"${entry.alias}":` : before, ...entryParts(entry))
  }
  parts.push(keyed ? "}" : "]")
  return parts
}

/** The combined answer, or the error that stands for it. */
export const combine = (outcome: EntriesOutcome, options: {
  readonly strategy: Strategy
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
    body: options.asLines === true ? concat([...outcome.entries.map(entryLine), metaLine(outcome, now)]) : envelopeOfParts({
      parts: partsOf(outcome, options.strategy !== "list"),
      members: options.members ?? "",
      generatedAt: isoTime(now),
      masked: outcome.masked,
      extra: encoder.encode(counts(outcome))
    })
  }))
}

const bytesOf = (part: Uint8Array | string): Uint8Array => typeof part === "string" ? encoder.encode(part) : oneLine(part)

/** One line of a streamed aggregate: the entry with its alias first. */
export const entryLine = (entry: EntryOutcome): Uint8Array => {
  const [first = "", ...rest] = entryParts(entry).map(bytesOf)
  return concat([encoder.encode(`{"alias":"${entry.alias}",`), bytesOf(first).subarray(1), ...rest, encoder.encode("\n")])
}

/**
 * The last line of a streamed aggregate; its `cache` is what `X-Cache` would have said.
 *
 * @param members our own members of `meta`, JSON text without braces
 */
export const metaLine = (outcome: EntriesOutcome, nowMillis: number, members = ""): Uint8Array => {
  const cache = outcome.cache === "MISS" ? "" : `,"cache":"${outcome.cache}"`
  return encoder.encode(
    `{"meta":{"version":"${contractVersion}"${members === "" ? "" : `,${members}`},"generatedAt":"${
      isoTime(nowMillis)
    }","masked":${outcome.masked},${counts(outcome)}${cache}}}\n`
  )
}
