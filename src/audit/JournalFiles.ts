/**
 * The journal's segment files as others see them: the loader of the next process, and commands beside a running
 * gateway, which read what is not in the database yet.
 */
import { Effect, Option, Schema } from "effect"
import { mkdirSync } from "node:fs"
import { open, readdir, readFile, rename, stat, unlink } from "node:fs/promises"
import { hostname } from "node:os"
import { join } from "node:path"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { entryType, frameHeaderBytes } from "./EntryFormat.ts"
import { readSegment, type Segment } from "./EntryReader.ts"
import { segmentFile, startOf } from "./JournalDisk.ts"

/** The journal's directory or a file in it cannot be used. */
export class JournalUnusable
  extends Schema.TaggedError<JournalUnusable>()("JournalUnusable", { path: Schema.String, reason: Schema.String })
{
  override get message(): string {
    return `${this.path} cannot be used: ${this.reason}`
  }
}

export interface JournalFile {
  readonly id: string
  readonly bytes: number
  readonly changedAt: number
}

const pattern = /^([0-9a-z]{11}-[0-9a-f]{8})\.audit$/
/**
 * For segments of other machines: nobody writes to one for that long, because an owner leaves his after 30 s. Loading
 * one twice changes nothing. Gotcha: their clocks, and the file server's, must agree to a minute and a half.
 */
const abandonedMillis = 120_000

const Owner = Schema.fromJsonString(
  Schema.Struct({ version: Schema.Int, host: Schema.String, pid: Schema.Int, started: Schema.optionalKey(Schema.NullOr(Schema.String)) })
)
const decodeOwner = Schema.decodeUnknownOption(Owner)

const unusable = (path: string) => (cause: unknown) =>
  new JournalUnusable({ path, reason: cause instanceof Error ? cause.message : "unknown reason" })

export const prepareJournal = (directory: string): Effect.Effect<void, JournalUnusable> =>
  Effect.try({ try: () => void mkdirSync(directory, { recursive: true, mode: 0o700 }), catch: unusable(directory) })

/** Oldest first; none where there is no directory. */
export const listJournal = (directory: string): Effect.Effect<ReadonlyArray<JournalFile>, JournalUnusable> =>
  Effect.tryPromise({
    try: async () => {
      const files: Array<JournalFile> = []
      const names = await readdir(directory).catch((cause) => {
        if (errorCodeOf(cause) === "ENOENT") return []
        throw cause
      })
      for (const name of names.sort()) {
        const id = pattern.exec(name)?.[1]
        const found = id === undefined ? undefined : await stat(join(directory, name)).catch(() => undefined)
        if (id !== undefined && found !== undefined) files.push({ id, bytes: found.size, changedAt: found.mtimeMs })
      }
      return files
    },
    catch: unusable(directory)
  })

/** Undefined where the file has gone. */
export const readJournal = (directory: string, id: string): Effect.Effect<Segment | undefined, JournalUnusable> => {
  const path = join(directory, segmentFile(id))
  return Effect.tryPromise({
    try: async () => {
      try {
        return readSegment(await readFile(path))
      } catch (cause) {
        if (errorCodeOf(cause) === "ENOENT") return undefined
        throw cause
      }
    },
    catch: unusable(path)
  })
}

const unlessGone = (cause: unknown): void => {
  if (errorCodeOf(cause) !== "ENOENT") throw cause
}

export const removeJournal = (directory: string, id: string): Effect.Effect<void, JournalUnusable> => {
  const path = join(directory, segmentFile(id))
  return Effect.tryPromise({ try: () => unlink(path).catch(unlessGone), catch: unusable(path) })
}

const isAlive = ({ pid, started = null }: typeof Owner.Type): boolean => {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return started === null || (startOf(pid) ?? started) === started
  } catch (cause) {
    return errorCodeOf(cause) !== "ESRCH"
  }
}

/** Who wrote it, from its first entry; undefined where that is not there or no longer. */
const ownerOf = async (path: string): Promise<typeof Owner.Type | undefined> => {
  const handle = await open(path).catch(() => undefined)
  if (handle === undefined) return undefined
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0)
    const entry = frameHeaderBytes
    if (bytesRead < entry + 8 || buffer[entry + 2] !== entryType.owner) return undefined
    return Option.getOrUndefined(decodeOwner(buffer.toString("utf8", entry + 8, entry + 8 + buffer.readUInt16LE(entry + 6))))
  } finally {
    await handle.close()
  }
}

/**
 * Whether the process that wrote this segment is gone, so that the segment has got its last record.
 *
 * @param run of the journal that asks, whose own segments are not abandoned
 */
export const isAbandoned = (
  directory: string,
  { changedAt, id }: JournalFile,
  run: string
): Effect.Effect<boolean, JournalUnusable> => {
  const path = join(directory, segmentFile(id))
  return Effect.map(Effect.tryPromise({ try: () => ownerOf(path), catch: unusable(path) }), (owner) =>
    // A restored one has no time: whoever wrote it does not know of this copy.
    !id.endsWith(run) && (changedAt === 0 || (owner?.host === hostname() ? !isAlive(owner) : Date.now() - changedAt > abandonedMillis)))
}

/** What nobody can read stays where a person may look at it, and is not tried again. */
export const setAside = (directory: string, id: string): Effect.Effect<void, JournalUnusable> => {
  const path = join(directory, segmentFile(id))
  // Another process on the same journal may have done it.
  return Effect.tryPromise({ try: () => rename(path, `${path}.damaged`).catch(unlessGone), catch: unusable(path) })
}
