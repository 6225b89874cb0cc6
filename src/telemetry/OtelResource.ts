/** What is said of this gateway in all that it sends: OpenTelemetry's resource. */
import type { Resource } from "@opentelemetry/resources"
import { Effect } from "effect"
import { Worker } from "../domain/Worker.ts"

export interface ResourceOptions {
  /** `OTEL_SERVICE_NAME`. */
  readonly serviceName: string | undefined
  readonly version: string
  /** The process. */
  readonly instance: string
  /** `OTEL_RESOURCE_ATTRIBUTES`, which has the last word but for the name. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Loads the SDK's part that makes it. */
export const makeOtelResource = Effect.fnUntraced(
  function*({ attributes, instance, serviceName, version }: ResourceOptions): Effect.fn.Return<Resource> {
    const { defaultResource, resourceFromAttributes } = yield* Effect.promise(() => import("@opentelemetry/resources"))
    const worker = yield* Worker
    return defaultResource().merge(resourceFromAttributes({
      "service.name": "gapura",
      "service.version": version,
      "service.instance.id": instance,
      ...worker === undefined ? {} : { "gapura.worker": String(worker.number) },
      ...attributes,
      ...serviceName === undefined ? {} : { "service.name": serviceName }
    }))
  }
)
