/**
 * Loads again what was loaded into a database that is not there any more, and that the one in its place lacks. A segment that
 * is there whole changes nothing, so this may be broken off and begun anew. What is older than what retention, or an operator, has
 * removed stays removed.
 */
import { Array, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { reading } from "./AuditRow.ts"
import { spanOf } from "./Chain.ts"
import { entriesOf } from "./EntryReader.ts"
import type { KeptPacks } from "./KeptSegments.ts"
import { loadSegment } from "./LoadSegment.ts"

const decodeSegments = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ segment: Schema.String, record_count: Schema.Int })))
const decodePruned = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ before_time: Schema.Finite })))

/** Far from the bound of parameters that SQLite has. */
const namesAtOnce = 500

/** Up to this time records were removed; what is older is not missed. */
export const prunedBefore = (sql: SqlClient.SqlClient) =>
  Effect.map(
    Effect.flatMap(sql`SELECT before_time FROM audit_pruned WHERE id = 1`, decodePruned),
    ([found]) => found?.before_time ?? Number.NEGATIVE_INFINITY
  )

/** @param isOther whether what was loaded into the database of that name may be missing in this one @returns how many records came */
export const replay = Effect.fn("Replay.replay")(function*(kept: KeptPacks, isOther: (database: string) => boolean) {
  const sql = yield* SqlClient.SqlClient
  const pruned = yield* prunedBefore(sql)
  let records = 0
  for (const pack of yield* kept.packs) {
    const others = (yield* kept.read(pack)).segments.filter(({ database }) => isOther(database))
    /** How many records, merged ones among them. */
    const there = new Map<string, number>()
    for (const names of Array.chunksOf(others.map(({ segment }) => segment), namesAtOnce)) {
      const condition = sql.in("segment", names)
      const found = yield* Effect.flatMap(sql`SELECT segment, record_count FROM audit_segments WHERE ${condition}`, decodeSegments)
      for (const { record_count, segment } of found) there.set(segment, record_count)
    }
    for (const { entries, segment } of others) {
      yield* Effect.yieldNow
      records += yield* Effect.flatMap(
        reading(() => spanOf(entries, entriesOf(entries))),
        ({ lastTime, recordCount }) =>
          lastTime < pruned || (there.get(segment) ?? 0) >= recordCount ? Effect.succeed(0) : loadSegment(segment, entries)
      ).pipe(
        Effect.catchTag(
          "EntriesDamaged",
          (error) => Effect.as(Effect.logError(`the kept audit segment ${segment} cannot be loaded again`, error), 0)
        )
      )
    }
  }
  return records
})
