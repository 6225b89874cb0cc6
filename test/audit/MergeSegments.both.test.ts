/** Old segments that become one row: whoever reads, verifies, removes or loads finds what there was before. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer, Logger, type Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { zstdCompressSync, zstdDecompressSync } from "node:zlib"
import type { AuditFilter } from "../../src/audit/AuditFilter.ts"
import { extendIndex } from "../../src/audit/AuditIndex.ts"
import { type AuditKey, loadAuditKey } from "../../src/audit/AuditKey.ts"
import { AuditLog } from "../../src/audit/AuditLog.ts"
import { type AuditPlace, AuditSearch } from "../../src/audit/AuditSearch.ts"
import { AuditSink } from "../../src/audit/AuditSink.ts"
import { checkpointCells } from "../../src/audit/ChainCells.ts"
import { signHead } from "../../src/audit/Checkpoints.ts"
import { at as field, entryType } from "../../src/audit/EntryFormat.ts"
import { entriesOf, readSegment } from "../../src/audit/EntryReader.ts"
import { EntryWriter } from "../../src/audit/EntryWriter.ts"
import { loadSegment } from "../../src/audit/LoadSegment.ts"
import { mergeFilters } from "../../src/audit/MergeFilters.ts"
import { mergeNext, mergeOld } from "../../src/audit/MergeSegments.ts"
import { RecentRecords } from "../../src/audit/RecentRecords.ts"
import { RequestRecords } from "../../src/audit/RequestRecords.ts"
import { prune, pruneTenth } from "../../src/audit/Retention.ts"
import { verifyChain } from "../../src/audit/VerifyChain.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { baseTime, caller, endpointOf, idOf, journalIn, type LoadedRecord, recordable } from "../support/AuditRecords.ts"
import { onPostgres } from "../support/Postgres.ts"
import { eventually } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const day = 86_400_000
/** Rows of four segments. */
const few = { segments: 4, records: 100, bytes: 1 << 20, alone: 50 }
const nameOf = (number: number): string => `${(baseTime * 1000 + number).toString(36).padStart(11, "0")}-00000000`

const entriesOfRecords = (first: number, records: ReadonlyArray<LoadedRecord>): Buffer => {
  const writer = new EntryWriter(1 << 20, true)
  records.forEach(({ status = 200, ...changes }, index) =>
    writer.add(recordable(first + index, changes), status, status === 200 ? null : "circuit-open", 100, 1)
  )
  return readSegment(Buffer.from(writer.frame())).entries
}

const load = Effect.fnUntraced(function*(segments: ReadonlyArray<ReadonlyArray<LoadedRecord>>) {
  let index = 0
  for (const [number, records] of segments.entries()) {
    yield* loadSegment(nameOf(number), entriesOfRecords(index, records))
    index += records.length
  }
})

const dinkes = endpointOf("dinkes", "portal-dinkes")
const rare = { ...caller, application: "peta \"kota\" é", tokenId: "tok_rare" }
/** Ten segments of three: ids 0 to 29. */
const segments: ReadonlyArray<ReadonlyArray<LoadedRecord>> = Array.from(
  { length: 10 },
  (_, segment) =>
    [0, 1, 2].map((index): LoadedRecord => {
      if ((segment === 2 || segment === 9) && index === 1) return { caller: rare }
      if (segment === 1 && index === 1) return { address: "203.0.113.9", status: 503 }
      if (segment === 4 && index === 2) return { requestId: `${idOf(13)}#agenda`, alias: "agenda" }
      if (segment === 6 && index === 0) return { requestId: "dari-proksi-1" }
      return segment % 2 === 0 && index === 0 ? { endpoint: dinkes, route: dinkes.route } : {}
    })
)

