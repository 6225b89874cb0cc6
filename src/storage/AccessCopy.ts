/**
 * The copy of access on disk: one file of lines that grows, and a small one that says until when it is true.
 *
 * `access.copy` begins with its id. Each line after that is sealed, bound to the id and its number, so that none can be
 * changed, left out or taken from elsewhere: first of what it is a copy, then tokens, parts that are replaced whole, a
 * mark where it became whole, and what changed since. `access.time` has, sealed, of which copy it tells, when the database
 * was last read, and how many lines there were. The key is a file of this data directory.
 *
 * Whoever is killed leaves a line without its end: nothing of it had counted. A line that `access.time` knows of and
 * that is not there, or does not open, is damage. So is a copy without the mark; it only gets its name once it has it and
 * `access.time` tells of it, and of the one before, in whose place it comes. A copy of which it does not tell is an earlier
 * one that somebody put back. Who puts back both is not found out: nothing on one disk would tell.
 */
import { Effect, Option, Schema } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { readRegularFile } from "../files/RegularFile.ts"
import { ensureDirectory, StorageUnusable } from "./DataDirectory.ts"
import { load, trying } from "./LocalKeys.ts"
import { unseal } from "./SealedText.ts"

export const pathsOf = (dataDir: string) => {
  const copy = join(dataDir, "access.copy")
  return { copy, next: `${copy}.new`, time: join(dataDir, "access.time") }
}

export const magic = "gapura-access-1"
export const purposeOf = (id: string, line: number): string => `access ${id} ${line}`
export const timePurpose = "access time"

const Told = Schema.Struct({ id: Schema.String, at: Schema.Finite, lines: Schema.Int })
/** `before` is the copy that the other one is about to take the place of. */
export const Time = Schema.fromJsonString(Schema.Struct({ ...Told.fields, before: Schema.optionalKey(Told) }))
export const Head = Schema.fromJsonString(Schema.Struct({ place: Schema.String }))
const decodeTime = Schema.decodeUnknownOption(Time)
const decodeHead = Schema.decodeUnknownOption(Head)

/** What a line is, its first character. */
export const kind = { head: "h", part: "p", tokens: "t", whole: "w" } as const

/** Beside the copy and none of `keys`, which may all be in the database: it opens the copy, which is this machine's own. */
export const copyKey = (dataDir: string): Effect.Effect<Uint8Array, StorageUnusable> => {
  const path = join(dataDir, "access.key")
  return Effect.andThen(ensureDirectory(dataDir), trying(path, () => load(path)))
}

export interface AccessCopy {
  readonly id: string
  /** Epoch milliseconds at which the database was last read. */
  readonly at: number
  readonly lines: number
  /** Of the file that are whole lines. */
  readonly bytes: number
  readonly parts: ReadonlyMap<string, string>
  readonly pages: Array<string>
}

const newline = 10
/** Of millions of tokens. */
const maxBytes = 1024 * 1024 * 1024

/** @param place where the database is that it must be a copy of */
export const readCopy = Effect.fn("AccessCopy.readCopy")(function*(dataDir: string, place: string) {
  const { copy, time } = pathsOf(dataDir)
  const refuse = (reason: string) => new StorageUnusable({ path: copy, reason })
  if (!existsSync(copy)) return yield* refuse("there is none; one is made while the database is there")
  const key = yield* copyKey(dataDir)
  const file = yield* trying(copy, () => readRegularFile(copy, maxBytes))
  const damaged = refuse("it is damaged, or was not made in this data directory")
  let from = file.indexOf(newline) + 1
  const [name, id = ""] = file.toString("latin1", 0, Math.max(0, from - 1)).split(" ")
  if (name !== magic) return yield* damaged
  const parts = new Map<string, string>()
  const pages: Array<string> = []
  let head = Option.none<typeof Head.Type>()
  let lines = 0
  let isWhole = false
  for (let to = file.indexOf(newline, from); to >= 0; from = to + 1, to = file.indexOf(newline, from)) {
    const text = unseal(key, file.toString("latin1", from, to), purposeOf(id, ++lines))
    if (text === undefined) return yield* damaged
    const rest = text.slice(1)
    if (text.startsWith(kind.tokens)) pages.push(rest)
    else if (text.startsWith(kind.whole)) isWhole = true
    else if (text.startsWith(kind.head)) head = decodeHead(rest)
    else parts.set(rest.slice(0, rest.indexOf("\n")), rest.slice(rest.indexOf("\n") + 1))
    if (lines % 16 === 0) yield* Effect.yieldNow
  }
  if (!isWhole || Option.isNone(head)) return yield* damaged
  if (head.value.place !== place) return yield* refuse(`it is of another database, ${head.value.place}`)
  const sealed = existsSync(time) ? yield* trying(time, () => readRegularFile(time).toString("utf8")) : undefined
  const told = sealed === undefined ? Option.none() : decodeTime(unseal(key, sealed, timePurpose))
  const own = Option.getOrUndefined(told)
  const known = own?.id === id ? own : own?.before?.id === id ? own.before : undefined
  if (known === undefined || known.lines > lines) return yield* damaged
  return { id, at: known.at, lines, bytes: from, parts, pages } satisfies AccessCopy
})
