/** Reads an aggregate's body: JSON text → checked request, or a 400 that names every faulty field and what is allowed. */
import { Result, Schema, SchemaIssue } from "effect"
import { reservedSlugs } from "./Agency.ts"
import { Aggregate, maxEntries, strategies } from "./Aggregate.ts"
import { BadRequest } from "./GatewayError.ts"

const decode = Schema.decodeUnknownResult(Aggregate)
/** Costs twice as much, so only what is known to be faulty is decoded by it. */
const decodeNamingAll = Schema.decodeUnknownResult(Aggregate, { errors: "all" })
const format = SchemaIssue.makeFormatterStandardSchemaV1()

const allowed = `Allowed: \`strategy\` is one of ${
  strategies.join(", ")
}; \`requests\` has 1 to ${maxEntries} entries of { alias, opd, dataset, path, query? }; an alias is 1 to 64 of A-Z a-z 0-9 _ - and unique.`

const refuse = (faults: string) => Result.fail(new BadRequest({ detail: `The aggregate is malformed: ${faults}. ${allowed}` }))

const pathOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>(
    (text, part) => typeof part === "number" ? `${text}[${part}]` : `${text}${text === "" ? "" : "."}${String(part).slice(0, 64)}`,
    ""
  )

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
    return refuse("the body is not well-formed JSON")
  }
  const quick = decode(json)
  const decoded = Result.isSuccess(quick) ? quick : decodeNamingAll(json)
  if (Result.isFailure(decoded)) {
    const { issues } = format(decoded.failure.issue)
    const faults = issues.slice(0, 10).map(({ message, path }) => {
      const where = pathOf((path ?? []).map((part) => typeof part === "object" ? part.key : part))
      return `\`${where === "" ? "body" : where}\`: ${message}`
    })
    return refuse(faults.join("; "))
  }
  const seen = new Set<string>()
  for (const [index, { alias, opd }] of decoded.success.requests.entries()) {
    if (reservedSlugs.has(opd)) {
      return refuse(`\`requests[${index}].opd\`: \`${opd}\` is no agency, and an aggregate holds data routes only`)
    }
    if (seen.has(alias)) return refuse(`\`requests[${index}].alias\`: \`${alias}\` is used twice`)
    seen.add(alias)
  }
  return Result.succeed(decoded.success)
}
