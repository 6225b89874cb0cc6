/**
 * How often each access token may call: one token bucket per token id, held in a `Ref`.
 *
 * The table has two generations. A bucket that is used moves to the young one; once per window the old generation is
 * let go whole and the young one becomes old. A bucket in the old generation was last used at least one window ago
 * when it goes, so all its tokens are back and nothing is lost. Memory therefore follows the callers of the last two
 * windows, however many tokens come and go, and no call pays for a sweep.
 *
 * Gotchas: `spendUnsafe` is one synchronous step, so concurrent callers cannot overdraw a bucket. Time is monotonic.
 * The count is this process's own: replicas need a shared store behind the same interface.
 */
import { Clock, Context, Duration, Effect, Layer, MutableRef, Ref } from "effect"
import { makeTokenBucket, peekTokens, type Quota, spendToken, type TokenBucket } from "./TokenBucket.ts"

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

export class Limiter extends Context.Service<Limiter, {
  /** Takes one token of this caller's bucket at the current time. Never fails: a refusal is `allowed: false`. */
  readonly spend: (tokenId: string) => Effect.Effect<Quota>
  /** The same for the hot path, with the monotonic time in milliseconds that the caller has read already. */
  readonly spendUnsafe: (tokenId: string, monotonicMillis: number) => Quota
  /** What a call would find now; it spends nothing and makes no bucket. */
  readonly peek: (tokenId: string) => Effect.Effect<Quota>
  /** Buckets in memory. */
  readonly size: () => number
}>()("gapura/resilience/Limiter") {
  /**
   * @param options.limit calls that any window may hold, 120 when absent
   * @param options.windowMillis 60,000 when absent
   */
  static readonly layer = (options: { readonly limit?: number; readonly windowMillis?: number } = {}) =>
    Layer.effect(
      Limiter,
      Effect.gen(function*() {
        const limit = options.limit ?? 120
        const windowMillis = options.windowMillis ?? 60_000
        const clock = yield* Clock.Clock
        const nowMonotonic = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
        const generations = yield* Ref.make(empty(Number.NEGATIVE_INFINITY))

        /** The generations to use at `now`; the first call of a window turns them. */
        const tableAt = (now: number): Generations => {
          const table = Ref.getUnsafe(generations)
          return now - table.since < windowMillis ? table : turn(now)
        }
        const turn = (now: number): Generations => {
          const table = rotated(Ref.getUnsafe(generations), windowMillis, now)
          MutableRef.set(generations.ref, table)
          return table
        }

        const spendUnsafe = (tokenId: string, now: number): Quota => {
          const { old, young } = tableAt(now)
          let bucket = young.get(tokenId)
          if (bucket === undefined) {
            bucket = old.get(tokenId)
            if (bucket === undefined) bucket = makeTokenBucket()
            else old.delete(tokenId)
            young.set(tokenId, bucket)
          }
          return spendToken(bucket, limit, windowMillis, now)
        }

        const peek = (tokenId: string): Quota => {
          const now = nowMonotonic()
          const { old, young } = tableAt(now)
          return peekTokens(young.get(tokenId) ?? old.get(tokenId) ?? makeTokenBucket(), limit, windowMillis, now)
        }

        // Lets memory go although nobody calls any more.
        yield* Effect.sync(() => tableAt(nowMonotonic())).pipe(
          Effect.delay(Duration.millis(windowMillis)),
          Effect.forever,
          Effect.forkScoped
        )

        return Limiter.of({
          spend: (tokenId) => Effect.sync(() => spendUnsafe(tokenId, nowMonotonic())),
          spendUnsafe,
          peek: (tokenId) => Effect.sync(() => peek(tokenId)),
          size: () => {
            const { old, young } = Ref.getUnsafe(generations)
            return old.size + young.size
          }
        })
      })
    )
}
