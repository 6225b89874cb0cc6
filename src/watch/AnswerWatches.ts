/**
 * Addresses whose answers developers have watched, by application. Whoever claims one that is due has put off when it is due
 * again: of several gateways one asks.
 *
 * States of a watch: it goes on, maybe with the problem of its latest call, or has ended with the problem that ended it.
 * What has ended is kept for 90 days, to be read.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { createHmac, randomBytes } from "node:crypto"
import { SecretKeys } from "../storage/SecretKeys.ts"

/** Of one application, going on. */
export const mostWatches = 20
export const everyMillis = 5 * 60_000
const keptMillis = 90 * 86_400_000
/** Of one look of one gateway. */
export const claimedAtOnce = 20

const Row = Schema.Struct({
  watch_id: Schema.String,
  application: Schema.String,
  /** Under the data routes' prefix: `opd/dataset/path?query`, percent-encoded. */
  target: Schema.String,
  /** Of the entity tag of the latest answer that was good. */
  seal: Schema.String,
  /** Epoch milliseconds, as the others. */
  made_at: Schema.Int,
  asked_at: Schema.Int,
  changed_at: Schema.NullOr(Schema.Int),
  /** Code of the problem that the latest call had. */
  failing: Schema.NullOr(Schema.String),
  ended_at: Schema.NullOr(Schema.Int)
})
export type AnswerWatch = typeof Row.Type
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

type Failure = SqlError.SqlError | Schema.SchemaError

export class AnswerWatches extends Context.Service<AnswerWatches, {
  /** Those that go on first, the latest first. */
  readonly of: (application: string) => Effect.Effect<ReadonlyArray<AnswerWatch>, Failure>
  /** A keyed hash: the tag is one of the data alone, and what that was could be guessed by who reads the database. */
  readonly sealOf: (etag: string) => string
  /** Whoever adds takes turns with others who do. @returns its id; undefined where there are too many */
  readonly add: (watch: Pick<AnswerWatch, "application" | "target" | "seal">) => Effect.Effect<string | undefined, Failure>
  /** False where the application has no such watch. */
  readonly remove: (application: string, watchId: string) => Effect.Effect<boolean, Failure>
  /** What is due. */
  readonly claim: Effect.Effect<ReadonlyArray<AnswerWatch>, Failure>
  /** It was asked, and nothing is told of it. @param failing code of its problem */
  readonly asked: (watch: AnswerWatch, failing: string | null) => Effect.Effect<void, Failure>
  /** The answer is another. @param along done with it, or with it not at all; not done where somebody else has told it */
  readonly changed: <E>(watch: AnswerWatch, seal: string, along: Effect.Effect<unknown, E>) => Effect.Effect<void, E | Failure>
  /** Nothing more is asked. @param along as of a change */
  readonly end: <E>(watch: AnswerWatch, code: string, along: Effect.Effect<unknown, E>) => Effect.Effect<void, E | Failure>
  readonly prune: Effect.Effect<void, Failure>
}>()("gapura/watch/AnswerWatches") {
  static readonly layer: Layer.Layer<AnswerWatches, never, SqlClient.SqlClient | SecretKeys> = Layer.effect(
    AnswerWatches,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const key = (yield* SecretKeys).internal("answer watches")
      const columns = sql.literal("watch_id, application, target, seal, made_at, asked_at, changed_at, failing, ended_at")
      // Of who looks at the same time each takes others.
      const skipping = sql.literal(sql.onDialectOrElse({ pg: () => "FOR UPDATE SKIP LOCKED", orElse: () => "" }))

      /** As long as it is what the caller has seen. */
      const change = <E>({ seal, watch_id }: AnswerWatch, to: Partial<AnswerWatch>, along: Effect.Effect<unknown, E>) =>
        sql.withTransaction(Effect.gen(function*() {
          const found = yield* sql`UPDATE answer_watches SET ${sql.update(to)}
            WHERE watch_id = ${watch_id} AND seal = ${seal} AND ended_at IS NULL RETURNING watch_id`
          if (found.length > 0) yield* along
        }))

      return AnswerWatches.of({
        sealOf: (etag) => createHmac("sha256", key).update(etag).digest("base64url"),
        of: (application) =>
          Effect.flatMap(
            sql`SELECT ${columns} FROM answer_watches WHERE application = ${application}
              ORDER BY CASE WHEN ended_at IS NULL THEN 0 ELSE 1 END, made_at DESC, watch_id LIMIT 100`,
            decodeRows
          ),
        add: Effect.fn("AnswerWatches.add")(function*(watch) {
          const now = yield* Clock.currentTimeMillis
          const going = yield* sql`SELECT 1 FROM answer_watches WHERE application = ${watch.application} AND ended_at IS NULL
            LIMIT ${mostWatches}`
          if (going.length >= mostWatches) return undefined
          const watch_id = `wch_${randomBytes(12).toString("base64url")}`
          yield* sql`INSERT INTO answer_watches ${
            sql.insert({ watch_id, ...watch, made_at: now, asked_at: now, next_at: now + everyMillis })
          }`
          return watch_id
        }),
        remove: (application, watchId) =>
          Effect.map(
            sql`DELETE FROM answer_watches WHERE application = ${application} AND watch_id = ${watchId} RETURNING watch_id`,
            (found) => found.length > 0
          ),
        claim: Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          const due = sql`next_at <= ${now} AND ended_at IS NULL`
          // Looking locks nothing, and mostly there is nothing.
          if ((yield* sql`SELECT 1 FROM answer_watches WHERE ${due} LIMIT 1`).length === 0) return []
          return yield* Effect.flatMap(
            sql`UPDATE answer_watches SET next_at = ${now + everyMillis} WHERE watch_id IN
              (SELECT watch_id FROM answer_watches WHERE ${due} ORDER BY next_at, watch_id LIMIT ${claimedAtOnce} ${skipping})
              RETURNING ${columns}`,
            decodeRows
          )
        }),
        asked: Effect.fn("AnswerWatches.asked")(function*(watch, failing) {
          const asked_at = yield* Clock.currentTimeMillis
          yield* change(watch, { asked_at, failing }, Effect.void)
        }),
        changed: Effect.fn("AnswerWatches.changed")(function*(watch, seal, along) {
          const now = yield* Clock.currentTimeMillis
          yield* change(watch, { seal, asked_at: now, changed_at: now, failing: null }, along)
        }),
        end: Effect.fn("AnswerWatches.end")(function*(watch, failing, along) {
          const now = yield* Clock.currentTimeMillis
          yield* change(watch, { asked_at: now, failing, ended_at: now }, along)
        }),
        prune: Effect.flatMap(
          Clock.currentTimeMillis,
          (now) => Effect.asVoid(sql`DELETE FROM answer_watches WHERE ended_at < ${now - keptMillis}`)
        )
      })
    })
  )
}
