/**
 * Where each worker keeps what it alone has: the first in the data directory itself, as a gateway without workers does,
 * the others in `workers/2` and so on below it. The database, keys and the journal are everybody's.
 *
 * Before they start, each takes over what another has learnt of an endpoint of which it knows nothing itself. So nothing
 * is forgotten where there are other workers than before. Those that are too many go, with their copies.
 *
 * Each worker locks a directory, `workers/1` and so on: those whose parent was killed still drain when the next one starts.
 */
import { Duration, Effect, Option, Schedule, Schema } from "effect"
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { reasonOf } from "../domain/Reason.ts"
import { ensureDirectory, StorageUnusable } from "./DataDirectory.ts"
import { lockDirectory } from "./DirectoryLock.ts"

/** By endpoint. */
const learntFiles = ["seen-fields.json", "seen-verdicts.json"]
const Learnt = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))
const decode = Schema.decodeUnknownOption(Learnt)

const lockedDirectory = (dataDir: string, worker: number): string => join(dataDir, "workers", String(worker))
export const ownDirectory = (dataDir: string, worker: number): string => worker === 1 ? dataDir : lockedDirectory(dataDir, worker)

/** Those that there were. */
const workersIn = (dataDir: string): Effect.Effect<ReadonlyArray<number>, StorageUnusable> => {
  const path = join(dataDir, "workers")
  return Effect.try({
    try: () => existsSync(path) ? readdirSync(path).map(Number).filter((number) => Number.isInteger(number) && number > 0) : [],
    catch: (cause) => new StorageUnusable({ path, reason: reasonOf(cause) })
  })
}

/** Held until the scope closes. */
export const lockWorker = (dataDir: string, worker: number) => lockDirectory(lockedDirectory(dataDir, worker))

/** Waits for workers whose parent has ended before them; fails with who still has a directory when that takes too long. */
export const waitForWorkers = Effect.fn("WorkerDirectories.waitForWorkers")(function*(dataDir: string, patience: Duration.Duration) {
  for (const worker of yield* workersIn(dataDir)) {
    const isFree = Effect.scoped(lockWorker(dataDir, worker))
    yield* isFree.pipe(
      Effect.catchTag("DirectoryInUse", () =>
        Effect.andThen(
          Effect.logWarning(`worker ${worker} of the gateway before still drains; it is waited for`),
          Effect.retry(isFree, {
            schedule: Schedule.spaced("100 millis"),
            while: ({ _tag }) => _tag === "DirectoryInUse",
            times: Math.ceil(Duration.toMillis(patience) / 100)
          })
        ))
    )
  }
})

/** Nothing where none can be read: whose it is says so when it starts. */
const learntIn = (path: string): Readonly<Record<string, unknown>> | undefined => {
  if (!existsSync(path)) return {}
  return Option.getOrUndefined(decode(readFileSync(path, "utf8")))
}

const share = (dataDir: string, file: string, present: ReadonlyArray<number>, wanted: number): void => {
  const own = new Map(present.map((worker) => [worker, learntIn(join(ownDirectory(dataDir, worker), file))]))
  const all = Object.assign({}, ...[...own.values()].toReversed())
  for (const worker of present) {
    const known = own.get(worker)
    if (worker > wanted || known === undefined || Object.keys(known).length === Object.keys(all).length) continue
    const path = join(ownDirectory(dataDir, worker), file)
    writeFileSync(`${path}.new`, JSON.stringify({ ...all, ...known }), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
}

/** Makes them ready for so many workers; to be called while none of them runs. */
export const prepareWorkerDirectories = Effect.fn("WorkerDirectories.prepare")(function*(dataDir: string, workers: number) {
  const before = yield* workersIn(dataDir)
  if (workers === 1 && before.length === 0) return
  const wanted = Array.from({ length: workers }, (_, index) => index + 1)
  for (const worker of wanted) yield* ensureDirectory(ownDirectory(dataDir, worker))
  yield* Effect.try({
    try: () => {
      const present = [...new Set([...wanted, ...before])].sort((a, b) => a - b)
      for (const file of learntFiles) share(dataDir, file, present, workers)
      for (const worker of before) if (worker > workers) rmSync(lockedDirectory(dataDir, worker), { recursive: true, force: true })
    },
    catch: (cause) => new StorageUnusable({ path: join(dataDir, "workers"), reason: reasonOf(cause) })
  })
})
