/** Who is told when an endpoint's answer has been masked. The gateway knows nobody; a watcher stands behind it. */
import { Context, type Effect } from "effect"
import type { ResolvedEndpoint } from "../domain/Endpoint.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"

export class AfterMasking extends Context.Service<AfterMasking, {
  /**
   * @param query canonical
   * @returns what is left to do; nearly always undefined
   */
  readonly note: (resolved: ResolvedEndpoint, query: string, response: CachedResponse) => Effect.Effect<void> | undefined
}>()("gapura/gateway/AfterMasking") {}
