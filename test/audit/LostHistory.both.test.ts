/**
 * A database that takes the place of the one that the audit log was loaded into and signed in, and lacks its end. Which
 * database it is the test says; what it lacks is deleted.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { loadAuditKey } from "../../src/audit/AuditKey.ts"
import { AuditLog } from "../../src/audit/AuditLog.ts"
import { decodeRows, unpack } from "../../src/audit/AuditRow.ts"
import { AuditSink } from "../../src/audit/AuditSink.ts"
import { readKept } from "../../src/audit/KeptCheckpoint.ts"
import { loadSegment } from "../../src/audit/LoadSegment.ts"
import { mergeNext } from "../../src/audit/MergeSegments.ts"
import { prune } from "../../src/audit/Retention.ts"
import { verifyChain } from "../../src/audit/VerifyChain.ts"
import { DatabaseHistory } from "../../src/domain/DatabaseHistory.ts"
import { baseTime, idsTo, recordable } from "../support/AuditRecords.ts"
import { eventually } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

/** A database, two gateways' data directories beside it, and what they log. */
const inRoom = <A, E>(test: (room: Room) => Effect.Effect<A, E, AuditLog | SqlClient.SqlClient>) =>
  Effect.scoped(Effect.gen(function*() {
    const dataDir = yield* TempDatabase.tempDirectory
    const logs: Array<string> = []
    const logger = Logger.make((options) => void logs.push(Logger.formatJson.log(options)))
    const directories = [join(dataDir, "satu"), join(dataDir, "dua")] as const
    const key = yield* loadAuditKey(join(dataDir, "audit.pem"))
    /** A gateway's process, which takes the database for the one of that name. */
    const gateway: Room["gateway"] = (index, database, body) => {
      const sink = AuditSink.layer({
        directory: join(directories[index], "journal"),
        checkpointFile: checkpointFile(index),
        key,
        maxBytes: 1 << 28,
        bufferBytes: 1 << 20,
        keepMillis: 86_400_000
      })
      return Effect.scoped(
        Effect.flatMap(Layer.build(sink), (context) => Effect.provide(Effect.flatMap(AuditSink, body), context)).pipe(
          Effect.provideService(DatabaseHistory, { epoch: () => 0, name: () => database, lacks: () => {} })
        )
      )
    }
    const checkpointFile = (index: 0 | 1) => join(directories[index], "checkpoint.json")
    const count = (text: string) => logs.filter((line) => line.includes(text)).length
    const said = (text: string) => count(text) > 0
    return yield* test({ gateway, key, checkpointFile, count, said }).pipe(
      Effect.provide(AuditLog.layer({ directory: join(directories[0], "journal") })),
      Effect.provide(TempDatabase.at({ dataDir })),
      Effect.provide(Logger.layer([logger]))
    )
  }))
interface Room {
  readonly gateway: <B, F>(
    index: 0 | 1,
    database: string,
    body: (sink: AuditSink["Service"]) => Effect.Effect<B, F, SqlClient.SqlClient>
  ) => Effect.Effect<B, unknown, SqlClient.SqlClient>
  readonly key: Effect.Success<ReturnType<typeof loadAuditKey>>
  readonly checkpointFile: (index: 0 | 1) => string
  /** Lines of their logs that have it. */
  readonly count: (text: string) => number
  readonly said: (text: string) => boolean
}

const add = (from: number, to: number) => (sink: AuditSink["Service"]) =>
  Effect.gen(function*() {
    for (let index = from; index < to; index++) sink.append(recordable(index), 200, null, 100, 1.25)
    assert.isTrue(yield* sink.kept)
  })
const ids = Effect.flatMap(
  AuditLog,
  (log) => Effect.map(Stream.runCollect(log.records()), (records) => records.map(({ requestId }) => requestId).toSorted())
)
const allRows = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.flatMap(sql`SELECT * FROM audit_segments ORDER BY sequence`, decodeRows)
})

/** The database has the log's first segments and nothing else of it. */
const cutBack = (segments: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const last = (yield* allRows)[segments - 1] ?? assert.fail("so many there are")
    yield* sql`DELETE FROM audit_segments WHERE sequence > ${last.sequence}`
    yield* sql`DELETE FROM audit_checkpoints WHERE sequence > ${last.sequence}`
    yield* sql`UPDATE audit_head SET ${
      sql.update({ sequence: last.sequence, records: last.first_position + last.record_count - 1, link: last.link })
    } WHERE id = 1`
  })

/** Ten records of the first gateway, five of the second, five more of the first, which signs them all; then the last ten are lost. */
const lostEnd = ({ checkpointFile, gateway }: Room) =>
  Effect.gen(function*() {
    yield* gateway(0, "A", add(0, 10))
    yield* gateway(1, "A", add(10, 15))
    yield* gateway(0, "A", add(15, 20))
    const rows = yield* allRows
    const signed = (yield* readKept(checkpointFile(0))) ?? assert.fail("it is signed")
    assert.strictEqual(signed.records, 20)
    yield* cutBack(rows.findIndex(({ first_position }) => first_position === 11))
    return { rows, signed }
  })

