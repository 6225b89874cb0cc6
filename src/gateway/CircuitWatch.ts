/** Meters and logs every change of a circuit's state. It only listens: the circuits do not wait for it. */
import { Effect, Layer, Stream } from "effect"
import { Breaker } from "../resilience/Breaker.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"

export const CircuitWatch = Layer.effectDiscard(
  Effect.gen(function*() {
    const breaker = yield* Breaker
    const meter = yield* RequestMeter
    yield* breaker.transitions.pipe(
      Stream.runForEach(({ agency, from, to }) => {
        meter.transition({ agency, from, to })
        const log = to === "open" ? Effect.logWarning : Effect.logInfo
        return log("Circuit changed").pipe(Effect.annotateLogs({ agency, from, to }))
      }),
      Effect.forkScoped
    )
  })
)
