/**
 * Writes slots, each count once. Where a connection breaks after COMMIT nobody hears whether it was done: PostgreSQL is asked what
 * became of the transaction before anything else is written. SQLite's answer is always heard.
 */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { addSlots, type Slot } from "./StatusSlots.ts"

const decodeId = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ id: Schema.String })]))
/** One that is still under way is neither: it is asked about again. None is known of one that another server, promoted since, never had. */
const decodeEnd = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ was: Schema.NullOr(Schema.Literals(["committed", "aborted"])) })])
)

/** @param written told of slots once they are in the database @returns what writes some, all or nothing; what is unsure comes first */
export const makeSlotWriter = (sql: SqlClient.SqlClient, written: (slots: ReadonlyArray<Slot>) => void) => {
  let unsure: { readonly id: string; readonly slots: ReadonlyArray<Slot> } | undefined
  const noId: Effect.Effect<string | undefined> = Effect.succeed(undefined)
  const current = sql.onDialectOrElse({
    pg: () => Effect.map(Effect.flatMap(sql`SELECT pg_current_xact_id()::text AS id`, decodeId), ([{ id }]) => id),
    orElse: () => noId
  })
  const settle = Effect.suspend(() => {
    if (unsure === undefined) return Effect.void
    const { id, slots } = unsure
    const end = sql`SELECT CASE WHEN ${id}::xid8 < pg_snapshot_xmax(pg_current_snapshot()) THEN pg_xact_status(${id}::xid8) END AS was`
    return Effect.map(Effect.flatMap(end, decodeEnd), ([{ was }]) => {
      unsure = undefined
      if (was === "committed") written(slots)
    })
  })
  const write = (slots: ReadonlyArray<Slot>) =>
    // What was committed and is not noted would be added twice.
    Effect.uninterruptible(Effect.map(
      sql.withTransaction(Effect.gen(function*() {
        const id = yield* current
        yield* addSlots(sql, slots)
        unsure = id === undefined ? undefined : { id, slots }
      })),
      () => {
        unsure = undefined
        written(slots)
      }
    ))
  return { settle, write }
}
