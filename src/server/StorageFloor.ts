/**
 * The ground of all floors: the database and its clock, the gateways on it and keys that they share, the fields that were ever sent,
 * and what masking has made of them, which masking takes over and the registry asks for.
 */
import { Effect, Layer } from "effect"
import { hostname } from "node:os"
import { productVersion } from "../domain/Version.ts"
import { Worker } from "../domain/Worker.ts"
import { VerdictMemory } from "../gateway/VerdictMemory.ts"
import type { Settings } from "../settings/Settings.ts"
import { DatabaseClock } from "../storage/DatabaseClock.ts"
import { GatewayStarts } from "../storage/GatewayStarts.ts"
import { KeyAgreement } from "../storage/KeyAgreement.ts"
import { keepToFiles } from "../storage/KeyRing.ts"
import { LiveGateways } from "../storage/LiveGateways.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { SeenFields } from "../storage/SeenFields.ts"
import { SeenVerdicts } from "../storage/SeenVerdicts.ts"
import { ServingDatabase } from "../storage/ServingDatabase.ts"

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

/** Known to people by its host and port, a worker by its number too. */
const Gateways = ({ port }: typeof Settings.Service) =>
  Layer.unwrap(Effect.map(Worker, (worker) => {
    const own = { name: `${hostname()}:${port}${worker === undefined ? "" : `/${worker.number}`}`, version: productVersion }
    return Layer.mergeAll(LiveGateways.layer(own), GatewayStarts.layer(own))
  }))

export const StorageFloor = (settings: typeof Settings.Service) =>
  Layer.mergeAll(
    SeenFields.layer({ dataDir: settings.ownDir }),
    VerdictMemory.layer.pipe(Layer.provide(SeenVerdicts.layer({ dataDir: settings.ownDir }))),
    Gateways(settings),
    KeyAgreement.pipe(Layer.provideMerge(Keys(settings)))
  ).pipe(
    Layer.provideMerge(DatabaseClock.layer),
    Layer.provideMerge(ServingDatabase(settings.database, { directory: settings.ownDir, grace: settings.databaseGrace }))
  )
