/**
 * The latest checkpoint that this gateway signed, in a file of its data directory: who can write the database and
 * nothing else cannot take it back. Without it, a history that was made again, or cut at its end, would pass once the
 * checkpoints that contradict it are deleted, and the gateway itself would sign it a minute later.
 */
import { Effect, Schema } from "effect"
import { rename, writeFile } from "node:fs/promises"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { readRegularFile } from "../files/RegularFile.ts"
import { Checkpoint } from "./Checkpoint.ts"

export class CheckpointUnusable
  extends Schema.TaggedError<CheckpointUnusable>()("CheckpointUnusable", { path: Schema.String, reason: Schema.String })
{
  override get message(): string {
    return `the checkpoint ${this.path} cannot be used: ${this.reason}`
  }
}

/** As it is kept, or as the gateway's log tells it. */
const Kept = Schema.fromJsonString(Schema.Union([Checkpoint, Schema.Struct({ annotations: Checkpoint })]))
const decodeKept = Schema.decodeUnknownEffect(Kept)

const unusable = (path: string) => (cause: unknown) =>
  new CheckpointUnusable({ path, reason: cause instanceof Error ? cause.message : "unknown reason" })

/** Undefined where there is no such file. */
export const readKept = Effect.fn("KeptCheckpoint.readKept")(function*(path: string) {
  const text = yield* Effect.try({
    try: () => {
      try {
        return readRegularFile(path).toString("utf8")
      } catch (cause) {
        if (errorCodeOf(cause) === "ENOENT") return undefined
        throw cause
      }
    },
    catch: unusable(path)
  })
  if (text === undefined) return undefined
  const kept = yield* Effect.mapError(decodeKept(text), () => new CheckpointUnusable({ path, reason: "it is no checkpoint" }))
  return "annotations" in kept ? kept.annotations : kept
})

export const keep = (path: string, checkpoint: Checkpoint): Effect.Effect<void, CheckpointUnusable> =>
  Effect.tryPromise({
    try: async () => {
      // Workers of one gateway keep theirs in the same file, whichever comes last.
      const draft = `${path}.${process.pid}.new`
      await writeFile(draft, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600, flush: true })
      await rename(draft, path)
    },
    catch: unusable(path)
  })
