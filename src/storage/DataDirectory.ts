/** The directory of everything the gateway keeps: 0700 when made here, and its files 0600. */
import { Effect, Schema } from "effect"
import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs"
import { reasonOf } from "../domain/Reason.ts"

/** The data directory, or a file in it, cannot be used. `reason` is for the operator. */
export class StorageUnusable extends Schema.TaggedError<StorageUnusable>()("StorageUnusable", {
  path: Schema.String,
  reason: Schema.String,
  /** A server that does not answer, and may do so later. */
  isAway: Schema.optionalKey(Schema.Boolean)
}) {
  override get message(): string {
    return `${this.path} cannot be used: ${this.reason}`
  }
}

export const ensureDirectory = (path: string): Effect.Effect<void, StorageUnusable> =>
  Effect.try({
    try: () => void mkdirSync(path, { recursive: true, mode: 0o700 }),
    catch: (cause) => new StorageUnusable({ path, reason: reasonOf(cause) })
  })

/** Makes the file before SQLite does, so that it is never readable by others; its -wal and -shm take the same mode. */
export const ensurePrivateFile = (path: string): Effect.Effect<void, StorageUnusable> =>
  Effect.try({
    try: () => {
      closeSync(openSync(path, "a", 0o600))
      chmodSync(path, 0o600)
    },
    catch: (cause) => new StorageUnusable({ path, reason: reasonOf(cause) })
  })
