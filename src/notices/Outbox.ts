/**
 * What is on its way to mail addresses and webhooks. Whoever claims a delivery has it for the length of the lease: two
 * gateways never send one at the same time. A gateway that dies meanwhile may have sent it, and another sends it again
 * then, under the same id. What is refused is tried ten times within a day.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type Channel, channels } from "./Destinations.ts"

const minute = 60_000
/** Longer than any sending may take. */
export const leaseMillis = 2 * minute
/** Minutes after each attempt that failed; after the last one there is none. */
const backoff = [1, 5, 15, 30, 60, 120, 240, 360, 600]
export const attemptsAtMost = backoff.length + 1
/** All of them are sent side by side: none waits while its lease runs. */
export const claimedAtOnce = 5

const Row = Schema.Struct({
  delivery_id: Schema.String,
  destination_id: Schema.String,
  channel: Schema.Literals(channels),
  /** Null: the letter that asks for confirmation. */
  notice: Schema.NullOr(Schema.Int),
  made_at: Schema.Int,
  /** With this one. */
  attempts: Schema.Int
})
export type Claimed = typeof Row.Type
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeNotices = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ notice: Schema.String, made_at: Schema.Int })))

type Failure = SqlError.SqlError | Schema.SchemaError

export class Outbox extends Context.Service<Outbox, {
  /** What is due, for `leaseMillis`. */
  readonly claim: (channels: ReadonlyArray<Channel>) => Effect.Effect<ReadonlyArray<Claimed>, Failure>
  /** As it was written; undefined where it is too old to be there. */
  readonly noticeOf: (sequence: number) => Effect.Effect<{ readonly notice: string; readonly madeAt: number } | undefined, Failure>
  readonly done: (delivery: Claimed) => Effect.Effect<void, Failure>
  /** Has it tried again later; false where it was tried often enough. */
  readonly failed: (delivery: Claimed) => Effect.Effect<boolean, Failure>
}>()("gapura/notices/Outbox") {
  static readonly layer: Layer.Layer<Outbox, never, SqlClient.SqlClient> = Layer.effect(
    Outbox,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      // Of who works at the same time each takes others.
      const skipping = sql.literal(sql.onDialectOrElse({ pg: () => "FOR UPDATE SKIP LOCKED", orElse: () => "" }))
      return {
        claim: Effect.fn("Outbox.claim")(function*(wanted) {
          const now = yield* Clock.currentTimeMillis
          const due = sql.and([sql`next_at <= ${now}`, sql`channel IN ${sql.in(wanted)}`])
          // Looking locks nothing, and mostly there is nothing.
          if ((yield* sql`SELECT 1 FROM notice_deliveries WHERE ${due} LIMIT 1`).length === 0) return []
          return yield* Effect.flatMap(
            sql`UPDATE notice_deliveries SET next_at = ${now + leaseMillis}, attempts = attempts + 1 WHERE delivery_id IN
              (SELECT delivery_id FROM notice_deliveries WHERE ${due} ORDER BY next_at, delivery_id LIMIT ${claimedAtOnce} ${skipping})
              RETURNING delivery_id, destination_id, channel, notice, made_at, attempts`,
            decodeRows
          )
        }),
        noticeOf: (sequence) =>
          Effect.map(
            Effect.flatMap(sql`SELECT notice, made_at FROM notices WHERE sequence = ${sequence}`, decodeNotices),
            ([found]) => found === undefined ? undefined : { notice: found.notice, madeAt: found.made_at }
          ),
        done: ({ delivery_id }) => Effect.asVoid(sql`DELETE FROM notice_deliveries WHERE delivery_id = ${delivery_id}`),
        failed: Effect.fn("Outbox.failed")(function*({ attempts, delivery_id }) {
          const minutes = backoff[attempts - 1]
          if (minutes === undefined) return false
          const now = yield* Clock.currentTimeMillis
          // Of another attempt nothing is changed: this one took longer than its lease.
          yield* sql`UPDATE notice_deliveries SET next_at = ${now + minutes * minute}
            WHERE delivery_id = ${delivery_id} AND attempts = ${attempts}`
          return true
        })
      }
    })
  )
}
