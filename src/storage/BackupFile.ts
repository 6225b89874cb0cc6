/**
 * The form of a backup: lines of JSON, readable by anybody and the same from either database.
 *
 *   header   what it is, when it was made, which migrations its tables have had
 *   journal  a file of audit records that were not in the tables yet
 *   table    name and columns; its rows follow, one array a line, bytes as `{"base64": …}`
 *   key      a file of the data directory's `keys`
 *   end      how many rows, and the SHA-256 of every line before
 *
 * It holds hashes of tokens and secrets, never one of them. Keys that the database has are rows and stay wrapped; those
 * that are files are in it as they are, so its mode is 0600.
 */
import { Effect, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { closeSync, createReadStream, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs"
import type { Writable } from "node:stream"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { reasonOf } from "../domain/Reason.ts"

export const Bytes = Schema.Struct({ base64: Schema.String })
const Cell = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Null, Bytes])
export const Header = Schema.Struct({
  format: Schema.Literal("gapura-backup"),
  version: Schema.Literal(1),
  createdAt: Schema.String,
  steps: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String }))
})
const Table = Schema.Struct({ table: Schema.String, columns: Schema.Array(Schema.String) })
const Row = Schema.Array(Cell)
const Key = Schema.Struct({ key: Schema.String.check(Schema.isPattern(/^[a-z0-9][a-z0-9.-]{0,99}$/)), base64: Schema.String })
const Journal = Schema.Struct({
  journal: Schema.String.check(Schema.isPattern(/^[0-9a-z]{11}-[0-9a-f]{8}\.audit$/)),
  base64: Schema.String
})
const End = Schema.Struct({ rows: Schema.Int, sha256: Schema.String })
const Line = Schema.Union([Row, Table, Key, Journal, End, Header])
export type Line = typeof Line.Type
export type Cell = typeof Cell.Type

const decodeLine = Schema.decodeUnknownEffect(Schema.fromJsonString(Line))

/** A backup cannot be made or used; `message` says why. */
export class BackupFailed extends Schema.TaggedError<BackupFailed>()("BackupFailed", { message: Schema.String }) {}

export interface BackupWriter {
  readonly line: (line: Line) => Effect.Effect<void, BackupFailed>
  /** Writes the end; the file is in place, whole, when this returns. Its bytes. */
  readonly close: (rows: number) => Effect.Effect<number, BackupFailed>
}

const bufferLength = 1 << 18

/** @param put takes all of the bytes @param finish runs when everything is put */
const writerTo = (put: (bytes: Buffer) => Effect.Effect<void, BackupFailed>, finish: Effect.Effect<void, BackupFailed>): BackupWriter => {
  const digest = createHash("sha256")
  let buffer = ""
  let bytes = 0
  const flush = Effect.suspend(() => {
    const part = Buffer.from(buffer)
    buffer = ""
    digest.update(part)
    bytes += part.length
    return put(part)
  })
  const line: BackupWriter["line"] = (value) =>
    Effect.suspend(() => {
      buffer += `${JSON.stringify(value)}\n`
      return buffer.length < bufferLength ? Effect.void : flush
    })
  return {
    line,
    close: Effect.fn("BackupFile.close")(function*(rows) {
      yield* flush
      yield* line({ rows, sha256: digest.copy().digest("hex") })
      yield* flush
      yield* finish
      return bytes
    })
  }
}

/** Writes beside the file until it is whole; what is not closed leaves nothing behind. */
export const openBackup = Effect.fn("BackupFile.openBackup")(function*(file: string) {
  const draft = `${file}.part`
  const trying = <A>(step: () => A) =>
    Effect.try({
      try: step,
      catch: (cause) =>
        new BackupFailed({
          message: errorCodeOf(cause) === "EEXIST"
            ? `${file} is there already, and no backup is written over: name another file, or move that one away`
            : `${file} cannot be written: ${reasonOf(cause)}`
        })
    })
  const descriptor = yield* Effect.acquireRelease(
    trying(() => {
      // The name is taken from now on, and never over a backup that is there.
      closeSync(openSync(file, "wx", 0o600))
      try {
        return openSync(draft, "w", 0o600)
      } catch (cause) {
        rmSync(file, { force: true })
        throw cause
      }
    }),
    (opened, exit) =>
      Effect.sync(() => {
        closeSync(opened)
        if (exit._tag === "Success") return
        rmSync(draft, { force: true })
        rmSync(file, { force: true })
      })
  )
  const put = (bytes: Buffer) =>
    trying(() => {
      for (let rest = bytes; rest.length > 0;) rest = rest.subarray(writeSync(descriptor, rest))
    })
  return writerTo(
    put,
    trying(() => {
      fsyncSync(descriptor)
      renameSync(draft, file)
    })
  )
})

/** Writes to whoever reads, as fast as that goes: one that is broken off lacks its end, and is no backup. */
export const streamBackup = Effect.fn("BackupFile.streamBackup")(function*(stream: Writable) {
  // An error comes by the writing, and a moment later once more: unheard, that would end the process.
  yield* Effect.sync(() => stream.once("error", () => {}))
  const put = (bytes: Buffer) =>
    Effect.callback<void, BackupFailed>((resume) => {
      stream.write(bytes, (cause) =>
        resume(
          cause === null || cause === undefined
            ? Effect.void
            : Effect.fail(new BackupFailed({ message: `the backup cannot be written: ${reasonOf(cause)}` }))
        ))
    })
  return writerTo(put, Effect.void)
})

/** Node's own line reader also breaks at U+2028, which JSON leaves as it is. */
const texts = (file: string) =>
  Stream.splitLines(Stream.suspend(() =>
    Stream.fromAsyncIterable<string, BackupFailed>(
      createReadStream(file, "utf8"),
      (cause) => new BackupFailed({ message: `${file} cannot be read: ${reasonOf(cause)}` })
    )
  ))

/** Every line, decoded. */
export const linesOf = (file: string) =>
  Stream.mapEffect(
    texts(file),
    (text) => Effect.mapError(decodeLine(text), () => new BackupFailed({ message: `${file} is no backup of gapura, or is damaged` }))
  )

/** Reads it whole; its header when it is complete and unchanged. */
export const verify = Effect.fn("BackupFile.verify")(function*(file: string) {
  const digest = createHash("sha256")
  let first: string | undefined
  let last: string | undefined
  yield* Stream.runForEach(texts(file), (text) =>
    Effect.sync(() => {
      first ??= text
      if (last !== undefined) digest.update(`${last}\n`)
      last = text
    }))
  const damaged = new BackupFailed({ message: `${file} is incomplete or was changed after it was made` })
  const header = yield* Effect.mapError(
    Schema.decodeUnknownEffect(Schema.fromJsonString(Header))(first ?? ""),
    () => new BackupFailed({ message: `${file} is no backup of gapura` })
  )
  const end = yield* Effect.mapError(Schema.decodeUnknownEffect(Schema.fromJsonString(End))(last ?? ""), () => damaged)
  if (digest.digest("hex") !== end.sha256) return yield* damaged
  return header
})
