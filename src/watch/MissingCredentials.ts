/**
 * Says in the log, at the start and after every change of the registry, which credentials of agencies the environment
 * lacks. Their calls answer 502 without being sent; the other agencies go on, so this is no reason not to start.
 */
import { Effect, Layer, Redacted, Stream } from "effect"
import { AgencyCredentials } from "../gateway/AgencyCredentials.ts"
import { Registry } from "../registry/Registry.ts"
import type { RegistrySnapshot } from "../registry/RegistrySnapshot.ts"

export const MissingCredentials = Layer.effectDiscard(
  Effect.gen(function*() {
    const registry = yield* Registry
    const credentials = yield* AgencyCredentials
    let told = ""

    const tell = ({ agencies }: RegistrySnapshot) =>
      Effect.suspend(() => {
        const missing = agencies.flatMap((agency) => {
          const { credential } = agency
          if (credential === undefined || !("env" in credential)) return []
          const value = credentials.of(credential, agency)
          return value === undefined || Redacted.value(value) === "" ? [`${credential.env} (${agency.slug})`] : []
        }).join(", ")
        if (missing === told) return Effect.void
        told = missing
        return missing === ""
          ? Effect.void
          : Effect.logError(`not set in the environment, but named by the registry as an agency's credential: ${missing}`)
      })

    yield* tell(registry.current())
    yield* Effect.forkScoped(Stream.runForEach(registry.changes, tell))
  })
)
