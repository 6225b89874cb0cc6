/**
 * Whether the gateway takes traffic. It is ready from the start, because its public listener opens last; a shutdown
 * makes it unready before anything closes, so that load balancers turn away while every request is still answered.
 */
import { Context, Effect, Layer } from "effect"

export class Readiness extends Context.Service<Readiness, {
  readonly isReady: () => boolean
  readonly drain: Effect.Effect<void>
}>()("gapura/http/Readiness") {
  static readonly layer = Layer.sync(Readiness, () => {
    let ready = true
    return Readiness.of({
      isReady: () => ready,
      drain: Effect.sync(() => {
        ready = false
      })
    })
  })
}
