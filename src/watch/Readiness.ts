/**
 * Whether the gateway takes traffic.
 *
 * - `ready` from the start, because its public listener opens last.
 * - `held`: an operator had it turn traffic away; every request is still answered, and it can be taken back.
 * - `closing`: a shutdown. It never comes back, and what would last for ever (the streams of the boards) ends.
 *
 * Unready either way, load balancers turn away while every answer closes its connection. It is this process's own; workers
 * of one gateway are held together.
 */
import { Context, Effect, Latch, Layer } from "effect"
import { Worker } from "../domain/Worker.ts"

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
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function*() {
      const worker = yield* Worker
      const begun = Latch.makeUnsafe()
      let state: ReadinessState = "ready"
      const changed = (about: "hold" | "resume"): boolean => {
        const [from, to] = about === "hold" ? ["ready", "held"] as const : ["held", "ready"] as const
        if (state !== from) return false
        state = to
        return true
      }
      const change = (about: "hold" | "resume") =>
        Effect.sync(() => {
          if (!changed(about)) return false
          worker?.tell({ about, subject: "" })
          return true
        })
      worker?.onNews(({ about }) => {
        if (about !== "forget") changed(about)
      })
      return Readiness.of({
        state: () => state,
        isReady: () => state === "ready",
        drain: Effect.suspend(() => {
          state = "closing"
          return begun.open
        }),
        closing: begun.await,
        hold: change("hold"),
        resume: change("resume")
      })
    })
  )
}
