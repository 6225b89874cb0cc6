/**
 * How many requests without a valid token one address may send before it hears 429 instead of 401.
 *
 * It never stands in the way of a valid token, so a stranger behind a shared address locks nobody out. Memory is
 * bounded: counts live for one minute, and an address beyond the bound is counted with all the others.
 */
import { Context, Layer } from "effect"
import { WindowCounter } from "../domain/WindowCounter.ts"

export class StrangerLimit extends Context.Service<StrangerLimit, {
  /** Counts one such request; whole seconds to wait where there were too many, else 0. `now` is monotonic, in milliseconds. */
  readonly refuse: (address: string, now: number) => number
  /** Whether the address has sent too many of them lately; counts nothing. */
  readonly isBeyond: (address: string, now: number) => boolean
}>()("gapura/gateway/StrangerLimit") {
  static readonly layer = (options: { readonly limit: number }) =>
    Layer.sync(StrangerLimit, () => {
      const counter = new WindowCounter({ windowMillis: 60_000, maxKeys: 100_000, beyond: "together" })
      return StrangerLimit.of({
        refuse: (address, now) => counter.count(address, now) > options.limit ? counter.secondsLeft(address, now) : 0,
        isBeyond: (address, now) => counter.counted(address, now) > options.limit
      })
    })
}
