/**
 * Removes old records and leaves a signed cut, so that what stays is still proven. Whole segments go, oldest first;
 * checkpoints before the cut go with them. The privacy ledger stays.
 *
 * A transaction takes so many segments and no more, each with a cut of its own: a year's records in one would hold up
 * the requests of this process, or exceed the time that PostgreSQL has for a statement and never succeed.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditKey } from "./AuditKey.ts"
import { writeCheckpoint } from "./Checkpoints.ts"

const Row = Schema.Struct({ sequence: Schema.Int, first_position: Schema.Int, record_count: Schema.Int, link: Schema.String })
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const Count = Schema.Struct({ records: Schema.NullOr(Schema.Finite) })
const decodeCount = Schema.decodeUnknownEffect(Schema.Tuple([Count]))

/** As many segments as a transaction removes. */
const segmentsAtOnce = 64

const pruneSome = Effect.fn("Retention.pruneSome")(function*(key: AuditKey, beforeMillis: number, atOnce: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`UPDATE audit_head SET records = records WHERE id = 1`
    // Times may run back over a segment's border: everything before the first segment that must stay goes.
    const [last] = yield* Effect.flatMap(
      sql`SELECT sequence, first_position, record_count, link FROM audit_segments
          WHERE sequence < (SELECT COALESCE(MIN(sequence), 9007199254740991) FROM audit_segments WHERE last_time >= ${beforeMillis})
            AND sequence < (SELECT MIN(sequence) FROM audit_segments) + ${atOnce}
          ORDER BY sequence DESC LIMIT 1`,
      decodeRows
    )
    if (last === undefined) return 0
    const [{ records }] = yield* Effect.flatMap(
      sql`SELECT CAST(SUM(record_count) AS DOUBLE PRECISION) AS records FROM audit_segments WHERE sequence <= ${last.sequence}`,
      decodeCount
    )
    yield* sql`DELETE FROM audit_segments WHERE sequence <= ${last.sequence}`
    yield* sql`DELETE FROM audit_checkpoints WHERE sequence <= ${last.sequence}`
    yield* writeCheckpoint(key, "cut", { sequence: last.sequence, records: last.first_position + last.record_count - 1, link: last.link })
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