describe("fault-130 an audit log whose end the database lacks", () => {
  it.live("is made whole by each gateway that wrote it, whatever the order, and what was signed before is answered for", () =>
    inRoom((room) =>
      Effect.gen(function*() {
        const { checkpointFile, count, gateway, key, said } = room
        const { signed } = yield* lostEnd(room)
        yield* gateway(0, "B", () =>
          Effect.gen(function*() {
            yield* Effect.promise(() => eventually("it waits for the other", () => said("lacks 5 audit records in 1 segments")))
            // The log has the end that the first gateway loaded, and none is signed for it.
            assert.deepStrictEqual(yield* readKept(checkpointFile(0)), signed)
            yield* gateway(1, "B", () =>
              Effect.promise(() => eventually("they are loaded", () => count("lacked 5 audit records of this gateway") === 2)))
            yield* Effect.promise(() =>
              eventually("it signs again", () => said("are all in it, behind record 10"))
            )
          }))
        assert.deepStrictEqual(yield* ids, idsTo(20))
        const now = (yield* readKept(checkpointFile(0))) ?? assert.fail("it is kept")
        assert.deepInclude(now, { kind: "checkpoint", records: 20 })
        assert.notStrictEqual(now.link, signed.link)
        const verdict = yield* verifyChain([key], { kept: [signed, now] })
        assert.deepStrictEqual(verdict.faults, [])
        assert.deepInclude(verdict, { records: 20, proven: 20, signedThrough: 20, replaced: 2 })
        assert.isFalse(said("was changed, or restored"))
        // Nothing comes twice, however often it is looked.
        yield* gateway(0, "C", add(20, 21))
        assert.deepStrictEqual(yield* ids, idsTo(21))
        assert.deepStrictEqual((yield* verifyChain([key], { kept: [signed, now] })).faults, [])
      })
    ))

  it.live("is answered for in merged rows too, where a signed end that is in the middle of one is still there", () =>
    inRoom((room) =>
      Effect.gen(function*() {
        const { checkpointFile, count, gateway, key, said } = room
        const { signed } = yield* lostEnd(room)
        yield* gateway(0, "B", () => Effect.promise(() => eventually("it waits", () => said("lacks 5 audit records in 1 segments"))))
        yield* gateway(1, "B", () =>
          Effect.promise(() =>
            eventually("they are loaded", () => count("lacked 5 audit records of this gateway") === 2)
          ))
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO audit_merged (id, through, since) VALUES (1, 0, 0) ON CONFLICT (id) DO UPDATE SET since = 0`
        assert.isTrue(yield* mergeNext(Number.MAX_SAFE_INTEGER))
        assert.strictEqual((yield* allRows).length, 1)
        yield* gateway(0, "B", () => Effect.promise(() => eventually("it signs again", () => said("are all in it, behind record 10"))))
        yield* gateway(0, "B", add(20, 21))
        assert.deepStrictEqual(yield* ids, idsTo(21))
        const verdict = yield* verifyChain([key], { kept: [signed, (yield* readKept(checkpointFile(0))) ?? assert.fail("it is kept")] })
        assert.deepStrictEqual(verdict.faults, [])
        assert.deepInclude(verdict, { proven: 21, signedThrough: 21, replaced: 2 })
      })
    ))

  it.live("is the same again where it comes in the same order, and then its signatures hold as they are", () =>
    inRoom((room) =>
      Effect.gen(function*() {
        const { checkpointFile, gateway, key } = room
        yield* gateway(0, "A", add(0, 10))
        yield* gateway(0, "A", add(10, 20))
        const segments = (yield* allRows).findIndex(({ first_position }) => first_position === 11)
        const signed = (yield* readKept(checkpointFile(0))) ?? assert.fail("it is signed")
        yield* cutBack(segments)
        yield* gateway(0, "B", add(20, 21))
        assert.deepStrictEqual(yield* ids, idsTo(21))
        const verdict = yield* verifyChain([key], { kept: [signed] })
        assert.deepStrictEqual(verdict.faults, [])
        assert.deepInclude(verdict, { proven: 21, signedThrough: 21, replaced: 0 })
      })
    ))

  it.live("is not signed where a record that was signed is another now, and audit verify names it", () =>
    inRoom((room) =>
      Effect.gen(function*() {
        const { gateway, key, said } = room
        const { rows, signed } = yield* lostEnd(room)
        const stolen = rows.find(({ first_position }) => first_position === 11) ?? assert.fail("it was there")
        const [first] = rows
        if (first === undefined) return assert.fail("it was there")
        yield* loadSegment(stolen.segment, yield* unpack(first))
        yield* gateway(0, "B", () => Effect.promise(() => eventually("it is said", () => said("was changed, or restored"))))
        assert.isFalse(said("are all in it"))
        assert.deepInclude((yield* verifyChain([key], { kept: [signed] })).faults, {
          kind: "rewritten",
          position: 11,
          reason: "records 11 to 20 are not those that were signed"
        })
      })
    ))

  it.live("stays as it is in the same database: there somebody has taken it away", () =>
    inRoom((room) =>
      Effect.gen(function*() {
        yield* lostEnd(room)
        yield* room.gateway(0, "A", () => Effect.promise(() => eventually("it is said", () => room.said("no longer has the 20 records"))))
        assert.deepStrictEqual(yield* ids, idsTo(10))
      })
    ))

  it.live("gets nothing back that was removed for its age", () =>
    inRoom((room) =>
      Effect.gen(function*() {
        yield* lostEnd(room)
        yield* prune(room.key, baseTime + 1e9)
        yield* room.gateway(0, "B", add(20, 21))
        assert.deepStrictEqual(yield* ids, idsTo(21).slice(20))
      })
    ))

  it.effect("a statement about a lost database that was not signed with the key is a fault, and answers for nothing", () =>
    inRoom((room) =>
      Effect.gen(function*() {
        const { signed } = yield* lostEnd(room)
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO audit_checkpoints ${sql.insert({ ...signed, kind: "replaced" })}`
        const { faults } = yield* verifyChain([room.key], { kept: [signed] })
        assert.isTrue(faults.some(({ reason }) => reason.includes("was not signed with this key")))
        assert.isTrue(faults.some(({ kind }) => kind === "deleted"))
      })
    ))
})
