/**
 * One gateway for a data directory: two would write into each other's journal and copies.
 *
 * It is SQLite's lock of a file, which the system gives back when its process ends, however it ends. Who has it stands in
 * a file beside it, for whoever is refused.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { reasonOf } from "../domain/Reason.ts"
import { ensureDirectory, ensurePrivateFile, StorageUnusable } from "./DataDirectory.ts"

export class DirectoryInUse extends Schema.TaggedError<DirectoryInUse>()("DirectoryInUse", {
  path: Schema.String,
  holder: Schema.String
}) {
  override get message(): string {
    return `DATA_DIR: ${this.path} is in use by ${this.holder}; each gateway needs a directory of its own`
  }
}

const Holder = Schema.fromJsonString(Schema.Struct({ pid: Schema.Int, host: Schema.String, since: Schema.String }))
const decodeHolder = Schema.decodeUnknownOption(Holder)
const encodeHolder = Schema.encodeSync(Holder)

const holderIn = (file: string): string => {
  try {
    return Option.match(decodeHolder(readFileSync(file, "utf8")), {
      onNone: () => "another process",
      onSome: ({ host, pid, since }) => `process ${pid} on ${host} since ${since}`
    })
  } catch {
    return "another process"
  }
}

/** SQLITE_BUSY. */
const busy = 5
const isBusy = (cause: unknown): boolean => cause instanceof Error && Reflect.get(cause, "errcode") === busy

/** Held until the scope closes. */
export const lockDirectory = Effect.fn("DirectoryLock.lockDirectory")(function*(path: string) {
  const lockFile = join(path, "serve.lock")
  const holderFile = join(path, "serve.json")
  const since = new Date(yield* Clock.currentTimeMillis).toISOString()
  yield* ensureDirectory(path)
  yield* ensurePrivateFile(lockFile)
  return yield* Effect.acquireRelease(
    Effect.try({
      try: () => {
        const lock = new DatabaseSync(lockFile, { timeout: 0 })
        try {
          lock.exec("BEGIN EXCLUSIVE")
          writeFileSync(
            holderFile,
            encodeHolder({ pid: process.pid, host: hostname(), since }),
            { mode: 0o600 }
          )
        } catch (cause) {
          lock.close()
          throw cause
        }
        return lock
      },
      catch: (cause) =>
        isBusy(cause)
          ? new DirectoryInUse({ path, holder: holderIn(holderFile) })
          : new StorageUnusable({ path: lockFile, reason: reasonOf(cause) })
    }),
    (lock) => Effect.sync(() => lock.close())
  )
})
