/** Reads an aggregate's body: JSON text → checked request, or a 400 that names every faulty field and what is allowed. */
import { Result, Schema, SchemaIssue } from "effect"
import { reservedSlugs } from "./Agency.ts"
import { Aggregate } from "./Aggregate.ts"
import { aggregateDetails, type AggregateFault } from "./AggregateDetails.ts"
import type { Detail } from "./Detail.ts"
import { BadRequest } from "./GatewayError.ts"

const decode = Schema.decodeUnknownResult(Aggregate)
/** Costs twice as much, so only what is known to be faulty is decoded by it. */
const decodeNamingAll = Schema.decodeUnknownResult(Aggregate, { errors: "all" })
const missing = "missing"
/** Where the faults are, and which of them is an absence: what has to stand there is told by the place. */
const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: ({ _tag }) => _tag === "MissingKey" ? missing : "",
  checkHook: () => ""
})
const mostFaults = 10

const refuse = (detail: Detail) => Result.fail(new BadRequest({ detail }))

/** Of several at one place, such as each of the types that a value may have, the first. */
const faultsOf = (issue: SchemaIssue.Issue): ReadonlyArray<AggregateFault> => {
  const faults = new Map<string, AggregateFault>()
  for (const { message, path: keys = [] } of format(issue).issues) {
    const path = keys.map((part) => typeof part === "object" ? part.key : part)
    const place = path.map(String).join("\n")
    if (!faults.has(place)) faults.set(place, { path, isMissing: message === missing })
    if (faults.size === mostFaults) break
  }
  return [...faults.values()]
}

/** Bodies remembered with what they say: a page that shows an aggregate asks for the same one again and again. */
const mostKnown = 64
const longestKnown = 4_096
const known = new Map<string, Aggregate>()

export const parseAggregate = (text: string): Result.Result<Aggregate, BadRequest> => {
  const before = known.get(text)
  if (before !== undefined) return Result.succeed(before)
  const parsed = parse(text)
  if (Result.isSuccess(parsed) && text.length <= longestKnown) {
    if (known.size >= mostKnown) known.clear()
    known.set(text, parsed.success)
  }
  return parsed
}

const parse = (text: string): Result.Result<Aggregate, BadRequest> => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return refuse(aggregateDetails.notJson)
  }
  const quick = decode(json)
  const decoded = Result.isSuccess(quick) ? quick : decodeNamingAll(json)
  if (Result.isFailure(decoded)) return refuse(aggregateDetails.faults(faultsOf(decoded.failure.issue)))
  const seen = new Set<string>()
  for (const [index, { alias, opd }] of decoded.success.requests.entries()) {
    if (reservedSlugs.has(opd)) return refuse(aggregateDetails.noAgency(index, opd))
    if (seen.has(alias)) return refuse(aggregateDetails.aliasTwice(index, alias))
    seen.add(alias)
  }
  return Result.succeed(decoded.success)
}
