/**
 * The whole gateway, floor on floor; `server/` has the floors. A floor finds in those below it whatever its services
 * need, and nothing beside.
 *
 * Closing goes from the top: readiness turns 503 and the listener drains first, then the audit sink and the stored
 * copies are flushed, then the database closes.
 */
import { Effect, Layer } from "effect"
import { AccessFloor } from "./server/AccessFloor.ts"
import { AuditFloor, Journal } from "./server/AuditFloor.ts"
import { Doors } from "./server/Doors.ts"
import { GatewayFloor } from "./server/GatewayFloor.ts"
import { NoticesFloor } from "./server/NoticesFloor.ts"
import { PortalFloor } from "./server/PortalFloor.ts"
import { RegistryFloor } from "./server/RegistryFloor.ts"
import { JoinShared, SharedFloor } from "./server/SharedFloor.ts"
import { StorageFloor } from "./server/StorageFloor.ts"
import { LogFloor, TelemetryFloor } from "./server/TelemetryFloor.ts"
import { UpstreamFloor } from "./server/UpstreamFloor.ts"
import { WatchFloor } from "./server/WatchFloor.ts"
import { Settings } from "./settings/Settings.ts"

/** Floors side by side, none of which needs another. */
const RoomLayers = (settings: typeof Settings.Service, registryFile: string | undefined) =>
  Layer.mergeAll(
    // A registry that is refused leaves the audit log as it was.
    Journal(settings).pipe(Layer.provideMerge(RegistryFloor(registryFile))),
    AuditFloor(settings),
    AccessFloor(settings),
    NoticesFloor(settings),
    UpstreamFloor(settings),
    TelemetryFloor(settings)
  )

/** It is ready once the layer is built. */
export const Server = (registryFile: string | undefined) =>
  Layer.unwrap(Effect.map(Settings, (settings) =>
    Doors(settings).pipe(
      Layer.provideMerge(JoinShared),
      Layer.provideMerge(PortalFloor(settings)),
      Layer.provideMerge(WatchFloor(settings)),
      Layer.provideMerge(GatewayFloor(settings)),
      Layer.provideMerge(RoomLayers(settings, registryFile)),
      Layer.provideMerge(SharedFloor(settings)),
      Layer.provideMerge(StorageFloor(settings)),
      Layer.provideMerge(LogFloor(settings))
    )))
