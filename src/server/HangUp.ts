/**
 * What the gateway does on SIGHUP (`systemctl reload`): secrets that lie in files are read anew. The registry file and
 * the files of TLS need no signal: they are looked at all the time.
 */
import { Effect, Layer, Queue } from "effect"
import { forgetOwnTraces } from "../gateway/OwnTraces.ts"
import { AgencyClient } from "../upstream/AgencyClient.ts"

export const HangUp = Layer.effectDiscard(Effect.gen(function*() {
  const { renewCredentials } = yield* AgencyClient
  const signals = yield* hangUps
  yield* Effect.forkScoped(Effect.forever(Effect.gen(function*() {
    yield* Queue.take(signals)
    yield* renewCredentials
    forgetOwnTraces()
    yield* Effect.logInfo("SIGHUP: agencies' secrets are read anew")
  })))
}))

/** The signals from now on; several at once are one. */
export const hangUps = Effect.gen(function*() {
  const signals = yield* Queue.sliding<NodeJS.Signals>(1)
  const told = (signal: NodeJS.Signals) => void Queue.offerUnsafe(signals, signal)
  yield* Effect.acquireRelease(Effect.sync(() => process.on("SIGHUP", told)), () => Effect.sync(() => process.off("SIGHUP", told)))
  return signals
})
