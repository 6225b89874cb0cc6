/**
 * Meters, logs and audits every change of a circuit's state. It only listens: the circuits do not wait for it.
 *
 * A change that the database does not take is tried again until it does; the changes wait meanwhile, the oldest going
 * first once there are too many.
 */
import { Effect, Layer, Queue, Schedule, Stream } from "effect"
import { ActionLog } from "../audit/ActionLog.ts"
import type { CircuitState } from "../domain/CircuitState.ts"
import { Breaker } from "../resilience/Breaker.ts"
import type { Transition } from "../resilience/Circuit.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"

/** Who did it: no account of a sign-on, since nobody is asked. */
export const gatewayAccount = "(gateway)"
const waitingAtMost = 4_096
const retries = Schedule.min([Schedule.exponential("200 millis"), Schedule.spaced("5 seconds")])

const names: Readonly<Record<CircuitState, string>> = { open: "circuit-opened", "half-open": "circuit-probed", closed: "circuit-closed" }

export const CircuitWatch = Layer.effectDiscard(
  Effect.gen(function*() {
    const breaker = yield* Breaker
    const meter = yield* RequestMeter
    const actions = yield* ActionLog
    const waiting = yield* Queue.sliding<Transition>(waitingAtMost)

    const audit = ({ agency, at, forced, from, to }: Transition) =>
      actions.record({
        account: gatewayAccount,
        action: names[to],
        agency,
        subject: agency,
        detail: { from, to, at: new Date(at).toISOString(), by: forced ? "operator" : "calls" }
      }).pipe(
        Effect.sandbox,
        Effect.retry(retries)
      )

    yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(waiting), audit)))
    yield* breaker.transitions.pipe(
      Stream.runForEach((transition) => {
        const { agency, forced, from, to } = transition
        meter.transition({ agency, from, to })
        const log = to === "open" ? Effect.logWarning : Effect.logInfo
        return Effect.andThen(
          Queue.offer(waiting, transition),
          log("Circuit changed").pipe(Effect.annotateLogs({ agency, from, to, ...(forced ? { by: "operator" } : {}) }))
        )
      }),
      Effect.forkScoped
    )
  })
)
