/**
 * How many requests without a valid token one address may send before it hears 429 instead of 401.
 *
 * It never stands in the way of a valid token, so a stranger behind a shared address locks nobody out. Memory is
 * bounded: counts live for one minute, and an address beyond the bound is counted with all the others.
 */
import { Context, Layer } from "effect"

const windowMillis = 60_000
const maxAddresses = 100_000

export class StrangerLimit extends Context.Service<StrangerLimit, {
  /** Counts one such request; whole seconds to wait where there were too many, else 0. `now` is monotonic, in milliseconds. */
  readonly refuse: (address: string, now: number) => number
}>()("gapura/gateway/StrangerLimit") {
  static readonly layer = (options: { readonly limit: number }) =>
    Layer.sync(StrangerLimit, () => {
      let counts = new Map<string, number>()
      let opened = Number.NEGATIVE_INFINITY
      return StrangerLimit.of({
        refuse: (address, now) => {
          if (now - opened >= windowMillis) {
            counts = new Map()
            opened = now
          }
          const key = counts.size < maxAddresses || counts.has(address) ? address : "others"
          const count = (counts.get(key) ?? 0) + 1
          counts.set(key, count)
          return count > options.limit ? Math.max(1, Math.ceil((opened + windowMillis - now) / 1000)) : 0
        }
      })
    })
}
