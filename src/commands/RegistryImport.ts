/**
 * `gapura registry import FILE`: puts a registry into the database, checked; every gateway on it takes it up within a
 * second, and it stands in for the registry file until `--withdraw`. What desks changed stays laid over it.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { importRegistry, withdrawImport } from "../registry/ImportedRegistry.ts"
import { overlay } from "../registry/Overlay.ts"
import { changesInForce } from "../registry/RegistryStore.ts"
import { Settings } from "../settings/Settings.ts"
import { DatabaseLayer, registryTextOf } from "./CommandLayers.ts"
import { CommandFailed, print } from "./Output.ts"
import { checked } from "./RegistryCheck.ts"

const withdraw = (json: boolean) =>
  Effect.gen(function*() {
    const withdrawn = yield* withdrawImport(yield* SqlClient.SqlClient)
    yield* print(json, { withdrawn }, withdrawn ? "the registry file holds again" : "no registry was imported: the registry file holds")
  })

const put = (file: string, json: boolean) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const text = yield* registryTextOf(file)
    const registry = yield* checked(text, file, json)
    const { setAside } = overlay(registry, yield* changesInForce(sql))
    yield* importRegistry(sql, text)
    const ineffective = [...setAside.keys()]
    const left = ineffective.length === 0
      ? ""
      : `; without effect now, because they do not fit it: changes ${ineffective.join(", ")} of agencies' desks`
    yield* print(
      json,
      { file, endpoints: registry.endpoints.length, version: registry.version, setAside: ineffective },
      `${file} is in the database, with ${registry.endpoints.length} endpoints, and stands in for the registry file${left}`
    )
  })

export const importRegistryFile = (file: string | undefined, withdrawing: boolean, json: boolean) =>
  Effect.gen(function*() {
    if (withdrawing === (file !== undefined)) {
      return yield* new CommandFailed({ message: "name the registry file to import, or --withdraw" })
    }
    yield* file === undefined ? withdraw(json) : put(file, json)
  }).pipe(Effect.provide(DatabaseLayer), Effect.provide(Settings.layer))
