/** The ground of all floors: the database, keys that all gateways on it share, and the fields that were ever sent. */
import { Layer } from "effect"
import type { Settings } from "../Settings.ts"
import { Database } from "../storage/Database.ts"
import { KeyAgreement } from "../storage/KeyAgreement.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { SeenFields } from "../storage/SeenFields.ts"

export const StorageFloor = ({ dataDir, database }: typeof Settings.Service) =>
  Layer.mergeAll(
    SeenFields.layer({ dataDir }),
    KeyAgreement.pipe(Layer.provideMerge(SecretKeys.layer({ dataDir })))
  ).pipe(Layer.provideMerge(Database.layer(database)))
