/**
 * The ground of all floors: the database, keys that all gateways on it share, the fields that were ever sent, and what
 * masking has made of them, which masking takes over and the registry asks for.
 */
import { Layer } from "effect"
import { VerdictMemory } from "../gateway/VerdictMemory.ts"
import type { Settings } from "../Settings.ts"
import { Database } from "../storage/Database.ts"
import { KeyAgreement } from "../storage/KeyAgreement.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { SeenFields } from "../storage/SeenFields.ts"
import { SeenVerdicts } from "../storage/SeenVerdicts.ts"

export const StorageFloor = ({ dataDir, database }: typeof Settings.Service) =>
  Layer.mergeAll(
    SeenFields.layer({ dataDir }),
    VerdictMemory.layer.pipe(Layer.provide(SeenVerdicts.layer({ dataDir }))),
    KeyAgreement.pipe(Layer.provideMerge(SecretKeys.layer({ dataDir })))
  ).pipe(Layer.provideMerge(Database.layer(database)))
