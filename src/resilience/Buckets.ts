/**
 * Token buckets by key, in two generations.
 *
 * A bucket that is used moves to the young one; once per window the old generation is let go whole and the young one
 * becomes old. A bucket in the old generation was last used at least one window ago when it goes, so all its tokens are
 * back and nothing is lost. Memory therefore follows the callers of the last two windows, however many come and go, and
 * no call pays for a sweep.
 */
import { MutableRef, Ref } from "effect"
import { makeTokenBucket, type TokenBucket } from "./TokenBucket.ts"

interface Generations {
  readonly young: Map<string, TokenBucket>
  readonly old: Map<string, TokenBucket>
  /** When the young generation began, in monotonic milliseconds. */
  readonly since: number
}

const empty = (since: number): Generations => ({ young: new Map(), old: new Map(), since })

/** The table as of `now`: both generations, the young one aged to old, or neither. */
const rotated = (table: Generations, windowMillis: number, now: number): Generations => {
  const age = now - table.since
  if (age < windowMillis) return table
  return age < 2 * windowMillis ? { young: new Map(), old: table.young, since: now } : empty(now)
}

export class Buckets {
  readonly #generations = Ref.makeUnsafe(empty(Number.NEGATIVE_INFINITY))
  readonly #windowMillis: number

  constructor(windowMillis: number) {
    this.#windowMillis = windowMillis
  }

  get size(): number {
    const { old, young } = Ref.getUnsafe(this.#generations)
    return old.size + young.size
  }

  /** The bucket of this key, made where there is none; it stays for a window at least. */
  use(key: string, now: number): TokenBucket {
    const { old, young } = this.turn(now)
    let bucket = young.get(key)
    if (bucket === undefined) {
      bucket = old.get(key)
      if (bucket === undefined) bucket = makeTokenBucket()
      else old.delete(key)
      young.set(key, bucket)
    }
    return bucket
  }

  /** The same without making one or keeping it: an empty one stands for none. */
  look(key: string, now: number): TokenBucket {
    const { old, young } = this.turn(now)
    return young.get(key) ?? old.get(key) ?? makeTokenBucket()
  }

  clear(): void {
    MutableRef.set(this.#generations.ref, empty(Ref.getUnsafe(this.#generations).since))
  }

  /** All that are there at `now`, with their keys. */
  rings(now: number): ReadonlyArray<readonly [key: string, bucket: TokenBucket]> {
    const { old, young } = this.turn(now)
    return [...old, ...young]
  }

  /** The generations to use at `now`; the first call of a window turns them. */
  turn(now: number): Generations {
    const table = Ref.getUnsafe(this.#generations)
    if (now - table.since < this.#windowMillis) return table
    const next = rotated(table, this.#windowMillis, now)
    MutableRef.set(this.#generations.ref, next)
    return next
  }
}
