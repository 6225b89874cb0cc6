/** From the journal into the database and back. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Layer, Logger, Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import type { AuditFilter } from "../../src/audit/AuditFilter.ts"
import { loadAuditKey } from "../../src/audit/AuditKey.ts"
import { AuditLog } from "../../src/audit/AuditLog.ts"
import { AuditSink, type AuditSinkOptions } from "../../src/audit/AuditSink.ts"
import { readSegment } from "../../src/audit/EntryReader.ts"
import { nodeDisk, startOf } from "../../src/audit/JournalDisk.ts"
import { removeJournal } from "../../src/audit/JournalFiles.ts"
import { loadSegment } from "../../src/audit/LoadSegment.ts"
import { DatabaseClock } from "../../src/storage/DatabaseClock.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { append, baseTime, endpointOf, idOf, idsTo, journalIn, makeJournal, recordable, settled } from "../support/AuditRecords.ts"
import { onPostgres } from "../support/Postgres.ts"
import { eventually } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const quiet = Effect.provide(Logger.layer([]))

const sinkIn = (dataDir: string, options: Partial<AuditSinkOptions> = {}) =>
  Layer.unwrap(
    Effect.map(loadAuditKey(join(dataDir, "audit.pem")), (key) =>
      AuditSink.layer({
        directory: journalIn(dataDir),
        checkpointFile: join(dataDir, "checkpoint.json"),
        key,
        maxBytes: 1 << 28,
        bufferBytes: 1 << 20,
        ...options
      }))
  )
const logIn = (dataDir: string) => AuditLog.layer({ directory: join(dataDir, "journal") })

const ids = (filter?: AuditFilter) =>
  Effect.flatMap(
    AuditLog,
    (log) => Effect.map(Stream.runCollect(log.records(filter)), (records) => records.map((found) => found.requestId))
  )

/** A directory with a database, and the log over both. */
const inRoom = <A, E>(test: (dataDir: string) => Effect.Effect<A, E, AuditLog | SqlClient.SqlClient>) =>
  Effect.scoped(
    Effect.flatMap(TempDatabase.tempDirectory, (dataDir) =>
      test(dataDir).pipe(Effect.provide(logIn(dataDir)), Effect.provide(TempDatabase.at({ dataDir, lockWaitMillis: 50 }))))
  ).pipe(quiet)

const withSink = <A, E, R>(
  dataDir: string,
  body: (sink: AuditSink["Service"]) => Effect.Effect<A, E, R>,
  options?: Partial<AuditSinkOptions>
) =>
  Effect.scoped(
    Effect.flatMap(Layer.build(sinkIn(dataDir, options)), (context) => Effect.provide(Effect.flatMap(AuditSink, body), context))
  )

const add = (sink: AuditSink["Service"], from: number, to: number) =>
  Effect.gen(function*() {
    for (let index = from; index < to; index++) {
      sink.append(recordable(index), 200, null, 100, 1.25)
      if (index % 100 === 0) yield* sink.kept
    }
    assert.isTrue(yield* sink.kept)
  })

/** What a killed process leaves: a journal that nobody closed, of a process that is gone. */
const leaveBehind = (dataDir: string, from: number, to: number) =>
  Effect.promise(async () => {
    const directory = journalIn(dataDir)
    const journal = makeJournal(directory)
    for (let index = from; index < to; index++) append(journal, index)
    assert.isTrue(await settled(journal))
  })

const firstMark = 1_000_000
/** Writes marks until one is seen: from then on whoever follows misses nothing. */
const followed = <A, E, R>(seen: ReadonlyArray<string>, write: (index: number) => Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    for (let mark = firstMark; seen.length === 0; mark++) {
      yield* write(mark)
      yield* Effect.sleep(20)
    }
  })
const withoutMarks = (seen: ReadonlyArray<string>): ReadonlyArray<string> => seen.filter((id) => id < idOf(firstMark))

