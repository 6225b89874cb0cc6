/**
 * Asks agencies whether they answer again, so that no caller has to pay for finding out and no incident lasts because nobody
 * asks: an agency whose circuit may be probed, after its open time or after an operator's release, and has not been by a caller
 * for a while, is called by the gateway itself, where it has an endpoint for that (`gateway/AgencyProbe.ts`). Whether it is this
 * gateway's turn the circuits decide (`resilience/SharedCircuits.ts`), and never more often than once in the agency's open time.
 *
 * At its start a gateway asks agencies that were failing when one stopped. What they answer ends such an incident, or goes on
 * with it; what an operator had stopped and does not hold any more is over.
 */
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import { blameOf } from "../domain/IncidentCause.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { makeOutage } from "../domain/Outage.ts"
import { AgencyProbe } from "../gateway/AgencyProbe.ts"
import { Breaker } from "../resilience/Breaker.ts"
import { Incidents } from "../telemetry/Incidents.ts"

const lookEvery = "1 second"
/** For how many milliseconds a circuit waits for a caller, who is the better probe, before the gateway asks; otherwise in tests. */
export const CallersFirst: Context.Reference<number> = Context.Reference("gapura/watch/CircuitProbe/CallersFirst", {
  defaultValue: () => 10_000
})
/** At the same time. */
const startProbes = 8

export const CircuitProbe = Layer.effectDiscard(
  Effect.gen(function*() {
    const breaker = yield* Breaker
    const agencies = yield* AgencyProbe
    const incidents = yield* Incidents
    const clock = yield* Clock.Clock
    const callersFirst = yield* CallersFirst
    /** Since when each may be probed, as far as it may. */
    const probable = new Map<string, number>()
    /** When each was asked last, by the monotonic clock. */
    const asked = new Map<string, number>()

    const ask = (endpoint: Endpoint) =>
      Effect.suspend(() => {
        asked.set(endpoint.agency.slug, monotonicMillis(clock))
        return Effect.ignoreCause(agencies.probe(endpoint))
      })

    const look = Effect.suspend(() => {
      const [now, wall] = [monotonicMillis(clock), clock.currentTimeMillisUnsafe()]
      const due: Array<Endpoint> = []
      for (const [slug, { forced, openUntilMillis, state }] of breaker.states()) {
        if (state === "closed" || forced !== null || openUntilMillis !== null && openUntilMillis > wall) {
          probable.delete(slug)
          continue
        }
        const since = probable.get(slug) ?? now
        probable.set(slug, since)
        if (now - since < callersFirst) continue
        const endpoint = agencies.endpointOf(slug)
        if (endpoint === undefined || now - (asked.get(slug) ?? Number.NEGATIVE_INFINITY) < endpoint.agency.breaker.openMillis) continue
        due.push(endpoint)
      }
      return Effect.forEach(due, (endpoint) => Effect.forkScoped(ask(endpoint)), { discard: true })
    })

    const settle = Effect.fnUntraced(function*(agency: string, isOperators: boolean) {
      if (isOperators) return breaker.forced(agency) === "open" ? undefined : yield* incidents.endLeft(agency)
      const endpoint = agencies.endpointOf(agency)
      if (endpoint === undefined) return
      breaker.suspect(endpoint.agency)
      yield* ask(endpoint)
      yield* breaker.state(agency) === "closed" ? incidents.endLeft(agency) : incidents.stretchLeft(agency)
    })
    const settleLeft = Effect.flatMap(
      incidents.left,
      (left) =>
        Effect.forEach(left, ({ agency, cause }) => settle(agency, blameOf(cause) !== "agency"), {
          concurrency: startProbes,
          discard: true
        })
    )
    const { watched } = makeOutage({
      failing: "incidents of before the start cannot be read and are tried again",
      working: "incidents of before the start were settled"
    })

    yield* Effect.forkScoped(Effect.ignoreCause(Effect.retry(watched(settleLeft), Schedule.spaced("5 seconds"))))
    yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(lookEvery)))
  })
)
