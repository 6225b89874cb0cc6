/**
 * How an endpoint is, as people are shown it: the measured windows, and `down` while its agency's circuit is not
 * closed, whatever the measurements of a while ago say.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { Health } from "../domain/Health.ts"
import { AgencyProbe } from "../gateway/AgencyProbe.ts"
import { Breaker } from "../resilience/Breaker.ts"
import { EndpointStats, type Stats } from "../telemetry/EndpointStats.ts"
import type { RecentWindow } from "../telemetry/SlotWindows.ts"

export type Windows = Readonly<Record<RecentWindow, Stats>>

export class EndpointHealth extends Context.Service<EndpointHealth, {
  readonly of: (endpoint: Endpoint) => Windows
  readonly overall: () => Windows
  /** Agencies that may be called again, but that nobody has called since, nor the gateway itself can. */
  readonly unasked: () => (slug: string) => boolean
  /** Every agency at this moment: its last 5 minutes, undefined where nobody has called it, and how it is. */
  readonly agencies: () => (slug: string) => { readonly stats: Stats | undefined; readonly health: Health }
}>()("gapura/watch/EndpointHealth") {
  static readonly layer = Layer.effect(
    EndpointHealth,
    Effect.gen(function*() {
      const stats = yield* EndpointStats
      const breaker = yield* Breaker
      const probes = yield* AgencyProbe
      const clock = yield* Clock.Clock
      return EndpointHealth.of({
        of: (endpoint) => {
          const windows = stats.of(endpoint.route)
          return breaker.state(endpoint.agency.slug) === "closed" ? windows : { ...windows, "5m": { ...windows["5m"], health: "down" } }
        },
        overall: stats.overall,
        unasked: () => {
          const states = breaker.states()
          const now = clock.currentTimeMillisUnsafe()
          return (slug) => {
            const circuit = states.get(slug)
            if (circuit === undefined || circuit.state === "closed" || circuit.forced !== null) return false
            return (circuit.openUntilMillis ?? 0) <= now && probes.endpointOf(slug) === undefined
          }
        },
        agencies: () => {
          const measured = stats.agencies()
          return (slug) => {
            const found = measured.get(slug)
            return { stats: found, health: breaker.state(slug) === "closed" ? found?.health ?? "unknown" : "down" }
          }
        }
      })
    })
  )
}
