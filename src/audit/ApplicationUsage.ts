/**
 * How applications are used, by whole hours: counted from the very records of the audit log when they are loaded into
 * the database, so a second or two behind the answers. Kept for eight days.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { hourMillis } from "./UsageRows.ts"

const keptMillis = 8 * 24 * hourMillis

/** Everything of one application with one route that ended in one way. */
const Use = Schema.Struct({
  /** Slug; empty where no registered route was reached. */
  agency: Schema.String,
  route: Schema.String,
  status: Schema.Int,
  /** Problem code; empty on success. */
  code: Schema.String,
  /** Requests, which are what spends quota. */
  calls: Schema.Int,
  /** Entries of aggregates and presets. */
  entries: Schema.Int,
  /** Epoch milliseconds. */
  last_at: Schema.Int
})
export type Use = typeof Use.Type
const decodeUse = Schema.decodeUnknownEffect(Schema.Array(Use))

const HourOfUse = Schema.Struct({
  /** When it began, epoch milliseconds. */
  hour: Schema.Int,
  calls: Schema.Int,
  /** Those of them that were refused for too many. */
  limited: Schema.Int
})
export type HourOfUse = typeof HourOfUse.Type
const decodeHours = Schema.decodeUnknownEffect(Schema.Array(HourOfUse))

const LastUse = Schema.Struct({ application: Schema.String, calls: Schema.Int, last_at: Schema.Int })
const decodeLast = Schema.decodeUnknownEffect(Schema.Array(LastUse))

const chosenFrom = 50
const decodeTokens = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ token_id: Schema.String })))

/** Whole hours: when the hour began in which `hours` ago was. */
export const beginningOf = (hours: number, nowMillis: number): number => (Math.floor(nowMillis / hourMillis) - hours) * hourMillis

/** To be run now and then: hours that nobody can ask for any more go. */
export const pruneUsage = Effect.fn("ApplicationUsage.pruneUsage")(function*(nowMillis: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM application_usage WHERE hour < ${nowMillis - keptMillis}`
  yield* sql`DELETE FROM token_usage WHERE hour < ${nowMillis - keptMillis}`
})

export class ApplicationUsage extends Context.Service<ApplicationUsage, {
  /** @param sinceMillis when the first hour that counts began, as `beginningOf` says */
  readonly of: (application: string, sinceMillis: number) => Effect.Effect<ReadonlyArray<Use>>
  /** The hours in which it was called, the oldest first; of one route or token where that is named. */
  readonly byHour: (
    application: string,
    sinceMillis: number,
    one?: { readonly route?: string | undefined; readonly tokenId?: string | undefined }
  ) => Effect.Effect<ReadonlyArray<HourOfUse>>
  /** The ids of those of its tokens that called something, the most used first, so many at most as people can choose from. */
  readonly tokens: (application: string, sinceMillis: number) => Effect.Effect<ReadonlyArray<string>>
  /** Whether some call was answered with data. */
  readonly isAnswered: (application: string, sinceMillis: number) => Effect.Effect<boolean>
  /** Calls and last use since then of those that were used at all, by name. */
  readonly ofAll: (
    applications: ReadonlyArray<string>,
    sinceMillis: number
  ) => Effect.Effect<ReadonlyMap<string, { readonly calls: number; readonly lastAt: number }>>
}>()("gapura/audit/ApplicationUsage") {
  static readonly layer: Layer.Layer<ApplicationUsage, never, SqlClient.SqlClient> = Layer.effect(
    ApplicationUsage,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const whole = (column: string) => sql.literal(`CAST(SUM(${column}) AS BIGINT)`)
      return {
        of: (application, sinceMillis) =>
          sql`SELECT agency, route, status, code, ${whole("calls")} AS calls, ${whole("entries")} AS entries, MAX(last_at) AS last_at
            FROM application_usage WHERE application = ${application} AND hour >= ${sinceMillis}
            GROUP BY agency, route, status, code ORDER BY agency, route, status, code`.pipe(Effect.flatMap(decodeUse), Effect.orDie),
        byHour: (application, sinceMillis, { route, tokenId } = {}) => {
          const limited = tokenId === undefined ? "CASE WHEN code = 'quota-exceeded' THEN calls ELSE 0 END" : "limited"
          const table = sql.literal(tokenId === undefined ? "application_usage" : "token_usage")
          return sql`SELECT hour, ${whole("calls")} AS calls, ${whole(limited)} AS limited
            FROM ${table} WHERE application = ${application} AND hour >= ${sinceMillis} AND calls > 0
            AND ${route === undefined ? sql.literal("1 = 1") : sql`route = ${route}`}
            AND ${tokenId === undefined ? sql.literal("1 = 1") : sql`token_id = ${tokenId}`} GROUP BY hour ORDER BY hour`.pipe(
            Effect.flatMap(decodeHours),
            Effect.orDie
          )
        },
        tokens: (application, sinceMillis) =>
          sql`SELECT token_id FROM token_usage WHERE application = ${application} AND hour >= ${sinceMillis}
            GROUP BY token_id ORDER BY SUM(calls) DESC, token_id LIMIT ${chosenFrom}`.pipe(
            Effect.flatMap(decodeTokens),
            Effect.map((rows) => rows.map(({ token_id }) => token_id)),
            Effect.orDie
          ),
        isAnswered: (application, sinceMillis) =>
          sql`SELECT hour FROM application_usage WHERE application = ${application} AND hour >= ${sinceMillis} AND calls > 0 AND code = ''
            AND route NOT LIKE 'latihan/%' LIMIT 1`.pipe(Effect.map((found) => found.length > 0), Effect.orDie),
        ofAll: (applications, sinceMillis) =>
          applications.length === 0
            ? Effect.succeed(new Map())
            : sql`SELECT application, ${whole("calls")} AS calls, MAX(last_at) AS last_at FROM application_usage
                WHERE application IN ${sql.in(applications)} AND hour >= ${sinceMillis} GROUP BY application`.pipe(
              Effect.flatMap(decodeLast),
              Effect.map((rows) => new Map(rows.map(({ application, calls, last_at }) => [application, { calls, lastAt: last_at }]))),
              Effect.orDie
            )
      }
    })
  )
}
