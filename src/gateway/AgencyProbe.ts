/**
 * The gateway's own call of an agency, for nobody: one GET of what the agency offers everybody without a parameter, to know
 * whether it answers again. It goes through the agency's circuit like a caller's, and is judged like one: what cannot be read
 * as an answer is a failure. Nothing of the answer is kept.
 */
import { Clock, Context, Effect, Layer, Result } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import { HeldBytes } from "../domain/HeldBytes.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { Registry } from "../registry/Registry.ts"
import { Breaker } from "../resilience/Breaker.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { AgencyClient } from "../upstream/AgencyClient.ts"
import { AgencyCredentials } from "./AgencyCredentials.ts"
import { targetOf } from "./AgencyFetch.ts"
import { judge, outcomeOf } from "./AgencyJudgement.ts"
import type { FetchError } from "./FetchRequest.ts"
import { keepingOf } from "./MaskedResponse.ts"
import { ownTracesOf } from "./OwnTraces.ts"
import { largestKept } from "./ResponseBuffer.ts"
import { turns } from "./Turns.ts"
import { maskAtOnce, maskInTurns } from "./WholeBody.ts"

/** No secret: what it makes is thrown away. */
const anyKey = new Uint8Array(32)

export class AgencyProbe extends Context.Service<AgencyProbe, {
  /** What the agency with this slug may be probed with: the smallest; undefined where it has no such endpoint. */
  readonly endpointOf: (agency: string) => Endpoint | undefined
  /** Fails as a caller's would, with `CircuitOpen` where it is not time for a probe, or another gateway's. */
  readonly probe: (endpoint: Endpoint) => Effect.Effect<void, FetchError>
}>()("gapura/gateway/AgencyProbe") {
  static readonly layer = ({ publicUrl }: { readonly publicUrl: string }) =>
    Layer.effect(
      AgencyProbe,
      Effect.gen(function*() {
        const registry = yield* Registry
        const client = yield* AgencyClient
        const breaker = yield* Breaker
        const meter = yield* RequestMeter
        const credentials = yield* AgencyCredentials
        const held = yield* HeldBytes
        const clock = yield* Clock.Clock

        const read = Effect.fnUntraced(function*(endpoint: Endpoint) {
          const holding = held.begin()
          const { attempts, body, caching, status } = yield* client.call({
            endpoint,
            target: targetOf({ endpoint, parameters: {} }, ""),
            requestId: "uji-sirkuit",
            application: "",
            traceparent: undefined,
            holding
          }).pipe(Effect.ensuring(Effect.sync(() => holding.end())))
          // A refusal says that the agency is there.
          if (status >= 400) return attempts
          const options = {
            endpoint,
            body,
            attempts,
            agencyStatus: status,
            representation: "json",
            pseudonymKey: anyKey,
            nowMillis: clock.currentTimeMillisUnsafe(),
            keeping: keepingOf(caching, "", 0),
            turns,
            own: ownTracesOf(endpoint.agency, registry.current(), publicUrl, credentials.of)
          } as const
          const made = maskAtOnce(options)
          if (made === undefined) yield* maskInTurns(options)
          else if (Result.isFailure(made)) return yield* made.failure
          return attempts
        })

        const probe = Effect.fnUntraced(function*(endpoint: Endpoint) {
          const started = monotonicMillis(clock)
          const { slug: agency } = endpoint.agency
          const told = (outcome: ReturnType<typeof outcomeOf> | "success", attempts: number) =>
            Effect.sync(() => {
              if (attempts > 0) meter.agencyCall({ agency, outcome, attempts, durationMs: monotonicMillis(clock) - started })
            })
          yield* Effect.tap(read(endpoint), (attempts) => told("success", attempts)).pipe(
            Effect.tapError((error) => told(outcomeOf(error), "attempts" in error ? error.attempts ?? 0 : 0))
          )
        })

        return AgencyProbe.of({
          endpointOf: (agency) => {
            const now = clock.currentTimeMillisUnsafe()
            let found: Endpoint | undefined
            for (const endpoint of registry.current().endpoints) {
              if (endpoint.agency.slug !== agency || endpoint.private || endpoint.maxBytes > largestKept) continue
              if (endpoint.sunset !== undefined && endpoint.sunset <= now) continue
              if ([...endpoint.segments, ...endpoint.upstream].some(({ _tag }) => _tag === "Parameter")) continue
              if (found === undefined || endpoint.maxBytes < found.maxBytes) found = endpoint
            }
            return found
          },
          probe: (endpoint) => breaker.execute(endpoint.agency)(probe(endpoint), judge)
        })
      })
    )
}