const files = (dataDir: string) => readdirSync(journalIn(dataDir))
const rowsOf = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT segment FROM audit_segments`)

describe("the audit sink", () => {
  it.live("fault-85 closing loads everything, in the order in which it was recorded, and leaves no file", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        yield* withSink(dataDir, (sink) => add(sink, 0, 9_000))
        assert.deepStrictEqual(yield* ids(), idsTo(9_000))
        assert.deepStrictEqual(files(dataDir), [])
        assert.isAbove((yield* rowsOf).length, 1)
      })
    ))

  it.live("records reach the database while the sink is open", () =>
    inRoom((dataDir) =>
      withSink(dataDir, (sink) =>
        Effect.gen(function*() {
          yield* add(sink, 0, 3)
          yield* Effect.promise(() => eventually("the backlog is empty", () => sink.backlog() === 0))
          assert.strictEqual((yield* rowsOf).length, 1)
          assert.deepStrictEqual(yield* ids(), idsTo(3))
        }))
    ))

  it.live("fault-86 what a killed process left is loaded at the next start; what it tore is not", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        yield* leaveBehind(dataDir, 0, 500)
        const [name = ""] = files(dataDir)
        const path = join(journalIn(dataDir), name)
        const whole = readFileSync(path)
        appendFileSync(path, whole.subarray(whole.length - 400, whole.length - 10))
        yield* withSink(dataDir, (sink) => add(sink, 500, 600))
        assert.deepStrictEqual(yield* ids(), idsTo(600))
        assert.deepStrictEqual(files(dataDir), [])
      })
    ))

  it.live("fault-88 a crash after the load and before the removal of the file doubles nothing", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        yield* leaveBehind(dataDir, 0, 50)
        const [name = ""] = files(dataDir)
        const { entries } = readSegment(readFileSync(join(journalIn(dataDir), name)))
        assert.strictEqual(yield* loadSegment(name.replace(".audit", ""), entries), 50)
        assert.deepStrictEqual(yield* ids(), idsTo(50))
        assert.strictEqual(yield* loadSegment(name.replace(".audit", ""), entries), 0)
        yield* withSink(dataDir, (sink) => add(sink, 50, 60))
        assert.deepStrictEqual(yield* ids(), idsTo(60))
      })
    ))

  it.live(
    "fault-88 while the database fails records wait on disk, for the next process too; nothing is lost or doubled",
    () =>
      inRoom((dataDir) =>
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          yield* sql`ALTER TABLE audit_segments RENAME TO elsewhere`
          yield* withSink(dataDir, (sink) => Effect.andThen(add(sink, 0, 5_000), Effect.sleep(150)), { closeMillis: 200 })
          assert.isAbove(files(dataDir).length, 0)
          yield* withSink(dataDir, (sink) =>
            Effect.gen(function*() {
              yield* add(sink, 5_000, 6_000)
              assert.isTrue(sink.recording())
              assert.isAtLeast(sink.backlog(), 6_000)
              yield* sql`ALTER TABLE elsewhere RENAME TO audit_segments`
              yield* Effect.promise(() => eventually("the backlog is empty", () => sink.backlog() === 0))
            }))
          assert.deepStrictEqual(yield* ids(), idsTo(6_000))
          assert.deepStrictEqual(files(dataDir), [])
        })
      )
  )

  it.live("fault-88 the outage is said once, and its end", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const messages: Array<unknown> = []
        const logger = Logger.layer([Logger.make((entry) => {
          messages.push(Array.isArray(entry.message) ? entry.message[0] : entry.message)
        })])
        yield* sql`ALTER TABLE audit_segments RENAME TO elsewhere`
        yield* withSink(dataDir, (sink) =>
          Effect.gen(function*() {
            yield* add(sink, 0, 10)
            yield* Effect.promise(() => eventually("the outage is said", () => messages.length > 0))
            yield* Effect.sleep(700)
            yield* sql`ALTER TABLE elsewhere RENAME TO audit_segments`
            yield* Effect.promise(() => eventually("its end is said", () => messages.some((message) => String(message).endsWith("again"))))
          })).pipe(Effect.provide(logger))
        assert.deepStrictEqual(messages.filter((message) => String(message).includes("database")), [
          "audit records cannot be loaded into the database; they wait on disk",
          "audit records are loaded into the database again"
        ])
      })
    ))

  it.live("a defect of the loading is an outage like any other: it is said, and the records are loaded afterwards", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        const messages: Array<string> = []
        let isBroken = true
        const breaking = new Proxy(yield* SqlClient.SqlClient, {
          apply: (target, self, parts: ReadonlyArray<unknown>) => {
            const statement: Effect.Effect<unknown> = Reflect.apply(target, self, parts)
            return isBroken && String(parts[0]).startsWith("INSERT INTO audit_segments")
              ? Effect.die(new Error("a fault of ours"))
              : statement
          }
        })
        yield* withSink(dataDir, (sink) =>
          Effect.gen(function*() {
            yield* add(sink, 0, 10)
            yield* Effect.promise(() => eventually("it is said", () => messages.length > 0))
            isBroken = false
            yield* Effect.promise(() => eventually("the backlog is empty", () => sink.backlog() === 0))
          })).pipe(
            Effect.provideService(SqlClient.SqlClient, breaking),
            Effect.provide(Logger.layer([Logger.make(({ message }) => {
              messages.push(String(message))
            })]))
          )
        assert.match(messages[0] ?? "", /^audit records cannot be loaded[^]*a fault of ours/)
        assert.deepStrictEqual(yield* ids(), idsTo(10))
      })
    ))

  it.live(
    "two gateways on one database make one chain, each record once",
    () =>
      inRoom((first) =>
        Effect.scoped(Effect.flatMap(TempDatabase.tempDirectory, (second) =>
          Effect.gen(function*() {
            yield* Effect.all([withSink(first, (sink) => add(sink, 0, 8_000)), withSink(second, (sink) => add(sink, 8_000, 16_000))], {
              concurrency: 2
            })
            assert.deepStrictEqual((yield* ids()).toSorted(), idsTo(16_000))
          })))
      )
  )

  it.live("what cannot be read is set aside, said, and holds up nothing", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        const header = Buffer.from("cafebabe", "hex")
        const { crc32 } = yield* Effect.promise(() => import("node:zlib"))
        const frame = Buffer.alloc(8)
        frame.writeUInt32LE(header.length, 0)
        frame.writeUInt32LE(crc32(header), 4)
        const name = "00000000000-deadbeef.audit"
        writeFileSync(join(journalIn(dataDir), name), Buffer.concat([frame, header]))
        const { utimesSync } = yield* Effect.promise(() => import("node:fs"))
        utimesSync(join(journalIn(dataDir), name), 1, 1)
        yield* withSink(dataDir, (sink) => add(sink, 0, 5))
        assert.deepStrictEqual(yield* ids(), idsTo(5))
        assert.deepStrictEqual(files(dataDir), [`${name}.damaged`])
      })
    ))

  it.live("fault-88 a segment that was damaged on disk loses what was hit and nothing behind it, is set aside, and that is said", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        const messages: Array<string> = []
        const directory = journalIn(dataDir)
        const journal = makeJournal(directory)
        for (let index = 0; index < 30; index++) {
          append(journal, index)
          yield* Effect.promise(() => settled(journal))
        }
        const [name = ""] = files(dataDir)
        const bytes = readFileSync(join(directory, name))
        bytes[bytes.length >> 1]! ^= 4
        writeFileSync(join(directory, name), bytes)
        yield* withSink(dataDir, (sink) => add(sink, 30, 31)).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => {
          messages.push(String(message))
        })])))
        const kept = yield* ids()
        assert.strictEqual(kept.length, 30)
        assert.deepStrictEqual(kept.slice(-10), idsTo(31).slice(-10))
        assert.deepStrictEqual(files(dataDir), [`${name}.damaged`])
        assert.isTrue(messages.some((message) => message.includes("was damaged on disk")))
        assert.isFalse(messages.some((message) => message.includes("never left")))
      })
    ))

  it.live("fault-91 keeps its latest checkpoint where the database's owner cannot change it; signs no history that contradicts it", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const messages: Array<string> = []
        const logger = Logger.layer([Logger.make(({ message }) => {
          messages.push(String(message))
        })])
        const file = join(dataDir, "checkpoint.json")
        yield* withSink(dataDir, (sink) => add(sink, 0, 10))
        const kept = readFileSync(file, "utf8")
        assert.deepInclude(JSON.parse(kept), { kind: "checkpoint", records: 10 })
        assert.strictEqual(statSync(file).mode & 0o777, 0o600)
        yield* sql`DELETE FROM audit_segments`
        yield* sql`DELETE FROM audit_checkpoints`
        yield* sql`DELETE FROM audit_head`
        yield* withSink(dataDir, (sink) => add(sink, 10, 20)).pipe(Effect.provide(logger))
        assert.isTrue(messages.some((message) => message.includes("no longer has the 10 records that were signed here")))
        assert.deepStrictEqual(yield* sql`SELECT * FROM audit_checkpoints`, [])
        assert.strictEqual(readFileSync(file, "utf8"), kept)
        // A sink that refused goes on signing once the operator has taken the file away.
        yield* withSink(dataDir, (sink) => Effect.andThen(add(sink, 20, 30), Effect.sync(() => rmSync(file))))
        assert.deepInclude(JSON.parse(readFileSync(file, "utf8")), { kind: "checkpoint", records: 20 })
      })
    ))

  it.live("says it where gateways on one database sign with several keys", () =>
    inRoom((first) =>
      Effect.scoped(Effect.flatMap(TempDatabase.tempDirectory, (second) =>
        Effect.gen(function*() {
          const messages: Array<string> = []
          const logger = Logger.layer([Logger.make(({ message }) => {
            messages.push(String(message))
          })])
          yield* withSink(first, (sink) => add(sink, 0, 5)).pipe(Effect.provide(logger))
          assert.isFalse(messages.some((message) => message.includes("another key")))
          yield* withSink(second, (sink) => add(sink, 5, 10)).pipe(Effect.provide(logger))
          assert.isTrue(messages.some((message) => message.includes("another key")))
        })))
    ))

  it.live("fault-86 a living process's segment is left to it, however the clock jumps; an earlier one's of its number is not", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        const directory = journalIn(dataDir)
        const child = yield* Effect.acquireRelease(
          Effect.sync(() => spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"])),
          (running) => Effect.sync(() => running.kill())
        )
        const pid = child.pid ?? assert.fail()
        for (const [index, started] of [startOf(pid), "1"].entries()) {
          const journal = makeJournal(directory, {
            disk: { ...nodeDisk(directory), owner: JSON.stringify({ version: 1, host: hostname(), pid, started }) }
          })
          append(journal, index)
          yield* Effect.promise(() => settled(journal))
        }
        for (const name of files(dataDir)) utimesSync(join(directory, name), 1, 1)
        yield* withSink(dataDir, (sink) => add(sink, 2, 3))
        assert.strictEqual(files(dataDir).length, 1)
        assert.deepStrictEqual(yield* ids(), [1, 2, 0].map(idOf))
        const [mine = ""] = files(dataDir)
        // A copy that was restored beside the living process is nobody's.
        utimesSync(join(directory, mine), 0, 0)
        yield* withSink(dataDir, (sink) => add(sink, 3, 4))
        assert.deepStrictEqual(files(dataDir), [])
        assert.deepStrictEqual(yield* ids(), [1, 2, 0, 3].map(idOf))
      }).pipe(Effect.scoped)
    ))

  it.live("a record after closing is a defect, so that no answer goes out without one", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        let kept: AuditSink["Service"] | undefined
        yield* withSink(dataDir, (sink) =>
          Effect.sync(() => {
            kept = sink
          }))
        assert.throws(() => kept?.append(recordable(0), 200, null, 0, 1))
      })
    ))
})

describe("the audit log", () => {
  it.live("shows what is in the journal alone, and each record once while it is loaded", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        yield* withSink(dataDir, (sink) =>
          Effect.gen(function*() {
            for (let round = 0; round < 12; round++) {
              yield* add(sink, round * 700, (round + 1) * 700)
              assert.deepStrictEqual(yield* ids(), idsTo((round + 1) * 700))
              yield* Effect.sleep(45)
            }
          }))
        assert.deepStrictEqual(yield* ids(), idsTo(12 * 700))
      })
    ))

  it.live("follows: every record from now on, once", () =>
    inRoom((dataDir) =>
      withSink(dataDir, (sink) =>
        Effect.gen(function*() {
          yield* add(sink, 0, 20)
          const seen: Array<string> = []
          const log = yield* AuditLog
          const following = yield* Effect.forkChild(
            Stream.runForEach(log.follow({ status: 200 }), (record) => Effect.sync(() => seen.push(record.requestId)))
          )
          yield* followed(seen, (index) => add(sink, index, index + 1))
          for (let index = 20; index < 60; index++) {
            yield* add(sink, index, index + 1)
            yield* Effect.sleep(30)
          }
          yield* Effect.promise(() => eventually("all are seen", () => seen.includes(idOf(59))))
          yield* Effect.promise(() => eventually("all are loaded", () => sink.backlog() === 0))
          yield* Effect.sleep(300)
          assert.deepStrictEqual(withoutMarks(seen), idsTo(60).slice(20))
          yield* Fiber.interrupt(following)
        }))
    ))

  it.live("follows in the order of writing, also where a segment is loaded between two looks", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const journal = makeJournal(journalIn(dataDir))
        const write = (from: number, to: number) =>
          Effect.promise(() => {
            for (let index = from; index < to; index++) append(journal, index)
            return settled(journal)
          })
        /** What the loader does, and the gateway goes on meanwhile. */
        const load = Effect.gen(function*() {
          const [name = ""] = files(dataDir)
          const segment = name.replace(".audit", "")
          yield* write(10, 20)
          journal.seal(0)
          yield* loadSegment(segment, readSegment(readFileSync(join(journalIn(dataDir), name))).entries)
          yield* removeJournal(journalIn(dataDir), segment)
          yield* write(20, 30)
        })
        let isDue = false
        let askedAt = 0
        const interrupted = new Proxy(sql, {
          apply: (target, self, parts: ReadonlyArray<unknown>) => {
            const statement: Effect.Effect<unknown> = Reflect.apply(target, self, parts)
            if (!String(parts[0]).startsWith("SELECT sequence, segment")) return statement
            // The first look after a pause: the journal is looked at after it.
            const isFirst = performance.now() - askedAt > 100
            askedAt = performance.now()
            if (!isDue || !isFirst) return statement
            isDue = false
            return Effect.tap(statement, () => load)
          }
        })
        yield* write(0, 10)
        const seen: Array<string> = []
        const log = yield* Effect.provide(AuditLog, Layer.provide(logIn(dataDir), Layer.succeed(SqlClient.SqlClient, interrupted)))
        const following = yield* Effect.forkChild(
          Stream.runForEach(log.follow(), (record) => Effect.sync(() => seen.push(record.requestId)))
        )
        yield* followed(seen, (index) => write(index, index + 1))
        isDue = true
        yield* Effect.promise(() => eventually("all are seen", () => seen.includes(idOf(29))))
        yield* Fiber.interrupt(following)
        assert.deepStrictEqual(withoutMarks(seen), idsTo(30).slice(10))
      })
    ))

  it.live("filters by time, agency, owning application and status", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        const asked = [
          [{ agency: "dinkes" }, [1_000]],
          [{ application: "portal-kota" }, [0]],
          [{ status: 503 }, [2_000]],
          [{ from: baseTime + 1_000 }, [1_000, 2_000]],
          [{ to: baseTime + 1_000 }, [0]],
          [{ from: baseTime + 1, to: baseTime + 2_000 }, [1_000]],
          [{ from: baseTime + 9_000 }, []]
        ] as const
        const check = Effect.gen(function*() {
          for (const [filter, expected] of asked) assert.deepStrictEqual(yield* ids(filter), expected.map(idOf))
        })
        yield* withSink(dataDir, (sink) =>
          Effect.gen(function*() {
            sink.append(recordable(0), 200, null, 0, 1)
            sink.append(recordable(1_000, { endpoint: endpointOf("dinkes", "sehat") }), 200, null, 0, 1)
            sink.append(recordable(2_000, { endpoint: undefined }), 503, "overloaded", 0, 1)
            yield* sink.kept
            yield* check
          }))
        yield* check
      })
    ))

  it.live("a damaged row fails the reading rather than being passed over", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* withSink(dataDir, (sink) => add(sink, 0, 3))
        yield* sql`UPDATE audit_segments SET entries = ${new Uint8Array([1, 2, 3])}`
        const error = yield* Effect.flip(ids())
        assert.strictEqual(error._tag, "EntriesDamaged")
      })
    ))
})

describe("scopes", () => {
  it.live("closing twice loads once", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        const scope = yield* Scope.make()
        const context = yield* Layer.buildWithScope(sinkIn(dataDir), scope)
        yield* Effect.provide(Effect.flatMap(AuditSink, (sink) => add(sink, 0, 4)), context)
        yield* Scope.close(scope, Exit.void)
        yield* Scope.close(scope, Exit.void)
        assert.deepStrictEqual(yield* ids(), idsTo(4))
      })
    ))
})

describe("fault-131 the audit log's retention", () => {
  it.live("goes by the database's clock: a gateway whose own is three years ahead removes what is old and nothing else", () =>
    Effect.gen(function*() {
      const logs: Array<string> = []
      const ahead = yield* makeAheadClock
      const day = 86_400_000
      yield* inRoom((dataDir) =>
        Effect.gen(function*() {
          const kept = (time: number, from: number, to: number) =>
            withSink(dataDir, (sink) =>
              Effect.gen(function*() {
                for (let index = from; index < to; index++) sink.append(recordable(index, { time }), 200, null, 100, 1.25)
                yield* Effect.promise(() => eventually("they are loaded", () => sink.backlog() === 0))
              }))
          yield* kept(Date.now() - 900 * day, 0, 1)
          yield* kept(Date.now(), 1, 20)
          assert.strictEqual((yield* ids()).length, 20)
          ahead.pass(3 * 365 * day)
          const sql = yield* SqlClient.SqlClient
          const first = Effect.map(sql`SELECT MIN(first_position) AS first FROM audit_segments`, ([row]) => Number(row?.["first"]))
          // SQLite has no clock but the machine's: there the share of what would go is what holds it back.
          const isDone = () => onPostgres ? Effect.runPromise(first).then((position) => position === 2) : logs.length > 0
          yield* withSink(
            dataDir,
            () => Effect.promise(() => eventually("it has looked at what is old", isDone)),
            { retentionMillis: 731 * day }
          ).pipe(
            Effect.provide(DatabaseClock.layer),
            Effect.provideService(Clock.Clock, ahead.clock),
            Effect.provide(
              Logger.layer([Logger.make(({ message }) => /more than a tenth/.test(String(message)) && logs.push(String(message)))])
            )
          )
          assert.strictEqual((yield* ids()).length, onPostgres ? 19 : 20)
        })
      )
    }))

  // One database is enough: how often it looks does not depend on which it is.
  if (!onPostgres) {
    it.live("removes what is old at the start and once an hour, so that what grows old meanwhile waits for the next time", () =>
      Effect.gen(function*() {
        const ahead = yield* makeAheadClock
        const [minute, day] = [60_000, 86_400_000]
        yield* inRoom((dataDir) =>
          Effect.gen(function*() {
            const oldAt = Date.now() - 731 * day
            const kept = (time: number, from: number, to: number) =>
              withSink(dataDir, (sink) =>
                Effect.sync(() => {
                  for (let index = from; index < to; index++) sink.append(recordable(index, { time }), 200, null, 100, 1.25)
                }))
            yield* kept(oldAt - minute, 0, 1)
            yield* kept(oldAt + 10 * minute, 1, 2)
            yield* kept(Date.now(), 2, 40)
            const isGone = (index: number) => Effect.map(ids(), (all) => !all.includes(idOf(index)))
            const until = <E>(what: string, look: Effect.Effect<boolean, E>) =>
              Effect.promise(() => eventually(what, () => Effect.runPromise(look)))
            yield* withSink(dataDir, (sink) =>
              Effect.gen(function*() {
                const context = yield* Effect.context<AuditLog>()
                const gone = (index: number) => Effect.provide(isGone(index), context)
                yield* until("the first is removed", gone(0))
                // Between two records that are loaded there was upkeep.
                for (let index = 40; index < 46; index++) {
                  if (index % 3 === 1) ahead.pass(25 * minute)
                  sink.append(recordable(index, { time: Date.now() }), 200, null, 100, 1.25)
                  yield* Effect.promise(() => eventually("it is loaded", () => sink.backlog() === 0))
                }
                assert.isFalse(yield* gone(1))
                ahead.pass(10 * minute)
                yield* until("the second is removed", gone(1))
              }), { retentionMillis: 731 * day }).pipe(Effect.provideService(Clock.Clock, ahead.clock))
          })
        )
      }))
  }
})
