/**
 * Circuit breakers: one circuit per agency, keyed by the agency's slug, so that a dead agency costs nobody time and
 * is left alone until it recovers. States and rules are in `Circuit.ts`.
 *
 * What counts: a success, or an error for which `countsAsFailure` says no, speaks for the agency (it answered); an
 * error for which it says yes speaks against it. `ignored` is for a call that the agency never saw. A caller who leaves,
 * and a defect of our own, say nothing. Put retries and timeouts inside `execute`, so that one call has one outcome.
 *
 * A success whose call goes on when `execute` has ended, such as a stream, says nothing yet: it has a `CallEnd`, by which
 * the circuit hears what the call came to. A probe alone has done its work by getting that far.
 *
 * The shape is that of `effect/persistence` CircuitBreaker. Ours reads the policy from the agency at every call, so a
 * registry swap takes effect at once, and adds two primitives to a call where the circuit is closed.
 *
 * Gateways that share a memory (`SharedCircuits.ts`) hear of each other: where a circuit is open elsewhere one failure opens
 * it here, one of them probes for all, and what its probe closes is closed everywhere.
 *
 * Gotchas: time is monotonic, so a jump of the wall clock moves no circuit. A circuit stays `open` on the dashboard
 * after its time until somebody calls, be it the gateway itself (`watch/CircuitProbe.ts`). Slow subscribers of
 * `transitions` lose the oldest.
 */
import { Cause, Clock, Context, Effect, Exit, Layer, PubSub, Random, Scope, Stream, type Take } from "effect"
import type { Agency, BreakerPolicy } from "../domain/Agency.ts"
import { agencyDetails } from "../domain/AgencyDetails.ts"
import type { CircuitOutcome, FailureKind } from "../domain/CallOutcome.ts"
import type { CircuitState, ForcedState } from "../domain/CircuitState.ts"
import { CircuitOpen } from "../domain/GatewayError.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { SharedMemory } from "../domain/SharedMemory.ts"
import type { CallEnd, TellOutcome } from "./CallEnd.ts"
import {
  admit,
  type Circuit,
  type CircuitStatus,
  close,
  force,
  isProbeDue,
  makeCircuit,
  type Permit,
  probeIn,
  refused,
  settle,
  type Transition
} from "./Circuit.ts"
import { LatestFailures } from "./LatestFailures.ts"
import { SharedCircuits } from "./SharedCircuits.ts"

interface Guarded {
  readonly slug: string
  readonly circuit: Circuit
  policy: BreakerPolicy
  /** Longest that a call may take, in milliseconds. */
  deadlineMillis: number
  /** Whether another gateway's circuit is open. */
  openElsewhere: boolean
  /** It failed before this gateway started, and has not answered since. */
  isSuspect: boolean
  readonly latest: LatestFailures
}

/** Of an agency that fails elsewhere one failure is enough. */
const oneFailure = (policy: BreakerPolicy): BreakerPolicy => ({ ...policy, minimum: 1, threshold: 0 })

/** Whether an error speaks against the agency, and how. */
export type Judgement = boolean | "ignored" | FailureKind

/** How a call is judged. */
interface Judging<A, E> {
  readonly countsAsFailure: (error: E) => Judgement
  readonly endOf: ((success: A) => CallEnd | undefined) | undefined
}

const judgementOf = <E>(cause: Cause.Cause<E>, countsAsFailure: (error: E) => Judgement): Judgement => {
  for (const reason of cause.reasons) if (Cause.isFailReason(reason)) return countsAsFailure(reason.error)
  return "ignored"
}
const outcomeOf = (judgement: Judgement): CircuitOutcome =>
  judgement === "ignored" ? judgement : judgement === false ? "success" : "failure"

