/** What a registry must be as a whole, which no single value can show: names that are unique, references that lead somewhere. */
import type { Endpoint } from "../domain/Endpoint.ts"
import type { AgencyEntry, EndpointEntry, RegistryFile } from "./RegistryFile.ts"
import { AddressIndex } from "./AddressIndex.ts"
import { addressOf, resolveAgency, resolveDataset, resolveEndpoint, resourceOf } from "./Resolve.ts"
import { parameterNames, parseTemplate, shapeOf } from "./Templates.ts"

type Path = ReadonlyArray<PropertyKey>
export type Complain = (path: Path, reason: string) => void

/** Addresses of the gateway's own doors. */
const reserved = new Set(["aggregate", "preset"])
/** RFC 8594 names no least time; ours gives applications half a year. */
const sunsetDays = 180
const dayMillis = 24 * 3_600_000

/** Says it of every value that an earlier one of the list has already. */
const unique = <A>(list: ReadonlyArray<A>, key: (item: A) => string, repeated: (index: number, key: string) => void): void => {
  const seen = new Set<string>()
  list.forEach((item, index) => {
    const value = key(item)
    if (seen.has(value)) repeated(index, value)
    seen.add(value)
  })
}

const checkEndpoint = (endpoint: EndpointEntry, at: Path, complain: Complain): void => {
  const names = parameterNames(parseTemplate(endpoint.path))
  unique(names, (name) => name, (_index, name) => complain([...at, "path"], `the parameter \`:${name}\` is used twice`))
  for (const name of parameterNames(parseTemplate(endpoint.upstream ?? ""))) {
    if (!names.includes(name)) complain([...at, "upstream"], `\`:${name}\` is not a parameter of \`path\``)
  }
  if (endpoint.sunset === undefined) return
  if (endpoint.deprecated === undefined) complain([...at, "sunset"], "needs `deprecated`, at least 180 days earlier")
  else if (Date.parse(endpoint.sunset) - Date.parse(endpoint.deprecated) < sunsetDays * dayMillis) {
    complain([...at, "sunset"], `must be at least ${sunsetDays} days after \`deprecated\``)
  }
}

const checkAgency = (agency: AgencyEntry, at: Path, complain: Complain): void => {
  if (reserved.has(agency.slug)) complain([...at, "slug"], `\`${agency.slug}\` is reserved for the gateway's own routes`)
  if (agency.breaker?.minimum !== undefined && agency.breaker.minimum > (agency.breaker.size ?? 10)) {
    complain([...at, "breaker", "minimum"], "must not be above `size`, or the circuit never opens")
  }
  unique(agency.datasets, ({ slug }) => slug, (index, slug) => complain([...at, "datasets", index, "slug"], `\`${slug}\` is used twice in this agency`))
  const scopes = new Map<string, number>()
  agency.datasets.forEach((dataset, index) => {
    const inside = [...at, "datasets", index, "endpoints"]
    unique(dataset.endpoints, ({ path }) => shapeOf(parseTemplate(path)), (position) =>
      complain([...inside, position, "path"], "this route cannot be told from an earlier one of the dataset"))
    dataset.endpoints.forEach((endpoint, position) => {
      checkEndpoint(endpoint, [...inside, position], complain)
      const resource = resourceOf(endpoint, dataset.slug)
      const owner = scopes.get(resource)
      if (owner !== undefined && owner !== index) {
        const key = endpoint.resource === undefined ? "path" : "resource"
        complain([...inside, position, key], `the scope \`${agency.slug}-${resource}-get\` is another dataset's: give \`resource\` another name`)
      } else scopes.set(resource, index)
    })
  })
}

/** Two agencies whose slug and resource run together into one scope. */
const checkScopes = (file: RegistryFile, complain: Complain): void => {
  const owners = new Map<string, number>()
  file.agencies.forEach((agency, index) => {
    agency.datasets.forEach((dataset, position) => {
      dataset.endpoints.forEach((endpoint, place) => {
        const scope = `${agency.slug}-${resourceOf(endpoint, dataset.slug)}-get`
        const owner = owners.get(scope)
        if (owner !== undefined && owner !== index) {
          complain(["agencies", index, "datasets", position, "endpoints", place, "path"], `the scope \`${scope}\` is another agency's: give \`resource\` another name`)
        } else owners.set(scope, index)
      })
    })
  })
  file.presets?.forEach(({ slug }, index) => {
    if (owners.has(`preset-${slug}-get`)) complain(["presets", index, "slug"], `the scope \`preset-${slug}-get\` is an endpoint's`)
  })
}

const indexOf = (file: RegistryFile): AddressIndex<Endpoint> =>
  new AddressIndex(file.agencies.flatMap((entry) => {
    const agency = resolveAgency(entry)
    return entry.datasets.flatMap((dataset) => dataset.endpoints.map((endpoint) => resolveEndpoint(endpoint, agency, resolveDataset(dataset))))
  }))

const checkPresets = (file: RegistryFile, complain: Complain): void => {
  const index = indexOf(file)
  const presets = file.presets ?? []
  unique(presets, ({ slug }) => slug, (position, slug) => complain(["presets", position, "slug"], `\`${slug}\` is used twice`))
  presets.forEach((preset, position) => {
    unique(preset.requests, ({ alias }) => alias, (place, alias) => complain(["presets", position, "requests", place, "alias"], `\`${alias}\` is used twice`))
    preset.requests.forEach((request, place) => {
      if (index.resolve(addressOf(request)) === undefined) {
        complain(["presets", position, "requests", place], `\`${addressOf(request)}\` is not an endpoint of this registry`)
      }
    })
  })
  file.agencies.forEach((agency, i) =>
    agency.datasets.forEach((dataset, j) =>
      dataset.endpoints.forEach(({ successor }, k) => {
        if (successor !== undefined && index.resolve(successor) === undefined) {
          complain(["agencies", i, "datasets", j, "endpoints", k, "successor"], `\`${successor}\` is not an endpoint of this registry`)
        }
      })
    )
  )
}

export const crossCheck = (file: RegistryFile, complain: Complain): void => {
  unique(file.agencies, ({ slug }) => slug, (index, slug) => complain(["agencies", index, "slug"], `\`${slug}\` is used twice`))
  file.agencies.forEach((agency, index) => checkAgency(agency, ["agencies", index], complain))
  checkScopes(file, complain)
  checkPresets(file, complain)
}
