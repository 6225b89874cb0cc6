/** fault-91: whatever is changed in the database is found and named, and what was not is proven. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { zstdCompressSync } from "node:zlib"
import { type AuditKey, loadAuditKey } from "../../src/audit/AuditKey.ts"
import { decodeRows, unpack } from "../../src/audit/AuditRow.ts"
import { linkOf, marksOf } from "../../src/audit/Chain.ts"
import { checkpointCells } from "../../src/audit/ChainCells.ts"
import { signHead } from "../../src/audit/Checkpoints.ts"
import { at as field, entryType } from "../../src/audit/EntryFormat.ts"
import { entriesOf, type Entry, readSegment } from "../../src/audit/EntryReader.ts"
import { EntryWriter } from "../../src/audit/EntryWriter.ts"
import { loadSegment } from "../../src/audit/LoadSegment.ts"
import { prune, pruneTenth } from "../../src/audit/Retention.ts"
import { verifyChain } from "../../src/audit/VerifyChain.ts"
import { atTime } from "../support/AtTime.ts"
import { baseTime, idOf, recordable } from "../support/AuditRecords.ts"
import { onPostgres } from "../support/Postgres.ts"
import fc from "../support/Property.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

/** Kept as text: a log of an earlier version has it. */
const golden = "421897f8ae9d863e503a4fd48cec813378dddd568b8d0b774be279daf7d1521c"
const perSegment = 10
const segments = 5

const entriesFrom = (first: number, count: number): Buffer => {
  const writer = new EntryWriter(1 << 20)
  for (let index = first; index < first + count; index++) writer.add(recordable(index), 200, null, 100, 1)
  return readSegment(Buffer.from(writer.frame())).entries
}

/** Five segments of ten records; a checkpoint after the second and the fourth. */
const inChain = <A, E>(test: (key: AuditKey) => Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.scoped(Effect.flatMap(TempDatabase.tempDirectory, (dataDir) =>
    Effect.gen(function*() {
      const key = yield* loadAuditKey(join(dataDir, "audit.pem"))
      for (let segment = 0; segment < segments; segment++) {
        yield* loadSegment(`segment-${segment}`, entriesFrom(segment * perSegment, perSegment))
        if (segment % 2 === 1) yield* signHead(key)
      }
      return yield* test(key)
    }).pipe(Effect.provide(TempDatabase.at({ dataDir })))))

const rowOf = (sequence: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* Effect.flatMap(sql`SELECT * FROM audit_segments WHERE sequence = ${sequence}`, decodeRows)
    if (row === undefined) return yield* Effect.die("no such row")
    return row
  })

/** Somebody with the database's password unpacks a segment, changes it and packs it again. */
const tamper = (sequence: number, change: (entries: Buffer, records: ReadonlyArray<Entry>) => Buffer) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const entries = yield* unpack(yield* rowOf(sequence))
    const changed = change(entries, entriesOf(entries).filter(({ type }) => type === entryType.record))
    yield* sql`UPDATE audit_segments SET entries = ${Uint8Array.from(zstdCompressSync(changed))} WHERE sequence = ${sequence}`
  })

/** And who knows the code makes the links again, too. */
const relink = (from: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    let before = (yield* rowOf(from - 1)).link
    for (let sequence = from; sequence <= segments; sequence++) {
      const row = yield* rowOf(sequence)
      const entries = yield* unpack(row)
      const marks = Uint8Array.from(marksOf(entries, entriesOf(entries)))
      before = linkOf(before, {
        sequence,
        segment: row.segment,
        firstPosition: row.first_position,
        recordCount: row.record_count,
        firstTime: row.first_time,
        lastTime: row.last_time,
        entries,
        marks
      })
      yield* sql`UPDATE audit_segments SET marks = ${marks}, link = ${before} WHERE sequence = ${sequence}`
    }
    yield* sql`UPDATE audit_head SET link = ${before}`
  })

