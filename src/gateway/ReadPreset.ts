/**
 * The preset door's reading: a ready-made aggregate with a copy of its own.
 *
 * The preset's scope stands for the scopes of its entries; all else (private access, sunset) is checked entry by entry
 * before a copy is so much as looked for. Only a whole answer (every entry read, none stale) is stored, and a copy is
 * only for who may read every entry: so one copy serves them all. When agencies fail and a whole copy is there, that
 * copy answers as stale: a complete older picture serves better than one with holes. For what is refused, withdrawn or
 * not there no copy stands in. What an agency wants kept for nobody, or for one application, is in no copy of a preset.
 */
import { Clock, Context, Effect, Layer, type Stream } from "effect"
import { hash } from "node:crypto"
import { AuditSink } from "../audit/AuditSink.ts"
import { accessDetails } from "../domain/AccessDetails.ts"
import type { CacheResult } from "../domain/CacheResult.ts"
import { detailLanguage } from "../domain/Detail.ts"
import { joinDisclosures } from "../domain/Disclosure.ts"
import { type GatewayError, NotRegistered, Unauthorized } from "../domain/GatewayError.ts"
import { mediaTypes } from "../domain/Negotiation.ts"
import type { Preset } from "../domain/Preset.ts"
import { siteDetails } from "../domain/SiteDetails.ts"
import { Registry } from "../registry/Registry.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import { StaleCache } from "../resilience/StaleCache.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { type Answer, answerOf, freshUntil } from "./Answer.ts"
import { notRecording, opensEveryEntry, presetRefusalOf } from "./Authorise.ts"
import { combine } from "./Combine.ts"
import type { Lines } from "./DataAnswer.ts"
import { linesAsTheyComplete, linesOfCached } from "./EntryLines.ts"
import type { Exchange } from "./Exchange.ts"
import { LinkageCheck } from "./LinkageCheck.ts"
import { type EntriesOutcome, type EntryOutcome, partsOf, ReadEntries } from "./ReadEntries.ts"

const membersOf = ({ slug }: Preset): string => `"preset":"${slug}"`

/** An entry that was read, or that only its agency's failing kept from it. */
const isHereOrFailing = ({ result }: EntryOutcome): boolean =>
  result._tag === "Success" || result.failure._tag === "AgencyUnavailable" || result.failure._tag === "AgencyTimeout" ||
  result.failure._tag === "CircuitOpen" || result.failure._tag === "Overloaded"

