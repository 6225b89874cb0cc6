/**
 * One flight per key: of many callers who want the same at once, all wait for one call and get what it gets.
 *
 * The call runs in a fiber of its own, so it is nobody's in particular: whoever leaves, also the caller whom it began
 * for, leaves the others waiting and the call under way. When the last of them has left it is interrupted: no agency
 * is called for callers who are gone. What it ends with, failure and defect included, is what all who wait end with, in
 * the order in which they came; nothing is remembered once the flight has landed.
 *
 * Gotchas: those who share a key must want the same thing, so whatever shapes the result belongs in the key or the
 * policy. The call has the services of the caller whom it began for.
 */
import { type Context, Effect, type Exit, type Fiber } from "effect"

interface Flight<A, L> {
  readonly key: string
  readonly policy: string
  /** The caller whom it began for. */
  readonly leader: L | undefined
  /** In order of arrival. */
  readonly waiting: Set<(exit: Exit.Exit<A, unknown>) => void>
  call: Fiber.Fiber<A, unknown> | undefined
}

/** One who wants to fly. `L` is what callers know each other by. */
export interface Boarding<A, E, L> {
  /** Told what the call ended with, after all who waited have heard it; of the caller whom it began for. */
  readonly landed?: (exit: Exit.Exit<A, E>) => void
  /** Who this caller is to those who join it. */
  readonly leader?: L
  /** Told whose flight this caller has joined. */
  readonly joined?: ((leader: L) => void) | undefined
}

export interface SingleFlight<A, L = never> {
  /** @param policy what the result is made under; only those who share it share a flight */
  readonly fly: <E, R>(
    key: string,
    policy: string,
    effect: Effect.Effect<A, E, R>,
    boarding?: Boarding<A, E, L>
  ) => Effect.Effect<A, E, R>
  /** Flights in the air. */
  readonly size: () => number
}

export const makeSingleFlight = <A, L = never>(): SingleFlight<A, L> => {
  const flights = new Map<string, Flight<A, L>>()

  const forget = (flight: Flight<A, L>): void => {
    if (flights.get(flight.key) === flight) flights.delete(flight.key)
  }

  const wait = <E, R>(flight: Flight<A, L>, begin?: () => void) =>
    Effect.callback<A, E, R>((resume) => {
      // All who share a key run the same effect, so its errors are of one type.
      const land = (exit: Exit.Exit<A, unknown>): void => resume(exit as Exit.Exit<A, E>)
      flight.waiting.add(land)
      begin?.()
      return Effect.sync(() => {
        if (!flight.waiting.delete(land) || flight.waiting.size > 0) return
        forget(flight)
        flight.call?.interruptUnsafe()
      })
    })

  const fly: SingleFlight<A, L>["fly"] = <E, R>(
    wanted: string,
    policy: string,
    effect: Effect.Effect<A, E, R>,
    boarding?: Boarding<A, E, L>
  ) =>
    Effect.contextWith((context: Context.Context<R>): Effect.Effect<A, E, R> => {
      let key = wanted
      let flight = flights.get(key)
      // Rare, so the policy is no part of the usual key: joining two strings for every call costs more than this.
      if (flight !== undefined && flight.policy !== policy) flight = flights.get(key = `${wanted}\n${policy}`)
      if (flight !== undefined) {
        if (flight.leader !== undefined) boarding?.joined?.(flight.leader)
        return wait(flight)
      }
      const begun: Flight<A, L> = { key, policy, leader: boarding?.leader, waiting: new Set(), call: undefined }
      flights.set(key, begun)
      return wait(begun, () => {
        const call = Effect.runForkWith(context)(effect)
        begun.call = call
        call.addObserver((exit) => {
          forget(begun)
          for (const land of begun.waiting) {
            begun.waiting.delete(land)
            land(exit)
          }
          boarding?.landed?.(exit)
        })
      })
    })

  return { fly, size: () => flights.size }
}
