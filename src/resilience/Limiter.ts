/**
 * How often each access token, and each application over all of its tokens, may call: one token bucket each, held in a
 * `Ref` (`Buckets.ts`).
 *
 * A call needs a token of both buckets and takes one of both or none, so a refused call spends nothing anywhere.
 * Access tokens that took each other's place share a bucket: its key is the first one's id.
 *
 * Gotchas: `spendUnsafe` is one synchronous step, so concurrent callers cannot overdraw a bucket. Time is monotonic.
 * The count is this process's own, unless there is a shared memory: `SharedLimit.ts` then decides with that.
 */
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { SharedMemory } from "../domain/SharedMemory.ts"
import { Buckets } from "./Buckets.ts"
import { SharedLimit } from "./SharedLimit.ts"
import { type CallQuota, hasToken, peekTokens, type Quota, seedTokens, spendToken, undoLast } from "./TokenBucket.ts"

/** For how long a spent token is away, where nothing else is said. */
export const windowMillis = 60_000

/**
 * @param told hears of it later, once, where the other gateways have to be asked first; it must not throw
 * @returns undefined where they have
 */
export type SpendShared = (
  bucket: string,
  monotonicMillis: number,
  application: string,
  applicationLimit: number | undefined,
  told: (quota: CallQuota) => void
) => CallQuota | undefined

export class Limiter extends Context.Service<Limiter, {
  /** Calls of one token that any window may hold. */
  readonly limit: number
  /** Takes one token of this bucket at the current time. Never fails: a refusal is `allowed: false`. */
  readonly spend: (bucket: string) => Effect.Effect<Quota>
  /**
   * The same for the hot path, with the monotonic time in milliseconds that the caller has read already, and with the
   * application's bucket, where one is named.
   *
   * @param applicationLimit calls that any window may hold over all tokens of the application; the layer's when absent
   */
  readonly spendUnsafe: (bucket: string, monotonicMillis: number, application?: string, applicationLimit?: number) => CallQuota
  /** The same over all gateways that share their limits, where they do; `spendUnsafe` is not asked then. */
  readonly shared: SpendShared | undefined
  /** To be asked right after a call was allowed: what takes it back, as if it had never been made. */
  readonly undoUnsafe: (bucket: string, monotonicMillis: number, application: string, sharedAt?: number) => () => void
  /** What a call would find now; it spends nothing and makes no bucket. */
  readonly peek: (bucket: string) => Effect.Effect<Quota>
  /** The same of an application. */
  readonly peekApplication: (application: string, applicationLimit?: number) => Effect.Effect<Quota>
  /** Puts calls of the last window, made before this process began, into the buckets. */
  readonly seed: (calls: { readonly tokens: SpentBefore; readonly applications: SpentBefore }) => Effect.Effect<void>
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
        const usualApplicationLimit = applicationLimitOf(limit)
        const away = options.windowMillis ?? windowMillis
        const clock = yield* Clock.Clock
        const nowMonotonic = () => monotonicMillis(clock)
        const tokens = new Buckets(away)
        const applications = new Buckets(away)

        const spendOf = (
          key: string,
          now: number,
          application: string | undefined,
          tokenLimit: number,
          applicationLimit: number
        ): CallQuota => {
          const bucket = tokens.use(key, now)
          if (application === undefined) return spendToken(bucket, tokenLimit, away, now)
          const all = applications.use(application, now)
          if (!hasToken(all, applicationLimit, away, now)) {
            return {
              ...peekTokens(bucket, tokenLimit, away, now),
              allowed: false,
              application: peekTokens(all, applicationLimit, away, now)
            }
          }
          const quota = spendToken(bucket, tokenLimit, away, now)
          if (!quota.allowed) return quota
          const whole = spendToken(all, applicationLimit, away, now)
          return whole.remaining < quota.remaining ? { ...quota, application: whole } : quota
        }
        const spendUnsafe = (key: string, now: number, application?: string, applicationLimit = usualApplicationLimit): CallQuota =>
          spendOf(key, now, application, limit, applicationLimit)

        const memory = yield* SharedMemory
        const shared = memory === undefined
          ? undefined
          : new SharedLimit({ memory, limit, windowMillis: away, nowMonotonic, tokens, applications, spendLocally: spendOf })
        const peekOf = (kind: "token" | "application", id: string, whole: number): Effect.Effect<Quota> => {
          const buckets = kind === "token" ? tokens : applications
          const alone = (): Quota => {
            const now = nowMonotonic()
            return peekTokens(buckets.look(id, now), shared === undefined ? whole : shared.share(whole), away, now)
          }
          return shared === undefined ? Effect.sync(alone) : shared.peek(kind, id, whole, alone)
        }

        const sow = (into: Buckets, calls: SpentBefore, most: number, now: number, wallNow: number): void => {
          for (const [key, times] of calls) {
            // A wall clock that was put back makes calls of the future: they were made just now, as far as anybody can tell.
            const monotonic = times.map((time) => now - Math.max(0, wallNow - time)).filter((time) => now - time < away).sort((a, b) =>
              a - b
            )
            if (monotonic.length > 0) seedTokens(into.use(key, now), monotonic.slice(-most))
          }
        }

        // Lets memory go although nobody calls any more.
        yield* Effect.sync(() => [tokens, applications].forEach((buckets) => buckets.turn(nowMonotonic()))).pipe(
          Effect.delay(Duration.millis(away)),
          Effect.forever,
          Effect.forkScoped
        )

        return Limiter.of({
          limit,
          spend: (bucket) => Effect.sync(() => spendUnsafe(bucket, nowMonotonic())),
          spendUnsafe,
          shared: shared === undefined
            ? undefined
            : (bucket, now, application, applicationLimit, told) =>
              shared.spend(bucket, now, application, applicationLimit ?? usualApplicationLimit, told),
          undoUnsafe: (bucket, now, application, sharedAt) => {
            const undos = [undoLast(tokens.use(bucket, now)), undoLast(applications.use(application, now))]
            if (shared !== undefined && sharedAt === undefined) undos.push(...shared.undoAlone(bucket, application, now))
            return () => {
              undos.forEach((undo) => undo())
              if (sharedAt !== undefined) shared?.undo(bucket, application, sharedAt)
            }
          },
          peek: (bucket) => peekOf("token", bucket, limit),
          peekApplication: (application, applicationLimit = usualApplicationLimit) => peekOf("application", application, applicationLimit),
          seed: (calls) =>
            Effect.sync(() => {
              const now = nowMonotonic()
              const wallNow = clock.currentTimeMillisUnsafe()
              sow(tokens, calls.tokens, limit, now, wallNow)
              // Of applications as many as any limit could count: the registry may change it.
              sow(applications, calls.applications, Number.POSITIVE_INFINITY, now, wallNow)
            }),
          size: () => tokens.size + applications.size
        })
      })
    )
}

/** Epoch milliseconds of calls, in any order, by bucket or by application. */
export type SpentBefore = ReadonlyMap<string, ReadonlyArray<number>>

/** Calls a minute of an application where the registry says nothing: 600, and never less than five tokens have together. */
const applicationLimitOf = (limit: number): number => Math.max(600, 5 * limit)
