/** The body of an aggregate that answers: the first public endpoints of different agencies that need no parameter. */
import type { Endpoint } from "../domain/Endpoint.ts"
import { parametersOf } from "./Published.ts"

const shownEntries = 3

export const aggregateExample = (endpoints: ReadonlyArray<Endpoint>) => {
  const plain = endpoints.filter((endpoint) =>
    !endpoint.private && endpoint.deprecated === undefined && parametersOf(endpoint).length === 0
  )
  const first = new Map<string, Endpoint>()
  for (const endpoint of plain) if (!first.has(endpoint.agency.slug)) first.set(endpoint.agency.slug, endpoint)
  const chosen = [...first.values()].slice(0, shownEntries)
  return {
    strategy: "keyed",
    requests: chosen.map(({ agency, dataset, path }) => ({ alias: agency.slug, opd: agency.slug, dataset: dataset.slug, path }))
  }
}
