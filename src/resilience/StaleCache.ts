/**
 * The gateway's store of answers: fresh ones spare the agency a call, stale ones stand in for an agency that fails.
 *
 * A copy is found until it expires, until it has not been used for longer than the others and their bytes need the
 * room, or until its endpoint's policy changes: a copy made under another masking policy or registry entry is never
 * served. Errors are never stored.
 *
 * With a directory, copies survive a restart (see `CopyJournal.ts`); `layerMemory` keeps them in memory only.
 *
 * Gotchas: only masked bytes may be put. Times are epoch milliseconds, since copies outlive the process. `flight`
 * stores nothing: the effect that flies does. Nobody joins a flight that left under another policy.
 */
import { Context, Effect, Layer } from "effect"
import type { Copy } from "./Copy.ts"
import { type CopyJournal, makeCopyJournal } from "./CopyJournal.ts"
import { CopyTable } from "./CopyTable.ts"
import { makeSingleFlight } from "./SingleFlight.ts"

export type { Copy } from "./Copy.ts"

export interface CacheUsage {
  readonly entries: number
  /** Bytes accounted for, never more than the bound. */
  readonly bytes: number
}

export class StaleCache extends Context.Service<StaleCache, {
  /** The copy under this key, fresh or stale; undefined when absent, expired or made under another policy. */
  readonly get: (key: string, policy: string, nowMillis: number) => Copy | undefined
  /** Stores a copy in place of the one before it. One that would expire at once is not stored. */
  readonly put: (key: string, copy: Copy) => void
  /** Runs the effect once for all who ask at the same time; fails for all of them as it fails. */
  readonly flight: <E, R>(key: string, policy: string, effect: Effect.Effect<Copy, E, R>) => Effect.Effect<Copy, E, R>
  readonly usage: () => CacheUsage
}>()("gapura/resilience/StaleCache") {
  /**
   * @param options.maxBytes bound of memory, and of the disk
   * @param options.directory made with mode 0700 where there is none; for this process alone
   */
  static readonly layer = (options: { readonly maxBytes: number; readonly directory: string }) =>
    Layer.effect(
      StaleCache,
      Effect.gen(function*() {
        const journal = makeCopyJournal(options)
        const table = new CopyTable(options.maxBytes, journal.dropped)
        yield* journal.start(table)
        return makeStaleCache(table, journal)
      })
    )

  /** @param options.maxBytes bound of memory */
  static readonly layerMemory = (options: { readonly maxBytes: number }) =>
    Layer.sync(StaleCache, () => makeStaleCache(new CopyTable(options.maxBytes, () => {}), undefined))
}

const makeStaleCache = (table: CopyTable, journal: CopyJournal | undefined): StaleCache["Service"] => {
  const flights = makeSingleFlight<Copy>()
  return StaleCache.of({
    get: (key, policy, nowMillis) => {
      const slot = table.get(key)
      if (slot === undefined || slot.copy.policy !== policy) return undefined
      if (nowMillis < slot.copy.expiresAt) return slot.copy
      table.drop(slot)
      return undefined
    },
    put: (key, copy) => {
      if (copy.expiresAt <= copy.storedAt) return
      const slot = table.put(key, copy)
      if (slot !== undefined) journal?.changed(slot)
    },
    flight: flights.fly,
    usage: () => ({ entries: table.slots.size, bytes: table.bytes })
  })
}
