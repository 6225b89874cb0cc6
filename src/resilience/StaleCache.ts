/**
 * The gateway's store of answers: fresh ones spare the agency a call, stale ones stand in for an agency that fails.
 *
 * A copy is found until it expires, until it has not been used for longer than the others and their bytes need the
 * room, or until its endpoint's policy changes: a copy made under another masking policy or registry entry is never
 * served. Errors are never stored.
 *
 * With a directory, copies survive a restart (see `CacheJournal.ts`); `layerMemory` keeps them in memory only.
 *
 * Gotchas: only masked bytes may be put. Times are epoch milliseconds, since copies outlive the process.
 */
import { Context, Effect, Layer } from "effect"
import { type CachedResponse, isStone, stone } from "./CachedResponse.ts"
import { type CacheJournal, makeCacheJournal } from "./CacheJournal.ts"
import { CacheTable } from "./CacheTable.ts"

export interface CacheUsage {
  readonly entries: number
  /** Bytes accounted for, never more than the bound. */
  readonly bytes: number
}

export class StaleCache extends Context.Service<StaleCache, {
  /** The copy under this key, fresh or stale; undefined when absent, expired or made under another policy. */
  readonly get: (key: string, policy: string, nowMillis: number) => CachedResponse | undefined
  /** Whether any copy is one application's alone: where none is, nobody has to look for one. */
  readonly hasUnshared: () => boolean
  /** Stores a copy in place of the one before it. One that would expire at once is not stored. */
  readonly put: (key: string, response: CachedResponse) => void
  /** Lets go of a copy, restarts included. */
  readonly drop: (key: string) => void
  readonly usage: () => CacheUsage
  readonly maxBytes: number
  /** Copies that gave way to others so far. */
  readonly evicted: () => number
}>()("gapura/resilience/StaleCache") {
  /**
   * @param options.maxBytes bound of memory, and of the disk
   * @param options.directory made with mode 0700 where there is none; for this process alone
   */
  static readonly layer = (options: { readonly maxBytes: number; readonly directory: string }) =>
    Layer.effect(
      StaleCache,
      Effect.gen(function*() {
        const journal = makeCacheJournal(options)
        const table = new CacheTable(options.maxBytes, journal.dropped)
        yield* journal.start(table)
        return makeStaleCache(table, journal)
      })
    )

  /** @param options.maxBytes bound of memory */
  static readonly layerMemory = (options: { readonly maxBytes: number }) =>
    Layer.sync(StaleCache, () => makeStaleCache(new CacheTable(options.maxBytes, () => {}), undefined))
}

const makeStaleCache = (table: CacheTable, journal: CacheJournal | undefined): StaleCache["Service"] => {
  return StaleCache.of({
    get: (key, policy, nowMillis) => {
      const slot = table.get(key)
      if (slot === undefined || slot.response.policy !== policy) return undefined
      if (nowMillis < slot.response.expiresAt) return slot.response
      table.drop(slot)
      return undefined
    },
    hasUnshared: () => table.unshared > 0,
    put: (key, response) => {
      if (response.expiresAt <= response.storedAt) return
      const slot = table.put(key, response)
      if (slot !== undefined) journal?.changed(slot)
    },
    drop: (key) => {
      const buried = table.slots.get(key)?.response
      if (buried !== undefined && isStone(buried)) return
      const expiresAt = buried?.expiresAt ?? journal?.leftUntil(key)
      if (expiresAt === undefined) return
      // On disk the newest record of a key hides those before it.
      const slot = table.put(key, stone(expiresAt))
      if (slot !== undefined) journal?.changed(slot)
    },
    usage: () => ({ entries: table.slots.size, bytes: table.bytes }),
    maxBytes: table.maxBytes,
    evicted: () => table.evicted
  })
}
