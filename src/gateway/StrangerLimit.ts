/**
 * How many requests without a valid token one address may send before it hears 429 instead of 401.
 *
 * Gateways that share a memory count together.
 *
 * It never stands in the way of a valid token, so a stranger behind a shared address locks nobody out. Memory is
 * bounded: counts live for one minute, and an address beyond the bound is counted with all the others.
 */
import { Context, Effect, Layer } from "effect"
import { SharedMemory } from "../domain/SharedMemory.ts"
import { SharedWindow } from "../domain/SharedWindow.ts"

export class StrangerLimit extends Context.Service<StrangerLimit, {
  /** Counts one such request; whole seconds to wait where there were too many, else 0. `now` is monotonic, in milliseconds. */
  readonly refuse: (address: string, now: number) => number
  /** Whether the address has sent too many of them lately; counts nothing. */
  readonly isBeyond: (address: string, now: number) => boolean
}>()("gapura/gateway/StrangerLimit") {
  static readonly layer = (options: { readonly limit: number }) =>
    Layer.effect(
      StrangerLimit,
      Effect.gen(function*() {
        const windows = { kind: "stranger", limit: options.limit, windowMillis: 60_000, maxKeys: 100_000, beyond: "together" } as const
        const counter = new SharedWindow(windows, yield* SharedMemory)
        return StrangerLimit.of({
          refuse: (address, now) => counter.count(address, now) > options.limit ? counter.secondsLeft(address, now) : 0,
          isBeyond: (address, now) => counter.counted(address, now) > options.limit
        })
      })
    )
}
