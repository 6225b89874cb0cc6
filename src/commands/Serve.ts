/** `gapura serve`: runs the gateway until it is told to stop; where WORKERS says so as several processes, of which this is the parent. */
import { Cause, Duration, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { latestImport } from "../registry/ImportedRegistry.ts"
import { Server } from "../Server.ts"
import { mayShare } from "../server/SharedPort.ts"
import { LogFloor } from "../server/TelemetryFloor.ts"
import { Settings } from "../settings/Settings.ts"
import { MayMigrate } from "../storage/Database.ts"
import { lockDirectory } from "../storage/DirectoryLock.ts"
import { readPostgresAddress } from "../storage/PostgresAddress.ts"
import { prepareWorkerDirectories, waitForWorkers } from "../storage/WorkerDirectories.ts"
import { DatabaseLayer, hasDatabase } from "./CommandLayers.ts"
import { listening } from "./Listening.ts"
import { CommandFailed } from "./Output.ts"

const daysOf = (time: Duration.Duration): string => {
  const days = Duration.toDays(time)
  return Number.isInteger(days) ? `${days} days` : Duration.format(time)
}

/** For what is written down at the end, beside what the settings give to callers. */
const flushTime = Duration.seconds(15)
/** How long a worker may take to end. */
const stopTime = ({ drainTime, shutdownTimeout }: typeof Settings.Service) =>
  Duration.sum(Duration.sum(drainTime, shutdownTimeout), flushTime)

const hasImport = (settings: typeof Settings.Service) =>
  hasDatabase(settings)
    ? Effect.flatMap(SqlClient.SqlClient, latestImport).pipe(
      Effect.map((imported) => imported !== undefined),
      Effect.provide(DatabaseLayer),
      // The gateway's copy of access knows.
      Effect.catchIf((error) => error._tag === "StorageUnusable" && error.isAway === true, () => Effect.succeed(true))
    )
    : Effect.succeed(false)

/** Passwords and what they protect should not travel between machines for anybody to read. */
const warnOfPlainText = Effect.fnUntraced(function*({ database: { postgres } }: typeof Settings.Service) {
  if (postgres === undefined) return
  const { exposed } = yield* readPostgresAddress(postgres.url)
  if (exposed.length > 0) {
    yield* Effect.logWarning(
      `DATABASE_URL: nothing makes sure that what goes to ${exposed.join(", ")} is encrypted: `
        + "add sslmode=verify-full and sslrootcert, or at least sslmode=require"
    )
  }
})

/** So that in the log a gateway that was stopped does not look like one that was killed. */
const draining = Effect.logInfo("gapura was told to stop and drains")
const tellEnd = Effect.onExit((exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? Effect.logInfo("gapura has stopped in good order") : Effect.void
)

export const serve = Effect.gen(function*() {
  const settings = yield* Settings
  yield* lockDirectory(settings.dataDir)
  yield* waitForWorkers(settings.dataDir, stopTime(settings))
  yield* warnOfPlainText(settings)
  if (settings.registryFile === undefined && !(yield* hasImport(settings))) {
    return yield* new CommandFailed({
      message: "REGISTRY_FILE is not set: `serve` needs a registry file, or one that was imported into the database"
    })
  }
  if (settings.workers > 1) yield* mayShare(settings)
  yield* prepareWorkerDirectories(settings.dataDir, settings.workers)
  const ready = Effect.andThen(
    Effect.logInfo("gapura is ready").pipe(
      Effect.annotateLogs({ public: settings.publicUrl, management: `http://${settings.managementHost}:${settings.managementPort}` })
    ),
    Effect.logInfo(`audit records older than ${daysOf(settings.auditRetention)} are removed (AUDIT_RETENTION)`)
  )
  if (settings.workers > 1) {
    const { serveByWorkers } = yield* Effect.promise(() => import("./ServeByWorkers.ts"))
    return yield* Effect.provide(serveByWorkers(settings, stopTime(settings), { ready, draining }), LogFloor(settings))
  }
  const told = Layer.effectDiscard(Effect.andThen(ready, Effect.addFinalizer(() => draining)))
  return yield* Layer.launch(listening(Layer.provideMerge(told, Server(settings.registryFile))))
}).pipe(Effect.scoped, tellEnd, Effect.provide(Settings.layer))

export const serveWithoutMigrating = Effect.provideService(serve, MayMigrate, false)
