/**
 * Keeps the copy of access: every line is written before what it says counts, synchronously, a page of tokens at most.
 *
 * States: none → growing → whole, then growing again beside the one that is whole, which takes lines meanwhile and is
 * replaced in one step. What cannot be written ends both: a copy that lacks a revocation must not be there. It is begun
 * anew half a minute later.
 *
 * Gotcha: it outlives the end of the process at any moment, not a power cut, after which it may lack the last seconds.
 */
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { closeSync, openSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import type { AccessBefore, KeptAccess } from "../domain/KeptAccess.ts"
import { makeOutage } from "../domain/Outage.ts"
import { reasonOf } from "../domain/Reason.ts"
import { type AccessCopy, type Head, kind, magic, pathsOf, purposeOf, type Time, timePurpose } from "./AccessCopy.ts"
import { StorageUnusable } from "./DataDirectory.ts"
import { seal } from "./SealedText.ts"

const confirmMillis = 2_000
const againMillis = 30_000
/** What a copy may grow by, however small it was when it became whole. */
const fewBytes = 4 * 1024 * 1024

export interface CopyOptions {
  readonly dataDir: string
  readonly key: Uint8Array
  readonly place: string
  readonly nowMillis: () => number
}

/** A file that grows by sealed lines. */
class Lines {
  readonly id: string
  readonly #key: Uint8Array
  readonly #file: number
  lines: number
  bytes = 0
  /** Of `bytes` when it became whole. */
  wholeBytes = 0
  /** Epoch milliseconds of when it is true. */
  at = 0

  constructor(path: string, key: Uint8Array, before?: AccessCopy) {
    this.#key = key
    this.id = before?.id ?? randomUUID()
    this.lines = before?.lines ?? 0
    this.at = before?.at ?? 0
    if (before !== undefined) truncateSync(path, before.bytes)
    this.#file = openSync(path, before === undefined ? "w" : "a", 0o600)
    if (before === undefined) writeFileSync(this.#file, `${magic} ${this.id}\n`)
  }

  get told(): typeof Time.Type {
    return { id: this.id, at: this.at, lines: this.lines }
  }

  append(text: string): void {
    const line = `${seal(this.#key, text, purposeOf(this.id, this.lines + 1))}\n`
    writeFileSync(this.#file, line)
    this.bytes += line.length
    this.lines++
  }

  close(): void {
    closeSync(this.#file)
  }
}

export class AccessCopyWriter implements KeptAccess {
  readonly before: AccessBefore | undefined
  readonly #options: CopyOptions
  readonly #paths: ReturnType<typeof pathsOf>
  readonly #parts: Map<string, string>
  readonly #outage = makeOutage({
    failing: "the copy of access for a start without the database cannot be written, and there is none",
    working: "the copy of access for a start without the database is written again"
  })
  #whole: Lines | undefined
  #growing: Lines | undefined
  /** When the one that is to grow was begun; its file comes with its first page. */
  #begunAt: number | undefined
  #failure: { readonly reason: string; readonly at: number } | undefined
  /** When the database was last read; undefined before that. */
  #readAt: number | undefined
  #confirmedAt = Number.NEGATIVE_INFINITY

  /** @param from what this start is from, the file as it was read */
  constructor(options: CopyOptions, from?: { readonly copy: AccessCopy; readonly back: Effect.Effect<void> }) {
    this.#options = options
    this.#paths = pathsOf(options.dataDir)
    this.#parts = new Map(from?.copy.parts)
    if (from === undefined) return
    const { back, copy } = from
    this.before = { atMillis: copy.at, back, takePages: () => copy.pages.splice(0), part: (name) => copy.parts.get(name) }
    this.#readAt = copy.at
    this.#trying(() => this.#whole = new Lines(this.#paths.copy, options.key, copy))
  }

  readonly keep = (part: string, text: string): void => {
    if (this.#parts.get(part) === text) return
    this.#parts.set(part, text)
    this.#append([this.#whole, this.#growing], `${kind.part}${part}\n${text}`)
  }

  readonly add = (rows: ReadonlyArray<unknown>): void => {
    if (rows.length === 0) return
    this.#append([this.#whole, this.#growing], kind.tokens + JSON.stringify(rows))
  }

  readonly begin = (): void => {
    this.#growing?.close()
    this.#growing = undefined
    this.#begunAt = this.#options.nowMillis()
  }

  readonly page = (rows: ReadonlyArray<unknown>): void => {
    if (rows.length === 0) return
    this.#grow()
    this.#append([this.#growing], kind.tokens + JSON.stringify(rows))
  }

  readonly end = (): void => {
    this.#grow()
    const growing = this.#growing
    // The one before may have what is gone since.
    if (growing === undefined) return this.drop()
    this.#trying(() => {
      growing.append(kind.whole)
      growing.wholeBytes = growing.bytes
      // Whichever of both has the name when the process ends, it is known.
      this.#write({ ...growing.told, ...this.#whole === undefined ? {} : { before: this.#whole.told } })
      renameSync(this.#paths.next, this.#paths.copy)
      this.#whole?.close()
      this.#whole = growing
      this.#growing = undefined
      this.#failure = undefined
      this.#confirmedAt = Number.NEGATIVE_INFINITY
    })
  }

  readonly drop = (): void => {
    for (const lines of [this.#whole, this.#growing]) lines?.close()
    this.#whole = this.#growing = this.#begunAt = undefined
    try {
      for (const path of Object.values(this.#paths)) rmSync(path, { force: true })
    } catch (cause) {
      this.#failure = { reason: reasonOf(cause), at: this.#options.nowMillis() }
    }
  }

  readonly confirm = (atMillis: number): Effect.Effect<void> =>
    this.#outage.outlasted(Effect.suspend(() => {
      this.#readAt = atMillis
      if (Math.abs(atMillis - this.#confirmedAt) >= confirmMillis) this.#tellTime()
      return this.#failure === undefined
        ? Effect.void
        : Effect.fail(new StorageUnusable({ path: this.#paths.copy, reason: this.#failure.reason }))
    }))

  readonly isDue = (): boolean => {
    if (this.#growing !== undefined || this.#begunAt !== undefined) return false
    if (this.#failure !== undefined) return Math.abs(this.#options.nowMillis() - this.#failure.at) >= againMillis
    const { bytes, wholeBytes } = this.#whole ?? { bytes: 0, wholeBytes: 0 }
    return bytes - wholeBytes > Math.max(fewBytes, wholeBytes)
  }

  /** The gateway ends: `access.time` knows of every line. */
  close(): void {
    this.#tellTime()
    for (const lines of [this.#whole, this.#growing]) lines?.close()
    this.#whole = this.#growing = undefined
  }

  #tellTime(): void {
    const [at, whole] = [this.#readAt, this.#whole]
    if (at === undefined || whole === undefined) return
    whole.at = at
    this.#trying(() => {
      this.#write(whole.told)
      this.#confirmedAt = at
    })
  }

  #write(time: typeof Time.Type): void {
    writeFileSync(`${this.#paths.time}.new`, seal(this.#options.key, JSON.stringify(time), timePurpose), { mode: 0o600 })
    renameSync(`${this.#paths.time}.new`, this.#paths.time)
  }

  #grow(): void {
    const at = this.#begunAt
    if (at === undefined) return
    this.#begunAt = undefined
    this.#trying(() => {
      const { key, place } = this.#options
      const growing = this.#growing = new Lines(this.#paths.next, key)
      growing.at = at
      const head: typeof Head.Type = { place }
      growing.append(kind.head + JSON.stringify(head))
      for (const [part, text] of this.#parts) growing.append(`${kind.part}${part}\n${text}`)
    })
  }

  #append(files: ReadonlyArray<Lines | undefined>, text: string): void {
    this.#trying(() => {
      for (const file of files) file?.append(text)
    })
  }

  #trying(write: () => void): void {
    try {
      write()
    } catch (cause) {
      this.drop()
      this.#failure = { reason: reasonOf(cause), at: this.#options.nowMillis() }
    }
  }
}
