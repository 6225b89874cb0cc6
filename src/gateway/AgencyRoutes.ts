/**
 * From a path on an agency's server to the endpoint that reads it: a trie over the segments of the endpoints' paths. So
 * a link is found in steps as many as it has segments, however many routes there are; where a literal and a parameter
 * both fit, both ways are gone. The route with the most literals counts, and of several such the first of the registry.
 */
import type { Endpoint } from "../domain/Endpoint.ts"

interface Node {
  readonly literals: Map<string, Node>
  parameter: Node | undefined
  endpoint: Endpoint | undefined
  /** The endpoint's place in the registry. */
  order: number
}

export interface Route {
  readonly endpoint: Endpoint
  readonly parameters: ReadonlyMap<string, string>
}

const makeNode = (): Node => ({ literals: new Map(), parameter: undefined, endpoint: undefined, order: 0 })

export const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Whether the agency's path tells all that the gateway's address needs. */
const isTold = ({ segments, upstream }: Endpoint): boolean =>
  segments.every((segment) =>
    segment._tag === "Literal" || upstream.some((told) => told._tag === "Parameter" && told.name === segment.name)
  )

export class AgencyRoutes {
  readonly #root = makeNode()
  #longest = 0

  constructor(endpoints: ReadonlyArray<Endpoint>) {
    for (const [order, endpoint] of endpoints.entries()) if (isTold(endpoint)) this.#add(endpoint, order)
  }

  /** @param segments as they stand in a link, without empty ones */
  find(segments: ReadonlyArray<string>): Route | undefined {
    if (segments.length > this.#longest) return undefined
    const texts: Array<string> = []
    for (const segment of segments) {
      const text = decoded(segment)
      if (text === undefined) return undefined
      texts.push(text)
    }
    let best: Node | undefined
    let most = -1
    const walk = (node: Node, at: number, literals: number): void => {
      if (literals + texts.length - at < most) return
      const text = texts[at]
      if (text === undefined) {
        if (node.endpoint === undefined || literals === most && best !== undefined && best.order < node.order) return
        best = node
        most = literals
        return
      }
      const literal = node.literals.get(text)
      if (literal !== undefined) walk(literal, at + 1, literals + 1)
      if (node.parameter !== undefined) walk(node.parameter, at + 1, literals)
    }
    walk(this.#root, 0, 0)
    const endpoint = best?.endpoint
    if (endpoint === undefined) return undefined
    const parameters = new Map<string, string>()
    for (const [i, segment] of endpoint.upstream.entries()) if (segment._tag === "Parameter") parameters.set(segment.name, texts[i] ?? "")
    return { endpoint, parameters }
  }

  #add(endpoint: Endpoint, order: number): void {
    let node = this.#root
    for (const segment of endpoint.upstream) {
      if (segment._tag === "Parameter") node = node.parameter ??= makeNode()
      else {
        const next = node.literals.get(segment.value) ?? makeNode()
        node.literals.set(segment.value, next)
        node = next
      }
    }
    this.#longest = Math.max(this.#longest, endpoint.upstream.length)
    if (node.endpoint !== undefined) return
    node.endpoint = endpoint
    node.order = order
  }
}
