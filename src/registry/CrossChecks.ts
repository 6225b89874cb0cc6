/**
 * What a registry must be as a whole, which no single value can show: names that are unique, scopes that have one
 * dataset, references that lead somewhere. Parts that have faults of their own are passed over.
 */
import { Result } from "effect"
import { reservedSlugs } from "../domain/Agency.ts"
import type { PathSegment } from "../domain/Endpoint.ts"
import type { KeyKnowledge } from "../domain/KeyKnowledge.ts"
import { ofPreset, ofResource } from "../domain/Scope.ts"
import { parseQuestion } from "../query/ParseQuestion.ts"
import { faultText } from "../query/QuestionFault.ts"
import { entryParameters } from "../query/QuestionParameters.ts"
import { AddressIndex } from "./AddressIndex.ts"
import { checkEndpoint } from "./EndpointChecks.ts"
import { queryName } from "./LookUps.ts"
import { slugPattern } from "./RegistryFile.ts"
import type { AgencyOutline, EndpointOutline, RegistryOutline } from "./RegistryOutline.ts"
import { addressOf, resourceOf } from "./Resolve.ts"
import { parseTemplate, shapeOf } from "./Templates.ts"
import { type Path, pathText } from "./YamlSource.ts"

export type Complain = (path: Path, reason: string) => void

/** An endpoint whose address can be read, and where it is in the file. */
interface Placed {
  readonly at: Path
  readonly entry: EndpointOutline
  readonly agency: { readonly slug: string }
  readonly dataset: { readonly slug: string; readonly at: Path }
  readonly segments: ReadonlyArray<PathSegment>
}

/** Complains of every key that an earlier item has. */
const unique = (complain: Complain) => {
  const seen = new Map<string, Path>()
  return (key: string | undefined, at: Path, what: string): void => {
    if (key === undefined) return
    const first = seen.get(key)
    if (first === undefined) seen.set(key, at)
    else complain(at, `${what} already at ${pathText(first)}`)
  }
}

const checkBreaker = (breaker: AgencyOutline["breaker"], at: Path, complain: Complain): void => {
  if (breaker?.minimum !== undefined && breaker.minimum > (breaker.size ?? 10)) {
    complain([...at, "breaker", "minimum"], `must not be above \`size\` (${breaker.size ?? 10}), or the circuit would never open`)
  }
}

const placeEndpoints = (file: RegistryOutline, complain: Complain, knowledge: KeyKnowledge | undefined): ReadonlyArray<Placed> => {
  const placed: Array<Placed> = []
  const agencySlug = unique(complain)
  file.agencies?.forEach((agency, index) => {
    const at = ["agencies", index]
    if (agency?.slug !== undefined && reservedSlugs.has(agency.slug)) {
      complain([...at, "slug"], "must be another name: `aggregate` and `preset` are the gateway's own routes")
    }
    agencySlug(agency?.slug, [...at, "slug"], "must be unique: this agency is")
    checkBreaker(agency?.breaker, at, complain)
    if (agency?.tls !== undefined && agency.server !== undefined && !/^https:/i.test(agency.server)) {
      complain([...at, "tls"], "must be left out: the agency's `server` is not https")
    }
    const datasetSlug = unique(complain)
    agency?.datasets?.forEach((dataset, position) => {
      const inside = [...at, "datasets", position]
      datasetSlug(dataset?.slug, [...inside, "slug"], "must be unique in its agency: this dataset is")
      const route = unique(complain)
      dataset?.endpoints?.forEach((entry, place) => {
        if (entry === undefined) return
        const here = [...inside, "endpoints", place]
        checkEndpoint(entry, here, complain, knowledge)
        if (entry.path === undefined) return
        const segments = parseTemplate(entry.path)
        route(shapeOf(segments), [...here, "path"], "must be unique in its dataset: this route, whatever its parameters are called, is")
        if (agency.slug === undefined || dataset.slug === undefined) return
        placed.push({ at: here, entry, segments, agency: { slug: agency.slug }, dataset: { slug: dataset.slug, at: inside } })
      })
    })
  })
  return placed
}

