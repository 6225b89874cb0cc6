/**
 * The parent of several workers: starts them, starts again whichever ends, and has them end with itself. It serves
 * nothing of the public port; it keeps the memory in which they count together, and speaks for all of them.
 *
 * The first one starts alone: what keeps it from starting would keep the others too, and it alone tells the memory what
 * was spent before. Then the others start at once. Whoever ends later is started again after a pause that grows as long as
 * it ends soon; one at a time, so that a fault that they share does not take all processors.
 */
import { Clock, Deferred, Effect, Schema, Semaphore } from "effect"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import type { News } from "../domain/Worker.ts"
import { WorkersMemory } from "../resilience/WorkersMemory.ts"
import type { Format } from "../telemetry/MetricFamilies.ts"
import { SummedMetrics } from "../telemetry/SummedMetrics.ts"
import type { KeyText } from "./Messages.ts"
import { startWorker, textOf, type WorkerProcess } from "./WorkerProcess.ts"
import { WorkerRefused } from "./WorkerRefused.ts"

/** One was asked to drain, and ended otherwise. */
export class WorkerFailed extends Schema.TaggedError<WorkerFailed>()("WorkerFailed", { number: Schema.Int, ended: Schema.String }) {
  override get message(): string {
    return `worker ${this.number} did not stop in good order (${this.ended})`
  }
}

const pauses = { first: 100, most: 30_000 }
/** Who ran for so long begins with the first pause again. */
const steadyMillis = 60_000
/** How long the next one to be started again waits for this one to be ready. */
const startWithin = "60 seconds"

export interface WorkersOptions {
  readonly workers: number
  /** Of `serve`, for each of them. */
  readonly flags: ReadonlyArray<string>
  readonly stopMillis: number
  /** Once all have been ready. */
  readonly ready: Effect.Effect<void>
  /** Once the first of them is asked to end after that. */
  readonly draining: Effect.Effect<void>
}

