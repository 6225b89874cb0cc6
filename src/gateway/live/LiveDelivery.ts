/** What listeners of a live feed are told, each with a record of its own; and the versions that may be resumed from. */
import { Clock, Effect } from "effect"
import { hash } from "node:crypto"
import { AuditSink } from "../../audit/AuditSink.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { type GatewayError, NotAcceptable, Overloaded } from "../../domain/GatewayError.ts"
import { isoTime } from "../../domain/IsoTime.ts"
import { liveDetails } from "../../domain/LiveDetails.ts"
import { monotonicMillis } from "../../domain/MonotonicTime.ts"
import type { Question } from "../../query/Question.ts"
import type { CachedResponse } from "../../resilience/CachedResponse.ts"
import { StaleCache } from "../../resilience/StaleCache.ts"
import type { Answer } from "../Answer.ts"
import { makeCityShelf } from "../CityShelf.ts"
import { cacheSecret } from "../ReadEndpoint.ts"
import { ReadQuestion } from "../ReadQuestion.ts"
import type { Listener } from "./Listener.ts"
import { type LiveDocument, readLiveDocument } from "./LiveDocument.ts"
import { endBytes, eventBytes, type LiveEvent } from "./LiveEvents.ts"
import type { LiveFeed, LiveGroup } from "./LiveFeed.ts"
import { livePatch } from "./LivePatch.ts"

/** Larger data is not followed. */
export const mostBytes = 1024 * 1024
/** What may be resumed from, of one feed. */
const kept = { millis: 3_600_000, versions: 60, bytes: 4 * 1024 * 1024 }
/** Told in one turn of the event loop. */
const toldAtOnce = 250