interface Room {
  readonly dataDir: string
  readonly key: AuditKey
}
type Services = AuditLog | AuditSearch | RequestRecords | RecentRecords | SqlClient.SqlClient | Scope.Scope
const room = <A, E>(test: (room: Room) => Effect.Effect<A, E, Services>) =>
  Effect.scoped(Effect.flatMap(TempDatabase.tempDirectory, (dataDir) => {
    const directory = journalIn(dataDir)
    const readers = Layer.mergeAll(
      AuditLog.layer({ directory }),
      AuditSearch.layer,
      RequestRecords.layer({ directory }),
      RecentRecords.layer({ directory })
    )
    return Effect.flatMap(loadAuditKey(join(dataDir, "audit.pem")), (key) => test({ dataDir, key })).pipe(
      Effect.provide(Layer.provideMerge(readers, TempDatabase.at({ dataDir }))),
      Effect.provide(Logger.layer([]))
    )
  }))

const statement = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Readonly<Record<string, unknown>>>(text))
const begin = statement("INSERT INTO audit_merged (id, through, since) VALUES (1, 0, 0)")
const mergeAll = (beforeMillis = Number.MAX_SAFE_INTEGER, most = few) =>
  Effect.gen(function*() {
    while (yield* mergeNext(beforeMillis, most)) { /* on to the next run */ }
  })
const rowsNow = Effect.map(
  statement("SELECT sequence FROM audit_segments ORDER BY sequence"),
  (rows) => rows.map(({ sequence }) => sequence)
)
const found = (filter: AuditFilter = {}) =>
  Effect.flatMap(
    AuditLog,
    (log) => Effect.map(Stream.runCollect(log.records(filter)), (records) => records.map(({ requestId }) => requestId))
  )

/** What every reader finds. */
const everything = Effect.gen(function*() {
  const filters: ReadonlyArray<AuditFilter> = [
    {},
    { token: "tok_rare" },
    { caller: rare.application },
    { caller: rare.application, token: "tok_1" },
    { request: idOf(13) },
    { request: `${idOf(13)}#agenda` },
    { request: "dari-proksi-1" },
    { request: "dari-proksi" },
    { address: "203.0.113.9" },
    { agency: "dinkes" },
    { application: "portal-dinkes" },
    { status: 503 },
    { from: baseTime + 5, to: baseTime + 17 },
    { token: "tok_rare", from: baseTime + 10 }
  ]
  const log = yield* Effect.forEach(filters, (filter) => found(filter))
  const { page } = yield* AuditSearch
  const pages: Array<unknown> = []
  for (const size of [1, 4, 100]) {
    let after: AuditPlace | undefined
    do {
      const { next, records } = yield* page(
        { agency: "diskominfo", from: baseTime + 2, to: baseTime + 28 },
        { after, size, segments: 100 }
      )
      pages.push(...records)
      after = next
    } while (after !== undefined)
  }
  const requests = yield* RequestRecords
  // Ids that do not tell their time are looked for in the last day.
  const later = yield* makeAheadClock
  later.jump(baseTime + day / 2 - (yield* Clock.currentTimeMillis))
  const ofRequest = yield* Effect.provideService(requests.of(idOf(13)), Clock.Clock, later.clock)
  const calls = yield* (yield* RecentRecords).calls(baseTime + 20, 10)
  const sorted = (times: ReadonlyMap<string, ReadonlyArray<number>>) =>
    [...times].map(([name, all]) => [name, all.toSorted((one, other) => one - other)]).toSorted()
  return { log, pages, ofRequest, calls: sorted(calls.tokens), applications: sorted(calls.applications) }
})

const whole = (key: AuditKey, kept: ReadonlyArray<Parameters<typeof signHead>[1] & {}> = []) =>
  Effect.map(verifyChain([key], { kept }), ({ fault, ...rest }) => {
    assert.isUndefined(fault)
    return rest
  })

