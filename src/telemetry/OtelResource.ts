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
  /** `OTEL_NODE_RESOURCE_DETECTORS`: what is found out beside it. */
  readonly detectors: ReadonlyArray<"host" | "os" | "process">
}

/** Loads the SDK's part that makes it. */
export const makeOtelResource = Effect.fnUntraced(
  function*({ attributes, detectors, instance, serviceName, version }: ResourceOptions): Effect.fn.Return<Resource> {
    const sdk = yield* Effect.promise(() => import("@opentelemetry/resources"))
    const known = { host: sdk.hostDetector, os: sdk.osDetector, process: sdk.processDetector }
    const found = sdk.detectResources({ detectors: detectors.map((name) => known[name]) })
    yield* Effect.promise(async () => found.waitForAsyncAttributes?.())
    const worker = yield* Worker
    return sdk.defaultResource().merge(found).merge(sdk.resourceFromAttributes({
      "service.name": "gapura",
      "service.version": version,
      "service.instance.id": instance,
      ...worker === undefined ? {} : { "gapura.worker": String(worker.number) },
      ...attributes,
      ...serviceName === undefined ? {} : { "service.name": serviceName }
    }))
  }
)
