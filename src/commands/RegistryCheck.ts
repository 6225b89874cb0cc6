/** `gapura registry check [file]`: every fault of a registry file, with its line and its reason, and what is right but risky. */
import { Console, Effect } from "effect"
import { unsetCredentials } from "../domain/UnsetCredentials.ts"
import { openLookUpsOf } from "../registry/LookUps.ts"
import { Settings } from "../settings/Settings.ts"
import { load, registryFileOf, registryTextOf } from "./CommandLayers.ts"
import { CommandFailed, print } from "./Output.ts"

/** The registry of a file's text, or its faults printed, one a line. */
export const checked = (text: string, file: string, json: boolean) =>
  load(text, file).pipe(
    Effect.catchTag("RegistryInvalid", ({ faults }) =>
      Effect.gen(function*() {
        for (const fault of faults) {
          yield* Console.log(
            json ? JSON.stringify({ file, ...fault }) : `${file}:${fault.line}:${fault.column} ${fault.path}: ${fault.reason}`
          )
        }
        return yield* new CommandFailed({ message: `${file} has ${faults.length} ${faults.length === 1 ? "fault" : "faults"}` })
      }))
  )

export const checkRegistry = (named: string | undefined, json: boolean) =>
  Effect.gen(function*() {
    const settings = yield* Settings
    const file = named ?? (yield* registryFileOf(settings))
    const registry = yield* checked(yield* registryTextOf(file), file, json)
    const counts = {
      agencies: registry.agencies.length,
      endpoints: registry.endpoints.length,
      private: registry.endpoints.filter((endpoint) => endpoint.private).length,
      presets: registry.presets.size
    }
    const unset = unsetCredentials(registry.agencies, ({ env }) => settings.credential(env))
    const warnings = [...openLookUpsOf(registry.endpoints), ...unset === undefined ? [] : [unset]]
    yield* print(
      json,
      { file, ...counts, version: registry.version, warnings },
      `${file} is right: ${counts.agencies} agencies, ${counts.endpoints} endpoints (${counts.private} private), ${counts.presets} presets`
    )
    for (const warning of json ? [] : warnings) yield* Console.error(`warning: ${warning}`)
  }).pipe(Effect.provide(Settings.layer))