describe("segments that are merged", () => {
  it.live("are found by each filter, page, request and quota as they were before, indexed or not", () =>
    room(() =>
      Effect.gen(function*() {
        yield* load(segments)
        yield* begin
        const before = yield* everything
        assert.deepStrictEqual(before.log[1], [idOf(7), idOf(28)])
        assert.strictEqual(before.ofRequest.length, 2)
        assert.isNotEmpty(before.calls)
        yield* extendIndex({ records: 1_000, segments: 3 })
        yield* mergeAll()
        assert.deepStrictEqual(yield* rowsNow, [4, 8, 10])
        assert.deepStrictEqual(yield* everything, before)
        while (yield* extendIndex({ records: 5, segments: 2 })) { /* on to the next */ }
        assert.deepStrictEqual(yield* everything, before)
        assert.isTrue(yield* mergeFilters(10, { records: 9, segments: 1 }))
        assert.deepStrictEqual(yield* everything, before)
      })
    ))

  it.live("are proven one by one, with every checkpoint between them", () =>
    room(({ key }) =>
      Effect.gen(function*() {
        for (const [number, records] of segments.entries()) {
          yield* loadSegment(nameOf(number), entriesOfRecords(number * 3, records))
          if (number % 2 === 0) yield* signHead(key)
        }
        yield* begin
        const kept = (yield* checkpointCells(yield* SqlClient.SqlClient)).whole
        const before = yield* whole(key, kept)
        yield* mergeAll()
        assert.deepStrictEqual(yield* whole(key, kept), before)
        assert.deepStrictEqual([before.proven, before.signedThrough, before.checkpoints], [30, 27, 5])
        // What was signed in the middle of a row is still there for who goes on signing.
        for (const checkpoint of kept) yield* signHead(key, checkpoint)
        yield* loadSegment(nameOf(100), entriesOfRecords(30, [{}]))
        assert.deepInclude(yield* signHead(key, kept[1]), { records: 31 })
        yield* whole(key, kept)
      })
    ))

  it.live("that lie in an index of before are searched where it says that they may hold what is asked for", () =>
    room(() =>
      Effect.gen(function*() {
        yield* load(segments)
        yield* begin
        while (yield* extendIndex({ records: 1_000, segments: 3 })) { /* on to the next */ }
        yield* mergeAll()
        // The rare caller is in the third and the tenth: the row of the fifth to eighth need not be read.
        yield* statement("UPDATE audit_segments SET entries = marks WHERE sequence = 8")
        assert.deepStrictEqual(yield* found({ token: "tok_rare" }), [idOf(7), idOf(28)])
      })
    ))

  it.live("are of one day at most, and a segment with many records, or of a time that is not old yet, stays alone", () =>
    room(({ key }) =>
      Effect.gen(function*() {
        const times = [0, 0.5, 0.9, 1.2, 1.3, 3, 3.1, 3.2, 3.3, 9]
        yield* load(times.map((time, index) => Array.from({ length: index === 7 ? 60 : 1 }, () => ({ time: baseTime + time * day }))))
        yield* begin
        yield* mergeAll(baseTime + 8 * day, { ...few, segments: 100 })
        assert.deepStrictEqual(yield* rowsNow, [3, 5, 7, 8, 9, 10])
        yield* whole(key)
        // The next day's turn goes on behind them.
        yield* loadSegment(nameOf(50), entriesOfRecords(100, [{ time: baseTime + 9 * day + 1 }]))
        yield* mergeAll(baseTime + 10 * day, few)
        assert.deepStrictEqual(yield* rowsNow, [3, 5, 7, 8, 9, 11])
        yield* whole(key)
      })
    ))

  it.live("may be merged while somebody reads or verifies", () =>
    room(() =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* load(segments)
        yield* begin
        const once = Effect.provideService(Effect.orDie(mergeAll()), SqlClient.SqlClient, sql)
        const log = yield* AuditLog
        const read: Array<string> = []
        // The first page is of four rows; what comes next is in the middle of a merged one.
        yield* statement("DELETE FROM audit_segments WHERE sequence = 1")
        yield* Stream.runForEach(
          log.records(),
          ({ requestId }) => Effect.andThen(Effect.sync(() => read.push(requestId)), read.length === 1 ? once : Effect.void)
        )
        assert.deepStrictEqual(yield* rowsNow, [2, 6, 10])
        assert.deepStrictEqual(read, (yield* found()).slice(0))
        assert.strictEqual(read.length, 27)
      })
    ).pipe(Effect.andThen(room(({ key }) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* load(segments)
        yield* begin
        const progress = (records: number) =>
          records === 6 ? Effect.provideService(Effect.orDie(mergeAll()), SqlClient.SqlClient, sql) : Effect.void
        assert.deepInclude(yield* verifyChain([key], { progress }), { fault: undefined, records: 30, proven: 30 })
        assert.deepStrictEqual(yield* rowsNow, [4, 8, 10])
      })
    ))))

  it.live("are merged behind what retention removed, too", () =>
    room(({ key }) =>
      Effect.gen(function*() {
        yield* load(segments)
        yield* begin
        assert.strictEqual(yield* prune(key, baseTime + 10), 9)
        yield* mergeAll()
        assert.deepStrictEqual(yield* rowsNow, [7, 10])
        assert.deepInclude(yield* whole(key), { records: 21, proven: 21, firstPosition: 10 })
      })
    ))

  it.live("are known by name: a journal that is loaded again adds nothing", () =>
    room(() =>
      Effect.gen(function*() {
        yield* load(segments)
        yield* begin
        yield* mergeAll()
        yield* load(segments)
        assert.deepStrictEqual(yield* rowsNow, [4, 8, 10])
        assert.strictEqual((yield* found()).length, 30)
      })
    ))

  it.live("are merged once where two gateways do it at the same time", () =>
    room(({ dataDir, key }) =>
      Effect.gen(function*() {
        const other = Context.get(yield* Layer.build(Layer.fresh(TempDatabase.at({ dataDir }))), SqlClient.SqlClient)
        yield* load(Array.from({ length: 40 }, () => [{}]))
        yield* begin
        const before = yield* found()
        const merging = Effect.gen(function*() {
          for (let round = 0; round < 20; round++) yield* mergeNext(Number.MAX_SAFE_INTEGER, few)
        })
        yield* Effect.all([merging, Effect.provideService(merging, SqlClient.SqlClient, other)], { concurrency: 2 })
        yield* mergeAll()
        assert.deepStrictEqual(yield* rowsNow, [4, 8, 12, 16, 20, 24, 28, 32, 36, 40])
        assert.deepStrictEqual(yield* found(), before)
        assert.deepInclude(yield* whole(key), { proven: 40 })
      })
    ))

  it.live("are all there or none, wherever the merging is broken off", () =>
    room(({ key }) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* load(segments)
        yield* begin
        let broken = 0
        for (let step = 0;; step++) {
          let left = step
          const dying = new Proxy(sql, {
            apply: (target, self, parts: ReadonlyArray<unknown>) => {
              const made: unknown = Reflect.apply(target, self, parts)
              const isStatement = Array.isArray(parts[0]) && /^(?:SELECT|UPDATE|DELETE|INSERT)/.test(String(parts[0]))
              return isStatement && left-- === 0 ? Effect.andThen(made as Effect.Effect<unknown>, Effect.interrupt) : made
            }
          })
          const exit = yield* Effect.exit(Effect.provideService(mergeNext(Number.MAX_SAFE_INTEGER, few), SqlClient.SqlClient, dying))
          if (exit._tag === "Success") break
          broken++
          assert.deepStrictEqual(yield* rowsNow, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
          assert.deepInclude(yield* whole(key), { proven: 30 })
        }
        assert.isAtLeast(broken, 6)
        assert.deepStrictEqual(yield* rowsNow, [4, 5, 6, 7, 8, 9, 10])
        assert.deepInclude(yield* whole(key), { proven: 30 })
      })
    ))

  it.live("fault-91 are not merged where they are not what was linked, so that who verifies finds what there was", () =>
    room(({ key }) =>
      Effect.gen(function*() {
        yield* load(segments)
        yield* begin
        yield* statement("UPDATE audit_segments SET marks = substr(marks, 1, 4) WHERE sequence = 3")
        yield* statement("UPDATE audit_segments SET last_time = 1 WHERE sequence = 6")
        const { faults } = yield* verifyChain([key])
        yield* mergeAll()
        assert.deepStrictEqual(yield* rowsNow, [2, 3, 5, 6, 10])
        assert.deepStrictEqual((yield* verifyChain([key])).faults, faults)
        assert.deepStrictEqual(faults.map(({ position }) => position), [7, 16])
      })
    ))

  it.live("are merged by the gateway itself, a week after the first start that can, once they are a week old", () =>
    Effect.gen(function*() {
      const ahead = yield* makeAheadClock
      yield* room(({ dataDir, key }) =>
        Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          yield* load(Array.from({ length: 6 }, (_, index) => [{ time: now - 20 * day + index }]))
          const sink = AuditSink.layer({
            directory: join(dataDir, "journal"),
            checkpointFile: join(dataDir, "checkpoint.json"),
            key,
            maxBytes: 1 << 28,
            bufferBytes: 1 << 20
          })
          const serve = (isDone: Effect.Effect<boolean, unknown, SqlClient.SqlClient>) =>
            Effect.gen(function*() {
              const context = yield* Effect.context<SqlClient.SqlClient>()
              yield* Layer.build(Layer.fresh(sink))
              yield* Effect.promise(() => eventually("it has looked", () => Effect.runPromiseWith(context)(isDone)))
            }).pipe(Effect.scoped, Effect.provideService(Clock.Clock, ahead.clock))
          const hasBegun = Effect.map(statement("SELECT since FROM audit_merged"), (rows) => rows.length === 1)
          yield* serve(hasBegun)
          ahead.pass(6.9 * day)
          assert.isFalse(yield* Effect.provideService(mergeOld(0), Clock.Clock, ahead.clock))
          assert.strictEqual((yield* rowsNow).length, 6)
          ahead.pass(0.2 * day)
          // Nor before gateways have let go of what they keep of loaded segments.
          assert.isFalse(yield* Effect.provideService(mergeOld(40 * day), Clock.Clock, ahead.clock))
          yield* serve(Effect.map(rowsNow, (rows) => rows.length === 1))
          assert.deepInclude(yield* whole(key), { proven: 6 })
        })
      )
    }))
})

