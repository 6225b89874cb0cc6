/**
 * Tokens with which the gateway itself calls endpoints for an application. This process alone holds one, the database its hash
 * as of any token, and no person ever sees one.
 *
 * In one process an application has a single such token for each use, so those calls share one quota as those of any
 * caller do. A changed selection of scopes ends it and makes another.
 */
import { Clock, Context, Effect, Layer, Redacted, Semaphore } from "effect"
import type { AccessUnavailable } from "./AccessUnavailable.ts"
import type { IssuedToken } from "./IssuedToken.ts"
import { scopeSet } from "./LiveTokens.ts"
import type { ScopeNotSelected, UnknownApplication } from "./TokenRefusals.ts"
import { TokenStore } from "./TokenStore.ts"

const minuteMillis = 60_000
/** What is watched is called day and night: ten minutes for that would be 144 rows a day. */
const lifetimes = { trial: 10 * minuteMillis, rehearsal: 10 * minuteMillis, watch: 24 * 60 * minuteMillis } as const
export type OwnUse = keyof typeof lifetimes
/** One that is about to expire is not handed out any more. */
const reserveMillis = 30_000

export class TrialTokens extends Context.Service<TrialTokens, {
  /** @param use by default a trial; a rehearsal's is of kind `latihan`, which has no scope */
  readonly of: (
    application: string,
    scopes: ReadonlyArray<string>,
    use?: OwnUse
  ) => Effect.Effect<Redacted.Redacted<string>, UnknownApplication | ScopeNotSelected | AccessUnavailable>
}>()("gapura/access/TrialTokens") {
  static readonly layer: Layer.Layer<TrialTokens, never, TokenStore> = Layer.effect(
    TrialTokens,
    Effect.gen(function*() {
      const tokens = yield* TokenStore
      const held = new Map<string, IssuedToken>()
      // Two who try at once share one token.
      const turn = yield* Semaphore.make(1)

      const of = Effect.fn("TrialTokens.of")(function*(application: string, scopes: ReadonlyArray<string>, use: OwnUse) {
        const nowMillis = yield* Clock.currentTimeMillis
        for (const [name, { expiresAt }] of held) if (expiresAt <= nowMillis) held.delete(name)
        const rehearsal = use === "rehearsal"
        const wanted = rehearsal ? [] : scopeSet(scopes)
        const key = `${use}\n${application}`
        const before = held.get(key)
        if (before !== undefined) {
          const isSame = before.scopes.length === wanted.length && before.scopes.every((scope, index) => scope === wanted[index])
          if (
            isSame && before.expiresAt - nowMillis > reserveMillis && tokens.known(Redacted.value(before.token), nowMillis) !== undefined
          ) return before.token
          held.delete(key)
          yield* tokens.revoke(before.tokenId)
        }
        const lifetimeMillis = lifetimes[use]
        const issued = yield* tokens.issue({ application, scopes: wanted, lifetimeMillis, nowMillis, trial: true, rehearsal })
        held.set(key, issued)
        return issued.token
      })

      return { of: (application, scopes, use = "trial") => turn.withPermits(1)(of(application, scopes, use)) }
    })
  )
}
