/**
 * Addresses → endpoints, in a time that does not grow with their number.
 *
 * An address without parameters is one look-up of its whole path in its dataset's map; the maps are nested by agency
 * and dataset, so that the strings hashed stay short. Templates with parameters are a trie beside it, in which a
 * literal wins over a parameter; its search is bounded by the address's depth.
 */
import type { Endpoint, ResolvedEndpoint } from "../domain/Endpoint.ts"

interface Node {
  readonly literals: Map<string, Node>
  parameter: Node | undefined
  endpoint: Endpoint | undefined
}

interface DatasetIndex {
  readonly literal: Map<string, ResolvedEndpoint>
  readonly templates: Node
  hasTemplates: boolean
}

const makeNode = (): Node => ({ literals: new Map(), parameter: undefined, endpoint: undefined })
const noParameters: Readonly<Record<string, string>> = Object.freeze(Object.create(null))

export class AddressIndex {
  readonly #agencies = new Map<string, Map<string, DatasetIndex>>()

  constructor(endpoints: Iterable<Endpoint>) {
    for (const endpoint of endpoints) this.#add(endpoint)
  }

  #add(endpoint: Endpoint): void {
    const datasets = this.#agencies.get(endpoint.agency.slug) ?? new Map<string, DatasetIndex>()
    this.#agencies.set(endpoint.agency.slug, datasets)
    const index = datasets.get(endpoint.dataset.slug) ?? { literal: new Map(), templates: makeNode(), hasTemplates: false }
    datasets.set(endpoint.dataset.slug, index)
    if (endpoint.segments.every((segment) => segment._tag === "Literal")) {
      index.literal.set(endpoint.path, { endpoint, parameters: noParameters })
      return
    }
    let node = index.templates
    for (const segment of endpoint.segments) {
      if (segment._tag === "Parameter") {
        node.parameter ??= makeNode()
        node = node.parameter
      } else {
        const next = node.literals.get(segment.value) ?? makeNode()
        node.literals.set(segment.value, next)
        node = next
      }
    }
    node.endpoint = endpoint
    index.hasTemplates = true
  }

  /** @param address `opd/dataset[/segment…]`, decoded, without a slash at either end */
  resolve(address: string): ResolvedEndpoint | undefined {
    const first = address.indexOf("/")
    if (first === -1) return undefined
    const second = address.indexOf("/", first + 1)
    const dataset = this.#agencies.get(address.slice(0, first))?.get(second === -1 ? address.slice(first + 1) : address.slice(first + 1, second))
    if (dataset === undefined) return undefined
    const path = second === -1 ? "" : address.slice(second + 1)
    const literal = dataset.literal.get(path)
    if (literal !== undefined || !dataset.hasTemplates) return literal
    const segments = path.split("/")
    const endpoint = find(dataset.templates, segments, 0)
    return endpoint === undefined ? undefined : { endpoint, parameters: parametersOf(endpoint, segments) }
  }
}

const find = (node: Node, segments: ReadonlyArray<string>, at: number): Endpoint | undefined => {
  const segment = segments[at]
  if (segment === undefined) return node.endpoint
  const literal = node.literals.get(segment)
  const found = literal === undefined ? undefined : find(literal, segments, at + 1)
  if (found !== undefined || node.parameter === undefined || segment === "") return found
  return find(node.parameter, segments, at + 1)
}

const parametersOf = (endpoint: Endpoint, segments: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const parameters: Record<string, string> = Object.create(null)
  endpoint.segments.forEach((segment, index) => {
    if (segment._tag === "Parameter") parameters[segment.name] = segments[index] ?? ""
  })
  return parameters
}