/** Slugs and resources run together in a scope, so even two agencies can meet in one. */
const checkScopes = (file: RegistryOutline, placed: ReadonlyArray<Placed>, complain: Complain): void => {
  const owners = new Map<string, Path>()
  for (const { agency, at, dataset, entry } of placed) {
    const key = [...at, entry.resource === undefined ? "path" : "resource"]
    const resource = resourceOf({ path: entry.path ?? "", resource: entry.resource }, dataset.slug)
    if (!slugPattern.test(resource)) {
      complain(key, "makes no scope: give `resource` a name of lower-case letters, digits and single hyphens")
      continue
    }
    const scope = ofResource(agency.slug, resource)
    const owner = owners.get(scope)
    if (owner === undefined) owners.set(scope, dataset.at)
    else if (pathText(owner) !== pathText(dataset.at)) {
      complain(key, `makes the scope \`${scope}\`, which ${pathText(owner)} has: give \`resource\` another name`)
    }
  }
  file.presets?.forEach((preset, index) => {
    const owner = preset?.slug === undefined ? undefined : owners.get(ofPreset(preset.slug))
    if (owner !== undefined) {
      complain(["presets", index, "slug"], `makes the scope \`${ofPreset(preset?.slug ?? "")}\`, which ${pathText(owner)} has`)
    }
  })
}

/** Of the parameters by which an entry asks about rows. */
const questionFaults = (
  query: Readonly<Record<string, string | number | boolean>> | undefined,
  takesQuestions: boolean
): ReadonlyArray<{ readonly name: string; readonly reason: string }> => {
  const parameters = entryParameters(query)
  if (!takesQuestions) {
    return parameters.map(([name]) => ({ name, reason: "is a question, which the endpoint takes none of (`ask: false`)" }))
  }
  const parsed = parseQuestion(parameters)
  if (Result.isSuccess(parsed) && (parsed.success.format ?? "json") !== "json") {
    return [{ name: "$format", reason: "must be `json`, the only form of an entry" }]
  }
  return Result.isSuccess(parsed) ? [] : [{ name: parsed.failure.parameter, reason: `is no question: ${faultText(parsed.failure).en}` }]
}

const checkPresets = (file: RegistryOutline, index: AddressIndex<Placed>, complain: Complain): void => {
  const presetSlug = unique(complain)
  file.presets?.forEach((preset, position) => {
    const at = ["presets", position]
    presetSlug(preset?.slug, [...at, "slug"], "must be unique: this preset is")
    const aliases = unique(complain)
    preset?.requests?.forEach((request, place) => {
      const here = [...at, "requests", place]
      aliases(request?.alias, [...here, "alias"], "must be unique in its preset: this alias is")
      if (request?.opd === undefined || request.dataset === undefined || request.path === undefined) return
      const address = addressOf({ opd: request.opd, dataset: request.dataset, path: request.path })
      const found = index.resolve(address)
      if (found === undefined) return complain(here, `must be an endpoint of this registry: \`${address}\` is none`)
      for (const fault of questionFaults(request.query, found.endpoint.entry.ask !== false)) {
        complain([...here, "query", fault.name], fault.reason)
      }
      for (const name of Object.keys(request.query ?? {})) {
        if (name.startsWith("$")) continue
        const declared = (found.endpoint.entry.query ?? []).map(queryName)
        if (!declared.includes(name)) {
          complain(
            [...here, "query", name],
            `must be a query parameter that \`${address}\` declares${declared.length === 0 ? ": it has none" : `: ${declared.join(", ")}`}`
          )
        }
      }
    })
  })
}

const checkSuccessors = (placed: ReadonlyArray<Placed>, index: AddressIndex<Placed>, complain: Complain): void => {
  for (const { at, entry } of placed) {
    if (entry.successor === undefined) continue
    const found = index.resolve(entry.successor)
    if (found === undefined) complain([...at, "successor"], `must be an endpoint of this registry: \`${entry.successor}\` is none`)
    else if (found.endpoint.at === at) complain([...at, "successor"], "must be another endpoint than this one")
  }
}

/** @param knowledge absent: what parameters ask about is not looked at */
export const crossCheck = (file: RegistryOutline, complain: Complain, knowledge: KeyKnowledge | undefined): void => {
  const placed = placeEndpoints(file, complain, knowledge)
  const index = new AddressIndex(placed)
  checkScopes(file, placed, complain)
  checkPresets(file, index, complain)
  checkSuccessors(placed, index, complain)
}
