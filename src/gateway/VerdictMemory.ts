/**
 * What masking has made of each endpoint's paths, taken over by whoever masks next: after a restart, and after the
 * registry was swapped, with which an endpoint's verdicts begin anew.
 */
import { Context, Effect, Layer, Schedule } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { KeptVerdicts } from "../domain/KeptVerdict.ts"
import type { MaskedToday } from "../domain/MaskedToday.ts"
import { Worker } from "../domain/Worker.ts"
import { mayKeep } from "../privacy/KeptKeys.ts"
import { maskedUnder } from "../privacy/MaskedPaths.ts"
import { hasRoom, type Place, placeOf } from "../privacy/Place.ts"
import { SeenVerdicts } from "../storage/SeenVerdicts.ts"
import { forgetPolicy, policyOf } from "./MaskedResponse.ts"

/** The verdicts by which a route is masked at present. */
interface Live {
  readonly endpoint: Endpoint
  readonly verdicts: Place["verdicts"]
  size: number
  version: number
}

export class VerdictMemory extends Context.Service<VerdictMemory, {
  /** Before an answer of the endpoint is masked; one look-up where that is not the first. */
  readonly attend: (endpoint: Endpoint) => void
  /** As of now; undefined where nothing is known of the endpoint. */
  readonly of: (endpoint: Endpoint) => KeptVerdicts | undefined
  readonly maskedUnder: MaskedToday
  /** Its paths are judged anew, by what comes next; at the other workers too. */
  readonly forget: (endpoint: Endpoint) => void
}>()("gapura/gateway/VerdictMemory") {
  static readonly layer: Layer.Layer<VerdictMemory, never, SeenVerdicts> = Layer.effect(
    VerdictMemory,
    Effect.gen(function*() {
      const seen = yield* SeenVerdicts
      const worker = yield* Worker
      const routes = new Map<string, Live>()

      const learn = (live: Live): void => {
        const { endpoint: { route }, verdicts: { size, version } } = live
        if (live.size === size && live.version === version) return
        live.size = size
        live.version = version
        seen.keep(route, live.verdicts.kept(seen.of(route) ?? {}, mayKeep))
      }

      const attend = (endpoint: Endpoint): void => {
        const { route } = endpoint
        const live = routes.get(route)
        if (live?.endpoint === endpoint && hasRoom(live.verdicts)) return
        if (live !== undefined) learn(live)
        const { verdicts } = placeOf(policyOf(endpoint), seen.of(route))
        routes.set(route, { endpoint, verdicts, size: -1, version: -1 })
      }

      const learnAll = Effect.sync(() => routes.forEach(learn))
      yield* Effect.addFinalizer(() => learnAll)
      yield* Effect.forkScoped(Effect.repeat(learnAll, Schedule.spaced("5 seconds")))

      const of = ({ route }: Endpoint): KeptVerdicts | undefined => {
        const live = routes.get(route)
        if (live !== undefined) learn(live)
        return seen.of(route)
      }

      const forget = (route: string, endpoint: Endpoint | undefined): void => {
        routes.delete(route)
        seen.forget(route)
        if (endpoint !== undefined) forgetPolicy(endpoint)
      }
      worker?.onNews(({ about, subject }) => about === "forget" ? forget(subject, routes.get(subject)?.endpoint) : undefined)

      return VerdictMemory.of({
        attend,
        of,
        maskedUnder: (endpoint, path) => maskedUnder(of(endpoint) ?? {}, policyOf(endpoint), path),
        forget: (endpoint) => {
          forget(endpoint.route, endpoint)
          worker?.tell({ about: "forget", subject: endpoint.route })
        }
      })
    })
  )
}
