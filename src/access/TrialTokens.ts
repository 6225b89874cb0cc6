/**
 * Tokens with which the portal calls endpoints for an application. They live for ten minutes; this process alone
 * holds one, the database its hash as of any token, and no person ever sees one.
 *
 * In one process an application has a single such token, so its calls from the portal share one quota as those of any
 * caller do. A changed selection of scopes ends it and makes another.
 */
import { Clock, Context, Effect, Layer, Redacted, Semaphore } from "effect"
import type { AccessUnavailable } from "./AccessUnavailable.ts"
import type { IssuedToken } from "./IssuedToken.ts"
import { scopeSet } from "./LiveTokens.ts"
import type { ScopeNotSelected, UnknownApplication } from "./TokenRefusals.ts"
import { TokenStore } from "./TokenStore.ts"

const lifetimeMillis = 600_000
/** One that is about to expire is not handed out any more. */
const reserveMillis = 30_000

export class TrialTokens extends Context.Service<TrialTokens, {
  /** @param isRehearsal of kind `latihan`, which has no scope */
  readonly of: (
    application: string,
    scopes: ReadonlyArray<string>,
    isRehearsal?: boolean
  ) => Effect.Effect<Redacted.Redacted<string>, UnknownApplication | ScopeNotSelected | AccessUnavailable>
}>()("gapura/access/TrialTokens") {
  static readonly layer: Layer.Layer<TrialTokens, never, TokenStore> = Layer.effect(
    TrialTokens,
    Effect.gen(function*() {
      const tokens = yield* TokenStore
      const held = new Map<string, IssuedToken>()
      // Two who try at once share one token.
      const turn = yield* Semaphore.make(1)

      const of = Effect.fn("TrialTokens.of")(function*(application: string, scopes: ReadonlyArray<string>, isRehearsal: boolean) {
        const nowMillis = yield* Clock.currentTimeMillis
        for (const [name, { expiresAt }] of held) if (expiresAt <= nowMillis) held.delete(name)
        const wanted = isRehearsal ? [] : scopeSet(scopes)
        const key = `${isRehearsal ? "latihan" : ""}\n${application}`
        const before = held.get(key)
        if (before !== undefined) {
          const isSame = before.scopes.length === wanted.length && before.scopes.every((scope, index) => scope === wanted[index])
          if (
            isSame && before.expiresAt - nowMillis > reserveMillis && tokens.known(Redacted.value(before.token), nowMillis) !== undefined
          ) return before.token
          held.delete(key)
          yield* tokens.revoke(before.tokenId)
        }
        const issued = yield* tokens.issue({ application, scopes: wanted, lifetimeMillis, nowMillis, trial: true, rehearsal: isRehearsal })
        held.set(key, issued)
        return issued.token
      })

      return { of: (application, scopes, isRehearsal = false) => turn.withPermits(1)(of(application, scopes, isRehearsal)) }
    })
  )
}
