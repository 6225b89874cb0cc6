/** Says in the log, at the start and after every change of the registry, which credentials of agencies the environment lacks. */
import { Effect, Layer, Stream } from "effect"
import { unsetCredentials } from "../domain/UnsetCredentials.ts"
import { AgencyCredentials } from "../gateway/AgencyCredentials.ts"
import { Registry } from "../registry/Registry.ts"
import type { RegistrySnapshot } from "../registry/RegistrySnapshot.ts"

export const MissingCredentials = Layer.effectDiscard(
  Effect.gen(function*() {
    const registry = yield* Registry
    const credentials = yield* AgencyCredentials
    let told: string | undefined

    const tell = ({ agencies }: RegistrySnapshot) =>
      Effect.suspend(() => {
        const missing = unsetCredentials(agencies, credentials.of)
        if (missing === told) return Effect.void
        told = missing
        return missing === undefined ? Effect.void : Effect.logError(missing)
      })

    yield* tell(registry.current())
    yield* Effect.forkScoped(Stream.runForEach(registry.changes, tell))
  })
)
