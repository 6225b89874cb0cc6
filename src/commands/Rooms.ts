/** The layers that commands need beside a running gateway: the database and the access services on it. */
import { Effect, Layer } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Applications } from "../access/Applications.ts"
import { TokenStore } from "../access/TokenStore.ts"
import { loadRegistry } from "../registry/LoadRegistry.ts"
import { nearest } from "../registry/Nearest.ts"
import type { RegistrySnapshot } from "../registry/RegistrySnapshot.ts"
import { Settings } from "../Settings.ts"
import { Database } from "../storage/Database.ts"
import { CommandFailed } from "./Output.ts"
import { refuseUnserved } from "./RefuseUnserved.ts"

/** The database of this machine's settings. PostgreSQL is named in the settings before it is served: say so, never fall back. */
export const DatabaseRoom = Layer.unwrap(Effect.gen(function*() {
  const settings = yield* Settings
  yield* refuseUnserved(settings)
  return Database.layer({ dataDir: settings.dataDir })
}))

export const AccessRoom = Layer.mergeAll(Applications.layer, TokenStore.layer).pipe(Layer.provideMerge(DatabaseRoom))

/** The registry file of the settings, or the demo city's where a demo runs on the same data directory. */
export const registryFileOf = (settings: typeof Settings.Service): Effect.Effect<string, CommandFailed> => {
  if (settings.registryFile !== undefined) return Effect.succeed(settings.registryFile)
  const demo = join(settings.dataDir, "demo", "registry.yaml")
  return existsSync(demo) ? Effect.succeed(demo) : Effect.fail(new CommandFailed({ message: "REGISTRY_FILE is not set: name the registry file" }))
}

export const readRegistry = Effect.fnUntraced(function*(file: string) {
  const text = yield* Effect.try({
    try: () => readFileSync(file, "utf8"),
    catch: () => new CommandFailed({ message: `the registry file ${file} cannot be read` })
  })
  return yield* loadRegistry(text, file)
})

/**
 * The scopes that were asked for, each one checked. `*` stands for every scope there is; values may be given one by
 * one or separated by spaces or commas.
 */
export const checkedScopes = (asked: ReadonlyArray<string>, { scopes }: RegistrySnapshot): Effect.Effect<ReadonlyArray<string>, CommandFailed> => {
  const wanted = new Set(asked.flatMap((text) => text.split(/[\s,]+/)).filter((scope) => scope !== ""))
  if (wanted.size === 0) return Effect.fail(new CommandFailed({ message: "name at least one scope with --scope, or '*' for all of them" }))
  if (wanted.has("*")) return Effect.succeed([...scopes])
  for (const scope of wanted) {
    if (!scopes.has(scope)) {
      const similar = nearest(scopes, scope, 3)
      return Effect.fail(new CommandFailed({
        message: `no endpoint has the scope ${JSON.stringify(scope)}${similar.length === 0 ? "" : `; the nearest are ${similar.join(", ")}`}`
      }))
    }
  }
  return Effect.succeed([...wanted])
}
