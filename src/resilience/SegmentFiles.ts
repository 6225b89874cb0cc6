/**
 * The segment files in a directory, as effects: list, read, create, append, remove.
 *
 * A file is only ever appended to by the process run that created it, so a torn tail stays at the end of a file.
 * Files are readable by their owner only, and other files in the directory are left alone.
 */
import { Effect, Schema } from "effect"
import { constants } from "node:fs"
import { chmod, type FileHandle, mkdir, open, readdir, readFile, stat, unlink } from "node:fs/promises"
import { join } from "node:path"
import { errorCodeOf } from "../domain/ErrorCode.ts"

/** The disk said no; `code` is the system's, for instance `ENOSPC`. It never reaches a caller. */
export class DiskFailure extends Schema.TaggedError<DiskFailure>()("DiskFailure", { code: Schema.String }) {}

const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, DiskFailure> =>
  Effect.tryPromise({ try: run, catch: (cause) => new DiskFailure({ code: errorCodeOf(cause) ?? "unknown" }) })

const pattern = /^copies-(\d{10})\.seg$/
const appendNew = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL

export interface OpenSegment {
  readonly id: number
  readonly append: (bytes: Uint8Array) => Effect.Effect<void, DiskFailure>
  readonly close: Effect.Effect<void>
}

export interface StoredSegment {
  readonly id: number
  readonly bytes: number
}

export interface SegmentFiles {
  /** Makes the directory where there is none, and lists the segments from oldest to newest. */
  readonly prepare: Effect.Effect<ReadonlyArray<StoredSegment>, DiskFailure>
  /** Creates a segment with this id, or with the next free one. */
  readonly create: (id: number) => Effect.Effect<OpenSegment, DiskFailure>
  readonly read: (id: number) => Effect.Effect<Buffer, DiskFailure>
  readonly remove: (id: number) => Effect.Effect<void, DiskFailure>
}

const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  let offset = 0
  while (offset < bytes.length) offset += (await handle.write(bytes, offset, bytes.length - offset)).bytesWritten
}

export const makeSegmentFiles = (directory: string): SegmentFiles => {
  const pathOf = (id: number) => join(directory, `copies-${String(id).padStart(10, "0")}.seg`)

  const prepare = attempt(async () => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    // A disk that is read-only can still be read from.
    await chmod(directory, 0o700).catch(() => {})
    const segments: Array<StoredSegment> = []
    for (const name of await readdir(directory)) {
      const id = Number(pattern.exec(name)?.[1])
      if (id > 0) segments.push({ id, bytes: (await stat(pathOf(id))).size })
    }
    return segments.sort((a, b) => a.id - b.id)
  })

  const create = (id: number): Effect.Effect<OpenSegment, DiskFailure> =>
    Effect.matchEffect(attempt(() => open(pathOf(id), appendNew, 0o600)), {
      onSuccess: (handle) =>
        Effect.succeed({
          id,
          append: (bytes) => attempt(() => writeAll(handle, bytes)),
          close: Effect.ignore(attempt(() => handle.close()))
        }),
      onFailure: (failure) => failure.code === "EEXIST" ? create(id + 1) : Effect.fail(failure)
    })

  return {
    prepare,
    create,
    read: (id) => attempt(() => readFile(pathOf(id))),
    remove: (id) => Effect.catchIf(attempt(() => unlink(pathOf(id))), ({ code }) => code === "ENOENT", () => Effect.void)
  }
}