export class ReadPreset extends Context.Service<ReadPreset, {
  readonly read: (exchange: Exchange, slug: string) => Effect.Effect<Answer, GatewayError>
  /** The same as lines: streamed as entries complete, where no copy may stand in for them and nothing may be withheld. */
  readonly readLines: (exchange: Exchange, slug: string) => Effect.Effect<Answer | Lines, GatewayError>
}>()("gapura/gateway/ReadPreset") {
  static readonly layer = Layer.effect(
    ReadPreset,
    Effect.gen(function*() {
      const registry = yield* Registry
      const sink = yield* AuditSink
      const cache = yield* StaleCache
      const entries = yield* ReadEntries
      const keys = yield* SecretKeys
      const linkage = yield* LinkageCheck

      /** A copy answers. The preset's own record says whose data it holds, since its entries were not read for it. */
      const cachedAnswer = (
        exchange: Exchange,
        response: CachedResponse,
        result: CacheResult,
        freshMillis: number,
        now: number
      ): Answer => {
        exchange.answered(result, response.masked, response.disclosed)
        return answerOf(response, result, freshMillis, now)
      }

      /** @param key of the preset's copies; undefined where none is for this caller */
      const build = Effect.fnUntraced(function*(exchange: Exchange, preset: Preset, key: string | undefined) {
        const clock = yield* Clock.Clock
        const { outcome, record } = yield* entries.readPreset(exchange, preset)
        const whole = outcome.succeeded === outcome.entries.length
        const now = clock.currentTimeMillisUnsafe()
        if (!whole && key !== undefined && outcome.entries.every(isHereOrFailing)) {
          const stale = cache.get(key, preset.fingerprint, now)
          if (stale !== undefined) {
            record(stale)
            return cachedAnswer(exchange, stale, "STALE-CIRCUIT", preset.cache.freshMillis, now)
          }
        }
        record()
        const response = yield* responseOf(exchange, preset, outcome, now)
        keep(key, outcome, response)
        // What has holes is asked for again at once, by the caller's own cache too.
        const answer = answerOf(response, outcome.cache, whole ? preset.cache.freshMillis : 0, now)
        return outcome.cache === "STALE-CIRCUIT" ? asOldAs(answer, outcome) : answer
      })

      /** Made now of copies that are stale: as old as the oldest of them. */
      const asOldAs = (answer: Answer, { entries: read }: EntriesOutcome): Answer => {
        const answers = read.flatMap(({ result }) => result._tag === "Success" ? [result.success] : [])
        return {
          ...answer,
          age: Math.max(...answers.map(({ age }) => age)),
          freshFor: Math.min(0, ...answers.map(({ freshFor }) => freshFor))
        }
      }

      /** Keeps a whole answer that is for everybody; where an entry is not, no copy of the preset stays. */
      const keep = (
        key: string | undefined,
        { cache: result, entries: read, succeeded }: EntriesOutcome,
        response: CachedResponse
      ): void => {
        if (key === undefined) return
        if (response.onlyFor !== "") cache.drop(key)
        else if (succeeded === read.length && result !== "STALE-CIRCUIT") cache.put(key, response)
      }

      const responseOf = Effect.fnUntraced(function*(exchange: Exchange, preset: Preset, outcome: EntriesOutcome, now: number) {
        const combined = yield* combine(outcome, { strategy: "keyed", members: membersOf(preset) })
        exchange.holding?.keepOnly(combined.body)
        const copies = outcome.entries.flatMap(({ result }) => result._tag === "Success" ? [result.success.response] : [])
        // Why an entry is missing is told in the caller's language.
        const told = outcome.entries.map(({ result }) =>
          result._tag === "Success"
            ? result.success.response.etag
            : `${result.failure.code} ${result.failure.detail[detailLanguage(exchange.acceptLanguage)]}`
        )
        const isForAll = copies.every(({ onlyFor }) => onlyFor === "")
        const response: CachedResponse = {
          body: combined.body,
          contentType: mediaTypes.json,
          etag: `W/"${hash("sha1", told.join(), "base64url")}-preset"`,
          storedAt: now,
          expiresAt: isForAll && copies.length === told.length ? now + Math.max(preset.cache.staleMillis, preset.cache.freshMillis) : now,
          onlyFor: isForAll ? "" : exchange.caller?.application ?? "",
          // None of its entries is shown as fresh for longer than its agency lets it.
          freshMillis: Math.max(0, Math.min(...copies.map(({ freshMillis, storedAt }) => storedAt + freshMillis - now))),
          masked: outcome.masked,
          disclosed: joinDisclosures(copies.map(({ disclosed }) => disclosed)),
          policy: preset.fingerprint,
          parts: partsOf(outcome.entries)
        }
        return response
      })

      /** Entries leave as they complete; whole, they are kept like any other answer of the preset. */
      const stream = (exchange: Exchange, preset: Preset, key: string | undefined): Stream.Stream<Uint8Array> =>
        linesAsTheyComplete(
          preset.requests,
          (request) => entries.read(exchange, request, preset),
          (read, now) =>
            Effect.flatMap(entries.together(exchange, read, preset), (outcome) =>
              Effect.as(
                Effect.ignore(Effect.map(responseOf(exchange, preset, outcome, now), (response) => keep(key, outcome, response))),
                outcome
              )),
          membersOf(preset)
        )

      const mayStream = (preset: Preset): boolean => (preset.linkage ?? "warn") === "warn" && !linkage.mustWait(preset.requests)

      const asLines = (answer: Answer): Answer => {
        const { body, etag } = answer.response
        return {
          ...answer,
          response: {
            ...answer.response,
            body: linesOfCached(body, answer.cache),
            contentType: mediaTypes.ndjson,
            etag: `${etag.slice(0, -1)}-ndjson"`
          }
        }
      }

      function go(exchange: Exchange, slug: string, clock: Clock.Clock, streams: false): Effect.Effect<Answer, GatewayError>
      function go(
        exchange: Exchange,
        slug: string,
        clock: Clock.Clock,
        streams: boolean
      ): Effect.Effect<Answer | Lines, GatewayError>
      function go(
        exchange: Exchange,
        slug: string,
        clock: Clock.Clock,
        streams: boolean
      ): Effect.Effect<Answer | Lines, GatewayError> {
        const caller = exchange.caller
        if (caller === undefined) return Effect.fail(new Unauthorized({ detail: accessDetails.tokenRequired, reason: "absent" }))
        const preset = registry.current().presets.get(slug)
        if (preset === undefined) {
          return Effect.fail(new NotRegistered({ detail: siteDetails.noPreset(slug.slice(0, 100)) }))
        }
        exchange.filedUnder(`preset/${preset.slug}`)
        const now = clock.currentTimeMillisUnsafe()
        const refusal = presetRefusalOf(caller, preset, now)
        if (refusal !== undefined) return Effect.fail(refusal)
        if (preset.private && !caller.isRehearsal && !sink.recording()) return Effect.fail(notRecording())
        const anew = (key: string | undefined, isStandingIn: boolean) =>
          streams && !isStandingIn && mayStream(preset)
            ? Effect.succeed({ lines: stream(exchange, preset, key) })
            : build(exchange, preset, key)
        if (!opensEveryEntry(caller, preset, now)) return anew(undefined, false)
        const isGuarded = preset.private || preset.endpoints.some((endpoint) => endpoint?.private === true)
        if (isGuarded && !sink.recording()) return anew(undefined, false)
        exchange.guard(isGuarded)
        const key = `preset\n${preset.slug}${preset.pseudonyms ? `\n${caller.application}\n${keys.version()}` : ""}`
        const kept = cache.get(key, preset.fingerprint, now)
        if (kept === undefined || now >= freshUntil(kept, preset.cache.freshMillis)) return anew(key, kept !== undefined)
        entries.recordCached(exchange, preset, kept)
        return Effect.succeed(cachedAnswer(exchange, kept, "HIT", preset.cache.freshMillis, now))
      }

      return ReadPreset.of({
        read: (exchange, slug) => Effect.withFiber((fiber) => go(exchange, slug, fiber.getRef(Clock.Clock), false)),
        // What a HEAD wants to know is known of a whole answer alone.
        readLines: (exchange, slug) =>
          Effect.map(
            Effect.withFiber((fiber) => go(exchange, slug, fiber.getRef(Clock.Clock), exchange.method !== "HEAD")),
            (answer) => "response" in answer ? asLines(answer) : answer
          )
      })
    })
  )
}