export const makeLiveDelivery = Effect.fnUntraced(function*(publicUrl: string) {
  const questions = yield* ReadQuestion
  const sink = yield* AuditSink
  const copies = yield* StaleCache
  const clock = yield* Clock.Clock
  const shelf = yield* makeCityShelf
  let events = 0
  const secret = yield* cacheSecret
  const now = () => monotonicMillis(clock)
  const wallNow = () => clock.currentTimeMillisUnsafe()

  const idOf = (...parts: ReadonlyArray<string>): string => hash("sha256", [secret, ...parts].join("\n"), "base64url").slice(0, 16)
  const versionKey = (feed: LiveFeed, version: string): string => `json\n${feed.route}\nlive ${idOf(feed.key)} ${version}`

  const end = (feed: LiveFeed, listener: Listener, error: GatewayError): void => {
    feed.leave(listener)
    listener.end(endBytes(listener.exchange, error, publicUrl))
  }
  const endEvery = (feed: LiveFeed, error: GatewayError): void => {
    for (const listener of feed.listeners) end(feed, listener, error)
  }
  const tooSlow = () => new Overloaded({ detail: liveDetails.slow, retryAfterSeconds: 5 })

  const told = (feed: LiveFeed, listener: Listener, bytes: Uint8Array): void => {
    if (listener.write(bytes, now())) events++
    else end(feed, listener, tooSlow())
  }

  /** With a record of its own, which the pipeline waits for before anything private leaves. */
  const deliver = (feed: LiveFeed, listener: Listener, bytes: Uint8Array): void => {
    const record = listener.exchange.delivery(++listener.delivered, now(), wallNow())
    const { cache, response } = feed.latest
    record.answered(cache, response.masked, response.disclosed)
    sink.append(record, 200, null, bytes.length, 0)
    told(feed, listener, bytes)
  }

  const toAll = (feed: LiveFeed, each: (listener: Listener) => void): Effect.Effect<void> =>
    Effect.gen(function*() {
      let count = 0
      for (const listener of feed.listeners) {
        each(listener)
        if (++count % toldAtOnce === 0) yield* Effect.yieldNow
      }
    })

  const documentOf = (
    endpoint: Endpoint,
    question: Question | undefined,
    answer: Answer
  ): Effect.Effect<LiveDocument, GatewayError> =>
    Effect.map(
      question === undefined ? Effect.succeed(answer) : questions.ask(endpoint, question, answer),
      ({ response }) => readLiveDocument(response.body)
    )

  const eventId = (group: LiveGroup): string => `${group.version}.${group.id}`
  const snapshotOf = (group: LiveGroup): Uint8Array =>
    eventBytes("snapshot", Buffer.from(group.document.envelope).toString(), eventId(group))

  /** What a group has not seen yet; undefined where nothing is new for it. */
  const news = (group: LiveGroup, before: LiveDocument, key: string | undefined): Uint8Array | undefined => {
    const patch = livePatch(before, group.document, key)
    if (patch === "") return undefined
    return patch === undefined ? snapshotOf(group) : eventBytes("change", patch, eventId(group))
  }

  const keep = (feed: LiveFeed, endpoint: Endpoint): void => {
    const { body, contentType, disclosed, expiresAt, masked, onlyFor, policy, storedAt } = feed.latest.response
    if (expiresAt <= storedAt || feed.versions.some(({ id }) => id === feed.version)) return
    const at = wallNow()
    const key = versionKey(feed, feed.version)
    const version = {
      body,
      contentType,
      etag: "",
      storedAt: at,
      expiresAt: at + kept.millis,
      onlyFor,
      freshMillis: 0,
      masked,
      disclosed,
      policy,
      parts: ""
    }
    copies.put(key, version)
    if (onlyFor === "") shelf.of(endpoint)?.put(shelf.keyOf(key, endpoint), version, 0)
    feed.versions.push({ id: feed.version, bytes: body.length })
    let bytes = feed.versions.reduce((sum, one) => sum + one.bytes, 0)
    while (feed.versions.length > kept.versions || bytes > kept.bytes && feed.versions.length > 1) {
      const oldest = feed.versions.shift()
      if (oldest === undefined) break
      bytes -= oldest.bytes
      const old = versionKey(feed, oldest.id)
      copies.drop(old)
      shelf.of(endpoint)?.drop(shelf.keyOf(old, endpoint), policy)
    }
  }

  /** What was told then, by this gateway or another one. */
  const versionOf = (feed: LiveFeed, endpoint: Endpoint, version: string): Effect.Effect<CachedResponse | undefined> => {
    const key = versionKey(feed, version)
    const own = copies.get(key, endpoint.fingerprint, wallNow())
    const elsewhere = () => shelf.of(endpoint)?.find(shelf.keyOf(key, endpoint), endpoint.fingerprint)
    return own === undefined ? elsewhere() ?? Effect.succeed(undefined) : Effect.succeed(own)
  }

  /** The latest answer is another one than listeners have. */
  const publish = (feed: LiveFeed, endpoint: Endpoint, isAnew: boolean): Effect.Effect<void> => {
    const { latest, version } = feed
    const tell = (group: LiveGroup, document: LiveDocument): Effect.Effect<void> => {
      const before = group.document
      group.document = document
      group.version = version
      const bytes = isAnew ? snapshotOf(group) : news(group, before, endpoint.live?.key)
      return bytes === undefined ? Effect.void : toAll(feed, (listener) => {
        if (group.listeners.has(listener)) deliver(feed, listener, bytes)
      })
    }
    return Effect.forEach([...feed.groups.values()], (group) =>
      Effect.matchEffect(documentOf(endpoint, group.question, latest), {
        onFailure: (error) => Effect.sync(() => group.listeners.forEach((listener) => end(feed, listener, error))),
        onSuccess: (document) => tell(group, document)
      }), { discard: true })
  }

  const event = (name: LiveEvent, data: unknown): Uint8Array => eventBytes(name, JSON.stringify(data))

  const staleEvent = (feed: LiveFeed): Uint8Array => {
    const { fault, latest, staleSince = wallNow() } = feed
    const age = Math.max(0, Math.floor((wallNow() - latest.response.storedAt) / 1000))
    return event("stale", { since: isoTime(staleSince), age, ...fault === undefined ? {} : { code: fault.code } })
  }

  const becameStale = (feed: LiveFeed, fault: GatewayError | undefined): Effect.Effect<void> => {
    if (feed.staleSince !== undefined) return Effect.void
    feed.staleSince = wallNow()
    feed.fault = fault
    const bytes = staleEvent(feed)
    return toAll(feed, (listener) => told(feed, listener, bytes))
  }

  const accept = (feed: LiveFeed, endpoint: Endpoint, answer: Answer): Effect.Effect<void> =>
    Effect.gen(function*() {
      if (answer.cache === "STALE-CIRCUIT") return yield* becameStale(feed, undefined)
      if (feed.staleSince !== undefined) {
        const bytes = event("recovered", { since: isoTime(wallNow()) })
        feed.staleSince = undefined
        feed.fault = undefined
        yield* toAll(feed, (listener) => told(feed, listener, bytes))
      }
      const before = feed.latest.response
      const { onlyFor } = answer.response
      if (answer.response.body.length > mostBytes) return endEvery(feed, new NotAcceptable({ detail: liveDetails.tooLarge }))
      if (onlyFor !== "") {
        for (const listener of feed.listeners) {
          if (listener.exchange.caller?.application !== onlyFor) {
            end(feed, listener, new Overloaded({ detail: liveDetails.unshared, retryAfterSeconds: 1 }))
          }
        }
      }
      feed.latest = answer
      const isAnew = before.policy !== answer.response.policy
      if (!isAnew && before.etag === answer.response.etag) return
      feed.version = idOf(feed.key, answer.response.policy, answer.response.etag)
      keep(feed, endpoint)
      yield* publish(feed, endpoint, isAnew)
    })

  return {
    accept,
    becameStale,
    deliver,
    documentOf,
    end,
    endEvery,
    events: () => events,
    idOf,
    keep,
    news,
    snapshotOf,
    staleEvent,
    told,
    toAll,
    versionOf
  }
})
