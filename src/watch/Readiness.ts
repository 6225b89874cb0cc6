/**
 * Whether the gateway takes traffic.
 *
 * - `ready` from the start, because its public listener opens last.
 * - `held`: an operator had it turn traffic away; every request is still answered, and it can be taken back.
 * - `closing`: a shutdown. It never comes back, and what would last for ever (the streams of the boards) ends.
 *
 * Unready either way, load balancers turn away while every answer closes its connection. It is this process's own.
 */
import { Context, Effect, Latch, Layer } from "effect"

export type ReadinessState = "ready" | "held" | "closing"

export class Readiness extends Context.Service<Readiness, {
  readonly state: () => ReadinessState
  readonly isReady: () => boolean
  /** For a shutdown. */
  readonly drain: Effect.Effect<void>
  /** Completes when a shutdown begins. */
  readonly closing: Effect.Effect<void>
  /** An operator's drain; false where it was not ready. */
  readonly hold: Effect.Effect<boolean>
  /** Takes it back; false where nobody held it. */
  readonly resume: Effect.Effect<boolean>
}>()("gapura/watch/Readiness") {
  static readonly layer = Layer.sync(Readiness, () => {
    const begun = Latch.makeUnsafe()
    let state: ReadinessState = "ready"
    const change = (from: ReadinessState, to: ReadinessState) =>
      Effect.sync(() => {
        if (state !== from) return false
        state = to
        return true
      })
    return Readiness.of({
      state: () => state,
      isReady: () => state === "ready",
      drain: Effect.suspend(() => {
        state = "closing"
        return begun.open
      }),
      closing: begun.await,
      hold: change("ready", "held"),
      resume: change("held", "ready")
    })
  })
}
