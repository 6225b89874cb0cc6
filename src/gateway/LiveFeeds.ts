/**
 * Answers that are followed: `Accept: text/event-stream` on an endpoint with `live`. While anybody listens, one poll serves all who
 * listen to the same address, whatever they ask of its rows; it goes the way of any request. A question is answered once for all who
 * ask it, and the change that it comes to is written once.
 *
 * States of a feed: heard (it polls), or unheard (its latest answer serves whoever comes until it is an interval old). Of a listener: it
 * ends with an `end` that says why, or leaves.
 *
 * Versions are kept among the copies for an hour, so that whoever comes again, to another gateway of the city
 * too, gets what changed meanwhile.
 *
 * Gotcha: what a listener may read is looked at twice a second, by its token; the first of them who may is the one who polls.
 */
import { Clock, Context, Effect, Layer, Queue, Result, Schedule, Stream } from "effect"
import type { Cause } from "effect"
import { TokenStore } from "../access/TokenStore.ts"
import { accessDetails } from "../domain/AccessDetails.ts"
import type { Target } from "../domain/Address.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { type GatewayError, NotAcceptable, NotRegistered, Overloaded, QuotaExceeded, Unauthorized } from "../domain/GatewayError.ts"
import { liveDetails } from "../domain/LiveDetails.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { canonicalQuery } from "../domain/Query.ts"
import { siteDetails } from "../domain/SiteDetails.ts"
import type { Question } from "../query/Question.ts"
import { Registry } from "../registry/Registry.ts"
import { Limiter } from "../resilience/Limiter.ts"
import type { CallQuota } from "../resilience/TokenBucket.ts"
import { answerOf } from "./Answer.ts"
import { refusalOf } from "./Authorise.ts"
import type { Exchange } from "./Exchange.ts"
import { Listener } from "./live/Listener.ts"
import { makeLiveDelivery, mostBytes } from "./live/LiveDelivery.ts"
import { endBytes } from "./live/LiveEvents.ts"
import { LiveFeed, type LiveGroup } from "./live/LiveFeed.ts"
import { makeLivePolling } from "./live/LivePolling.ts"
import { ReadEndpoint, type ReadRequest } from "./ReadEndpoint.ts"
import { ReadQuestion } from "./ReadQuestion.ts"
import { isUnshared, ownKey } from "./UnsharedEndpoints.ts"

const lookEvery = "500 millis"
const beatMillis = 15_000
const minuteMillis = 60_000
/** What to follow, and who wants to. */
export interface LiveCall {
  readonly target: Target
  readonly token: string
  readonly lastEventId: string | undefined
}

/** What is told as it comes, until somebody ends it; undefined where only the headers are wanted. */
export interface Events {
  readonly events: Stream.Stream<Uint8Array> | undefined
}

const questionText = (question: Question | undefined): string => question === undefined ? "" : JSON.stringify(question)

