/** `gapura registry check [file]`: every fault of a registry file, with its line and its reason. */
import { Console, Effect } from "effect"
import { Settings } from "../Settings.ts"
import { CommandFailed, print } from "./Output.ts"
import { readRegistry, registryFileOf } from "./Rooms.ts"

/** The registry of a file, or its faults printed, one a line. */
export const checked = (file: string, json: boolean) =>
  readRegistry(file).pipe(
    Effect.catchTag("RegistryInvalid", ({ faults }) =>
      Effect.gen(function*() {
        for (const fault of faults) {
          yield* Console.log(json ? JSON.stringify({ file, ...fault }) : `${file}:${fault.line}:${fault.column} ${fault.path}: ${fault.reason}`)
        }
        return yield* new CommandFailed({ message: `${file} has ${faults.length} ${faults.length === 1 ? "fault" : "faults"}` })
      }))
  )

export const checkRegistry = (named: string | undefined, json: boolean) =>
  Effect.gen(function*() {
    const file = named ?? (yield* registryFileOf(yield* Settings))
    const registry = yield* checked(file, json)
    const counts = {
      agencies: registry.agencies.length,
      endpoints: registry.endpoints.length,
      private: registry.endpoints.filter((endpoint) => endpoint.private).length,
      presets: registry.presets.size
    }
    yield* print(
      json,
      { file, ...counts, version: registry.version },
      `${file} is right: ${counts.agencies} agencies, ${counts.endpoints} endpoints (${counts.private} private), ${counts.presets} presets`
    )
  }).pipe(Effect.provide(Settings.layer))
