/**
 * Makes one filter of keys out of those of several runs: they were made when segments were few to a row, and a filter for each
 * thousand records is more to look at than one for each run of its full length.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { filterOf, longest } from "./AuditIndex.ts"

const Run = Schema.Struct({ first_sequence: Schema.Int, last_sequence: Schema.Int, records: Schema.NullOr(Schema.Finite) })
const decodeRuns = Schema.decodeUnknownEffect(Schema.Array(Run))

class NotAsItWas extends Schema.TaggedError<NotAsItWas>()("NotAsItWas", {}) {}

/** @param through up to there segments are merged @returns whether there was something to do */
export const mergeFilters = Effect.fn("MergeFilters.mergeFilters")(function*(through: number, most = longest) {
  const sql = yield* SqlClient.SqlClient
  const runs = yield* Effect.flatMap(
    sql`SELECT first_sequence, last_sequence, (SELECT CAST(SUM(record_count) AS DOUBLE PRECISION) FROM audit_segments
          WHERE sequence >= first_sequence AND sequence <= last_sequence) AS records
      FROM audit_index WHERE merged = 0 AND last_sequence <= ${through} ORDER BY first_sequence LIMIT ${
      Math.ceil(2 * most.records / most.segments)
    }`,
    decodeRuns
  )
  let sum = 0
  const end = runs.findIndex(({ records }) => (sum += records ?? 0) >= most.records)
  const [first, last] = [runs[0], runs[end]]
  if (first === undefined || last === undefined) return false
  if (end === 0) {
    yield* sql`UPDATE audit_index SET merged = 1 WHERE first_sequence = ${first.first_sequence}`
    return true
  }
  const filter = yield* filterOf(sql, { after: first.first_sequence - 1, until: last.last_sequence })
  return yield* sql.withTransaction(Effect.gen(function*() {
    const removed = yield* sql`DELETE FROM audit_index WHERE merged = 0 AND first_sequence >= ${first.first_sequence}
      AND last_sequence <= ${last.last_sequence} RETURNING first_sequence`
    if (removed.length !== end + 1) return yield* new NotAsItWas()
    yield* sql`INSERT INTO audit_index ${
      sql.insert({ first_sequence: first.first_sequence, last_sequence: last.last_sequence, filter, merged: 1 })
    }`
    return true
  })).pipe(Effect.catchTag("NotAsItWas", () => Effect.succeed(false)))
})
