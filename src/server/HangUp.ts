/**
 * What the gateway does on SIGHUP (`systemctl reload`): secrets that lie in files are read anew. The registry file and
 * the files of TLS need no signal: they are looked at all the time.
 */
import { Effect, Layer, Queue } from "effect"
import { makeOutage } from "../domain/Outage.ts"
import { forgetOwnTraces } from "../gateway/OwnTraces.ts"
import { AgencyClient } from "../upstream/AgencyClient.ts"

export const HangUp = Layer.effectDiscard(Effect.gen(function*() {
  const { renewCredentials } = yield* AgencyClient
  yield* onHangUp(Effect.gen(function*() {
    yield* renewCredentials
    forgetOwnTraces()
    yield* Effect.logInfo("SIGHUP: agencies' secrets are read anew")
  }))
}))

/** Does it at every signal from now on; several at once are one. */
export const onHangUp = Effect.fnUntraced(function*(work: Effect.Effect<void>) {
  const signals = yield* Queue.sliding<NodeJS.Signals>(1)
  const told = (signal: NodeJS.Signals) => void Queue.offerUnsafe(signals, signal)
  yield* Effect.acquireRelease(Effect.sync(() => process.on("SIGHUP", told)), () => Effect.sync(() => process.off("SIGHUP", told)))
  const { outlasted } = makeOutage({ failing: "what a SIGHUP asks for failed", working: "what a SIGHUP asks for works again" })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Queue.take(signals), outlasted(work))))
})