/** Takes the newest segments away, and the end with them. */
const cutAfter = (sequence: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`DELETE FROM audit_segments WHERE sequence > ${sequence}`
    yield* sql`DELETE FROM audit_checkpoints WHERE sequence > ${sequence}`
    yield* sequence === 0
      ? sql`DELETE FROM audit_head`
      : sql`UPDATE audit_head SET ${sql.update({ sequence, records: sequence * perSegment, link: (yield* rowOf(sequence)).link })}`
  })

const cut = (entries: Buffer, { end, start }: Entry): Buffer => Buffer.concat([entries.subarray(0, start), entries.subarray(end)])
const record = (records: ReadonlyArray<Entry>, index: number): Entry => records[index] ?? { type: 0, start: 0, end: 0 }
const setStatus = (index: number, status: number) => (entries: Buffer, records: ReadonlyArray<Entry>): Buffer => {
  entries.writeUInt16LE(status, record(records, index).start + field.status)
  return entries
}
const swap = (a: number, b: number) => (entries: Buffer, records: ReadonlyArray<Entry>): Buffer => {
  const [first, second] = [record(records, a), record(records, b)]
  return Buffer.concat([
    entries.subarray(0, first.start),
    entries.subarray(second.start, second.end),
    entries.subarray(first.end, second.start),
    entries.subarray(first.start, first.end),
    entries.subarray(second.end)
  ])
}
const timeOf = (index: number): string => new Date(baseTime + index).toISOString()

const whole = (key: AuditKey) =>
  Effect.map(verifyChain([key]), ({ fault, ...found }) => {
    assert.isUndefined(fault)
    return found
  })

