/**
 * Writes down when an agency's circuit opens and closes, why, and how many callers were served by copies or not at all
 * meanwhile. It only listens: the circuits do not wait for it.
 *
 * What an operator stopped is a span of its own, from the hold on: the agency's own ends where that begins, and goes on
 * where the first call after the release fails. Until then the operator's lasts, since nobody knows better.
 *
 * Transitions are written as they come. Once a minute it looks at the circuits themselves, which finds a transition
 * that was missed, tells that open ones are still open, and writes again what the database did not take. A circuit that
 * opens again within minutes goes on with its span, so an agency that flaps does not fill the table. What is open when
 * the gateway stops stays open in the table: the next gateway asks the agency (`CircuitProbe.ts`), or it ends by itself.
 */
import { Array as Arrays, Clock, Effect, Layer, Schedule, Semaphore, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { blameOf, type IncidentCause } from "../domain/IncidentCause.ts"
import { makeOutage } from "../domain/Outage.ts"
import { Breaker } from "../resilience/Breaker.ts"
import type { CircuitStatus } from "../resilience/Circuit.ts"
import { ForcedCircuits } from "../resilience/ForcedCircuits.ts"
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

/** Why a circuit is not closed, as far as that is known. */
interface Why {
  readonly cause: IncidentCause | undefined
  readonly reason: string | null
  /** When an operator stopped it. */
  readonly since: number | undefined
}

export const IncidentWatch = Layer.effectDiscard(
  Effect.gen(function*() {
    const breaker = yield* Breaker
    const meter = yield* RequestMeter
    const incidents = yield* Incidents
    const holds = yield* ForcedCircuits
    const clock = yield* Clock.Clock
    const watched = new Map<string, Watched>()
    const unwritten = new Set<Watched>()
    /** One after the other: what was seen earlier must not be written later. */
    const turn = yield* Semaphore.make(1)

    const countedOf = (agency: string): Counted => {
      let stale = 0
      let failed = 0
      for (const series of meter.routes().values()) {
        if (series.agency !== agency) continue
        const stopped = series.whileStopped()
        stale += series.stale() + stopped.stale
        failed += series.errors() + stopped.failed
      }
      return { stale, failed }
    }

    const change = (one: Watched, at: number, endedAt: number | null, why?: Why): void => {
      const { span } = one
      const counted = countedOf(span.agency)
      const cause = span.cause ?? why?.cause ?? null
      const reason = why?.since === undefined ? span.reason : why.reason
      const isNews = (span.ended_at === null) !== (endedAt === null) || cause !== span.cause || reason !== span.reason
      one.span = {
        ...span,
        cause,
        reason,
        seen_at: at,
        ended_at: endedAt,
        changed_at: isNews ? at : span.changed_at,
        stale: counted.stale - one.before.stale,
        failed: counted.failed - one.before.failed
      }
      unwritten.add(one)
    }

    const whyOf = (agency: string, { failure, forced }: Pick<CircuitStatus, "failure" | "forced">): Why => {
      const hold = forced === "open" ? holds.current().get(agency) : undefined
      return forced === "open"
        ? { cause: hold?.publicCause ?? "operator", reason: hold?.publicReason ?? null, since: hold?.since }
        : { cause: failure, reason: null, since: undefined }
    }

    const see = (agency: string, status: Pick<CircuitStatus, "failure" | "forced" | "state">, at: number): void => {
      const one = watched.get(agency)
      const isOpen = one !== undefined && one.span.ended_at === null
      if (status.state === "closed") {
        if (isOpen) change(one, at, at)
        return
      }
      const why = whyOf(agency, status)
      const isSame = one !== undefined && (why.cause === undefined || blameOf(why.cause) === blameOf(one.span.cause))
      if (one !== undefined && isSame && at - (one.span.ended_at ?? at) <= calmMillis) return change(one, at, null, why)
      if (isOpen) change(one, at, at)
      const { cause = null, reason, since = at } = why
      const begun: Watched = {
        span: {
          id: randomUUID(),
          agency,
          started_at: since,
          seen_at: at,
          ended_at: null,
          stale: 0,
          failed: 0,
          cause,
          reason,
          changed_at: at
        },
        before: countedOf(agency)
      }
      watched.set(agency, begun)
      unwritten.add(begun)
    }

    const write = turn.withPermit(Effect.suspend(() => {
      const written = [...unwritten].map((one) => [one, one.span] as const)
      const spans = written.map(([, span]) => span)
      if (!Arrays.isReadonlyArrayNonEmpty(spans)) return Effect.void
      return Effect.andThen(
        incidents.put(spans),
        Effect.sync(() => {
          for (const [one, span] of written) if (one.span === span) unwritten.delete(one)
        })
      )
    }))

    const look = Effect.suspend(() => {
      const now = clock.currentTimeMillisUnsafe()
      for (const [agency, status] of breaker.states()) see(agency, status, now)
      return Effect.andThen(write, incidents.upkeep)
    })
    const { outlasted } = makeOutage({
      failing: "incidents of agencies cannot be written down and are tried again",
      working: "incidents of agencies are written down again"
    })

    yield* Effect.addFinalizer(() => outlasted(look))
    yield* breaker.news.pipe(
      Stream.runForEach(({ agency, at, forced, to, ...failure }) => {
        see(agency, { state: to, forced: forced && to === "open" ? to : null, ...failure }, at)
        return outlasted(write)
      }),
      Effect.forkScoped
    )
    yield* Effect.forkScoped(Effect.repeat(outlasted(look), Schedule.spaced("1 minute")))
  })
)
