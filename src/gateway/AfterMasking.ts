/** Who is told when an endpoint's answer has been masked. The gateway knows nobody; a watcher stands behind it. */
import { Context, type Effect } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"

export class AfterMasking extends Context.Service<AfterMasking, {
  /** @returns what is left to do; nearly always undefined */
  readonly note: (endpoint: Endpoint) => Effect.Effect<void> | undefined
}>()("gapura/gateway/AfterMasking") {}