describe("audit verify", () => {
  it.effect("proves a chain that nobody touched", () =>
    inChain((key) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* verifyChain([key]), {
          fault: undefined,
          faults: [],
          records: 50,
          proven: 50,
          firstPosition: 1,
          lastPosition: 50,
          signedThrough: 40,
          checkpoints: 2,
          replaced: 0
        })
      })
    ))

  it.effect("fault-91 names the record that was edited: position, time and request id; all other segments are proven", () =>
    inChain((key) =>
      Effect.gen(function*() {
        yield* tamper(3, setStatus(4, 404))
        const { fault, proven } = yield* verifyChain([key])
        assert.deepInclude(fault, { kind: "edited", position: 25, time: timeOf(24), requestId: idOf(24) })
        assert.strictEqual(proven, 40)
      })
    ))

  it.effect("fault-91 names the place where a record was deleted", () =>
    inChain((key) =>
      Effect.gen(function*() {
        yield* tamper(2, (entries, records) => cut(entries, record(records, 6)))
        const { fault, proven } = yield* verifyChain([key])
        assert.deepInclude(fault, { kind: "deleted", position: 17, time: timeOf(17), requestId: idOf(17) })
        assert.strictEqual(proven, 40)
      })
    ))

  it.effect("fault-91 names the first record that was moved", () =>
    inChain((key) =>
      Effect.gen(function*() {
        yield* tamper(5, swap(2, 8))
        const { fault } = yield* verifyChain([key])
        assert.deepInclude(fault, { kind: "reordered", position: 43, requestId: idOf(48) })
      })
    ))

  it.effect("fault-91 names a record that was added", () =>
    inChain((key) =>
      Effect.gen(function*() {
        yield* tamper(1, (entries, records) => {
          const { end, start } = record(records, 3)
          const copy = Buffer.from(entries.subarray(start, end))
          copy.writeUInt16LE(418, field.status)
          return Buffer.concat([entries.subarray(0, start), copy, entries.subarray(start)])
        })
        const { fault } = yield* verifyChain([key])
        assert.deepInclude(fault, { kind: "added", position: 4 })
      })
    ))

  it.effect("fault-91 finds what records refer to edited, the name of an application for instance", () =>
    inChain((key) =>
      Effect.gen(function*() {
        yield* tamper(2, (entries) => Buffer.from(entries.toString("latin1").replace("aplikasi", "siluman!"), "latin1"))
        const { fault } = yield* verifyChain([key])
        assert.deepInclude(fault, { kind: "edited", position: 11 })
      })
    ))

  it.effect("fault-91 finds a whole segment deleted, in the middle, at the beginning and at the end", () =>
    Effect.forEach([[3, 21], [1, 1], [5, 41]] as const, ([sequence, position]) =>
      inChain((key) =>
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          yield* sql`DELETE FROM audit_segments WHERE sequence = ${sequence}`
          const { fault } = yield* verifyChain([key])
          assert.deepInclude(fault, { kind: "deleted", position })
        })
      )))

  it.effect("fault-91 finds two segments that changed places", () =>
    inChain((key) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        for (const [from, to] of [[3, 99], [4, 3], [99, 4]]) yield* sql`UPDATE audit_segments SET sequence = ${to} WHERE sequence = ${from}`
        const { fault } = yield* verifyChain([key])
        assert.isDefined(fault)
        assert.isAtLeast(fault?.position ?? 0, 21)
      })
    ))

  it.effect("fault-91 a history that was made again, links and all, is not the one that was signed", () =>
    inChain((key) =>
      Effect.gen(function*() {
        yield* tamper(3, setStatus(4, 404))
        yield* relink(3)
        const { fault, signedThrough } = yield* verifyChain([key])
        assert.deepInclude(fault, { kind: "rewritten", position: 21 })
        assert.strictEqual(signedThrough, 20)
      })
    ))

  it.effect("fault-91 a history made again, or cut at its end, with its checkpoints deleted, contradicts one kept elsewhere", () =>
    Effect.forEach(
      [
        ["rewritten", 21, Effect.andThen(tamper(3, setStatus(4, 404)), relink(3))],
        ["deleted", 21, cutAfter(2)],
        ["deleted", 1, cutAfter(0)]
      ] as const,
      ([kind, position, attack]) =>
        inChain((key) =>
          Effect.gen(function*() {
            const sql = yield* SqlClient.SqlClient
            const kept = (yield* checkpointCells(sql)).whole.at(-1) ?? assert.fail()
            assert.isUndefined((yield* verifyChain([key], { kept: [kept] })).fault)
            yield* attack
            yield* sql`DELETE FROM audit_checkpoints WHERE sequence > 2`
            assert.isUndefined((yield* verifyChain([key])).fault)
            assert.deepInclude((yield* verifyChain([key], { kept: [kept] })).fault, { kind, position })
            // Nor does the gateway sign what it finds.
            assert.deepInclude(yield* Effect.flip(signHead(key, kept)), { _tag: "HistoryChanged", records: 40 })
            yield* loadSegment("segment-later", entriesFrom(50, 10))
            assert.deepInclude(yield* Effect.flip(signHead(key, kept)), { _tag: "HistoryChanged", records: 40 })
          })
        )
    ))

  it.effect("fault-91 finds any one cell that is changed in the tables of the chain", () =>
    inChain((key) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const tables = [
          ["audit_segments", "sequence", ["segment", "first_position", "record_count", "first_time", "last_time", "link", "sequence"]],
          ["audit_head", "id", ["sequence", "records", "link"]],
          ["audit_checkpoints", "sequence", ["sequence", "kind", "records", "link", "signed_at", "key_id", "signature"]]
        ] as const
        for (const [table, id, columns] of tables) {
          const rows = yield* sql`SELECT * FROM ${sql(table)} ORDER BY ${sql(id)}`
          for (const column of columns) {
            for (const row of rows) {
              const before: unknown = row[column]
              const after = typeof before === "number"
                ? before + 100
                : column === "kind"
                ? "cut"
                : `${String(before).startsWith("x") ? "y" : "x"}${String(before).slice(1)}`
              yield* sql`UPDATE ${sql(table)} SET ${sql.update({ [column]: after })} WHERE ${sql(id)} = ${row[id]}`
              assert.isDefined((yield* verifyChain([key])).fault, `${table}.${column} of row ${String(row[id])}`)
              yield* sql`UPDATE ${sql(table)} SET ${sql.update({ [column]: before })} WHERE ${sql(id)} = ${column === id ? after : row[id]}`
            }
          }
        }
        yield* whole(key)
      })
    ))

  it.effect("fault-91 a forged checkpoint, and one by another key, do not count", () =>
    inChain((key) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const dataDir = yield* TempDatabase.tempDirectory
        const other = yield* loadAuditKey(join(dataDir, "other.pem"))
        assert.include((yield* verifyChain([other])).fault?.reason, key.id)
        assert.isUndefined((yield* verifyChain([other, key])).fault)
        yield* sql`UPDATE audit_checkpoints SET signed_at = 1 WHERE sequence = 4`
        assert.deepInclude((yield* verifyChain([key])).fault, { kind: "checkpoint", position: 40 })
      }).pipe(Effect.scoped)
    ))

  it.live("fault-91 finds any one byte that is changed anywhere in the records", () =>
    inChain((key) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const original = yield* unpack(yield* rowOf(4))
        const places = fc.sample(fc.tuple(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 })), 60)
        for (const [place, change] of places) {
          const changed = Buffer.from(original)
          changed[place]! ^= change
          yield* sql`UPDATE audit_segments SET entries = ${Uint8Array.from(zstdCompressSync(changed))} WHERE sequence = 4`
          const { fault, proven } = yield* verifyChain([key])
          assert.isDefined(fault, `byte ${place}`)
          assert.isAtLeast(fault?.position ?? 0, 31)
          assert.isAtMost(fault?.position ?? 0, 40)
          assert.strictEqual(proven, 40)
        }
      })
    ))
})