describe("a segment of a clock that was ahead", () => {
  it.live("stays by itself, and those behind it are merged", () =>
    room(({ key }) =>
      Effect.gen(function*() {
        const ahead = baseTime + 1e12
        yield* loadSegment(nameOf(0), entriesOfRecords(0, [{ time: ahead }]))
        for (let index = 1; index < 4; index++) yield* loadSegment(nameOf(index), entriesOfRecords(index, [{}]))
        yield* begin
        while (yield* mergeNext(baseTime + 1_000, few, ahead - 1));
        assert.deepStrictEqual(yield* rowsNow, [1, 4])
        assert.deepInclude(yield* whole(key), { records: 4, proven: 4 })
      })
    ))
})

describe("retention in a merged row", () => {
  it.live("removes to the segment what is older, leaves the rest proven, and takes no more than a tenth by itself", () =>
    room(({ key }) =>
      Effect.gen(function*() {
        yield* load(segments)
        yield* begin
        yield* mergeAll(Number.MAX_SAFE_INTEGER, { ...few, segments: 100 })
        assert.deepStrictEqual(yield* rowsNow, [10])
        const refused = yield* Effect.flip(pruneTenth(key, baseTime + 13))
        assert.match(refused.message, /^12 of 30 audit records/)
        assert.strictEqual(yield* pruneTenth(key, baseTime + 5), 3)
        assert.deepStrictEqual(yield* found(), (yield* found()).slice(-27))
        assert.deepInclude(yield* whole(key), { records: 27, proven: 27, firstPosition: 4, lastPosition: 30 })
        assert.strictEqual(yield* prune(key, baseTime + 5), 0)
        assert.strictEqual(yield* prune(key, baseTime + 13), 9)
        assert.deepInclude(yield* whole(key), { records: 18, proven: 18, firstPosition: 13 })
        yield* loadSegment(nameOf(100), entriesOfRecords(30, [{}, {}]))
        yield* signHead(key)
        assert.deepInclude(yield* whole(key), { records: 20, proven: 20, lastPosition: 32 })
        assert.deepStrictEqual((yield* found()).slice(-2), [idOf(30), idOf(31)])
        assert.strictEqual(yield* prune(key, baseTime + 1_000), 20)
        assert.deepInclude(yield* whole(key), { records: 0 })
      })
    ))
})

