/** What must be true of one endpoint's values taken together. */
import { dayAfter } from "../domain/CityDays.ts"
import type { KeyKnowledge } from "../domain/KeyKnowledge.ts"
import type { FieldClass } from "../domain/PersonalData.ts"
import { exactness, type Keys, keysOf, meet } from "./FieldPaths.ts"
import { checkLookUps, queryName } from "./LookUps.ts"
import type { EndpointOutline } from "./RegistryOutline.ts"
import { parameterNames, parseTemplate } from "./Templates.ts"
import type { Path } from "./YamlSource.ts"

/** RFC 8594 names no least time; ours gives applications half a year. */
const sunsetDays = 180

const checkParameters = (
  { ask, examples, path, query: entries, upstream }: EndpointOutline,
  complain: (key: string, reason: string) => void
): void => {
  const query = entries?.map(queryName)
  if (query !== undefined && new Set(query).size < query.length) complain("query", "must name each parameter once")
  // Those of questions are the gateway's own.
  const asked = ask === false ? undefined : query?.find((name) => name.startsWith("$"))
  if (asked !== undefined) {
    complain("query", `must not name \`${asked}\`, by which the gateway is asked, unless the endpoint says \`ask: false\``)
  }
  if (path === undefined) return
  const names = parameterNames(parseTemplate(path))
  if (new Set(names).size < names.length) complain("path", "must name each parameter once")
  const exemplary = new Set([...names, ...(query ?? [])])
  for (const name of Object.keys(examples ?? {})) {
    if (!exemplary.has(name)) complain("examples", "must be for parameters of `path` and `query`")
  }
  const strangers = parameterNames(parseTemplate(upstream ?? "")).filter((name) => !names.includes(name))
  for (const name of new Set(strangers)) {
    complain(
      "upstream",
      `must take its parameters from \`path\`, which ${
        names.length === 0 ? "has none" : `has ${names.map((known) => `:${known}`).join(", ")}`
      }: \`:${name}\` is not there`
    )
  }
}

const checkDates = ({ deprecated, successor, sunset }: EndpointOutline, complain: (key: string, reason: string) => void): void => {
  if (deprecated === undefined) {
    if (sunset !== undefined) complain("sunset", `needs a valid \`deprecated\`, at least ${sunsetDays} days earlier`)
    if (successor !== undefined) complain("successor", "needs a valid `deprecated`: only a deprecated endpoint has a successor")
    return
  }
  const earliest = dayAfter(deprecated, sunsetDays)
  if (sunset !== undefined && Date.parse(sunset) < Date.parse(earliest)) {
    complain("sunset", `must be at least ${sunsetDays} days after \`deprecated\`: ${earliest} or later`)
  }
}

type Field = readonly [path: string, fieldClass: FieldClass]

/** The path that decides about a field: one that leads to it, or else to what it stands in. */
const decider = (fields: ReadonlyArray<Field>, field: Keys): Field | undefined => {
  for (let length = field.length; length > 1; length--) {
    const leading = fields.filter(([path]) => meet(keysOf(path), field.slice(0, length)))
    if (leading.length > 0) return leading.toSorted(([one], [other]) => exactness(keysOf(one)) - exactness(keysOf(other)))[0]
  }
  return undefined
}

/** Nobody has a map of what is masked. */
const checkPosition = ({ fields = {}, position }: EndpointOutline, complain: (key: string, reason: string) => void): void => {
  if (position === undefined) return
  if (position.lat === position.lng) complain("position", "must have two numbers: `lat` and `lng` are the same")
  for (const name of ["lat", "lng"] as const) {
    const steps = position[name].replaceAll(/\.\d+(?=\.|$)/g, "[]")
    const masked = Object.entries(fields).find(([path, fieldClass]) => {
      const inRow = path.replace(/^(?:data)?\[[*\d]*\]\.?/, "").replaceAll(/\[[*\d]*\]/g, "[]")
      return fieldClass !== "public" && (steps === inRow || steps.startsWith(`${inRow}.`) || steps.startsWith(`${inRow}[`))
    })
    const decided = masked ?? decider(Object.entries(fields), ["data", ...keysOf(steps)])
    if (decided !== undefined && decided[1] !== "public") {
      complain("position", `must be of what is shown: \`${decided[0]}\` is \`${decided[1]}\``)
    }
  }
}

/** @param knowledge absent: what parameters ask about is not looked at */
export const checkEndpoint = (
  entry: EndpointOutline,
  at: Path,
  complain: (path: Path, reason: string) => void,
  knowledge: KeyKnowledge | undefined
): void => {
  const here = (key: string, reason: string): void => complain([...at, key], reason)
  checkParameters(entry, here)
  checkDates(entry, here)
  checkPosition(entry, here)
  if (entry.key !== undefined && entry.live === undefined) here("key", "needs `live`, whose changes tell rows apart by it")
  if (knowledge !== undefined) checkLookUps(entry, (path, reason) => complain([...at, ...path], reason), knowledge)
}
