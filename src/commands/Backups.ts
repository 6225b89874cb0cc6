/** `gapura backup --to FILE` or `--to -`, and `gapura restore FILE`. */
import { ByteSize, Clock, Console, Effect } from "effect"
import { SqlError } from "effect/sql"
import { rmSync } from "node:fs"
import { reasonOf } from "../domain/Reason.ts"
import { Settings } from "../settings/Settings.ts"
import { backup } from "../storage/Backup.ts"
import { Database } from "../storage/Database.ts"
import { restore, type RestoreOptions } from "../storage/Restore.ts"
import { CommandFailed, print } from "./Output.ts"

/** With the time it took, in milliseconds. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const started = yield* Clock.currentTimeMillis
    const result = yield* effect
    return { ...result, millis: (yield* Clock.currentTimeMillis) - started }
  })

/** One readable line, whatever went wrong in the database. */
const readable = (what: string) => (error: Error) =>
  new CommandFailed({ message: SqlError.isSqlError(error) ? `${what}: ${reasonOf(error)}` : error.message })

const inWords = (
  { keys, millis, rows, tables }: { readonly tables: number; readonly rows: number; readonly keys: number; readonly millis: number }
) => `${tables} tables, ${rows} rows, ${keys} ${keys === 1 ? "key" : "keys"}, in ${(millis / 1000).toFixed(1)} s`

/** Nothing is said of a key-encryption key where there is none. */
const told = <A extends { readonly wrappedBy: string | null }>({ wrappedBy, ...made }: A) =>
  wrappedBy === null ? made : { ...made, wrappedBy }

/** What is told of it goes to standard error where the backup itself goes to standard output. */
export const makeBackup = (to: string, json: boolean) =>
  Effect.gen(function*() {
    const { database } = yield* Settings
    const isStream = to === "-"
    if (isStream && process.stdout.isTTY) {
      return yield* new CommandFailed({
        message: "a backup has keys in it, which no terminal should show: give standard output to a program"
      })
    }
    const made = yield* Effect.mapError(timed(backup(database, isStream ? process.stdout : to)), readable("the backup was not made"))
    const text = `${isStream ? "standard output" : to} holds ${Database.place(database)}: ${inWords(made)}, ${
      ByteSize.format(ByteSize.bytes(made.bytes))
    }${made.keys === 0 ? "" : "\nKeep it secret: the keys are in it."}${
      made.wrappedBy === null
        ? ""
        : `\nKeys in it are wrapped: without the key-encryption key ${made.wrappedBy} nobody opens them. Keep that one elsewhere.`
    }`
    yield* (isStream ? Console.error : Console.log)(json ? JSON.stringify({ file: to, ...told(made) }) : text)
  }).pipe(Effect.provide(Settings.layer))

export const restoreBackup = (options: RestoreOptions & { readonly json: boolean }) =>
  Effect.gen(function*() {
    const { audit, database } = yield* Settings
    const made = yield* Effect.mapError(timed(restore(database, options)), readable("nothing was restored"))
    // It is of the history that was there before.
    yield* Effect.sync(() => rmSync(audit.checkpointFile, { force: true }))
    yield* print(
      options.json,
      { file: options.file, ...told(made) },
      `${Database.place(database)} is as it was at ${made.createdAt}: ${inWords(made)}${
        made.wrappedBy === null ? "" : `\nGateways start on it with the key-encryption key ${made.wrappedBy} and no other.`
      }`
    )
  }).pipe(Effect.provide(Settings.layer))
