/**
 * Datasets that developers ask an agency for. Each is answered once, by the agency's desk: it is planned, or cannot be, and why.
 * Whoever has too many that wait for an answer asks for no more.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { AccessSql } from "./AccessSql.ts"

const Answer = Schema.Literals(["planned", "cannot"])
export type WishAnswer = typeof Answer.Type

const Row = Schema.Struct({
  wish_id: Schema.String,
  /** Slug. */
  agency: Schema.String,
  asked_by: Schema.String,
  /** Epoch milliseconds. */
  asked_at: Schema.Finite,
  what: Schema.String,
  why: Schema.String,
  state: Schema.Union([Schema.Literal("asked"), Answer]),
  reason: Schema.NullOr(Schema.String),
  answered_by: Schema.NullOr(Schema.String),
  answered_at: Schema.NullOr(Schema.Finite)
})
export type DatasetWish = typeof Row.Type
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

/** Of one developer, waiting for an answer. */
export const mostWaiting = 10
const mostListed = 200

interface Asked {
  readonly agency: string
  readonly by: string
  readonly what: string
  readonly why: string
}

interface Answered {
  readonly id: string
  readonly agency: string
  readonly by: string
  readonly answer: WishAnswer
  readonly reason: string
}

export class DatasetWishes extends Context.Service<DatasetWishes, {
  /** False where too many of whoever asks wait for an answer. */
  readonly ask: (asked: Asked) => Effect.Effect<boolean>
  /** False where it was answered already. @param along done with it, or with it not at all */
  readonly answer: (answered: Answered, along: Effect.Effect<unknown>) => Effect.Effect<boolean>
  /** Those that wait first, newest first. */
  readonly ofAgency: (agency: string) => Effect.Effect<ReadonlyArray<DatasetWish>>
  readonly ofDeveloper: (account: string) => Effect.Effect<ReadonlyArray<DatasetWish>>
}>()("gapura/access/DatasetWishes") {
  static readonly layer: Layer.Layer<DatasetWishes, never, AccessSql> = Layer.effect(
    DatasetWishes,
    Effect.gen(function*() {
      const sql = yield* AccessSql
      const where = (column: "agency" | "asked_by", value: string) =>
        sql`SELECT * FROM dataset_wishes WHERE ${sql(column)} = ${value}
          ORDER BY CASE state WHEN 'asked' THEN 0 ELSE 1 END, asked_at DESC, wish_id LIMIT ${mostListed}`.pipe(
          Effect.flatMap(decodeRows),
          Effect.orDie
        )

      const ask = Effect.fn("DatasetWishes.ask")(function*({ agency, by, what, why }: Asked) {
        const asked_at = yield* Clock.currentTimeMillis
        // In a turn of its own: what was counted stays true until it commits.
        return yield* sql.withTransaction(Effect.gen(function*() {
          const waiting = yield* sql`SELECT 1 FROM dataset_wishes WHERE asked_by = ${by} AND state = 'asked' LIMIT ${mostWaiting}`
          if (waiting.length >= mostWaiting) return false
          yield* sql`INSERT INTO dataset_wishes ${
            sql.insert({ wish_id: randomUUID(), agency, asked_by: by, asked_at, what, why, state: "asked" })
          }`
          return true
        }))
      }, Effect.orDie)

      /** The update itself finds out whether it still waits. */
      const answer = Effect.fn("DatasetWishes.answer")(function*(
        { agency, answer: state, by, id, reason }: Answered,
        along: Effect.Effect<unknown>
      ) {
        const answered_at = yield* Clock.currentTimeMillis
        return yield* sql.withTransaction(Effect.gen(function*() {
          const done = yield* sql`UPDATE dataset_wishes SET ${sql.update({ state, reason, answered_by: by, answered_at })}
            WHERE wish_id = ${id} AND agency = ${agency} AND state = 'asked' RETURNING wish_id`
          if (done.length > 0) yield* along
          return done.length > 0
        }))
      }, Effect.orDie)

      return DatasetWishes.of({
        ask,
        answer,
        ofAgency: (agency) => where("agency", agency),
        ofDeveloper: (account) => where("asked_by", account)
      })
    })
  )
}
