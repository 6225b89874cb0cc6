/**
 * Removes old records and leaves a signed cut, so that what stays is still proven. Whole segments go, oldest first, out of
 * a row of merged ones too; checkpoints before the cut go with them. The privacy ledger stays.
 *
 * A transaction takes so many segments and no more, each with a cut of its own: a year's records in one would hold up
 * the requests of this process, or exceed the time that PostgreSQL has for a statement and never succeed.
 *
 * What goes by itself, or without being insisted upon, is a tenth of the records at most. More is due where a clock is
 * wrong or the retention was shortened: then nothing goes, and somebody is told.
 */
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditKey } from "./AuditKey.ts"
import { writeCheckpoint } from "./Checkpoints.ts"
import { dividedAt, removeOlder } from "./CutMerged.ts"
import type { Head } from "./LoadSegment.ts"

const Row = Schema.Struct({ sequence: Schema.Int, first_position: Schema.Int, record_count: Schema.Int, link: Schema.String })
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const Count = Schema.Struct({ records: Schema.NullOr(Schema.Finite) })
const decodeCount = Schema.decodeUnknownEffect(Schema.Tuple([Count]))

/** As many rows as a transaction removes. */
const segmentsAtOnce = 64

/** Later than now by more than this is a record of a clock that was ahead. */
export const aheadMillis = 86_400_000

/**
 * The first segment that must stay, and the last one before it that is older: times may run back over a segment's border, and what stands
 * before goes with it. One of a clock that was ahead must stay by its other records, or goes with what is behind it: by its
 * time it would hold that up for years.
 */
const borderOf = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, beforeMillis: number) {
  const latest = Math.max(yield* Clock.currentTimeMillis, beforeMillis) + aheadMillis
  const staying = sql`(SELECT MIN(sequence) FROM audit_segments WHERE last_time >= ${beforeMillis}
    AND (last_time <= ${latest} OR first_time >= ${beforeMillis} AND first_time <= ${latest}))`
  const older = sql`(SELECT MAX(sequence) FROM audit_segments
    WHERE last_time < ${beforeMillis} AND sequence < COALESCE(${staying}, 9007199254740991))`
  return { staying, older }
})

/** Stands for all before it. */
const leaveCut = Effect.fnUntraced(function*(key: AuditKey, end: Head, beforeMillis: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM audit_index WHERE last_sequence <= ${end.sequence}`
  yield* sql`DELETE FROM audit_checkpoints WHERE sequence <= ${end.sequence}`
  yield* sql`INSERT INTO audit_pruned ${sql.insert({ id: 1, before_time: beforeMillis })} ON CONFLICT (id)
    DO UPDATE SET before_time = excluded.before_time WHERE excluded.before_time > audit_pruned.before_time`
  yield* writeCheckpoint(key, "cut", end)
})

const pruneSome = Effect.fn("Retention.pruneSome")(function*(key: AuditKey, beforeMillis: number, atOnce: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`UPDATE audit_head SET records = records WHERE id = 1`
    const { older, staying } = yield* borderOf(sql, beforeMillis)
    const [last] = yield* Effect.flatMap(
      sql`SELECT sequence, first_position, record_count, link FROM audit_segments
          WHERE sequence <= ${older}
            AND sequence < (SELECT MIN(sequence) FROM audit_segments) + ${atOnce}
          ORDER BY sequence DESC LIMIT 1`,
      decodeRows
    )
    if (last === undefined) {
      const divided = yield* dividedAt(sql, staying, beforeMillis)
      if (divided === undefined) return 0
      yield* removeOlder(sql, divided)
      yield* leaveCut(key, divided.end, beforeMillis)
      return divided.records
    }
    const [{ records }] = yield* Effect.flatMap(
      sql`SELECT CAST(SUM(record_count) AS DOUBLE PRECISION) AS records FROM audit_segments WHERE sequence <= ${last.sequence}`,
      decodeCount
    )
    yield* sql`DELETE FROM audit_segments WHERE sequence <= ${last.sequence}`
    const end = { sequence: last.sequence, records: last.first_position + last.record_count - 1, link: last.link }
    yield* leaveCut(key, end, beforeMillis)
    return records ?? 0
  }))
})

/** @returns how many records went */
export const prune = Effect.fn("Retention.prune")(function*(key: AuditKey, beforeMillis: number, atOnce = segmentsAtOnce) {
  let removed = 0
  for (;;) {
    const some = yield* pruneSome(key, beforeMillis, atOnce)
    if (some === 0) return removed
    removed += some
    yield* Effect.yieldNow
  }
})

/** More than a tenth of the records would go at once. */
export class TooMuchAtOnce
  extends Schema.TaggedError<TooMuchAtOnce>()("TooMuchAtOnce", { due: Schema.Int, kept: Schema.Int, before: Schema.Int })
{
  override get message(): string {
    return `${this.due} of ${this.kept} audit records are from before ${new Date(this.before).toISOString()}, which is more than a tenth: `
      + "none is removed. If the clock is right, run gapura audit prune --force"
  }
}

const Share = Schema.Struct({ first: Schema.NullOr(Schema.Int), next: Schema.NullOr(Schema.Int), border: Schema.NullOr(Schema.Int) })
const decodeShare = Schema.decodeUnknownEffect(Schema.Tuple([Share]))

/** The same, where it is a tenth of the records at most. */
export const pruneTenth = Effect.fn("Retention.pruneTenth")(function*(key: AuditKey, beforeMillis: number) {
  const sql = yield* SqlClient.SqlClient
  const { older, staying } = yield* borderOf(sql, beforeMillis)
  // Positions have no gaps, so that nothing needs to be summed up.
  const [{ border, first, next }] = yield* Effect.flatMap(
    sql`SELECT
      (SELECT first_position FROM audit_segments ORDER BY sequence LIMIT 1) AS first,
      (SELECT first_position + record_count FROM audit_segments ORDER BY sequence DESC LIMIT 1) AS next,
      (SELECT first_position + record_count FROM audit_segments WHERE sequence = ${older}) AS border`,
    decodeShare
  )
  if (first === null || next === null) return 0
  const within = yield* dividedAt(sql, staying, beforeMillis)
  const [due, kept] = [(border ?? first) - first + (within?.records ?? 0), next - first]
  if (due * 10 > kept) return yield* new TooMuchAtOnce({ due, kept, before: beforeMillis })
  return yield* prune(key, beforeMillis)
})
