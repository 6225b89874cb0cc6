/**
 * The inbox of everybody: notices in the database, each told once however many gateways find it and however often. With
 * a notice what carries it elsewhere is written, in the same transaction. They are kept for 90 days.
 */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { deliveriesOf } from "./Destinations.ts"
import { type News, Notice, Recipient } from "./Notice.ts"

const advisoryLock = 1_735_420_945
const keptMillis = 90 * 86_400_000
const askedAtOnce = 200
/** Of one look; the rest is found by the next. */
const toldAtOnce = 500
export const listed = 50
/** More than that is not counted. */
export const countedUnread = 100

export interface InboxEntry {
  readonly sequence: number
  readonly recipient: Recipient
  readonly notice: Notice
  readonly madeAt: number
  readonly isRead: boolean
}

const Row = Schema.Struct({
  sequence: Schema.Int,
  recipient: Recipient,
  notice: Schema.String,
  made_at: Schema.Int,
  read_at: Schema.NullOr(Schema.Int)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeKeys = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ notice_key: Schema.String })))
const decodeSequences = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ sequence: Schema.Int })))
const decodeCount = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ unread: Schema.Int })]))
/** None where a newer program wrote a kind that this one does not know. */
export const decodeNotice = Schema.decodeUnknownOption(Schema.fromJsonString(Notice))

type Failure = SqlError.SqlError | Schema.SchemaError
const keyOf = ({ key, recipient }: News): string => `${recipient} ${key}`

export class Notices extends Context.Service<Notices, {
  /** Tells what was not told yet; @returns how many that were */
  readonly tell: (news: ReadonlyArray<News>) => Effect.Effect<number, Failure>
  /** The latest first, of which `listed` come at once. @param before only those told before this one */
  readonly list: (recipients: ReadonlyArray<Recipient>, before?: number) => Effect.Effect<ReadonlyArray<InboxEntry>, Failure>
  /** `countedUnread` at most. */
  readonly unread: (recipients: ReadonlyArray<Recipient>) => Effect.Effect<number, Failure>
  /** Marks one, or all up to it. */
  readonly read: (recipients: ReadonlyArray<Recipient>, sequence: number, which: "one" | "through") => Effect.Effect<void, Failure>
  readonly prune: Effect.Effect<void, Failure>
}>()("gapura/notices/Notices") {
  static readonly layer: Layer.Layer<Notices, never, SqlClient.SqlClient> = Layer.effect(
    Notices,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient

      const unknownOf = Effect.fnUntraced(function*(news: ReadonlyArray<News>) {
        const known = new Set<string>()
        for (let begin = 0; begin < news.length; begin += askedAtOnce) {
          const keys = news.slice(begin, begin + askedAtOnce).map(keyOf)
          const rows = yield* Effect.flatMap(sql`SELECT notice_key FROM notices WHERE notice_key IN ${sql.in(keys)}`, decodeKeys)
          for (const { notice_key } of rows) known.add(notice_key)
        }
        return news.filter((one) => !known.has(keyOf(one)))
      })

      // Committed in the order of their numbers: who has seen one has seen all below it.
      const inOrder = sql.onDialectOrElse({
        pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(${sql.literal(String(advisoryLock))})`),
        orElse: () => Effect.void
      })
      const tellOne = (one: News, now: number) =>
        sql.withTransaction(Effect.gen(function*() {
          yield* inOrder
          const row = {
            notice_key: keyOf(one),
            recipient: one.recipient,
            notice: JSON.stringify(one.notice),
            made_at: now,
            keep_until: Math.max(now, one.findable ?? now) + keptMillis
          }
          const [made] = yield* Effect.flatMap(
            sql`INSERT INTO notices ${sql.insert(row)} ON CONFLICT (notice_key) DO NOTHING RETURNING sequence`,
            decodeSequences
          )
          if (made === undefined) return 0
          yield* deliveriesOf(sql, one.recipient, made.sequence, now)
          return 1
        }))

      return {
        tell: Effect.fn("Notices.tell")(function*(news) {
          const now = yield* Clock.currentTimeMillis
          let told = 0
          let unreadable: Schema.SchemaError | undefined
          for (const one of (yield* unknownOf(news)).slice(0, toldAtOnce)) {
            // What one recipient's destinations are is nobody else's matter. A database that fails does so for all.
            told += yield* Effect.catchTag(tellOne(one, now), "SchemaError", (error) => {
              unreadable ??= error
              return Effect.succeed(0)
            })
          }
          return unreadable === undefined ? told : yield* unreadable
        }),
        list: Effect.fn("Notices.list")(function*(recipients, before) {
          const rows = yield* Effect.flatMap(
            sql`SELECT sequence, recipient, notice, made_at, read_at FROM notices WHERE recipient IN ${sql.in(recipients)} AND ${
              before === undefined ? sql`1 = 1` : sql`sequence < ${before}`
            } ORDER BY sequence DESC LIMIT ${listed}`,
            decodeRows
          )
          return rows.flatMap(({ made_at, notice, read_at, recipient, sequence }): ReadonlyArray<InboxEntry> =>
            Option.match(decodeNotice(notice), {
              onNone: () => [],
              onSome: (facts) => [{ sequence, recipient, notice: facts, madeAt: made_at, isRead: read_at !== null }]
            })
          )
        }),
        unread: (recipients) =>
          Effect.map(
            Effect.flatMap(
              sql`SELECT COUNT(*) AS unread FROM (SELECT 1 FROM notices WHERE recipient IN ${sql.in(recipients)} AND read_at IS NULL
                LIMIT ${countedUnread}) AS found`,
              decodeCount
            ),
            ([{ unread }]) => unread
          ),
        read: Effect.fn("Notices.read")(function*(recipients, sequence, which) {
          const now = yield* Clock.currentTimeMillis
          yield* sql`UPDATE notices SET read_at = ${now} WHERE recipient IN ${sql.in(recipients)} AND read_at IS NULL AND ${
            which === "one" ? sql`sequence = ${sequence}` : sql`sequence <= ${sequence}`
          }`
        }),
        prune: Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.asVoid(sql`DELETE FROM notices WHERE keep_until < ${now}`))
      }
    })
  )
}
