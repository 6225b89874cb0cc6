/** `serve` where WORKERS asks for several processes: as their parent, and as one of them. */
import { Duration, Effect, Layer } from "effect"
import { Worker } from "../domain/Worker.ts"
import { Server } from "../Server.ts"
import { onHangUp } from "../server/HangUp.ts"
import { ManagementDoor } from "../server/ManagementDoor.ts"
import { Settings, shareOf } from "../settings/Settings.ts"
import { MayMigrate } from "../storage/Database.ts"
import { lockWorker, ownDirectory } from "../storage/WorkerDirectories.ts"
import { thisWorker } from "../workers/ThisWorker.ts"
import { makeWorkers, type WorkersOptions } from "../workers/Workers.ts"
import { listening } from "./Listening.ts"
import { CommandFailed } from "./Output.ts"

/**
 * @param stopTime how long a worker may take to end
 * @param told what is told once all of them are ready, and once they were asked to drain
 */
export const serveByWorkers = Effect.fn("ServeByWorkers.serveByWorkers")(
  function*(settings: typeof Settings.Service, stopTime: Duration.Duration, told: Pick<WorkersOptions, "ready" | "draining">) {
    const flags = (yield* MayMigrate) ? [] : ["--no-migrate"]
    const workers = yield* makeWorkers({ workers: settings.workers, flags, stopMillis: Duration.toMillis(stopTime), ...told })
    // Closed after they have ended.
    yield* Layer.build(listening(ManagementDoor(settings, workers)))
    yield* onHangUp(workers.hangUp)
    return yield* workers.run
  }
)

/** What the parent runs. */
export const serveAsWorker = Effect.fn("ServeByWorkers.serveAsWorker")(
  function*(number: number, workers: number, mayMigrate: boolean) {
    const worker = yield* thisWorker(number, workers)
    if (worker === undefined) {
      return yield* new CommandFailed({ message: "--worker is for processes that `serve` starts by itself: set WORKERS" })
    }
    const settings = yield* Settings
    yield* lockWorker(settings.dataDir, number)
    const own = shareOf(settings, workers, ownDirectory(settings.dataDir, number))
    return yield* Layer.launch(Layer.effectDiscard(worker.ready).pipe(Layer.provideMerge(Server(own.registryFile)))).pipe(
      Effect.provideService(Worker, worker),
      Effect.provideService(MayMigrate, mayMigrate),
      Effect.provideService(Settings, own),
      Effect.annotateLogs({ worker: number })
    )
  },
  Effect.scoped,
  Effect.provide(Settings.layer)
)
