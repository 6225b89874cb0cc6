/**
 * One flight per key: of many callers who want the same at once, one fetches it and all get what it got.
 *
 * The first caller leads and runs the effect in its own fiber, so a caller alone pays for two primitives and a map
 * entry and no fiber is started. The others follow and wait. What the leader ends with, failure and defect included,
 * is what they all end with; nothing is remembered once the flight has landed.
 *
 * Where the leader is interrupted (its caller left), the follower who has waited longest takes over and runs its own
 * effect. Once everybody has left nobody runs anything: no agency is called for callers who are gone.
 *
 * Gotchas: followers of one key must want the same thing, so whatever shapes the result belongs in the key or the policy. Followers wake before the leader goes on. What `fly` returns is for one fiber: it may be run
 * again when it has ended, but not twice at a time.
 */
import { Cause, Effect, Exit } from "effect"

interface Follower<A> {
  /** Ends with what the leader ended with. */
  readonly land: (exit: Exit.Exit<A, unknown>) => void
  readonly lead: () => void
}

interface Flight<A> {
  readonly key: string
  readonly policy: string
  /** In order of arrival; made for the first one. */
  followers: Set<Follower<A>> | undefined
}

export interface SingleFlight<A> {
  /** @param policy what the result is made under; only those who share it share a flight */
  readonly fly: <E, R>(key: string, policy: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Flights in the air. */
  readonly size: () => number
}

export const makeSingleFlight = <A>(): SingleFlight<A> => {
  const flights = new Map<string, Flight<A>>()

  const handOver = (flight: Flight<A>): void => {
    for (const follower of flight.followers ?? []) {
      flight.followers?.delete(follower)
      return follower.lead()
    }
    flights.delete(flight.key)
  }

  const end = (flight: Flight<A>, exit: Exit.Exit<A, unknown>): void => {
    if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) return handOver(flight)
    flights.delete(flight.key)
    for (const follower of flight.followers ?? []) follower.land(exit)
  }

  const fly = <E, R>(wanted: string, policy: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    let led: Flight<A> | undefined
    const follow = (flight: Flight<A>) =>
      Effect.callback<A, E, R>((resume) => {
        const follower: Follower<A> = {
          // All who share a key run the same effect, so its errors are of one type.
          land: (exit) => resume(exit as Exit.Exit<A, E>),
          // Taken before the fiber goes on: it may be interrupted before it gets to the effect.
          lead: () => {
            led = flight
            resume(effect)
          }
        }
        flight.followers ??= new Set()
        flight.followers.add(follower)
        return Effect.sync(() => flight.followers?.delete(follower))
      })
    return Effect.onExitPrimitive(
      Effect.suspend(() => {
        let key = wanted
        let flight = flights.get(key)
        // Rare, so the policy is no part of the usual key: joining two strings for every call costs more than this.
        if (flight !== undefined && flight.policy !== policy) flight = flights.get(key = `${wanted}\n${policy}`)
        if (flight !== undefined) return follow(flight)
        led = { key, policy, followers: undefined }
        flights.set(key, led)
        return effect
      }),
      (exit) => {
        const flight = led
        led = undefined
        if (flight !== undefined) end(flight, exit)
        return undefined
      }
    )
  }

  return { fly, size: () => flights.size }
}
