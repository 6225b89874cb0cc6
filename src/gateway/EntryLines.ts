/** Entries of an aggregate or preset as lines: each as it completes, or all out of a copy; `meta` is the last. */
import { Clock, Effect, Stream } from "effect"
import type { AggregateRequest } from "../domain/Aggregate.ts"
import type { CacheResult } from "../domain/CacheResult.ts"
import { eachPart } from "../privacy/JsonParts.ts"
import { entryLine, metaLine } from "./Combine.ts"
import { concat, envelopeHead } from "./EnvelopeBytes.ts"
import { oneLine } from "./OneLine.ts"
import type { EntriesOutcome, EntryOutcome } from "./ReadEntries.ts"

/** @param ended what all of them came to, in the order of the requests; `members` as in `metaLine` */
export const linesAsTheyComplete = (
  requests: ReadonlyArray<AggregateRequest>,
  read: (request: AggregateRequest) => Effect.Effect<EntryOutcome>,
  ended: (entries: ReadonlyArray<EntryOutcome>, nowMillis: number) => Effect.Effect<EntriesOutcome>,
  members?: string
): Stream.Stream<Uint8Array> => {
  const outcomes = new Map<string, EntryOutcome>()
  const lines = Stream.fromIterable(requests).pipe(
    Stream.mapEffect(read, { concurrency: requests.length, unordered: true }),
    Stream.map((outcome) => {
      outcomes.set(outcome.alias, outcome)
      return entryLine(outcome)
    })
  )
  const last = Stream.fromEffect(
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.map(
        ended(requests.flatMap(({ alias }) => outcomes.get(alias) ?? []), now),
        (outcome) => metaLine(outcome, now, members)
      ))
  )
  return Stream.concat(lines, last)
}

const encoder = new TextEncoder()
const aliasStart = encoder.encode("{\"alias\":")
const comma = encoder.encode(",")
const lineEnd = encoder.encode("\n")
const metaKey = encoder.encode(",\"meta\":")

/** The lines of an answer in its envelope whose `data` is an object by alias; `meta` says what the cache did for it. */
export const linesOfCached = (body: Uint8Array, cache: CacheResult): Uint8Array => {
  const parts: Array<Uint8Array> = []
  let end = envelopeHead.length + 1
  eachPart(body, envelopeHead.length, (start, valueEnd, keyStart, keyEnd) => {
    parts.push(aliasStart, body.subarray(keyStart, keyEnd), comma, oneLine(body.subarray(start + 1, valueEnd)), lineEnd)
    end = valueEnd
  })
  // After the object's own brace come `meta` and the brace of the envelope.
  const meta = body.subarray(end + 1 + metaKey.length, body.length - 2)
  parts.push(encoder.encode("{\"meta\":"), meta, encoder.encode(cache === "MISS" ? "}}\n" : `,"cache":"${cache}"}}\n`))
  return concat(parts)
}