export class LiveFeeds extends Context.Service<LiveFeeds, {
  readonly open: (exchange: Exchange, call: LiveCall) => Effect.Effect<Events, GatewayError>
  /** For a shutdown: every listener is told to connect again. */
  readonly endAll: Effect.Effect<void>
  /** Streams that are open. */
  readonly size: () => number
  /** Events so far, each for everybody who was told it. */
  readonly told: () => number
}>()("gapura/gateway/LiveFeeds") {
  static readonly layer = ({ publicUrl }: { readonly publicUrl: string }) =>
    Layer.effect(
      LiveFeeds,
      Effect.gen(function*() {
        const reader = yield* ReadEndpoint
        const questions = yield* ReadQuestion
        const registry = yield* Registry
        const tokens = yield* TokenStore
        const limiter = yield* Limiter
        const clock = yield* Clock.Clock
        const now = () => monotonicMillis(clock)
        const wallNow = () => clock.currentTimeMillisUnsafe()
        const feeds = new Map<string, LiveFeed>()
        let isClosing = false

        const delivery = yield* makeLiveDelivery(publicUrl)
        const { deliver, documentOf, end, endEvery, idOf, keep, news, snapshotOf, staleEvent, told, toAll, versionOf } = delivery
        const { askAnew, follow } = yield* makeLivePolling(delivery)

        const groupOf = (feed: LiveFeed, endpoint: Endpoint, question: Question | undefined): Effect.Effect<LiveGroup, GatewayError> => {
          const text = questionText(question)
          const known = feed.groups.get(text)
          if (known !== undefined) return Effect.succeed(known)
          const { latest, version } = feed
          return Effect.map(documentOf(endpoint, question, latest), (document) => {
            const made = { id: idOf(feed.key, text), question, document, version, listeners: new Set<Listener>() }
            return feed.groups.get(text) ?? made
          })
        }

        /** What somebody gets who was away. */
        const first = (feed: LiveFeed, group: LiveGroup, endpoint: Endpoint, lastEventId = ""): Effect.Effect<Uint8Array | undefined> =>
          Effect.gen(function*() {
            const [version = "", groupId] = lastEventId.split(".")
            if (groupId !== group.id) return snapshotOf(group)
            if (version === group.version) return undefined
            const old = yield* versionOf(feed, endpoint, version)
            if (old === undefined) return snapshotOf(group)
            const before = yield* Effect.result(documentOf(endpoint, group.question, answerOf(old, "MISS", 0, wallNow())))
            return Result.isFailure(before) ? snapshotOf(group) : news(group, before.success, endpoint.live?.key)
          })

        /** Into the group of its question, with what the group has now, though answering a question takes turns. */
        const join = (feed: LiveFeed, endpoint: Endpoint, question: Question | undefined, listener: Listener) =>
          Effect.gen(function*() {
            for (;;) {
              const group = yield* groupOf(feed, endpoint, question)
              const { version } = group
              const bytes = yield* first(feed, group, endpoint, listener.lastEventId)
              const known = feed.groups.get(questionText(question))
              // Meanwhile others may have come with the same question, and the feed may have gone on, with this group or without it.
              if (group.version !== version || known !== group && (known !== undefined || feed.version !== version)) continue
              feed.groups.set(questionText(question), group)
              group.listeners.add(listener)
              if (bytes !== undefined) deliver(feed, listener, bytes)
              return
            }
          })

        const listen = (opened: LiveFeed, endpoint: Endpoint, question: Question | undefined, exchange: Exchange, call: LiveCall) =>
          Stream.unwrap(Effect.gen(function*() {
            const feed = feeds.get(opened.key) ?? opened
            feeds.set(feed.key, feed)
            const queue = yield* Queue.unbounded<Uint8Array, Cause.Done>()
            const listener = new Listener(exchange, call.token, queue, call.lastEventId, now())
            feed.coming++
            const come = Effect.ensuring(join(feed, endpoint, question, listener), Effect.sync(() => void feed.coming--))
            yield* Effect.match(come, {
              onFailure: (error) => listener.end(endBytes(exchange, error, publicUrl)),
              onSuccess: () => {
                if (feed.staleSince !== undefined) told(feed, listener, staleEvent(feed))
                if (isClosing) end(feed, listener, closing())
                follow(feed)
              }
            })
            return Stream.fromQueue(queue).pipe(
              Stream.tap((bytes) => Effect.sync(() => listener.taken(bytes.length))),
              Stream.onExit(() => Effect.sync(() => feed.leave(listener)))
            )
          }))

        /** What is to be kept nowhere is told while it is heard and the agency answers, like the answer of one flight. */
        const mayServe = (feed: LiveFeed): boolean =>
          feed.latest.response.expiresAt > wallNow() || feed.isHeard && feed.staleSince === undefined

        const feedOf = (
          exchange: Exchange,
          key: string,
          request: ReadRequest,
          endpoint: Endpoint,
          every: number
        ): Effect.Effect<LiveFeed, GatewayError> => {
          const known = feeds.get(key)
          if (known !== undefined && now() - known.askedAt <= every && mayServe(known)) return Effect.succeed(known)
          return Effect.gen(function*() {
            const answer = yield* reader.read(exchange, request)
            // It waits for the agency no more, however long its caller listens.
            exchange.releases()
            if (answer.response.body.length > mostBytes) return yield* new NotAcceptable({ detail: liveDetails.tooLarge })
            // Of those who come at the same time the first makes it.
            const made = feeds.get(key)
            if (made !== undefined && (made.isHeard || made.coming > 0 || now() - made.askedAt <= every && mayServe(made))) return made
            const { etag, policy } = answer.response
            const feed = new LiveFeed(key, exchange.route, request, answer, idOf(key, policy, etag), now())
            if (answer.cache === "STALE-CIRCUIT") feed.staleSince = wallNow()
            keep(feed, endpoint)
            feeds.set(key, feed)
            return feed
          })
        }

        const open = (exchange: Exchange, call: LiveCall): Effect.Effect<Events, GatewayError> =>
          Effect.gen(function*() {
            const { address, query } = call.target
            const asked = questions.asked(call.target)
            const request: ReadRequest = {
              address,
              representation: "json",
              query: (declared) => Result.flatMap(asked, () => canonicalQuery(query, declared))
            }
            const { caller, key, resolved: { endpoint } } = yield* Effect.fromResult(reader.admit(exchange, request))
            const { live } = endpoint
            if (caller.isRehearsal) return yield* new NotAcceptable({ detail: liveDetails.rehearsal })
            if (live === undefined) return yield* new NotAcceptable({ detail: liveDetails.none })
            const question = yield* Effect.fromResult(asked)
            if (question?.format !== undefined) return yield* new NotAcceptable({ detail: liveDetails.format })
            if (exchange.method === "HEAD") return { events: undefined }
            const own = isUnshared(endpoint) ? ownKey(key, caller.application) : key
            const feed = yield* feedOf(exchange, own, request, endpoint, live.everyMillis)
            yield* groupOf(feed, endpoint, question)
            return { events: listen(feed, endpoint, question, exchange, call) }
          })

        const closing = () => new Overloaded({ detail: liveDetails.closing, retryAfterSeconds: 1 })

        const charged = (feed: LiveFeed, listener: Listener, quota: CallQuota): void => {
          if (quota.allowed) return
          const retryAfterSeconds = Math.max(1, quota.resetSeconds)
          end(feed, listener, new QuotaExceeded({ detail: accessDetails.tokenSpent(quota.limit, quota.resetSeconds), retryAfterSeconds }))
        }

        /** Undefined while it may go on. */
        const refusal = (listener: Listener, endpoint: Endpoint | undefined, wall: number): GatewayError | undefined => {
          const { exchange, token } = listener
          const caller = tokens.known(token, wall)
          if (caller === undefined) return new Unauthorized({ detail: accessDetails.tokenInvalid, reason: "invalid" })
          exchange.identified(caller, exchange.quota)
          if (endpoint === undefined) return new NotRegistered({ detail: siteDetails.notRegistered(exchange.route.slice(0, 200)) })
          if (endpoint.live === undefined) return new NotAcceptable({ detail: liveDetails.none })
          exchange.reached(endpoint)
          return refusalOf(caller, endpoint, wall)
        }

        const look = (feed: LiveFeed): Effect.Effect<void> => {
          const endpoint = registry.current().resolve(feed.request.address)?.endpoint
          const [at, wall] = [now(), wallNow()]
          if (!feed.isHeard && feed.coming === 0 && at - feed.askedAt > minuteMillis) feeds.delete(feed.key)
          const isChanged = endpoint !== undefined && endpoint.fingerprint !== feed.latest.response.policy
          const looked = toAll(feed, (listener) => {
            const error = refusal(listener, endpoint, wall)
            if (error !== undefined) return end(feed, listener, error)
            if (at - listener.spokenAt >= beatMillis) listener.beat(at)
            if (at - listener.chargedAt < minuteMillis) return
            listener.chargedAt += minuteMillis
            const { caller } = listener.exchange
            if (caller === undefined) return
            const { application, bucket } = caller
            const most = registry.current().limits.application
            const quota = limiter.shared === undefined
              ? limiter.spendUnsafe(bucket, at, application, most)
              : limiter.shared(bucket, at, application, most, (shared) => charged(feed, listener, shared))
            if (quota !== undefined) charged(feed, listener, quota)
          })
          return isChanged ? Effect.andThen(looked, Effect.sync(() => askAnew(feed))) : looked
        }
        const lookAtAll = Effect.suspend(() => Effect.forEach([...feeds.values()], look, { discard: true }))
        yield* Effect.forkScoped(Effect.repeat(lookAtAll, Schedule.spaced(lookEvery)))

        return LiveFeeds.of({
          open,
          endAll: Effect.sync(() => {
            isClosing = true
            for (const feed of feeds.values()) endEvery(feed, closing())
          }),
          told: delivery.events,
          size: () => {
            let size = 0
            for (const feed of feeds.values()) size += feed.listeners.length
            return size
          }
        })
      })
    )
}
