/**
 * Segments that the database has taken, kept on disk for a while: a standby that takes its place may lack them. And of each
 * checkpoint that was signed here, which segments it is of.
 *
 * They lie one behind the other in packs, files of up to 16 MiB or ten minutes: a line of JSON, and behind that of a segment
 * its entries. The oldest pack goes when it is too old, when there is no room beside what is not loaded yet, and while the
 * disk takes nothing. A pack that ends in the midst of something (a crash) is read up to there; each process begins its own.
 *
 * Gotcha: nothing depends on them while the database is there, so what fails here is said and holds nothing up.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { appendFile, mkdir, readdir, readFile, stat, unlink } from "node:fs/promises"
import { join } from "node:path"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { makeOutage } from "../domain/Outage.ts"
import { Place } from "./AuditRow.ts"
import { Checkpoint } from "./Checkpoint.ts"
import { JournalUnusable } from "./JournalFiles.ts"
import { Head } from "./LoadSegment.ts"

/** `database`: as it names itself. */
const SegmentLine = Schema.Struct({ segment: Schema.String, bytes: Schema.Int, database: Schema.String })
/** What a checkpoint says beyond the end that was signed, or found, before. */
const SignedLine = Schema.Struct({ checkpoint: Checkpoint, after: Head, places: Schema.Array(Place), database: Schema.String })
export type SignedLine = typeof SignedLine.Type
const Line = Schema.fromJsonString(Schema.Union([SegmentLine, SignedLine]))
const decodeLine = Schema.decodeUnknownOption(Line)

export interface KeptSegment {
  readonly segment: string
  readonly database: string
  readonly entries: Buffer
}

export interface Pack {
  readonly segments: ReadonlyArray<KeptSegment>
  readonly signed: ReadonlyArray<SignedLine>
}

export interface KeptPacks {
  /** The names of the packs, oldest first. */
  readonly packs: Effect.Effect<ReadonlyArray<string>, JournalUnusable>
  /** Empty where it has gone meanwhile. */
  readonly read: (pack: string) => Effect.Effect<Pack, JournalUnusable>
}

export interface KeptSegments extends KeptPacks {
  readonly addSegment: (segment: string, entries: Buffer, database: string) => Effect.Effect<void>
  readonly addSigned: (line: SignedLine) => Effect.Effect<void>
  /** Removes what is too old or has no room. @param isFull the disk takes nothing: some of it goes whatever its age */
  readonly makeRoom: (isFull: boolean) => Effect.Effect<void>
}

export interface KeptOptions {
  readonly directory: string
  readonly keepMillis: number
  /** Of all that is kept and all that waits. */
  readonly maxBytes: number
  /** Bytes that wait to be loaded: they come first. */
  readonly waiting: () => number
}

const largestPack = 16 * 1024 * 1024
const longestPackMillis = 600_000
/** Begins with when the pack was begun: the time of the file would be the system's, whatever clock the gateway goes by. */
const pattern = /^[0-9a-z]{9}-[0-9a-f]{8}\.kept$/
const begunAt = (name: string): number => Number.parseInt(name.slice(0, 9), 36)
/** What goes at once where the disk is full. */
const packsAtOnce = 4

/** What is whole in it. */
const packOf = (bytes: Buffer): Pack => {
  const segments: Array<KeptSegment> = []
  const signed: Array<SignedLine> = []
  for (let offset = 0; offset < bytes.length;) {
    const end = bytes.indexOf(10, offset)
    const line = end === -1 ? Option.none() : decodeLine(bytes.toString("utf8", offset, end))
    if (Option.isNone(line)) break
    offset = end + 1
    if ("checkpoint" in line.value) signed.push(line.value)
    else {
      const { bytes: length, database, segment } = line.value
      if (length < 0 || offset + length > bytes.length) break
      segments.push({ segment, database, entries: bytes.subarray(offset, offset + length) })
      offset += length
    }
  }
  return { segments, signed }
}

const attempt = <A>(path: string, work: () => Promise<A>) =>
  Effect.tryPromise({
    try: work,
    catch: (cause) => new JournalUnusable({ path, reason: cause instanceof Error ? cause.message : "unknown reason" })
  })

/** What is kept in a directory, to be read; nothing where there is none. */
export const keptPacksIn = (directory: string): KeptPacks => ({
  packs: attempt(directory, async () => {
    const names = await readdir(directory).catch((cause) => errorCodeOf(cause) === "ENOENT" ? [] : Promise.reject(cause))
    return names.filter((name) => pattern.test(name)).sort()
  }),
  read: (pack) =>
    Effect.map(
      attempt(join(directory, pack), () => readFile(join(directory, pack)).catch(() => Buffer.alloc(0))),
      packOf
    )
})

export const makeKeptSegments = Effect.fn("KeptSegments.makeKeptSegments")(function*(options: KeptOptions) {
  const { directory, keepMillis, maxBytes, waiting } = options
  const packBytes = Math.min(largestPack, Math.ceil(maxBytes / 64))
  const run = randomBytes(4).toString("hex")
  const outage = makeOutage({
    failing: "loaded audit records cannot be kept on disk; should the database be lost, those that its standby lacks are lost with it",
    working: "loaded audit records are kept on disk again"
  })
  let open: { readonly path: string; readonly openedAt: number; bytes: number } | undefined

  const { packs, read } = keptPacksIn(directory)

  const remove = Effect.fnUntraced(function*(isFull: boolean) {
    const now = yield* Clock.currentTimeMillis
    const found: Array<{ readonly path: string; readonly size: number; readonly begun: number }> = []
    for (const name of yield* packs) {
      const path = join(directory, name)
      const about = yield* attempt(path, () => stat(path).catch(() => undefined))
      if (about !== undefined) found.push({ path, size: about.size, begun: begunAt(name) })
    }
    let total = found.reduce((sum, { size }) => sum + size, 0)
    // As much again is left to what is not loaded yet.
    const room = Math.max(0, Math.min(maxBytes / 2, maxBytes - waiting()))
    let left = isFull ? packsAtOnce : 0
    for (const { begun, path, size } of found) {
      if (left <= 0 && total <= room && now - begun <= keepMillis + longestPackMillis) break
      yield* attempt(path, () => unlink(path).catch(() => {}))
      if (open?.path === path) open = undefined
      total -= size
      left--
    }
  })

  const add = (line: typeof Line.Type, entries?: Buffer) =>
    outage.outlasted(Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      if (open === undefined || open.bytes >= packBytes || Math.abs(now - open.openedAt) > longestPackMillis) {
        yield* remove(false)
        open = { path: join(directory, `${now.toString(36).padStart(9, "0")}-${run}.kept`), openedAt: now, bytes: 0 }
      }
      const pack = open
      const head = Buffer.from(`${JSON.stringify(line)}\n`)
      const bytes = entries === undefined ? head : Buffer.concat([head, entries])
      // One that is not whole makes the rest of its pack unreadable.
      yield* Effect.onError(attempt(pack.path, () => appendFile(pack.path, bytes, { mode: 0o600 })), () =>
        Effect.sync(() => void (open = undefined)))
      pack.bytes += bytes.length
    }))

  yield* attempt(directory, () => mkdir(directory, { recursive: true, mode: 0o700 }))
  const kept: KeptSegments = {
    addSegment: (segment, entries, database) => add({ segment, bytes: entries.length, database }, entries),
    addSigned: (line) => add(line),
    packs,
    read,
    makeRoom: (isFull) => outage.outlasted(remove(isFull))
  }
  return kept
})
