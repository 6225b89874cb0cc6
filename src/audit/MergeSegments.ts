/**
 * Merges old segments with their neighbours into one row, so that the log of gateways that have little to do, whose segments are of a
 * record or two, stays small and is read fast.
 *
 * A run of neighbours is proven first: what is not what was linked stays as it is, for whoever verifies. Then, in one transaction that
 * holds the end of the chain like a loading, the run becomes one row. Nothing of what was linked or signed changes. A second gateway
 * that comes too late finds that it has been done, and leaves the next runs to the first for a while.
 */
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { unpack } from "./AuditRow.ts"
import { type Cells, cellsOf, integerIn, isInteger, textIn } from "./Cells.ts"
import { rowsBetween } from "./ChainCells.ts"
import { type Before, checkSegment } from "./CheckSegment.ts"
import { entriesOf } from "./EntryReader.ts"
import { mergeFilters } from "./MergeFilters.ts"
import { pack, packParts, type SegmentPart } from "./SegmentParts.ts"
import { linkAt, longestMillis } from "./StoredSegments.ts"

/** What a merged row has at most, so that reading it takes some milliseconds. */
const largest = {
  segments: 2_048,
  records: 8_192,
  /** Unpacked. */
  bytes: 4 * 1024 * 1024,
  /** A segment of so many records is a row of its own: nothing would be gained. */
  alone: 1_024
}
export type Largest = typeof largest

const dayMillis = 86_400_000
/** For so long the version before, which reads no merged rows, can be put back; younger segments are not merged at all. */
const weekMillis = 7 * dayMillis
const rowsAtOnce = 32
const deletedAtOnce = 64

interface Planned {
  readonly sequence: number
  readonly records: number
  readonly firstPosition: number
  readonly firstTime: number
  readonly lastTime: number
}

const planColumns = {
  sequence: "integer",
  first_position: "integer",
  record_count: "integer",
  first_time: "integer",
  last_time: "integer"
} as const

/** With damaged cells it is old and has a row of its own. */
const plannedOf = (cells: Cells): Planned => ({
  sequence: integerIn(cells, "sequence") ?? 0,
  firstPosition: integerIn(cells, "first_position") ?? 0,
  records: integerIn(cells, "record_count") ?? Number.POSITIVE_INFINITY,
  firstTime: integerIn(cells, "first_time") ?? 0,
  lastTime: integerIn(cells, "last_time") ?? 0
})

/** The longest run from the first row on. */
const runOf = (rows: ReadonlyArray<Planned>, beforeMillis: number, most: Largest): ReadonlyArray<Planned> => {
  const run: Array<Planned> = []
  let [records, firstTime, lastTime] = [0, Number.POSITIVE_INFINITY, 0]
  for (const row of rows) {
    if (row.lastTime >= beforeMillis || row.records >= most.alone) break
    if (run.length > 0 && row.sequence !== run.at(-1)!.sequence + 1) break
    records += row.records
    firstTime = Math.min(firstTime, row.firstTime)
    lastTime = Math.max(lastTime, row.lastTime)
    if (records > most.records || lastTime - firstTime > longestMillis) break
    run.push(row)
  }
  return run
}

interface Run {
  readonly parts: ReadonlyArray<SegmentPart>
  readonly entries: ReadonlyArray<Buffer>
  readonly marks: ReadonlyArray<Uint8Array>
}

/** What a segment is linked to; undefined where that is not there. */
const linkBefore = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, sequence: number) {
  if (sequence === 1) return ""
  const before = yield* linkAt(sql, sequence - 1)
  if (before !== undefined) return before.link
  const [cut] = yield* sql<Cells>`SELECT ${cellsOf(sql, { link: "text" })} FROM audit_checkpoints
    WHERE sequence = ${sequence - 1} AND kind = 'cut'`
  return cut && textIn(cut, "link")
})

/** As much of a run as is proven, and has room in one row. */
const provenOf = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, run: ReadonlyArray<Planned>, most: Largest) {
  const found = { parts: new Array<SegmentPart>(), entries: new Array<Buffer>(), marks: new Array<Uint8Array>() }
  const [first, last] = [run[0], run.at(-1)]
  const link = first && (yield* linkBefore(sql, first.sequence))
  if (first === undefined || last === undefined || link === undefined) return found satisfies Run
  let before: Before = { sequence: first.sequence - 1, position: first.firstPosition - 1, links: [link] }
  let bytes = 0
  while (before.sequence < last.sequence) {
    const rows = yield* rowsBetween(sql, before.sequence, last.sequence, rowsAtOnce)
    if (rows.length === 0) return found
    for (const row of rows) {
      if (row.isMerged || row.sequence !== before.sequence + 1) return found
      const entries = yield* Effect.catchTag(unpack(row), "EntriesDamaged", () => Effect.succeed(Buffer.alloc(0)))
      const { after, faults, proven } = yield* checkSegment(row, { ...before, sequence: row.sequence }, entries)
      if (faults.length > 0 || proven === 0 || (bytes += entries.length) > most.bytes) return found
      found.parts.push({
        segment: row.segment ?? "",
        link: row.link ?? "",
        bytes: entries.length,
        entries: entriesOf(entries).length,
        records: proven
      })
      found.entries.push(entries)
      found.marks.push(row.marks ?? new Uint8Array())
      before = after
    }
    yield* Effect.yieldNow
  }
  return found
})

