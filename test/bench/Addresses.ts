/** A registry of so many endpoints, and its addresses. */
import { Effect } from "effect"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"

const endpointsPerDataset = 20
const datasetsPerAgency = 10

/** Addresses are equally long in a small and in a large registry: only how many there are may make a difference. */
const padded = (index: number): string => String(index).padStart(6, "0")

/** One in ten has a path parameter. */
const path = (index: number): string => index % 10 === 9 ? `daftar/:id/rincian-${padded(index)}` : `rute-${padded(index)}/isi`

const registryOf = (count: number): { readonly yaml: string; readonly texts: ReadonlyArray<string> } => {
  const lines = ["version: 1", "agencies:"]
  const texts: Array<string> = []
  for (let index = 0; index < count; index++) {
    const agency = padded(Math.floor(index / (endpointsPerDataset * datasetsPerAgency)))
    const dataset = padded(Math.floor(index / endpointsPerDataset))
    if (index % (endpointsPerDataset * datasetsPerAgency) === 0) {
      lines.push(
        `  - slug: opd-${agency}`,
        `    name: OPD ${agency}`,
        "    application: bench",
        "    server: http://127.0.0.1:9",
        "    datasets:"
      )
    }
    if (index % endpointsPerDataset === 0) {
      lines.push(`      - slug: data-${dataset}`, `        title: Data ${dataset}`, "        endpoints:")
    }
    lines.push(`          - { path: "${path(index)}", title: "Rute ${index}", resource: r-${index} }`)
    texts.push(`opd-${agency}/data-${dataset}/${path(index).replace(":id", padded(index))}`)
  }
  return { yaml: lines.join("\n"), texts }
}

export const resolverOf = async (
  count: number
): Promise<{ readonly resolve: (address: string) => unknown; readonly texts: ReadonlyArray<string> }> => {
  const { texts, yaml } = registryOf(count)
  const snapshot = await Effect.runPromise(loadRegistry(yaml, "bench.yaml"))
  return { resolve: snapshot.resolve, texts }
}