export const makeWorkers = Effect.fn("Workers.makeWorkers")(function*(
  { draining, flags, ready, stopMillis, workers }: WorkersOptions
) {
  const clock = yield* Clock.Clock
  const memory = new WorkersMemory(() => monotonicMillis(clock) * 1000)
  const metrics = new SummedMetrics(workers)
  const numbers = Array.from({ length: workers }, (_, index) => index + 1)
  const running = new Map<number, WorkerProcess>()
  const unready = new Set(numbers)
  const turn = yield* Semaphore.make(1)
  const firstReady = yield* Deferred.make<void>()
  let holds: News | undefined
  let key: KeyText | undefined
  let isTold = false
  let isStopping = false
  let failed: WorkerFailed | undefined

  const heard = (from: number, news: News): void => {
    if (news.about !== "forget") holds = news.about === "hold" ? news : undefined
    for (const [number, worker] of running) if (number !== from) worker.tell(news)
  }

  /** It is one of those that run until the scope has closed, so until its process has ended. */
  const open = Effect.fnUntraced(function*(number: number) {
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        running.delete(number)
        unready.add(number)
        metrics.ended(number)
      })
    )
    const worker = yield* startWorker({
      number,
      workers,
      flags,
      stopMillis,
      remember: (command) => memory.run(command),
      heard: (news) => heard(number, news),
      key,
      heardKey: (heardNow) => {
        key = heardNow
      },
      opened: (tell) => {
        unready.delete(number)
        if (holds !== undefined) tell(holds)
      },
      stopping: Effect.suspend(() => {
        if (isStopping || !isTold) return Effect.void
        isStopping = true
        return draining
      }),
      stopped: (ended) => {
        // Who was asked before it listened to signals has ended as asked, too.
        if (ended.code !== 0 && ended.signal !== "SIGTERM" && ended.signal !== "SIGINT") {
          failed ??= new WorkerFailed({ number, ended: textOf(ended) })
        }
      }
    })
    running.set(number, worker)
    return worker
  })

  /** Until it takes traffic, or has ended. */
  const settled = (worker: WorkerProcess) => Effect.raceFirst(worker.ready, Effect.asVoid(worker.ended))
  const tellReady = Effect.suspend(() => {
    if (isTold || unready.size > 0) return Effect.void
    isTold = true
    return ready
  })
  /** One life of a worker. */
  const serve = (number: number, isAgain: boolean) =>
    Effect.scoped(Effect.gen(function*() {
      const began = monotonicMillis(clock)
      let isToldAgain = !isAgain
      const tellAgain = Effect.suspend(() => {
        if (isToldAgain || unready.has(number)) return Effect.void
        isToldAgain = true
        return Effect.logInfo(`worker ${number} serves again`)
      })
      // Told before the next one begins, so that who reads the log sees one after the other.
      const patiently = Effect.tap(open(number), (one) => Effect.timeoutOption(Effect.andThen(settled(one), tellAgain), startWithin))
      const worker = yield* isAgain ? turn.withPermits(1)(patiently) : Effect.tap(open(number), settled)
      yield* settled(worker)
      const wasReady = !unready.has(number)
      yield* tellAgain
      if (wasReady) yield* tellReady
      if (wasReady && number === 1) yield* Deferred.succeed(firstReady, undefined)
      const ended = yield* worker.ended
      return { ended, wasReady: !unready.has(number), lived: monotonicMillis(clock) - began }
    }))

  const slot = Effect.fnUntraced(function*(number: number) {
    if (number > 1) yield* Deferred.await(firstReady)
    let pause = pauses.first
    for (let isAgain = false;; isAgain = true) {
      const { ended, lived, wasReady } = yield* serve(number, isAgain)
      if (number === 1 && !wasReady && !(yield* Deferred.isDone(firstReady))) {
        return yield* new WorkerRefused({ ended: textOf(ended), told: ended.signal === null })
      }
      if (lived >= steadyMillis) pause = pauses.first
      yield* Effect.logError(`worker ${number} ended (${textOf(ended)}) and is started again in ${pause} ms; the others go on`)
      yield* Effect.sleep(pause)
      pause = Math.min(2 * pause, pauses.most)
    }
  })

  const readinessOf = (number: number): Effect.Effect<string> => {
    const worker = running.get(number)
    if (worker === undefined || unready.has(number)) return Effect.succeed(`worker ${number} is starting`)
    return Effect.map(worker.ask("readiness"), (told) => told ?? `worker ${number} does not answer`)
  }
  const scrapeOf = ([number, worker]: readonly [number, WorkerProcess]) =>
    Effect.map(worker.ask("metrics"), (told) => {
      if (told !== undefined && running.get(number) === worker) metrics.told(number, told)
    })

  const all = { concurrency: "unbounded" } as const
  return {
    /** `ready`, or each thing that is the matter with any of them. */
    readiness: Effect.map(Effect.suspend(() => Effect.forEach(numbers, readinessOf, all)), (told) => {
      const matters = [...new Set(told)].filter((one) => one !== "ready")
      return matters.length === 0 ? "ready" : matters.join(", ")
    }),
    // One that is starting has nothing to tell, and would be waited for.
    metrics: (format: Format) =>
      Effect.map(
        Effect.suspend(() => Effect.forEach([...running].filter(([number]) => !unready.has(number)), scrapeOf, all)),
        () => metrics.render(workers - unready.size, format)
      ),
    hangUp: Effect.sync(() => {
      // One that starts would end by it, and reads its secrets after it has started.
      for (const [number, worker] of running) if (!unready.has(number)) worker.hangUp()
    }),
    /** Runs them until it is interrupted; then fails where one did not end in good order. */
    run: Effect.forEach(numbers, slot, { ...all, discard: true }).pipe(
      // Who is interrupted says nothing at its end but how it ended.
      Effect.onInterrupt(() => failed === undefined ? Effect.void : Effect.andThen(Effect.logError(failed.message), Effect.die(failed)))
    )
  }
})
