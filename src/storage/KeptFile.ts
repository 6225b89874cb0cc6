/**
 * A file of the data directory in which something learnt is kept across restarts: written every few seconds where
 * something is new, and at the end; never half of it. One that cannot be read says so and is begun anew.
 */
import { Effect, Result, Schedule, Schema } from "effect"
import { existsSync, renameSync, writeFileSync } from "node:fs"
import { makeOutage, type OutageWords } from "../domain/Outage.ts"
import { reasonOf } from "../domain/Reason.ts"
import { readRegularFile } from "../files/RegularFile.ts"
import { StorageUnusable } from "./DataDirectory.ts"

/** What is learnt of a city with very many endpoints. */
const maxBytes = 256 * 1024 * 1024

/** Undefined where there is no file yet, or none that can be read. @param said after the file's path */
export const readKept = Effect.fn("KeptFile.readKept")(function*<A>(path: string, schema: Schema.Codec<A, string>, said: string) {
  if (!existsSync(path)) return undefined
  // One that is nested without end is no file of ours either, and ends the decoding as any fault does.
  const kept = Result.try(() => Schema.decodeUnknownSync(schema)(readRegularFile(path, maxBytes).toString("utf8")))
  if (Result.isSuccess(kept)) return kept.success
  yield* Effect.logWarning(`${path} ${said}`)
  return undefined
})

/** @param take what is to be written; undefined where nothing is new since `taken` was called last */
export const writeKept = Effect.fn("KeptFile.writeKept")(function*(
  path: string,
  words: OutageWords,
  { take, taken }: { readonly take: () => string | undefined; readonly taken: () => void }
) {
  const { outlasted } = makeOutage(words)
  const write = outlasted(Effect.suspend(() => {
    const text = take()
    return text === undefined ? Effect.void : Effect.try({
      try: () => {
        writeFileSync(`${path}.new`, text, { mode: 0o600 })
        renameSync(`${path}.new`, path)
        taken()
      },
      catch: (cause) => new StorageUnusable({ path, reason: reasonOf(cause) })
    })
  }))
  yield* Effect.addFinalizer(() => write)
  yield* Effect.forkScoped(Effect.repeat(write, Schedule.spaced("5 seconds")))
})
