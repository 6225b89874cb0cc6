/**
 * The preset door's reading: a ready-made aggregate with a copy of its own.
 *
 * The preset's scope stands for the scopes of its entries; private access is still checked entry by entry. Only a
 * whole answer (every entry read, none stale) is stored. When an entry fails and a whole copy is there, that copy
 * answers as stale: a complete older picture serves better than one with holes.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { hash } from "node:crypto"
import { AuditSink } from "../audit/AuditSink.ts"
import { joinDisclosures } from "../domain/Disclosure.ts"
import { type GatewayError, NotRegistered, Unauthorized } from "../domain/GatewayError.ts"
import { mediaTypes } from "../domain/Negotiation.ts"
import type { Preset } from "../domain/Preset.ts"
import { Registry } from "../registry/Registry.ts"
import { type Copy, StaleCache } from "../resilience/StaleCache.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { combine } from "./Aggregates.ts"
import { notRecording, presetRefusalOf } from "./Authorise.ts"
import { Entries } from "./Entries.ts"
import type { CacheResult, Exchange } from "./Exchange.ts"
import type { Answer } from "./ReadEndpoint.ts"

export class Presets extends Context.Service<Presets, {
  readonly read: (exchange: Exchange, slug: string) => Effect.Effect<Answer, GatewayError>
}>()("gapura/gateway/Presets") {
  static readonly layer = (options: { readonly publicUrl: string }) =>
    Layer.effect(
      Presets,
      Effect.gen(function*() {
        const registry = yield* Registry
        const sink = yield* AuditSink
        const cache = yield* StaleCache
        const entries = yield* Entries
        const keys = yield* SecretKeys

        const answerOf = (exchange: Exchange, copy: Copy, result: CacheResult, freshMillis: number, now: number, built = false): Answer => {
          exchange.cache = result
          exchange.masked = copy.masked
          // A copy made just now was read entry by entry, and the entries' records say so.
          if (!built) exchange.disclosed = copy.disclosed
          return {
            copy,
            cache: result,
            age: Math.max(0, Math.floor((now - copy.storedAt) / 1000)),
            freshFor: Math.ceil((copy.storedAt + freshMillis - now) / 1000)
          }
        }

        const build = Effect.fnUntraced(function*(exchange: Exchange, preset: Preset, key: string) {
          const clock = yield* Clock.Clock
          const outcome = yield* entries.readAll(exchange, preset.requests, preset)
          const whole = outcome.succeeded === outcome.entries.length
          const now = clock.currentTimeMillisUnsafe()
          if (!whole) {
            const stale = cache.get(key, preset.fingerprint, now)
            if (stale !== undefined) return answerOf(exchange, stale, "STALE-CIRCUIT", preset.cache.freshMillis, now)
          }
          const combined = yield* combine(outcome, { strategy: "keyed", publicUrl: options.publicUrl, members: `"preset":"${preset.slug}"` })
          const copy: Copy = {
            body: combined.body,
            contentType: mediaTypes.json,
            etag: `W/"${hash("sha1", outcome.entries.map(({ result }) => result._tag === "Success" ? result.success.copy.etag : "").join(), "base64url")}-preset"`,
            storedAt: now,
            expiresAt: now + Math.max(preset.cache.staleMillis, preset.cache.freshMillis),
            masked: outcome.masked,
            disclosed: joinDisclosures(outcome.entries.map(({ result }) => result._tag === "Success" ? result.success.copy.disclosed : "")),
            policy: preset.fingerprint
          }
          if (whole && outcome.cache !== "STALE-CIRCUIT") cache.put(key, copy)
          // What has holes is asked for again at once, by the caller's own cache too.
          return answerOf(exchange, copy, outcome.cache, whole ? preset.cache.freshMillis : 0, now, true)
        })

        const read = (exchange: Exchange, slug: string, clock: Clock.Clock): Effect.Effect<Answer, GatewayError> => {
          const caller = exchange.caller
          if (caller === undefined) return Effect.fail(new Unauthorized({ detail: "An access token is required.", reason: "absent" }))
          const preset = registry.current().presets.get(slug)
          if (preset === undefined) {
            return Effect.fail(new NotRegistered({ detail: `There is no preset \`${slug.slice(0, 100)}\`. The catalogue at /v4/gateway lists them.` }))
          }
          exchange.route = `preset/${preset.slug}`
          const refusal = presetRefusalOf(caller, preset)
          if (refusal !== undefined) return Effect.fail(refusal)
          const whose = preset.pseudonyms ? `\n${caller.application}\n${keys.version()}` : ""
          // The copies of those with private access may hold entries that are private.
          exchange.guarded = preset.private || caller.privateAccess
          if (preset.private && !sink.recording()) return Effect.fail(notRecording())
          const key = `preset\n${preset.slug}\n${caller.privateAccess}${whose}`
          const now = clock.currentTimeMillisUnsafe()
          const kept = cache.get(key, preset.fingerprint, now)
          if (kept !== undefined && now < kept.storedAt + preset.cache.freshMillis) return Effect.succeed(answerOf(exchange, kept, "HIT", preset.cache.freshMillis, now))
          return build(exchange, preset, key)
        }

        return Presets.of({ read: (exchange, slug) => Effect.withFiber((fiber) => read(exchange, slug, fiber.getRef(Clock.Clock))) })
      })
    )
}
