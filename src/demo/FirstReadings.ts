/**
 * The demo's first caller: reads each open endpoint once, over HTTP as everybody does, so that its pages have a sample and a
 * dictionary before anybody else has called it.
 */
import { Effect } from "effect"
import { gatewayPrefix } from "../domain/Address.ts"
import { type PlacedEndpoint, placedEndpoints } from "./City.ts"
import { scopeOf } from "./DemoScopes.ts"

/** Of agencies side by side, one of which is slow; each has a token of its own and so a quota. */
const sideBySide = 2
/** Between two readings, so that what is learnt from one is written before many others wait for that. */
const restMillis = 150
/** An agency that fails by turns has answered by then. */
const attempts = 4
const pauseMillis = 1_000

/** With the registry's own examples in its address. */
const targetOf = ({ agency, dataset, endpoint }: PlacedEndpoint): string => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(endpoint.example?.[name] ?? ""))
  return [agency.slug, dataset.slug, path].filter((part) => part !== "").join("/")
}

/** @param publicUrl without a trailing slash @param tokenOf one with these scopes */
export const readOnce = Effect.fn("FirstReadings.readOnce")(
  function*<E, R>(publicUrl: string, tokenOf: (scopes: ReadonlyArray<string>) => Effect.Effect<string, E, R>) {
    const read = (target: string, token: string) =>
      Effect.tryPromise(async (signal) => {
        const answer = await fetch(`${publicUrl}${gatewayPrefix}/${target}`, { headers: { authorization: `Bearer ${token}` }, signal })
        await answer.arrayBuffer()
        return answer.status
      })
    const readAgency = Effect.fnUntraced(function*(open: ReadonlyArray<PlacedEndpoint>) {
      const token = yield* tokenOf([...new Set(open.map(scopeOf))])
      for (const target of open.map(targetOf)) {
        yield* Effect.sleep(restMillis)
        for (let attempt = 1; attempt <= attempts; attempt++) {
          if ((yield* read(target, token)) < 429) break
          yield* Effect.sleep(pauseMillis)
        }
      }
    })
    const open = placedEndpoints().filter(({ endpoint }) => endpoint.private !== true)
    yield* Effect.forEach(Map.groupBy(open, ({ agency }) => agency.slug).values(), readAgency, { concurrency: sideBySide, discard: true })
  }
)
