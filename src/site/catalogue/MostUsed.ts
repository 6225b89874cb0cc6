/** How often each dataset was read in the last 30 days, at all gateways. */
import { Effect } from "effect"
import { Registry } from "../../registry/Registry.ts"
import { StatusHistory } from "../../telemetry/StatusHistory.ts"

/** Calls by `{opd}/{dataset}`. */
export type Used = ReadonlyMap<string, number>

/** Reads many slots for a list that changes slowly. */
const kept = "1 minute"

export const makeMostUsed = Effect.gen(function*() {
  const registry = yield* Registry
  const history = yield* StatusHistory
  return yield* Effect.cachedWithTTL(
    Effect.gen(function*() {
      const { endpoints } = registry.current()
      const { value } = yield* history.endpoints(endpoints.map(({ route }) => route))
      const used = new Map<string, number>()
      for (const { agency, dataset, route } of endpoints) {
        const name = `${agency.slug}/${dataset.slug}`
        used.set(name, (used.get(name) ?? 0) + (value.get(route)?.["30d"].answers ?? 0))
      }
      const all: Used = used
      return all
    }),
    kept
  )
})
