/** `gapura registry export`: the registry in force as YAML, with what agencies' desks changed. */
import { Console, Effect } from "effect"
import { writeRegistry } from "../registry/WriteRegistry.ts"
import { Settings } from "../settings/Settings.ts"
import { readServedRegistry } from "./CommandLayers.ts"

export const exportRegistryFile = Effect.gen(function*() {
  const registry = yield* readServedRegistry
  for (const [change, faults] of registry.setAside) {
    yield* Console.error(
      `change ${change} of a desk is left out, it does not fit the registry any more: ${
        faults.map(({ path, reason }) => `${path}: ${reason}`).join("; ")
      }`
    )
  }
  yield* Console.log(writeRegistry(registry).trimEnd())
}).pipe(Effect.provide(Settings.layer))
