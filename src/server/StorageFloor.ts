/**
 * The ground of all floors: the database, the gateways on it and keys that they share, the fields that were ever sent,
 * and what masking has made of them, which masking takes over and the registry asks for.
 */
import { Effect, Layer } from "effect"
import { hostname } from "node:os"
import { productVersion } from "../domain/Version.ts"
import { VerdictMemory } from "../gateway/VerdictMemory.ts"
import type { Settings } from "../Settings.ts"
import { Database } from "../storage/Database.ts"
import { KeyAgreement } from "../storage/KeyAgreement.ts"
import { keepToFiles } from "../storage/KeyRing.ts"
import { LiveGateways } from "../storage/LiveGateways.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { SeenFields } from "../storage/SeenFields.ts"
import { SeenVerdicts } from "../storage/SeenVerdicts.ts"

/** In the database where this gateway has a key-encryption key, or else in files. */
const Keys = ({ dataDir, database, keys: { source, withAudit } }: typeof Settings.Service) => {
  if (source !== undefined) return SecretKeys.layerShared({ dataDir, source, withAudit })
  const tell = database.postgres === undefined
    ? Effect.void
    : Effect.logWarning(
      `this gateway's keys are files of its own, in ${dataDir}/keys: set KEYS_FILE or KEYS_PASSPHRASE on every gateway to share them `
        + "in the database, or copy the files to each by hand"
    )
  return Layer.unwrap(Effect.as(Effect.andThen(keepToFiles, tell), SecretKeys.layer({ dataDir })))
}

export const StorageFloor = (settings: typeof Settings.Service) =>
  Layer.mergeAll(
    SeenFields.layer(settings),
    VerdictMemory.layer.pipe(Layer.provide(SeenVerdicts.layer(settings))),
    LiveGateways.layer({ name: `${hostname()}:${settings.port}`, version: productVersion }),
    KeyAgreement.pipe(Layer.provideMerge(Keys(settings)))
  ).pipe(Layer.provideMerge(Database.layer(settings.database)))
