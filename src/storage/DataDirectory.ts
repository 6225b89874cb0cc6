/** The directory of everything the gateway keeps: 0700 when made here, and its files 0600. */
import { Effect, Schema } from "effect"
import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
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

/**
 * One directory at a time: on a file system that makes none, such as /proc, Node's own recursive form tries for ever
 * (seen with 26.10) and holds up the whole process.
 */
const makeDirectory = (path: string): void => {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process of this gateway may have been faster.
    if (!existsSync(path)) throw error
  }
}

export const ensureDirectory = (path: string): Effect.Effect<void, StorageUnusable> =>
  Effect.try({
    try: () => {
      makeDirectory(resolve(path))
      if (!statSync(path).isDirectory()) throw new Error("this is no directory")
    },
    catch: (cause) => new StorageUnusable({ path, reason: reasonOf(cause) })
  })

/** Whether it is there and can be written to, or could be made; it is not made. */
export const usableDirectory = (path: string): Effect.Effect<void, StorageUnusable> => {
  const there = resolve(path)
  if (!existsSync(there) && there !== dirname(there)) return usableDirectory(dirname(there))
  return Effect.try({
    try: () => {
      if (!statSync(there).isDirectory()) throw new Error("this is no directory")
      accessSync(there, constants.W_OK | constants.X_OK)
    },
    catch: (cause) => new StorageUnusable({ path: there, reason: reasonOf(cause) })
  })
}

/** Makes the file before SQLite does, so that it is never readable by others; its -wal and -shm take the same mode. */
export const ensurePrivateFile = (path: string): Effect.Effect<void, StorageUnusable> =>
  Effect.try({
    try: () => {
      closeSync(openSync(path, "a", 0o600))
      chmodSync(path, 0o600)
    },
    catch: (cause) => new StorageUnusable({ path, reason: reasonOf(cause) })
  })
