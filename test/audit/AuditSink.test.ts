import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { pack, unpack } from "../../src/audit/AuditBatch.ts"
import { AuditLog, type AuditFilter, toLine } from "../../src/audit/AuditLog.ts"
import { AuditSink, type AuditSinkOptions } from "../../src/audit/AuditSink.ts"
import type { AuditRecord } from "../../src/domain/AuditRecord.ts"
import { Database } from "../../src/storage/Database.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const record = (index: number, changes: Partial<AuditRecord> = {}): AuditRecord => ({
  time: new Date(1_700_000_000_000 + index).toISOString(),
  requestId: `r${index}`,
  traceId: null,
  ownerApplication: "portal-kota",
  agency: "diskominfo",
  dataset: "portal-publik",
  route: "diskominfo/portal-publik/events",
  consumerApplication: "aplikasi",
  tokenId: "tok_1",
  method: "GET",
  status: 200,
  code: null,
  durationMs: 1.25,
  bytes: 100,
  cache: "MISS",
  attempts: 1,
  agencyStatus: 200,
  masked: 0,
  alias: null,
  ...changes
})

const ids = (filter?: AuditFilter) =>
  Effect.flatMap(AuditLog, (log) => Effect.map(Stream.runCollect(log.records(filter)), (records) => records.map((found) => found.requestId)))
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`)
const readBack = (dataDir: string) => Effect.provide(ids(), Layer.provide(AuditLog.layer, Database.layer({ dataDir })))
const withSink = <A, E, R>(options: AuditSinkOptions, body: (sink: AuditSink["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(Layer.build(AuditSink.layer(options)), (context) => Effect.provide(Effect.flatMap(AuditSink, body), context)))
const quiet = Effect.provide(Logger.layer([]))

describe("AuditSink", () => {
  it.live("fault-85 closing writes everything, in the order in which it was recorded", () =>
    Effect.gen(function*() {
      yield* withSink({}, (sink) => Effect.forEach(Array.from({ length: 5_000 }, (_, index) => index), (index) => sink.record(record(index)), { discard: true }))
      assert.deepStrictEqual(yield* ids(), numbered(5_000))
    }).pipe(Effect.provide(AuditLog.layer), Effect.provide(TempDatabase.layer)))

  it.live("records reach the database while the sink is open, whole", () =>
    withSink({}, (sink) =>
      Effect.gen(function*() {
        const whole = record(0, { traceId: "t", cache: null, alias: "a", agencyStatus: null, code: "quota-exceeded", status: 429 })
        yield* sink.record(whole)
        while (sink.backlog() > 0) yield* Effect.sleep(1)
        assert.deepStrictEqual(yield* Stream.runCollect((yield* AuditLog).records()), [whole])
      })).pipe(Effect.provide(AuditLog.layer), Effect.provide(TempDatabase.layer)))

  it.effect("with room, recording is the constant effect that does nothing", () =>
    withSink({}, (sink) => Effect.sync(() => assert.strictEqual(sink.record(record(0)), Effect.void))).pipe(Effect.provide(TempDatabase.layer)))

  it.live("fault-85 fault-88 with the database locked, recording waits at the bound, then nothing is lost or doubled", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const lock = yield* Effect.provide(
        Effect.gen(function*() {
          const other = new DatabaseSync(join(dataDir, "gapura.db"))
          other.exec("BEGIN IMMEDIATE")
          const scope = yield* Scope.make()
          const context = yield* Layer.buildWithScope(AuditSink.layer({ capacity: 8 }), scope)
          const sink = yield* Effect.provide(AuditSink, context)
          const recording = yield* Effect.forkChild(Effect.forEach(Array.from({ length: 200 }, (_, index) => index), (index) => sink.record(record(index)), { discard: true }))
          yield* Effect.sleep(200)
          assert.isUndefined(recording.pollUnsafe())
          // Eight wait in the queue, and a batch of at most eight is in the writer's hand.
          assert.isAtLeast(sink.backlog(), 8)
          assert.isAtMost(sink.backlog(), 16)
          other.exec("COMMIT")
          other.close()
          yield* Fiber.join(recording)
          yield* Scope.close(scope, Exit.void)
          return sink.backlog()
        }),
        Database.layer({ dataDir, lockWaitMillis: 50 })
      )
      assert.strictEqual(lock, 0)
      assert.deepStrictEqual(yield* readBack(dataDir), numbered(200))
    }).pipe(quiet))

  it.live("fault-85 closing while the database is slow waits for it", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      yield* Effect.provide(
        Effect.gen(function*() {
          const other = new DatabaseSync(join(dataDir, "gapura.db"))
          const closing = yield* Effect.forkChild(withSink({}, (sink) =>
            Effect.gen(function*() {
              other.exec("BEGIN IMMEDIATE")
              for (let index = 0; index < 3_000; index++) yield* sink.record(record(index))
            })))
          yield* Effect.sleep(300)
          assert.isUndefined(closing.pollUnsafe())
          other.exec("COMMIT")
          other.close()
          yield* Fiber.join(closing)
        }),
        Database.layer({ dataDir, lockWaitMillis: 20 })
      )
      assert.deepStrictEqual(yield* readBack(dataDir), numbered(3_000))
    }).pipe(quiet))

  it.effect("fault-88 a failing database is tried again with growing pauses, and said once", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const messages: Array<unknown> = []
      const logger = Logger.layer([Logger.make((entry) => {
        messages.push(Array.isArray(entry.message) ? entry.message[0] : entry.message)
      })])
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* sql`ALTER TABLE audit_batches RENAME TO elsewhere`
        yield* withSink({}, (sink) =>
          Effect.gen(function*() {
            for (let index = 0; index < 10; index++) yield* sink.record(record(index))
            yield* TestClock.adjust("1 minute")
            assert.strictEqual(sink.backlog(), 10)
            yield* sql`ALTER TABLE elsewhere RENAME TO audit_batches`
            yield* TestClock.adjust("6 seconds")
            assert.strictEqual(sink.backlog(), 0)
          }))
      }).pipe(Effect.provide(Database.layer({ dataDir })), Effect.provide(logger))
      assert.deepStrictEqual(messages, ["audit records cannot be written; they wait in memory", "audit records are written again"])
      assert.deepStrictEqual(yield* readBack(dataDir), numbered(10))
    }))

  it.live("a record after closing is a defect, so that no answer goes out without one", () =>
    Effect.gen(function*() {
      const kept = yield* Deferred.make<AuditSink["Service"]>()
      yield* withSink({}, (sink) => Deferred.succeed(kept, sink))
      const exit = yield* Effect.exit((yield* Deferred.await(kept)).record(record(0)))
      assert.isTrue(Exit.isFailure(exit))
    }).pipe(Effect.provide(TempDatabase.layer)))
})

describe("AuditLog", () => {
  it.live("filters by time, agency, owning application and status", () =>
    Effect.gen(function*() {
      yield* withSink({}, (sink) =>
        Effect.gen(function*() {
          yield* sink.record(record(0))
          yield* sink.record(record(1_000, { agency: "dinkes", ownerApplication: "sehat" }))
          yield* sink.record(record(2_000, { status: 503, ownerApplication: null, agency: null }))
        }))
      assert.deepStrictEqual(yield* ids({ agency: "dinkes" }), ["r1000"])
      assert.deepStrictEqual(yield* ids({ application: "portal-kota" }), ["r0"])
      assert.deepStrictEqual(yield* ids({ status: 503 }), ["r2000"])
      assert.deepStrictEqual(yield* ids({ from: 1_700_000_001_000 }), ["r1000", "r2000"])
      assert.deepStrictEqual(yield* ids({ to: 1_700_000_001_000 }), ["r0"])
      assert.deepStrictEqual(yield* ids({ from: 1_700_000_000_001, to: 1_700_000_002_000 }), ["r1000"])
      assert.deepStrictEqual(yield* ids({ from: 1_800_000_000_000 }), [])
    }).pipe(Effect.provide(AuditLog.layer), Effect.provide(TempDatabase.layer)))

  it.live("a damaged batch fails the reading rather than being passed over", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* withSink({}, (sink) => sink.record(record(0)))
      yield* sql`UPDATE audit_batches SET records = ${new Uint8Array([1, 2, 3])}`
      const error = yield* Effect.flip(ids())
      assert.strictEqual(error._tag, "BatchDamaged")
    }).pipe(Effect.provide(AuditLog.layer), Effect.provide(TempDatabase.layer)))
})

describe("AuditBatch", () => {
  it.effect("fault-89 whatever a caller sends stays one bounded line without control characters", () =>
    Effect.gen(function*() {
      const nasty = "a\r\nset-cookie: x\u001b[31m\u009b31m\u2028\u202e\u0000\"\\"
      const { bytes } = pack([record(0, { consumerApplication: nasty, alias: "x".repeat(100_000), requestId: `${"y".repeat(510)}\ud83d\ude00z` })])
      const [found] = yield* unpack(bytes)
      assert.isDefined(found)
      assert.strictEqual(found.consumerApplication, nasty)
      assert.strictEqual(found.alias?.length, 512)
      assert.isTrue(found.requestId.isWellFormed())
      const line = toLine(found)
      // oxlint-disable-next-line no-control-regex
      assert.notMatch(line, /[\u0000-\u001f\u007f-\u009f\u2028\u202e]/)
      assert.deepStrictEqual(JSON.parse(line), found)
    }))

  it("a batch knows the earliest and the latest time inside, whatever their order", () => {
    const { count, firstTime, lastTime } = pack([record(5), record(1), record(9), record(3)])
    assert.deepStrictEqual([count, firstTime, lastTime], [4, record(1).time, record(9).time])
  })
})
