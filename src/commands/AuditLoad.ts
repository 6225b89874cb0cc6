/** `gapura audit load`: the records of a gateway that is gone, out of its journal. */
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { loadDirectory } from "../audit/LoadDirectory.ts"
import { Settings } from "../settings/Settings.ts"
import { lockDirectory } from "../storage/DirectoryLock.ts"
import { DatabaseLayer } from "./CommandLayers.ts"
import { CommandFailed, print } from "./Output.ts"

/** Refuses a data directory that a gateway has, until the scope closes; a copy that cannot be written to is nobody's. */
const lock = (dataDir: string) =>
  existsSync(join(dataDir, "serve.lock"))
    ? lockDirectory(dataDir).pipe(
      Effect.asVoid,
      Effect.catchTags({
        DirectoryInUse: ({ holder, path }) => Effect.fail(new CommandFailed({ message: `${path} is in use by ${holder}` })),
        StorageUnusable: () => Effect.void
      })
    )
    : Effect.void

export const loadAudit = (dir: string, json: boolean) =>
  Effect.gen(function*() {
    if (!existsSync(dir)) return yield* new CommandFailed({ message: `there is no directory ${dir}` })
    const inner = join(dir, "journal")
    const directory = existsSync(inner) ? inner : dir
    yield* lock(dirname(directory))
    const { damaged, known, loaded } = yield* loadDirectory(directory)
    yield* print(json, { loaded, known, damaged }, `${loaded} records are loaded; ${known} others were in the database`)
    if (damaged.length > 0) {
      return yield* new CommandFailed({
        message: `what is damaged could not be loaded from ${damaged.length === 1 ? "the segment" : "the segments"} ${damaged.join(", ")}`
      })
    }
  }).pipe(Effect.scoped, Effect.provide(DatabaseLayer), Effect.provide(Settings.layer))
