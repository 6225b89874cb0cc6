/**
 * Writes down when an agency's circuit opens and closes, and how many callers were served by copies or not at all
 * meanwhile. It only listens: the circuits do not wait for it.
 *
 * Transitions are written as they come. Once a minute it looks at the circuits themselves, which finds a transition
 * that was missed, tells that open ones are still open, and writes again what the database did not take. A circuit that
 * opens again within minutes goes on with its span, so an agency that flaps does not fill the table. What is open when
 * the gateway stops stays open in the table: the next gateway goes on with it, or it ends by itself.
 */
import { Array as Arrays, Clock, Effect, Layer, Schedule, Stream } from "effect"
import { randomUUID } from "node:crypto"
import type { CircuitState } from "../domain/CircuitState.ts"
import { makeOutage } from "../domain/Outage.ts"
import { Breaker } from "../resilience/Breaker.ts"
import { calmMillis, Incidents, type IncidentSpan } from "../telemetry/Incidents.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"

interface Watched {
  span: IncidentSpan
  /** The agency's counts when the span began. */
  readonly before: Counted
}
interface Counted {
  readonly stale: number
  readonly failed: number
}

export const IncidentWatch = Layer.effectDiscard(
  Effect.gen(function*() {
    const breaker = yield* Breaker
    const meter = yield* RequestMeter
    const incidents = yield* Incidents
    const clock = yield* Clock.Clock
    const watched = new Map<string, Watched>()
    const unwritten = new Set<Watched>()

    const countedOf = (agency: string): Counted => {
      let stale = 0
      let failed = 0
      for (const series of meter.routes().values()) {
        if (series.agency !== agency) continue
        stale += series.stale()
        failed += series.errors()
      }
      return { stale, failed }
    }

    const change = (one: Watched, nowMillis: number, endedAt: number | null): void => {
      const counted = countedOf(one.span.agency)
      one.span = {
        ...one.span,
        seen_at: nowMillis,
        ended_at: endedAt,
        stale: counted.stale - one.before.stale,
        failed: counted.failed - one.before.failed
      }
      unwritten.add(one)
    }

    const see = (agency: string, state: CircuitState, at: number): void => {
      const one = watched.get(agency)
      const isOpen = one !== undefined && one.span.ended_at === null
      if (state === "closed") {
        if (isOpen) change(one, at, at)
      } else if (one !== undefined && at - (one.span.ended_at ?? at) <= calmMillis) {
        change(one, at, null)
      } else {
        const begun: Watched = {
          span: { id: randomUUID(), agency, started_at: at, seen_at: at, ended_at: null, stale: 0, failed: 0 },
          before: countedOf(agency)
        }
        watched.set(agency, begun)
        unwritten.add(begun)
      }
    }

    const write = Effect.suspend(() => {
      const written = [...unwritten].map((one) => [one, one.span] as const)
      const spans = written.map(([, span]) => span)
      if (!Arrays.isReadonlyArrayNonEmpty(spans)) return Effect.void
      return Effect.andThen(
        incidents.put(spans),
        Effect.sync(() => {
          for (const [one, span] of written) if (one.span === span) unwritten.delete(one)
        })
      )
    })

    const look = Effect.suspend(() => {
      const now = clock.currentTimeMillisUnsafe()
      for (const [agency, { state }] of breaker.states()) see(agency, state, now)
      return Effect.andThen(write, incidents.upkeep)
    })
    const { outlasted } = makeOutage({
      failing: "incidents of agencies cannot be written down and are tried again",
      working: "incidents of agencies are written down again"
    })

    yield* Effect.addFinalizer(() => outlasted(look))
    yield* breaker.transitions.pipe(
      Stream.runForEach(({ agency, at, to }) => {
        see(agency, to, at)
        return outlasted(write)
      }),
      Effect.forkScoped
    )
    yield* Effect.forkScoped(Effect.repeat(outlasted(look), Schedule.spaced("1 minute")))
  })
)
