/** The gateway without its audit, which only a benchmark runs: records go nowhere, answers leave at once. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer } from "effect"
import { AuditSink } from "../../src/audit/AuditSink.ts"
import { AccessFloor } from "../../src/server/AccessFloor.ts"
import { AuditFloor } from "../../src/server/AuditFloor.ts"
import { Doors } from "../../src/server/Doors.ts"
import { GatewayFloor } from "../../src/server/GatewayFloor.ts"
import { NoticesFloor } from "../../src/server/NoticesFloor.ts"
import { PortalFloor } from "../../src/server/PortalFloor.ts"
import { RegistryFloor } from "../../src/server/RegistryFloor.ts"
import { StorageFloor } from "../../src/server/StorageFloor.ts"
import { LogFloor, TelemetryFloor } from "../../src/server/TelemetryFloor.ts"
import { UpstreamFloor } from "../../src/server/UpstreamFloor.ts"
import { WatchFloor } from "../../src/server/WatchFloor.ts"
import { Settings } from "../../src/settings/Settings.ts"

/** Stands where `Server.ts` has the journal. */
const Silence = Layer.succeed(AuditSink)({
  append: () => -1,
  count: () => {},
  amend: () => {},
  whenKept: (waiter) => waiter.settled(true),
  whenKeptSoon: (waiter) => waiter.settled(true),
  kept: Effect.succeed(true),
  recording: () => true,
  backlog: () => 0,
  lost: () => 0,
  upkeep: () => ({ journalBytes: 0, journalMillis: 0, isSigning: true, unprovenMillis: 0, unprunedMillis: undefined })
})

const Silent = Layer.unwrap(Effect.map(Settings, (settings) =>
  Doors(settings).pipe(
    Layer.provideMerge(PortalFloor(settings)),
    Layer.provideMerge(WatchFloor(settings)),
    Layer.provideMerge(GatewayFloor(settings)),
    Layer.provideMerge(Layer.mergeAll(
      Silence,
      RegistryFloor(settings.registryFile),
      AuditFloor(settings),
      AccessFloor(settings),
      NoticesFloor(settings),
      UpstreamFloor(settings),
      TelemetryFloor(settings)
    )),
    Layer.provideMerge(StorageFloor(settings)),
    Layer.provideMerge(LogFloor(settings))
  )))

Layer.launch(Silent).pipe(Effect.provide(Settings.layer), NodeRuntime.runMain)
