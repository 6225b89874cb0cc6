/** Removes what is older than its retention from the log of actions, once an hour, and leaves a signed cut: see `ActionCut.ts`. */
import { Clock, Effect, Layer, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { writeActionCut } from "./ActionCut.ts"
import type { AuditKey } from "./AuditKey.ts"
import { aheadMillis } from "./Retention.ts"

const Row = Schema.Struct({ sequence: Schema.Int, link: Schema.String })
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const Count = Schema.Struct({ actions: Schema.Finite })
const decodeCount = Schema.decodeUnknownEffect(Schema.Tuple([Count]))

/** @returns how many actions went */
export const pruneActions = Effect.fn("ActionRetention.pruneActions")(function*(key: AuditKey, beforeMillis: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(Effect.gen(function*() {
    // Whoever records or removes at another gateway waits.
    yield* sql`UPDATE actions_head SET sequence = sequence WHERE id = 1`
    // Times may run back: everything before the first action that must stay goes, as far as there is an older one. One of a clock that
    // was ahead holds up nothing.
    const latest = Math.max(yield* Clock.currentTimeMillis, beforeMillis) + aheadMillis
    const [last] = yield* Effect.flatMap(
      sql`SELECT sequence, link FROM actions
          WHERE done_at < ${beforeMillis} AND sequence < COALESCE(
            (SELECT MIN(sequence) FROM actions WHERE done_at >= ${beforeMillis} AND done_at <= ${latest}), 9007199254740991)
          ORDER BY sequence DESC LIMIT 1`,
      decodeRows
    )
    if (last === undefined) return 0
    const [{ actions }] = yield* Effect.flatMap(
      sql`SELECT CAST(COUNT(*) AS DOUBLE PRECISION) AS actions FROM actions WHERE sequence <= ${last.sequence}`,
      decodeCount
    )
    yield* sql`DELETE FROM actions WHERE sequence <= ${last.sequence}`
    yield* writeActionCut(key, last)
    return actions
  }))
})

export const ActionRetention = (
  { key, retentionMillis }: { readonly key: AuditKey; readonly retentionMillis: number }
): Layer.Layer<never, never, SqlClient.SqlClient> =>
  Layer.effectDiscard(
    Effect.gen(function*() {
      const removed = yield* pruneActions(key, (yield* Clock.currentTimeMillis) - retentionMillis)
      if (removed > 0) yield* Effect.logInfo(`${removed} actions were older than their retention and are removed`)
    }).pipe(
      Effect.catch((error) =>
        Effect.logWarning("actions older than their retention could not be removed; it is tried again in an hour", error)
      ),
      Effect.repeat(Schedule.spaced("1 hour")),
      Effect.forkScoped
    )
  )
