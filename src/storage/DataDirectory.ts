/** The directory of everything the gateway keeps: 0700 when made here, and its files 0600. */
import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs"
import { Effect, Schema } from "effect"

/** The data directory, or a file in it, cannot be used. `reason` is for the operator. */
export class StorageUnusable extends Schema.TaggedError<StorageUnusable>()("StorageUnusable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.path} cannot be used: ${this.reason}`
  }
}

/** The messages of an error and of its causes, the outermost first, each once. */
export const reasonOf = (error: unknown): string => {
  const messages: Array<string> = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { message } = cause
    if (!messages.some((earlier) => earlier.includes(message))) messages.push(message)
  }
  return messages.length === 0 ? "unknown reason" : messages.join(": ")
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
