/**
 * Where a recipient wants notices beside the portal: one mail address and one webhook at most. To an address nothing is
 * sent but the letter that asks for its confirmation, until somebody has opened the link in it.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { hash, randomBytes } from "node:crypto"
import { Recipient } from "./Notice.ts"

export const channels = ["mail", "webhook"] as const
export type Channel = (typeof channels)[number]

/** Between two letters that ask the same recipient for confirmation: nobody's mailbox is filled by another's form. */
const askAgainMillis = 10 * 60_000
const codeMillis = 24 * 3_600_000
/** Of an address that nobody confirmed, or that was taken away, nothing stays. */
const unconfirmedMillis = 2 * codeMillis

const Row = Schema.Struct({
  destination_id: Schema.String,
  recipient: Recipient,
  channel: Schema.Literals(channels),
  address: Schema.String,
  language: Schema.Literals(["id", "en"]),
  asked_at: Schema.Int,
  confirmed_at: Schema.NullOr(Schema.Int),
  stopped_at: Schema.NullOr(Schema.Int)
})
export type Destination = typeof Row.Type
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ destination_id: Schema.String })))

type Failure = SqlError.SqlError | Schema.SchemaError

/** A letter was asked for a short while ago. */
export class AskedJustNow extends Schema.TaggedError<AskedJustNow>()("AskedJustNow", {}, { httpApiStatus: 429 }) {}

/** Any number, the same for every gateway: whoever holds it with a recipient's hash changes where that one has notices sent. */
const advisoryLock = 1_735_420_944

const hashOf = (code: string): string => hash("sha256", code, "hex")

const newDelivery = (sql: SqlClient.SqlClient, destination: string, channel: Channel, notice: number | null, now: number) =>
  sql`INSERT INTO notice_deliveries ${
    sql.insert({
      delivery_id: `msg_${randomBytes(16).toString("base64url")}`,
      destination_id: destination,
      channel,
      notice,
      made_at: now,
      attempts: 0,
      next_at: now
    })
  }`

/** Within the transaction that tells a notice: what carries it elsewhere. */
export const deliveriesOf = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, recipient: Recipient, notice: number, now: number) {
  const found = yield* Effect.flatMap(
    sql`SELECT destination_id, recipient, channel, address, language, asked_at, confirmed_at, stopped_at FROM notice_destinations
      WHERE recipient = ${recipient} AND confirmed_at IS NOT NULL AND stopped_at IS NULL`,
    decodeRows
  )
  for (const { channel, destination_id } of found) yield* newDelivery(sql, destination_id, channel, notice, now)
})

