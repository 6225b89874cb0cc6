/** Calls to agencies, and what spares them: limiter, circuits, stored copies. Stands on storage. */
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { AgencyCredentials } from "../gateway/AgencyCredentials.ts"
import { Breaker } from "../resilience/Breaker.ts"
import { ForcedCircuits } from "../resilience/ForcedCircuits.ts"
import { Limiter } from "../resilience/Limiter.ts"
import { StaleCache } from "../resilience/StaleCache.ts"
import { type Settings, toBytes } from "../settings/Settings.ts"
import { AddressGuard } from "../upstream/AddressGuard.ts"
import { AgencyClient } from "../upstream/AgencyClient.ts"
import { HangUp } from "./HangUp.ts"

const Client = ({ deskAddresses }: typeof Settings.Service) =>
  Layer.unwrap(Effect.map(AgencyCredentials, ({ of }) => AgencyClient.layer({ credentials: of, guard: new AddressGuard(deskAddresses) })))

export const UpstreamFloor = (settings: typeof Settings.Service) =>
  Layer.mergeAll(
    Limiter.layer({ limit: settings.rateLimit }),
    ForcedCircuits.layer.pipe(Layer.provideMerge(Breaker.layer)),
    StaleCache.layer({ maxBytes: toBytes(settings.cacheMaxBytes), directory: join(settings.ownDir, "copies") }),
    HangUp.pipe(Layer.provideMerge(Client(settings))).pipe(
      Layer.provideMerge(AgencyCredentials.layer({ environment: settings.credential }))
    )
  )