class NotAsItWas extends Schema.TaggedError<NotAsItWas>()("NotAsItWas", {}) {}

/** @returns false where another gateway was there first */
const goOn = (sql: SqlClient.SqlClient, from: number, through: number) =>
  Effect.map(
    sql`UPDATE audit_merged SET through = ${through} WHERE id = 1 AND through = ${from} RETURNING through`,
    (rows) => rows.length > 0
  )

const replace = Effect.fn("MergeSegments.replace")(function*(
  sql: SqlClient.SqlClient,
  from: number,
  run: ReadonlyArray<Planned>,
  { entries, marks, parts }: Run
) {
  const [first, last] = [run[0]!, run.at(-1)!]
  const [packedEntries, packedMarks, packedParts] = yield* Effect.all([
    pack(Buffer.concat(entries)),
    pack(Buffer.concat(marks)),
    packParts(parts)
  ])
  return yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`UPDATE audit_head SET records = records WHERE id = 1`
    if (!(yield* goOn(sql, from, last.sequence))) return false
    let removed = 0
    for (let after = first.sequence - 1; after < last.sequence; after += deletedAtOnce) {
      const until = Math.min(after + deletedAtOnce, last.sequence)
      const rows =
        yield* sql`DELETE FROM audit_segments WHERE sequence > ${after} AND sequence <= ${until} AND parts IS NULL RETURNING sequence`
      removed += rows.length
      yield* Effect.yieldNow
    }
    if (removed !== run.length) return yield* new NotAsItWas()
    yield* sql`INSERT INTO audit_segments ${
      sql.insert({
        sequence: last.sequence,
        segment: parts.at(-1)?.segment ?? "",
        first_position: first.firstPosition,
        record_count: parts.reduce((sum, { records }) => sum + records, 0),
        first_time: Math.min(...run.map(({ firstTime }) => firstTime)),
        last_time: Math.max(...run.map(({ lastTime }) => lastTime)),
        entries: packedEntries,
        marks: packedMarks,
        link: parts.at(-1)?.link ?? "",
        parts: packedParts
      })
    }`
    return true
  })).pipe(Effect.catchTag("NotAsItWas", () => Effect.succeed(false)))
})

const decodeProgress = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ through: Schema.Int, since: Schema.Int })))
const readProgress = (sql: SqlClient.SqlClient) =>
  Effect.map(Effect.flatMap(sql`SELECT through, since FROM audit_merged WHERE id = 1`, decodeProgress), ([row]) => row)

/**
 * Merges the next run of segments of before a time, or passes over what stays as it is. @returns whether there was any
 *
 * @param latestMillis what is later is of a clock that was ahead, and never gets old
 */
export const mergeNext = Effect.fn("MergeSegments.mergeNext")(function*(
  beforeMillis: number,
  most = largest,
  latestMillis = Number.POSITIVE_INFINITY
) {
  const sql = yield* SqlClient.SqlClient
  const from = (yield* readProgress(sql))?.through
  if (from === undefined) return false
  const rows = yield* sql<Cells>`SELECT ${cellsOf(sql, planColumns)} FROM audit_segments
    WHERE ${isInteger(sql, "sequence")} AND audit_segments.sequence > ${from} ORDER BY audit_segments.sequence LIMIT ${most.segments}`
  const planned = rows.map(plannedOf)
  const [first] = planned
  if (first !== undefined && first.lastTime > latestMillis) return yield* goOn(sql, from, first.sequence)
  if (first === undefined || first.lastTime >= beforeMillis) return false
  const run = runOf(planned, beforeMillis, most)
  const proven = yield* provenOf(sql, run, most)
  if (proven.parts.length > 1) return yield* replace(sql, from, run.slice(0, proven.parts.length), proven)
  const other = planned.findIndex(({ lastTime, records }) => lastTime >= beforeMillis || records < most.alone)
  const passed = other === -1 ? planned.length : Math.max(1, other)
  return yield* goOn(sql, from, planned[passed - 1]?.sequence ?? first.sequence)
})

/**
 * The same with what is old enough by now, and then with filters of what is merged. @param keepMillis for how long gateways may look
 * for single segments
 */
export const mergeOld = Effect.fn("MergeSegments.mergeOld")(function*(keepMillis: number) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const progress = yield* readProgress(sql)
  if (progress === undefined) {
    yield* sql`INSERT INTO audit_merged ${sql.insert({ id: 1, through: 0, since: now })} ON CONFLICT (id) DO NOTHING`
    return false
  }
  if (now - progress.since < weekMillis) return false
  // By whole days, so that a day's segments are merged with each other.
  const before = now - Math.max(weekMillis, keepMillis + dayMillis)
  return (yield* mergeNext(before - before % dayMillis, largest, now + dayMillis)) || (yield* mergeFilters(progress.through))
})
