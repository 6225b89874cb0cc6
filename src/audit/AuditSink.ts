/**
 * Where the gateway leaves its audit records on their way to the database.
 *
 * A bounded queue and one writer. States: running, closing (nothing new is taken, the queue is written out), closed.
 * When the queue is full `record` waits: no record is ever dropped for speed. When the database fails, the writer tries
 * again with a growing pause, and the records stay where they are.
 *
 * Gotcha: until a record is written, it is in memory only; a process that is killed loses the last 20 ms of them.
 */
import { Context, Deferred, Effect, Fiber, Latch, Layer, Queue, Schedule, Stream } from "effect"
import type { Cause } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditRecord } from "../domain/AuditRecord.ts"
import { pack } from "./AuditBatch.ts"

export interface AuditSinkOptions {
  /** Records that may wait. Default 65,536. */
  readonly capacity?: number
  /** How long closing may take when the database fails. Default 30,000. */
  readonly closeMillis?: number
}

const batchSize = 1_024
/** Pause between batches, so that they grow. */
const pause = "20 millis"
const retries = Schedule.min([Schedule.exponential("50 millis"), Schedule.spaced("5 seconds")])

export class AuditSink extends Context.Service<AuditSink, {
  /** The constant `Effect.void` when there is room; otherwise an effect that waits for it. */
  readonly record: (record: AuditRecord) => Effect.Effect<void>
  /** Records not written yet. */
  readonly backlog: () => number
}>()("gapura/audit/AuditSink") {
  static readonly layer = (options: AuditSinkOptions = {}): Layer.Layer<AuditSink, never, SqlClient.SqlClient> =>
    Layer.effect(
      AuditSink,
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const queue = yield* Queue.bounded<AuditRecord, Cause.Done>(options.capacity ?? 65_536)
        // Open: somebody waits for room, or the sink is closing, so the writer does not pause.
        const hurry = yield* Latch.make()
        const closing = yield* Deferred.make<void>()
        let inHand = 0
        let failing = false

        const failed = (error: unknown) =>
          Effect.suspend(() => {
            if (failing) return Effect.void
            failing = true
            return Effect.logError("audit records cannot be written; they wait in memory", error)
          })
        const recovered = Effect.suspend(() => {
          if (!failing) return Effect.void
          failing = false
          return Effect.logInfo("audit records are written again")
        })

        const write = (records: ReadonlyArray<AuditRecord>) => {
          const { bytes, count, firstTime, lastTime } = pack(records)
          return sql`INSERT INTO audit_batches (first_time, last_time, record_count, records) VALUES (${firstTime}, ${lastTime}, ${count}, ${bytes})`.pipe(
            Effect.tapError(failed),
            Effect.retry(retries),
            Effect.andThen(recovered)
          )
        }
        const rest = Effect.gen(function*() {
          // A batch is a millisecond of work in one piece: requests come in between.
          if (Queue.sizeUnsafe(queue) >= batchSize) return yield* Effect.yieldNow
          yield* Effect.raceFirst(Effect.sleep(pause), hurry.await)
          if (!(yield* Deferred.isDone(closing))) yield* hurry.close
        })

        const writer = yield* Stream.fromEffectRepeat(Queue.takeBetween(queue, 1, batchSize)).pipe(
          Stream.runForEach((records) => {
            inHand = records.length
            return Effect.andThen(write(records), Effect.suspend(() => {
              inHand = 0
              return rest
            }))
          }),
          Effect.forkScoped
        )
        const backlog = () => Queue.sizeUnsafe(queue) + inHand

        // Runs before the scope interrupts the writer, which therefore ends by itself.
        yield* Effect.addFinalizer(() =>
          Effect.gen(function*() {
            yield* Deferred.succeed(closing, undefined)
            yield* hurry.open
            yield* Queue.end(queue)
            yield* Effect.timeoutOption(Fiber.await(writer), options.closeMillis ?? 30_000)
            if (backlog() > 0) yield* Effect.logFatal(`${backlog()} audit records are lost: the database did not take them`)
          })
        )

        const waitForRoom = (record: AuditRecord) =>
          Effect.uninterruptible(Effect.flatMap(
            Effect.andThen(hurry.open, Queue.offer(queue, record)),
            (taken) => taken ? Effect.void : Effect.die(new Error("the audit sink is closed"))
          ))

        return {
          record: (record) => Queue.offerUnsafe(queue, record) ? Effect.void : waitForRoom(record),
          backlog
        }
      })
    )
}