export class Breaker extends Context.Service<Breaker, {
  /**
   * Runs a call through the agency's circuit; fails with `CircuitOpen`, without running it, where the circuit refuses.
   * @param endOf the end of a call that goes on although it has succeeded; undefined for a success that is all of it
   */
  readonly execute: (agency: Agency) => <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    countsAsFailure: (error: E) => Judgement,
    endOf?: (success: A) => CallEnd | undefined
  ) => Effect.Effect<A, E | CircuitOpen, R>
  /** `closed` for an agency that nobody has called yet. */
  readonly state: (agencySlug: string) => CircuitState
  /** Holds an agency's circuit at a state, or with `undefined` lets go of it; see `Circuit.ts`. */
  readonly force: (agencySlug: string, state: ForcedState | undefined) => Effect.Effect<void>
  /** Every circuit that was ever called, by agency slug, as of now. */
  readonly states: () => ReadonlyMap<string, CircuitStatus>
  /** Lets one failure open the agency's circuit, until it answers: it failed before this gateway started. */
  readonly suspect: (agency: Agency) => void
  /** What an operator holds an agency's circuit at. */
  readonly forced: (agencySlug: string) => ForcedState | undefined
  /** Changes of state from the subscription on; ends with the service. */
  readonly transitions: Stream.Stream<Transition>
  /** The same, and holds and releases that left the state as it was. */
  readonly news: Stream.Stream<Transition>
}>()("gapura/resilience/Breaker") {
  static readonly layer = Layer.effect(
    Breaker,
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const random = yield* Random.Random
      const changes = yield* PubSub.sliding<Take.Take<Transition>>(128)
      yield* Scope.addFinalizer(yield* Effect.scope, PubSub.end(changes, Exit.void))
      const circuits = new Map<string, Guarded>()
      /** Kept beside the circuits: an agency may be held before anybody has called it. */
      const forces = new Map<string, ForcedState>()
      const nowMonotonic = () => monotonicMillis(clock)

      const guardedBy = (agency: Agency): Guarded => {
        let guarded = circuits.get(agency.slug)
        if (guarded === undefined) {
          guarded = {
            slug: agency.slug,
            circuit: makeCircuit(agency.breaker),
            policy: agency.breaker,
            deadlineMillis: 0,
            openElsewhere: false,
            isSuspect: false,
            latest: new LatestFailures()
          }
          force(guarded.circuit, forces.get(agency.slug))
          circuits.set(agency.slug, guarded)
        }
        guarded.policy = agency.breaker
        guarded.deadlineMillis = agency.deadlineMillis
        return guarded
      }

      const told = (change: Omit<Transition, "at">): Effect.Effect<void> =>
        Effect.asVoid(PubSub.publish(changes, [{ ...change, at: clock.currentTimeMillisUnsafe() }]))
      const publish = (guarded: Guarded, from: CircuitState): Effect.Effect<void> | undefined => {
        const { circuit: { state: to }, latest, slug } = guarded
        if (from === to) return undefined
        tellOthers(guarded)
        if (to === "closed") latest.clear()
        return told({ agency: slug, from, to, forced: false, ...latest.told })
      }

      const memory = yield* SharedMemory
      const others = memory === undefined ? undefined : new SharedCircuits(memory, () => [...circuits.keys()], (slug, elsewhere) => {
        const guarded = circuits.get(slug)
        if (guarded === undefined) return
        const { circuit } = guarded
        guarded.openElsewhere = elsewhere?.state === "open"
        const now = nowMonotonic()
        if (circuit.state !== "open" || circuit.forced !== undefined || elsewhere?.state !== "closed") return
        if (now - elsewhere.ageMillis <= circuit.openedAt) return
        close(circuit, now)
        guarded.latest.clear()
        PubSub.publishUnsafe(changes, [{ agency: slug, from: "open", to: "closed", at: clock.currentTimeMillisUnsafe(), forced: false }])
      })
      const tellOthers = ({ circuit, policy, slug }: Guarded): void => {
        if (circuit.forced !== undefined) return
        if (circuit.state === "open") others?.opened(slug, probeIn(circuit, policy, nowMonotonic()))
        if (circuit.state === "closed") others?.closed(slug)
      }
      const stateOf = (slug: string): CircuitState => circuits.get(slug)?.circuit.state ?? forces.get(slug) ?? "closed"

      /** For a call that goes on: as of now, since a probe has just closed the circuit. */
      const hears = (guarded: Guarded): TellOutcome => {
        const { circuit } = guarded
        const permit = circuit.state === "closed" ? circuit.generation : refused
        return (outcome, kind) =>
          Effect.suspend(() => {
            const from = circuit.state
            if (kind !== undefined) guarded.latest.note(kind, guarded.policy.size)
            settle(circuit, guarded.policy, permit, outcome, nowMonotonic(), random.nextDoubleUnsafe())
            return publish(guarded, from) ?? Effect.void
          })
      }

      const record = <A, E>(guarded: Guarded, permit: Permit, exit: Exit.Exit<A, E>, { countsAsFailure, endOf }: Judging<A, E>) => {
        const end = endOf !== undefined && Exit.isSuccess(exit) ? endOf(exit.value) : undefined
        const judgement = Exit.isFailure(exit)
          ? judgementOf(exit.cause, countsAsFailure)
          : end === undefined || guarded.circuit.state === "half-open"
          ? false
          : "ignored"
        const announced = settled(guarded, permit, judgement)
        end?.heardBy(hears(guarded))
        return announced
      }

      const settled = (guarded: Guarded, permit: Permit, judgement: Judgement): Effect.Effect<void> | undefined => {
        const { circuit, policy } = guarded
        const from = circuit.state
        const outcome = outcomeOf(judgement)
        if (outcome === "success") guarded.isSuspect = false
        // With no failure about, nothing can open: the usual call reads neither clock nor chance.
        if (from === "closed" && circuit.failures === 0 && outcome !== "failure") {
          settle(circuit, policy, permit, outcome, 0, 0)
          return undefined
        }
        if (typeof judgement === "string" && judgement !== "ignored") guarded.latest.note(judgement, policy.size)
        const isKnown = guarded.isSuspect || guarded.openElsewhere && memory?.isUp() === true
        const counted = isKnown ? oneFailure(policy) : policy
        const isProbes = from === "half-open" && permit === circuit.generation
        settle(circuit, counted, permit, outcome, nowMonotonic(), random.nextDoubleUnsafe())
        if (isProbes && circuit.state === "half-open") others?.released(guarded.slug)
        return publish(guarded, from)
      }

      const circuitOpen = ({ circuit, policy }: Guarded) => {
        // Nobody knows when an operator lets go.
        const waitMillis = circuit.forced === "open" ? policy.openMillis : probeIn(circuit, policy, nowMonotonic())
        return new CircuitOpen({
          detail: circuit.forced === "open" ? agencyDetails.cutOff : agencyDetails.failing,
          retryAfterSeconds: Math.max(1, Math.ceil(waitMillis / 1000))
        })
      }

      /** The same where gateways ask who of them may probe. */
      const leasedProbe = <A, E, R>(guarded: Guarded, effect: Effect.Effect<A, E, R>, judging: Judging<A, E>, shared: SharedCircuits) =>
        isProbeDue(guarded.circuit, guarded.policy, nowMonotonic())
          ? Effect.uninterruptibleMask((restore) =>
            Effect.flatMap(
              shared.lease(guarded.slug, guarded.deadlineMillis),
              (taken): Effect.Effect<A, E | CircuitOpen, R> =>
                taken ? probe(guarded, restore(effect), judging) : Effect.fail(circuitOpen(guarded))
            )
          )
          : probe(guarded, effect, judging)

      /** A circuit that is not closed: the slot of a probe has to be freed whatever happens once it is taken. */
      const probe = <A, E, R>(guarded: Guarded, effect: Effect.Effect<A, E, R>, judging: Judging<A, E>) =>
        Effect.uninterruptibleMask((restore): Effect.Effect<A, E | CircuitOpen, R> => {
          const from = guarded.circuit.state
          const permit = admit(guarded.circuit, guarded.policy, nowMonotonic())
          if (permit === refused) return Effect.fail(circuitOpen(guarded))
          const guardedCall = Effect.onExitPrimitive(restore(effect), (exit) => record(guarded, permit, exit, judging))
          const announced = publish(guarded, from)
          return announced === undefined ? guardedCall : Effect.andThen(announced, guardedCall)
        })

      return Breaker.of({
        execute: (agency) => (effect, countsAsFailure, endOf) =>
          Effect.suspend(() => {
            const guarded = guardedBy(agency)
            const { circuit } = guarded
            const judging = { countsAsFailure, endOf }
            if (circuit.state !== "closed") {
              return others === undefined ? probe(guarded, effect, judging) : leasedProbe(guarded, effect, judging, others)
            }
            const permit = circuit.generation
            return Effect.onExitPrimitive(effect, (exit) => record(guarded, permit, exit, judging))
          }),
        state: stateOf,
        force: (slug, state) =>
          Effect.suspend(() => {
            const from = stateOf(slug)
            if (state === undefined) forces.delete(slug)
            else forces.set(slug, state)
            const guarded = circuits.get(slug)
            if (guarded !== undefined) {
              force(guarded.circuit, state)
              guarded.latest.clear()
            }
            return told({ agency: slug, from, to: stateOf(slug), forced: true })
          }),
        forced: (slug) => forces.get(slug),
        suspect: (agency) => void (guardedBy(agency).isSuspect = true),
        states: () => {
          const monotonic = nowMonotonic()
          const wall = clock.currentTimeMillisUnsafe()
          const statuses = new Map<string, CircuitStatus>()
          for (const [slug, forced] of forces) statuses.set(slug, { state: forced, forced, openUntilMillis: null, failures: 0, calls: 0 })
          for (const { circuit, latest, policy, slug } of circuits.values()) {
            statuses.set(slug, {
              state: circuit.state,
              forced: circuit.forced ?? null,
              openUntilMillis: circuit.state === "open" && circuit.forced === undefined
                ? Math.round(wall + probeIn(circuit, policy, monotonic))
                : null,
              failures: circuit.failures,
              calls: circuit.count,
              ...latest.told
            })
          }
          return statuses
        },
        transitions: Stream.filter(Stream.fromPubSubTake(changes), ({ from, to }) => from !== to),
        news: Stream.fromPubSubTake(changes)
      })
    })
  )
}