export class Destinations extends Context.Service<Destinations, {
  readonly of: (recipients: ReadonlyArray<Recipient>) => Effect.Effect<ReadonlyArray<Destination>, Failure>
  readonly find: (destinationId: string) => Effect.Effect<Destination | undefined, Failure>
  /** Takes the place of the one before, and asks the new one for confirmation. */
  readonly setMail: (recipient: Recipient, address: string, language: "id" | "en") => Effect.Effect<void, AskedJustNow | Failure>
  /** @returns its id, of which the secret is made */
  readonly setWebhook: (recipient: Recipient, url: string, language: "id" | "en") => Effect.Effect<string, Failure>
  readonly remove: (recipient: Recipient, channel: Channel) => Effect.Effect<void, Failure>
  /** A new code, which takes the place of the one before; undefined where nothing waits for confirmation. */
  readonly newCode: (destinationId: string) => Effect.Effect<string | undefined, Failure>
  /** Whether the code was good: it is so once. */
  readonly confirm: (code: string) => Effect.Effect<boolean, Failure>
  /** Has nothing more sent there. */
  readonly stop: (destinationId: string) => Effect.Effect<void, Failure>
  readonly prune: Effect.Effect<void, Failure>
}>()("gapura/notices/Destinations") {
  static readonly layer: Layer.Layer<Destinations, never, SqlClient.SqlClient> = Layer.effect(
    Destinations,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const where = (condition: ReturnType<typeof sql.and>) =>
        Effect.flatMap(
          sql`SELECT destination_id, recipient, channel, address, language, asked_at, confirmed_at, stopped_at FROM notice_destinations
            WHERE ${condition} ORDER BY recipient, channel`,
          decodeRows
        )
      const onItsWay = (recipient: Recipient, channel: Channel) =>
        sql`DELETE FROM notice_deliveries WHERE destination_id IN
          (SELECT destination_id FROM notice_destinations WHERE recipient = ${recipient} AND channel = ${channel})`

      /** Within a transaction: nobody else changes where the recipient has notices sent until it ends. */
      const alone = (recipient: Recipient) =>
        sql.onDialectOrElse({
          pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(${sql.literal(String(advisoryLock))}, hashtext(${recipient}))`),
          // SQLite's transactions that write wait for each other from their beginning.
          orElse: () => Effect.void
        })

      /** In the place of what was there, with what was on its way to it. */
      const replace = (row: Omit<Destination, "destination_id" | "stopped_at">) =>
        Effect.gen(function*() {
          const destination_id = `dst_${randomBytes(16).toString("base64url")}`
          yield* onItsWay(row.recipient, row.channel)
          yield* sql`DELETE FROM notice_destinations WHERE recipient = ${row.recipient} AND channel = ${row.channel}`
          yield* sql`INSERT INTO notice_destinations ${sql.insert({ destination_id, ...row })}`
          return destination_id
        })

      return {
        of: (recipients) => where(sql.and([sql`recipient IN ${sql.in(recipients)}`, sql`address <> ''`])),
        find: (destinationId) => Effect.map(where(sql.and([sql`destination_id = ${destinationId}`])), ([found]) => found),
        setMail: Effect.fn("Destinations.setMail")(function*(recipient, address, language) {
          const now = yield* Clock.currentTimeMillis
          yield* sql.withTransaction(Effect.gen(function*() {
            yield* alone(recipient)
            const [before] = yield* where(sql.and([sql`recipient = ${recipient}`, sql`channel = 'mail'`]))
            if (before !== undefined && before.asked_at > now - askAgainMillis) return yield* new AskedJustNow()
            const row = { recipient, channel: "mail", address, language, asked_at: now, confirmed_at: null } as const
            const destination = yield* replace(row)
            yield* newDelivery(sql, destination, "mail", null, now)
          }))
        }),
        setWebhook: Effect.fn("Destinations.setWebhook")(function*(recipient, url, language) {
          const now = yield* Clock.currentTimeMillis
          return yield* sql.withTransaction(
            Effect.andThen(
              alone(recipient),
              replace({ recipient, channel: "webhook", address: url, language, asked_at: now, confirmed_at: now })
            )
          )
        }),
        // That a letter was sent stays for a while, or taking an address away would allow another one.
        remove: (recipient, channel) =>
          sql.withTransaction(Effect.andThen(
            onItsWay(recipient, channel),
            Effect.asVoid(sql`UPDATE notice_destinations SET address = '', confirmed_at = NULL, code_hash = NULL
              WHERE recipient = ${recipient} AND channel = ${channel}`)
          )),
        newCode: Effect.fn("Destinations.newCode")(function*(destinationId) {
          const now = yield* Clock.currentTimeMillis
          const code = randomBytes(24).toString("base64url")
          const rows = yield* sql`UPDATE notice_destinations SET code_hash = ${hashOf(code)}, code_until = ${now + codeMillis}
            WHERE destination_id = ${destinationId} AND confirmed_at IS NULL AND address <> '' RETURNING destination_id`
          return rows.length === 0 ? undefined : code
        }),
        confirm: Effect.fn("Destinations.confirm")(function*(code) {
          const now = yield* Clock.currentTimeMillis
          const rows = yield* Effect.flatMap(
            sql`UPDATE notice_destinations SET confirmed_at = ${now}, code_hash = NULL
              WHERE code_hash = ${hashOf(code)} AND code_until > ${now} AND confirmed_at IS NULL RETURNING destination_id`,
            decodeIds
          )
          return rows.length > 0
        }),
        stop: Effect.fn("Destinations.stop")(function*(destinationId) {
          const now = yield* Clock.currentTimeMillis
          yield* sql.withTransaction(Effect.andThen(
            sql`UPDATE notice_destinations SET stopped_at = ${now} WHERE destination_id = ${destinationId}`,
            sql`DELETE FROM notice_deliveries WHERE destination_id = ${destinationId}`
          ))
        }),
        prune: Effect.flatMap(
          Clock.currentTimeMillis,
          (now) => Effect.asVoid(sql`DELETE FROM notice_destinations WHERE confirmed_at IS NULL AND asked_at < ${now - unconfirmedMillis}`)
        )
      }
    })
  )
}