describe("audit verify of a merged row", () => {
  /** Ten segments in three rows; records 13 to 24 are in the second. */
  const merged = <A, E>(test: (key: AuditKey) => Effect.Effect<A, E, Services>) =>
    room(({ key }) =>
      Effect.gen(function*() {
        for (let number = 0; number < 10; number++) {
          yield* loadSegment(nameOf(number), entriesOfRecords(number * 3, [{}, {}, {}]))
          yield* signHead(key)
        }
        yield* begin
        yield* mergeAll()
        return yield* test(key)
      })
    )
  const unpacked = (column: string) =>
    Effect.map(statement(`SELECT ${column} FROM audit_segments WHERE sequence = 8`), ([row]) => {
      const cell = row?.[column]
      return cell instanceof Uint8Array ? zstdDecompressSync(cell) : assert.fail("it is of bytes")
    })
  const write = (column: string, bytes: Buffer) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`UPDATE audit_segments SET ${sql.update({ [column]: Uint8Array.from(zstdCompressSync(bytes)) })} WHERE sequence = 8`
    )
  const recordsIn = (entries: Buffer) => entriesOf(entries).filter(({ type }) => type === entryType.record)

  it.live("fault-91 names each record that was edited, deleted or added in it, and proves the other segments", () =>
    merged((key) =>
      Effect.gen(function*() {
        const entries = yield* unpacked("entries")
        const records = recordsIn(entries)
        const one = (index: number) => records[index] ?? assert.fail("so many there are")
        const edited = Buffer.from(entries)
        for (const index of [1, 10]) edited.writeUInt16LE(404, one(index).start + field.status)
        const copy = Buffer.from(entries.subarray(one(4).start, one(4).end))
        copy.writeUInt16LE(418, field.status)
        const changes: ReadonlyArray<readonly [Buffer, ReadonlyArray<string>, proven: number]> = [
          [edited, ["edited 14", "edited 23"], 24],
          [Buffer.concat([entries.subarray(0, one(4).start), entries.subarray(one(4).end)]), ["deleted 17"], 27],
          [Buffer.concat([entries.subarray(0, one(4).start), copy, entries.subarray(one(4).start)]), ["added 17"], 27]
        ]
        for (const [bytes, expected, proven] of changes) {
          yield* write("entries", bytes)
          const verdict = yield* verifyChain([key])
          const named = verdict.faults.filter(({ requestId }) => requestId !== undefined)
          assert.deepStrictEqual(named.map(({ kind, position }) => `${kind} ${position}`), expected)
          assert.strictEqual(verdict.proven, proven)
        }
        yield* write("entries", entries)
        yield* whole(key)
      })
    ))

  it.live("fault-91 finds what was made again, marks, links and all, by what was signed", () =>
    merged((key) =>
      Effect.gen(function*() {
        const entries = yield* unpacked("entries")
        const [, , , , , record = assert.fail("so many there are")] = recordsIn(entries)
        entries.writeUInt16LE(404, record.start + field.status)
        yield* write("entries", entries)
        const marks = yield* unpacked("marks")
        const found = entriesOf(entries)
        const { marksOf } = yield* Effect.promise(() => import("../../src/audit/Chain.ts"))
        assert.strictEqual(marksOf(entries, found).length, marks.length)
        yield* write("marks", marksOf(entries, found))
        const { faults, proven } = yield* verifyChain([key])
        assert.strictEqual(proven, 27)
        assert.isTrue(faults.some(({ kind, position }) => kind === "rewritten" && position === 16), JSON.stringify(faults))
      })
    ))

  it.live("fault-91 finds any one cell of it that is changed to anything, goes on behind it, and takes no other for changed", () =>
    merged((key) =>
      Effect.gen(function*() {
        const columns = [
          "sequence",
          "segment",
          "first_position",
          "record_count",
          "first_time",
          "last_time",
          "entries",
          "marks",
          "link",
          "parts"
        ]
        const isBytes = (column: string) => ["entries", "marks", "parts"].includes(column)
        const isText = (column: string) => ["segment", "link"].includes(column)
        const worths = (column: string): ReadonlyArray<string> => {
          if (isBytes(column)) {
            return onPostgres
              ? ["''", `substr(${column}, 1, 7)`, "decode('00ff', 'hex')"]
              : ["x''", `substr(${column}, 1, 7)`, "x'00ff'", "'teks'", "77"]
          }
          if (isText(column)) return ["''", "'lain'"]
          return onPostgres ? ["77", "-5"] : ["77", "-5", "'teks'", "1.5"]
        }
        const all = [...columns.flatMap((column) => worths(column).map((worth) => [column, worth] as const)), ["parts", "NULL"] as const]
        yield* statement("CREATE TABLE kept AS SELECT * FROM audit_segments")
        for (const [column, worth] of all) {
          yield* statement(`UPDATE audit_segments SET ${column} = ${worth} WHERE sequence = 8`)
          const { faults, proven } = yield* verifyChain([key])
          const what = `${column} = ${worth}: ${JSON.stringify(faults)}`
          assert.isAtLeast(faults.length, 1, what)
          assert.isAtMost(faults.length, 5, what)
          assert.isTrue(faults.every(({ position }) => position >= 12 && position <= 25), what)
          assert.strictEqual(proven, ["entries", "parts"].includes(column) ? 18 : 30, what)
          yield* statement("DELETE FROM audit_segments")
          yield* statement("INSERT INTO audit_segments SELECT * FROM kept")
        }
        yield* whole(key)
      })
    ))

  it.live("fault-91 finds whatever is changed in what says how it was merged", () =>
    merged((key) =>
      Effect.gen(function*() {
        const parts = yield* unpacked("parts")
        const rows: unknown = JSON.parse(parts.toString())
        assert.strictEqual(Array.isArray(rows) ? rows.length : 0, 4)
        const changes: ReadonlyArray<readonly [from: RegExp, to: string]> = [
          [/00000000/, "00000001"],
          [/"[0-9a-f]{64}"/, `"${"ab".repeat(32)}"`],
          [/(\[[^\]]*),\d+,(\d+,\d+\])/, "$1,404,$2"],
          [/(\[[^\]]*),\d+,(\d+\])/, "$1,5,$2"],
          [/(\[[^\]]*),\d+\]/, "$1,9]"],
          [/^\[\[[^\]]*\],/, "["],
          [/,\[[^\]]*\]\]$/, "]"],
          [/\]\]$/, "],[\"lain\",\"\",0,0,0]]"],
          [/^\[.*$/, "[]"]
        ]
        for (const [from, to] of changes) {
          const text = parts.toString().replace(from, to)
          assert.notStrictEqual(text, parts.toString())
          yield* write("parts", Buffer.from(text))
          const { faults } = yield* verifyChain([key])
          assert.isAtLeast(faults.length, 1, String(from))
          assert.isTrue(faults.every(({ position }) => position >= 12 && position <= 25), `${String(from)} ${JSON.stringify(faults)}`)
        }
        yield* write("parts", parts)
        yield* whole(key)
      })
    ))

  it.live("fault-91 finds a row that was deleted", () =>
    merged((key) =>
      Effect.gen(function*() {
        yield* statement("DELETE FROM audit_segments WHERE sequence = 8")
        const { faults, proven } = yield* verifyChain([key])
        assert.deepInclude(faults[0], { kind: "deleted", position: 13, reason: "records 13 to 24 are missing" })
        // Nothing tells what the first behind it was linked to.
        assert.strictEqual(proven, 15)
      })
    ))
})
