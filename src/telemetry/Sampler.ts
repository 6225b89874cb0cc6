/**
 * Which requests are traced, under the standard names of `OTEL_TRACES_SAMPLER`.
 *
 * The decision needs nothing but ids, so it is made before a span exists. `traceidratio` looks at the last digits of
 * the trace id, as OpenTelemetry's probability sampling does: every service with the same ratio keeps the same traces.
 */
import { WindowCounter } from "../domain/WindowCounter.ts"
import type { Traceparent } from "./Traceparent.ts"

export type SamplerName =
  | "always_on"
  | "always_off"
  | "traceidratio"
  | "parentbased_always_on"
  | "parentbased_always_off"
  | "parentbased_traceidratio"

/** `caller` is the caller's span where it sent one; `nowMillis` is monotonic. */
export type Sampler = (traceId: string, caller: Traceparent | undefined, nowMillis: number) => boolean

/** How many requests a second are traced because their callers said so. */
export const callersPerSecond = 100

/** The leading 52 of the trace id's last 56 bits, as a number in 0 … 1. */
const randomness = (traceId: string): number => Number.parseInt(traceId.slice(18, 31), 16) / 2 ** 52

const byRatio = (ratio: number): Sampler => {
  if (!(ratio > 0)) return () => false
  if (ratio >= 1) return () => true
  const threshold = 1 - ratio
  return (traceId) => randomness(traceId) >= threshold
}

/**
 * A caller that traces is traced too, but anyone may set the flag: more than {@link callersPerSecond} of them in a
 * second are not believed, so that a flood of flags costs no more than a flood without.
 */
const parentBased = (root: Sampler): Sampler => {
  const believed = new WindowCounter({ windowMillis: 1000, maxKeys: 1, beyond: "together" })
  return (traceId, caller, nowMillis) => {
    if (caller === undefined) return root(traceId, caller, nowMillis)
    return caller.sampled && believed.count("callers", nowMillis) <= callersPerSecond
  }
}

/** `ratio`, 0 to 1, is `OTEL_TRACES_SAMPLER_ARG`; only the ratio samplers look at it. */
export const makeSampler = (name: SamplerName, ratio: number): Sampler => {
  switch (name) {
    case "always_on":
      return () => true
    case "always_off":
      return () => false
    case "traceidratio":
      return byRatio(ratio)
    case "parentbased_always_on":
      return parentBased(() => true)
    case "parentbased_always_off":
      return parentBased(() => false)
    case "parentbased_traceidratio":
      return parentBased(byRatio(ratio))
  }
}