describe("a database in which any cell was changed to anything", () => {
  const integers = ["sequence", "first_position", "record_count", "first_time", "last_time"]
  const tables: ReadonlyArray<readonly [table: string, columns: ReadonlyArray<string>, row: string, kind: RegExp, position: number]> = [
    ["audit_segments", [...integers, "segment", "entries", "marks", "link"], "sequence = 3", /edited|deleted|reordered|rewritten/, 21],
    ["audit_checkpoints", ["sequence", "records", "signed_at", "kind", "link", "key_id", "signature"], "sequence = 4", /checkpoint/, 40],
    ["audit_head", ["sequence", "records", "link"], "id = 1", /rewritten|deleted/, 41]
  ]
  const isNumber = (column: string) => [...integers, "records", "signed_at"].includes(column)
  const worths = (column: string): ReadonlyArray<string> =>
    onPostgres
      ? isNumber(column)
        ? column === "record_count" ? ["2147483647", "-1", "NULL"] : ["9223372036854775807", "-9223372036854775808", "NULL"]
        : column === "entries" || column === "marks"
        ? ["''", `substr(${column}, 1, 7)`, "decode('00ff', 'hex')", "NULL"]
        : ["''", "'\u001b[31m{'", "NULL"]
      : [
        "'teks'",
        "''",
        "x'00ff'",
        "9223372036854775807",
        "-9223372036854775808",
        "1.5",
        "1e300",
        "NULL",
        ...(isNumber(column) ? [] : [`substr(${column}, 1, 7)`])
      ]

  /** The columns take NULL, as they do for whoever owns the database. */
  const loosen = Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    for (const [table, columns] of tables) {
      if (onPostgres) {
        yield* sql.unsafe(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey`)
        for (const column of columns) yield* sql.unsafe(`ALTER TABLE ${table} ALTER COLUMN ${column} DROP NOT NULL`)
      } else {
        const [made] = yield* sql<{ readonly sql: string }>`SELECT sql FROM sqlite_master WHERE name = ${table}`
        yield* sql.unsafe(`ALTER TABLE ${table} RENAME TO before_${table}`)
        yield* sql.unsafe(`DROP INDEX IF EXISTS audit_segments_by_time`)
        yield* sql.unsafe((made?.sql ?? "").replaceAll(" NOT NULL", ""))
        yield* sql.unsafe(`INSERT INTO ${table} SELECT * FROM before_${table}`)
        yield* sql.unsafe(`DROP TABLE before_${table}`)
      }
    }
  })

  for (const [table, columns, row, kind, position] of tables) {
    it.live(
      `fault-91 names the place in ${table}, and the records that were edited before and behind it`,
      () =>
        inChain((key) =>
          Effect.gen(function*() {
            const sql = yield* SqlClient.SqlClient
            yield* loosen
            yield* tamper(1, setStatus(4, 404))
            yield* tamper(5, setStatus(6, 404))
            for (const column of columns) {
              for (const worth of worths(column)) {
                yield* sql.unsafe(`CREATE TABLE kept AS SELECT * FROM ${table}`)
                yield* sql.unsafe(`UPDATE ${table} SET ${column} = ${worth} WHERE ${row}`)
                const { faults } = yield* verifyChain([key])
                const what = `${table}.${column} = ${worth}: ${JSON.stringify(faults)}`
                for (const index of [4, 46]) assert.isTrue(faults.some(({ requestId }) => requestId === idOf(index)), what)
                const others = faults.filter(({ requestId }) => requestId === undefined)
                assert.isTrue(others.some((fault) => kind.test(fault.kind) && Math.abs(fault.position - position) <= 1), what)
                assert.isAtMost(others.length, 2, what)
                yield* sql.unsafe(`DELETE FROM ${table}`)
                yield* sql.unsafe(`INSERT INTO ${table} SELECT * FROM kept`)
                yield* sql.unsafe("DROP TABLE kept")
              }
            }
          })
        )
    )
  }

  it.effect("fault-91 tells a cell that was changed from records that were: all of them are proven", () =>
    inChain((key) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        for (const column of integers) {
          const [kept] = yield* sql`SELECT first_position, record_count, first_time, last_time FROM audit_segments WHERE sequence = 3`
          yield* sql.unsafe(`UPDATE audit_segments SET ${column} = 77 WHERE sequence = 3`)
          const { faults, proven } = yield* verifyChain([key])
          assert.deepStrictEqual([faults.length, proven], [1, 50], column)
          assert.deepInclude(faults[0], { kind: "edited", position: 21, segment: "segment-2" })
          assert.include(faults[0]?.reason, column)
          yield* sql`UPDATE audit_segments SET ${sql.update({ ...kept, sequence: 3 })} WHERE segment = 'segment-2'`
        }
        yield* whole(key)
      })
    ))

  it.effect("fault-91 lists every record of a segment that was edited, up to twenty", () =>
    inChain((key) =>
      Effect.gen(function*() {
        yield* tamper(3, (entries, records) => [1, 4, 9].reduce((changed, index) => setStatus(index, 404)(changed, records), entries))
        const { faults } = yield* verifyChain([key])
        assert.deepStrictEqual(faults.map(({ position, requestId }) => [position, requestId]), [[22, idOf(21)], [25, idOf(24)], [
          30,
          idOf(29)
        ]])
      })
    ))
})

describe("the link of a segment", () => {
  const link = {
    sequence: 3,
    segment: "segmen",
    firstPosition: 21,
    recordCount: 2,
    firstTime: 1_700_000_000_000,
    lastTime: 1_700_000_000_001,
    entries: Buffer.from("00112233445566778899aabbccddeeff", "hex"),
    marks: Buffer.from("0123456789abcdef", "hex")
  }
  const before = "ab".repeat(32)

  it("fault-91 is what it always was, so that logs of earlier versions are proven", () => {
    assert.strictEqual(linkOf(before, link), golden)
    const halves = [0, 8].map((start) => ({ type: entryType.text, start, end: start + 8 }))
    assert.strictEqual(marksOf(link.entries, halves).toString("hex"), "62c09a1c59362784")
  })

  it("fault-91 covers each part of it, to the last bit", () => {
    const changed = (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => index === bytes.length - 1 ? byte ^ 1 : byte))
    const others = [
      linkOf(`${before.slice(1)}c`, link),
      ...Object.entries(link).map(([name, value]) =>
        linkOf(before, {
          ...link,
          [name]: typeof value === "number" ? value + 1 : typeof value === "string" ? `${value}x` : changed(value)
        })
      )
    ]
    assert.strictEqual(new Set([golden, ...others]).size, 2 + Object.keys(link).length)
  })

  it("fault-91 a mark depends on every word of its entry, the last one included", () => {
    const entries = entriesFrom(0, 2)
    const found = entriesOf(entries)
    const original = marksOf(entries, found)
    found.forEach(({ end, start }, entry) => {
      for (let word = start; word < end; word += 4) {
        const changed = Buffer.from(entries)
        changed[word + 3]! ^= 1
        const marks = marksOf(changed, found)
        for (let other = 0; other < found.length; other++) {
          assert.strictEqual(
            marks.readUInt32LE(other * 4) === original.readUInt32LE(other * 4),
            other !== entry,
            `word ${word} of entry ${entry}`
          )
        }
      }
    })
  })

  it.effect("fault-91 a change in the last word of a segment shows, with its marks made again", () =>
    inChain((key) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* tamper(3, (entries) => {
          entries[entries.length - 1]! ^= 1
          return entries
        })
        assert.deepInclude((yield* verifyChain([key])).fault, { kind: "edited", position: 30, requestId: idOf(29) })
        const entries = yield* unpack(yield* rowOf(3))
        yield* sql`UPDATE audit_segments SET marks = ${Uint8Array.from(marksOf(entries, entriesOf(entries)))} WHERE sequence = 3`
        assert.deepInclude((yield* verifyChain([key])).fault, { kind: "rewritten", position: 21, segment: "segment-2" })
      })
    ))
})

describe("audit prune", () => {
  it.effect("removes what is older and leaves a signed cut from which the rest is proven", () =>
    inChain((key) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* prune(key, baseTime + 35), 30)
        assert.deepInclude(yield* whole(key), { records: 20, proven: 20, firstPosition: 31, lastPosition: 50, signedThrough: 40 })
        yield* loadSegment("segment-later", entriesFrom(50, 10))
        assert.deepInclude(yield* whole(key), { records: 30, proven: 30, lastPosition: 60 })
        assert.strictEqual(yield* prune(key, baseTime + 35), 0)
      })
    ))

  it.effect("fault-131 takes no more than a tenth unless it is insisted upon, so that a wrong clock deletes nothing", () =>
    inChain((key) =>
      Effect.gen(function*() {
        // 50 records in five segments of ten: one of them is too much, and so is all that a clock three years ahead calls old.
        for (const before of [baseTime + 15, baseTime + 3 * 365 * 86_400_000]) {
          const refused = yield* Effect.flip(pruneTenth(key, before))
          assert.strictEqual(refused._tag, "TooMuchAtOnce")
          assert.match(refused.message, /of 50 audit records .* none is removed.*audit prune --force/)
        }
        assert.deepInclude(yield* whole(key), { records: 50, firstPosition: 1 })
        assert.strictEqual(yield* pruneTenth(key, baseTime), 0)
        for (let later = 50; later < 100; later += 10) yield* loadSegment(`segment-${later}`, entriesFrom(later, 10))
        assert.strictEqual(yield* pruneTenth(key, baseTime + 15), 10)
        assert.deepInclude(yield* whole(key), { records: 90, firstPosition: 11 })
      })
    ))

  it.effect("is not held up by a clock that was ahead: what it recorded goes with what is behind it, and not before", () =>
    Effect.scoped(Effect.gen(function*() {
      const key = yield* Effect.flatMap(TempDatabase.tempDirectory, (directory) => loadAuditKey(join(directory, "audit.pem")))
      const [day, year] = [86_400_000, 365 * 86_400_000]
      const of = (...times: ReadonlyArray<number>): Buffer => {
        const writer = new EntryWriter(1 << 20)
        times.forEach((time, index) => writer.add(recordable(index, { time: baseTime + time }), 200, null, 100, 1))
        return readSegment(Buffer.from(writer.frame())).entries
      }
      // Within the second segment the clock was set right.
      yield* loadSegment("ahead", of(70 * year, 70 * year + 1))
      yield* loadSegment("mixed", of(70 * year + 2, 0))
      for (let old = 0; old < 900; old += 10) yield* loadSegment(`day-${old}`, of(old * day, old * day + 1))
      yield* loadSegment("ahead-now", of(70 * year))
      const before = baseTime + 95 * day
      assert.strictEqual((yield* Effect.flip(pruneTenth(key, before)))._tag, "TooMuchAtOnce")
      assert.strictEqual(yield* prune(key, before), 4 + 20)
      assert.deepInclude(yield* whole(key), { records: 161, proven: 161 })
      assert.strictEqual(yield* pruneTenth(key, before + 50 * day), 10)
      assert.strictEqual(yield* prune(key, baseTime + 900 * day), 150)
      assert.deepInclude(yield* whole(key), { records: 1 })
    })).pipe(atTime(baseTime + 900 * 86_400_000), Effect.provide(TempDatabase.layer)))

  it.effect("takes a few segments at a time and leaves the same", () =>
    inChain((key) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* prune(key, baseTime + 35, 1), 30)
        assert.deepInclude(yield* whole(key), {
          records: 20,
          proven: 20,
          firstPosition: 31,
          lastPosition: 50,
          signedThrough: 40,
          checkpoints: 2
        })
        assert.strictEqual(yield* prune(key, baseTime + 1_000, 1), 20)
        assert.deepInclude(yield* whole(key), { records: 0, lastPosition: 50, checkpoints: 1 })
      })
    ))

  it.effect("of what a kept checkpoint covers is no contradiction, and signing goes on", () =>
    inChain((key) =>
      Effect.gen(function*() {
        const kept = (yield* checkpointCells(yield* SqlClient.SqlClient)).whole.at(-1) ?? assert.fail()
        for (const before of [35, 40, 1_000]) {
          yield* prune(key, baseTime + before)
          assert.isUndefined((yield* verifyChain([key], { kept: [kept] })).fault)
        }
        yield* loadSegment("segment-later", entriesFrom(50, 10))
        assert.deepInclude(yield* signHead(key, kept), { records: 60 })
        yield* whole(key)
      })
    ))

  it.effect("while the chain is being verified is no fault", () =>
    inChain((key) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const progress = (records: number) =>
          records === perSegment
            ? Effect.orDie(Effect.provideService(Effect.asVoid(prune(key, baseTime + 1_000)), SqlClient.SqlClient, sql))
            : Effect.void
        assert.deepInclude(yield* verifyChain([key], { progress }), { fault: undefined, records: 0, lastPosition: 50 })
      })
    ))

  it.effect("of everything leaves a chain that goes on", () =>
    inChain((key) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* prune(key, baseTime + 1_000_000), 50)
        assert.deepInclude(yield* whole(key), { records: 0 })
        yield* loadSegment("segment-later", entriesFrom(50, 10))
        assert.deepInclude(yield* whole(key), { records: 10, proven: 10, firstPosition: 51, lastPosition: 60 })
      })
    ))

  it.effect("fault-91 what somebody else removed is not covered by a cut", () =>
    inChain((key) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* prune(key, baseTime + 15)
        yield* sql`DELETE FROM audit_segments WHERE sequence = 2`
        yield* sql`DELETE FROM audit_checkpoints WHERE sequence = 2`
        assert.deepInclude((yield* verifyChain([key])).fault, { kind: "deleted", position: 11 })
      })
    ))
})
