/** Asks an agency for a live feed: while anybody listens, as one of its listeners who may, and at once where its rules have changed. */
import { Clock, Effect, FiberSet, Result } from "effect"
import type { GatewayError } from "../../domain/GatewayError.ts"
import { monotonicMillis } from "../../domain/MonotonicTime.ts"
import { Registry } from "../../registry/Registry.ts"
import { ReadEndpoint } from "../ReadEndpoint.ts"
import type { makeLiveDelivery } from "./LiveDelivery.ts"
import type { LiveFeed } from "./LiveFeed.ts"

/** Failures that only mean that what was sent last stands. */
const mayPass: ReadonlySet<GatewayError["_tag"]> = new Set([
  "AgencyUnavailable",
  "AgencyTimeout",
  "CircuitOpen",
  "Overloaded",
  "InternalError"
])
/** Failures that are one caller's. */
const isOwn: ReadonlySet<GatewayError["_tag"]> = new Set(["ScopeMissing", "PrivateEndpoint", "Unauthorized"])

export const makeLivePolling = Effect.fnUntraced(function*(delivery: Effect.Success<ReturnType<typeof makeLiveDelivery>>) {
  const { becameStale, end, endEvery } = delivery
  const reader = yield* ReadEndpoint
  const registry = yield* Registry
  const clock = yield* Clock.Clock
  const fork = yield* FiberSet.makeRuntime<never>()
  const now = () => monotonicMillis(clock)
  const wallNow = () => clock.currentTimeMillisUnsafe()

  /** A poll, as one of its listeners who may. */
  const poll = (feed: LiveFeed): Effect.Effect<void> => {
    const inTurn = feed.telling.withPermits(1)
    return Effect.gen(function*() {
      feed.askedAt = now()
      for (const listener of feed.listeners) {
        const { caller, endpoint } = listener.exchange
        if (caller === undefined || endpoint === undefined) continue
        const exchange = listener.exchange.entry("live", now(), wallNow(), listener.exchange.trace)
        const reading = Effect.ensuring(reader.read(exchange, feed.request), Effect.sync(() => exchange.releases()))
        const read = yield* Effect.result(reading)
        feed.askedAt = now()
        if (Result.isSuccess(read)) {
          const answer = read.success
          return yield* inTurn(Effect.suspend(() => {
            // Masked by rules that hold no more: whoever looks after the feed has it asked for anew.
            if (answer.response.policy !== registry.current().resolve(feed.request.address)?.endpoint.fingerprint) return Effect.void
            return delivery.accept(feed, exchange.endpoint ?? endpoint, answer)
          }))
        }
        const error = read.failure
        if (mayPass.has(error._tag)) return yield* inTurn(Effect.suspend(() => becameStale(feed, error)))
        if (!isOwn.has(error._tag)) return endEvery(feed, error)
        end(feed, listener, error)
      }
    })
  }

  /** A defect of one poll ends no feed. */
  const logged = (polling: Effect.Effect<void>): Effect.Effect<void> =>
    Effect.catchDefect(polling, (defect) => Effect.logError("A poll of a live feed failed by a defect", defect))

  /** Those that are asked for out of turn, because their rules have changed. */
  const askedAnew = new Set<LiveFeed>()
  /** Nobody waits for it: the agency may be slow. */
  const askAnew = (feed: LiveFeed): void => {
    if (askedAnew.has(feed)) return
    askedAnew.add(feed)
    fork(Effect.ensuring(logged(poll(feed)), Effect.sync(() => askedAnew.delete(feed))))
  }

  const everyMillis = (feed: LiveFeed): number => registry.current().resolve(feed.request.address)?.endpoint.live?.everyMillis ?? 1_000

  const follow = (feed: LiveFeed): void => {
    if (feed.isPolled) return
    feed.isPolled = true
    const waiting = Effect.suspend(() => Effect.sleep(Math.max(50, everyMillis(feed) - (now() - feed.askedAt))))
    const polling = Effect.andThen(waiting, Effect.suspend(() => feed.isHeard ? logged(poll(feed)) : Effect.void))
    fork(
      Effect.repeat(polling, { while: () => feed.isHeard }).pipe(
        Effect.onExit(() =>
          Effect.sync(() => {
            feed.isPolled = false
            if (feed.isHeard) follow(feed)
          })
        )
      )
    )
  }

  return { askAnew, follow }
})
