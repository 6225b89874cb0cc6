/**
 * Circuit breakers: one circuit per agency, keyed by the agency's slug, so that a dead agency costs nobody time and
 * is left alone until it recovers. States and rules are in `Circuit.ts`.
 *
 * What counts: a success, or an error for which `countsAsFailure` says no, speaks for the agency (it answered); an
 * error for which it says yes speaks against it. A caller who leaves, and a defect of our own, say nothing. Put
 * retries and timeouts inside `execute`, so that one call has one outcome.
 *
 * The shape is that of `effect/persistence` CircuitBreaker. Ours reads the policy from the agency at every call, so a
 * registry swap takes effect at once, and adds two primitives to a call where the circuit is closed.
 *
 * Gotchas: time is monotonic, so a jump of the wall clock moves no circuit. A circuit stays `open` on the dashboard
 * after its time until somebody calls. Slow subscribers of `transitions` lose the oldest.
 */
import { Cause, Clock, Context, Effect, Exit, Layer, PubSub, Random, Scope, Stream, type Take } from "effect"
import type { Agency, BreakerPolicy } from "../domain/Agency.ts"
import { CircuitOpen } from "../domain/GatewayError.ts"
import { admit, type CallOutcome, type Circuit, type CircuitState, makeCircuit, type Permit, probeIn, refused, settle } from "./Circuit.ts"

export type { CircuitState } from "./Circuit.ts"

export interface Transition {
  readonly agency: string
  readonly from: CircuitState
  readonly to: CircuitState
  /** Epoch milliseconds. */
  readonly at: number
}

/** What a dashboard shows of one circuit. */
export interface CircuitStatus {
  readonly state: CircuitState
  /** Epoch milliseconds from which a probe is allowed; null unless open. */
  readonly openUntilMillis: number | null
  /** Failed calls in the window, and calls in the window. */
  readonly failures: number
  readonly calls: number
}

interface Guarded {
  readonly slug: string
  readonly circuit: Circuit
  policy: BreakerPolicy
}

const outcomeOf = <A, E>(exit: Exit.Exit<A, E>, countsAsFailure: (error: E) => boolean): CallOutcome => {
  if (Exit.isSuccess(exit)) return "success"
  for (const reason of exit.cause.reasons) {
    if (Cause.isFailReason(reason)) return countsAsFailure(reason.error) ? "failure" : "success"
  }
  return "ignored"
}

export class Breaker extends Context.Service<Breaker, {
  /** Runs a call through the agency's circuit; fails with `CircuitOpen`, without running it, where the circuit refuses. */
  readonly execute: (
    agency: Agency
  ) => <A, E, R>(effect: Effect.Effect<A, E, R>, countsAsFailure: (error: E) => boolean) => Effect.Effect<A, E | CircuitOpen, R>
  /** `closed` for an agency that nobody has called yet. */
  readonly state: (agencySlug: string) => CircuitState
  /** Every circuit that was ever called, by agency slug, as of now. */
  readonly states: () => ReadonlyMap<string, CircuitStatus>
  /** Changes of state from the subscription on; ends with the service. */
  readonly transitions: Stream.Stream<Transition>
}>()("gapura/resilience/Breaker") {
  static readonly layer = Layer.effect(
    Breaker,
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const random = yield* Random.Random
      const changes = yield* PubSub.sliding<Take.Take<Transition>>(128)
      yield* Scope.addFinalizer(yield* Effect.scope, PubSub.end(changes, Exit.void))
      const circuits = new Map<string, Guarded>()
      const nowMonotonic = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

      const guardedBy = (agency: Agency): Guarded => {
        let guarded = circuits.get(agency.slug)
        if (guarded === undefined) {
          guarded = { slug: agency.slug, circuit: makeCircuit(agency.breaker), policy: agency.breaker }
          circuits.set(agency.slug, guarded)
        }
        guarded.policy = agency.breaker
        return guarded
      }

      const publish = (guarded: Guarded, from: CircuitState): Effect.Effect<void> | undefined => {
        const to = guarded.circuit.state
        return from === to
          ? undefined
          : Effect.asVoid(PubSub.publish(changes, [{ agency: guarded.slug, from, to, at: clock.currentTimeMillisUnsafe() }]))
      }

      const record = <A, E>(guarded: Guarded, permit: Permit, exit: Exit.Exit<A, E>, countsAsFailure: (error: E) => boolean) => {
        const { circuit, policy } = guarded
        const from = circuit.state
        const outcome = outcomeOf(exit, countsAsFailure)
        // With no failure about, nothing can open: the usual call reads neither clock nor chance.
        if (from === "closed" && circuit.failures === 0 && outcome !== "failure") {
          settle(circuit, policy, permit, outcome, 0, 0)
          return undefined
        }
        settle(circuit, policy, permit, outcome, nowMonotonic(), random.nextDoubleUnsafe())
        return publish(guarded, from)
      }

      const circuitOpen = ({ circuit, policy }: Guarded) =>
        new CircuitOpen({
          detail: "The agency's server is failing and is left alone for a while. Ask again after the time given.",
          retryAfterSeconds: Math.max(1, Math.ceil(probeIn(circuit, policy, nowMonotonic()) / 1000))
        })

      /** A circuit that is not closed: the slot of a probe has to be freed whatever happens once it is taken. */
      const probe = <A, E, R>(guarded: Guarded, effect: Effect.Effect<A, E, R>, countsAsFailure: (error: E) => boolean) =>
        Effect.uninterruptibleMask((restore): Effect.Effect<A, E | CircuitOpen, R> => {
          const from = guarded.circuit.state
          const permit = admit(guarded.circuit, guarded.policy, nowMonotonic())
          if (permit === refused) return Effect.fail(circuitOpen(guarded))
          const guardedCall = Effect.onExitPrimitive(restore(effect), (exit) => record(guarded, permit, exit, countsAsFailure))
          const announced = publish(guarded, from)
          return announced === undefined ? guardedCall : Effect.andThen(announced, guardedCall)
        })

      return Breaker.of({
        execute: (agency) => (effect, countsAsFailure) =>
          Effect.suspend(() => {
            const guarded = guardedBy(agency)
            const { circuit } = guarded
            if (circuit.state !== "closed") return probe(guarded, effect, countsAsFailure)
            const permit = circuit.generation
            return Effect.onExitPrimitive(effect, (exit) => record(guarded, permit, exit, countsAsFailure))
          }),
        state: (slug) => circuits.get(slug)?.circuit.state ?? "closed",
        states: () => {
          const monotonic = nowMonotonic()
          const wall = clock.currentTimeMillisUnsafe()
          const statuses = new Map<string, CircuitStatus>()
          for (const { circuit, policy, slug } of circuits.values()) {
            statuses.set(slug, {
              state: circuit.state,
              openUntilMillis: circuit.state === "open" ? Math.round(wall + probeIn(circuit, policy, monotonic)) : null,
              failures: circuit.failures,
              calls: circuit.count
            })
          }
          return statuses
        },
        transitions: Stream.fromPubSubTake(changes)
      })
    })
  )
}
