/** The layers that commands need beside a running gateway: the database and the access services on it. */
import { Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { AccessRequests } from "../access/AccessRequests.ts"
import { AccessSql } from "../access/AccessSql.ts"
import { Applications } from "../access/Applications.ts"
import { Developers } from "../access/Developers.ts"
import { TokenStore } from "../access/TokenStore.ts"
import { KeyKnowledge } from "../domain/KeyKnowledge.ts"
import { knownKeys } from "../privacy/KnownKeys.ts"
import { latestImport, nameOf } from "../registry/ImportedRegistry.ts"
import { loadRegistry } from "../registry/LoadRegistry.ts"
import { overlay } from "../registry/Overlay.ts"
import type { RegistrySnapshot } from "../registry/RegistrySnapshot.ts"
import { changesInForce } from "../registry/RegistryStore.ts"
import { Settings } from "../settings/Settings.ts"
import { Database } from "../storage/Database.ts"
import { DatabaseClock } from "../storage/DatabaseClock.ts"
import { CommandFailed, nearestOf } from "./Output.ts"

/** The database of this machine's settings, and its time. */
export const DatabaseLayer = Layer.unwrap(Effect.gen(function*() {
  const settings = yield* Settings
  return DatabaseClock.layer.pipe(Layer.provideMerge(Database.layer(settings.database)))
}))

export const AccessLayer = AccessRequests.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Applications.layer, Developers.layer, TokenStore.layer)),
  Layer.provideMerge(AccessSql.layer),
  Layer.provideMerge(DatabaseLayer)
)

/** Runs a command on the access services of this machine's settings. */
export const withAccess = <A, E, R>(command: Effect.Effect<A, E, R>) =>
  command.pipe(Effect.provide(AccessLayer), Effect.provide(Settings.layer))

/** What is looked up and what is made of it, with no other change of access in between. */
export const inOneTurn = <A, E, R>(change: Effect.Effect<A, E, R>) =>
  Effect.flatMap(AccessSql, (sql) => sql.withTransaction(change)).pipe(
    Effect.catchIf((error): error is Extract<typeof error, SqlError.SqlError> => SqlError.isSqlError(error), Effect.die)
  )

/** The registry file of the settings, or the demo city's where a demo runs on the same data directory. */
export const registryFileOf = (settings: typeof Settings.Service): Effect.Effect<string, CommandFailed> => {
  if (settings.registryFile !== undefined) return Effect.succeed(settings.registryFile)
  const demo = join(settings.dataDir, "demo", "registry.yaml")
  return existsSync(demo)
    ? Effect.succeed(demo)
    : Effect.fail(new CommandFailed({ message: "REGISTRY_FILE is not set: name the registry file" }))
}

/** Checked with all that masking knows of names. */
export const load = (text: string, name: string) => Effect.provideService(loadRegistry(text, name), KeyKnowledge, knownKeys)

/** Read once: of a pipe nothing is left for a second time. */
export const registryTextOf = (file: string): Effect.Effect<string, CommandFailed> =>
  Effect.try({
    try: () => readFileSync(file, "utf8"),
    catch: () => new CommandFailed({ message: `the registry file ${file} cannot be read` })
  })

export const readRegistry = (file: string) => Effect.flatMap(registryTextOf(file), (text) => load(text, file))

/** The registry in force, as a gateway on this database has it: what was imported or the file, with what desks changed. */
export const readKnownRegistry = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const imported = yield* latestImport(sql)
  const settings = yield* Settings
  const base = imported === undefined
    ? yield* Effect.flatMap(registryFileOf(settings), readRegistry)
    : yield* load(imported.text, nameOf(imported))
  return overlay(base, yield* changesInForce(sql))
})

/** Whether there is a database, without making one. */
export const hasDatabase = ({ database }: typeof Settings.Service): boolean =>
  database.postgres !== undefined || existsSync(join(database.dataDir, "gapura.db"))

/** The same for commands that need no database where there is none. */
export const readServedRegistry = Effect.gen(function*() {
  const settings = yield* Settings
  return hasDatabase(settings)
    ? yield* Effect.provide(readKnownRegistry, DatabaseLayer)
    : yield* Effect.flatMap(registryFileOf(settings), readRegistry)
})

/**
 * The scopes that were asked for, each one checked. `*` stands for every scope there is; values may be given one by
 * one or separated by spaces or commas.
 */
export const checkedScopes = (
  asked: ReadonlyArray<string>,
  { scopes }: RegistrySnapshot
): Effect.Effect<ReadonlyArray<string>, CommandFailed> => {
  const wanted = new Set(asked.flatMap((text) => text.split(/[\s,]+/)).filter((scope) => scope !== ""))
  if (wanted.size === 0) return Effect.fail(new CommandFailed({ message: "name at least one scope with --scope, or '*' for all of them" }))
  if (wanted.has("*")) return Effect.succeed([...scopes])
  for (const scope of wanted) {
    if (!scopes.has(scope)) {
      return Effect.fail(new CommandFailed({ message: `no endpoint has the scope ${JSON.stringify(scope)}${nearestOf(scopes, scope)}` }))
    }
  }
  return Effect.succeed([...wanted])
}
