/** Which applications have lately been refused for their quota, or have called a route: from their use by whole hours. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { beginningOf } from "./ApplicationUsage.ts"

const readAtMost = 1_000
const decodeNames = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ application: Schema.String })))

type Failure = SqlError.SqlError | Schema.SchemaError

export class UsageNews extends Context.Service<UsageNews, {
  /** Within this hour and the one before. */
  readonly atTheirQuota: Effect.Effect<ReadonlyArray<string>, Failure>
  /** Within the last seven days: of one route, or of any of the agency. */
  readonly callersOf: (agency: string, route?: string) => Effect.Effect<ReadonlyArray<string>, Failure>
}>()("gapura/audit/UsageNews") {
  static readonly layer: Layer.Layer<UsageNews, never, SqlClient.SqlClient> = Layer.effect(
    UsageNews,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const applications = (condition: ReturnType<typeof sql.and>, hours: number) =>
        Effect.flatMap(
          Clock.currentTimeMillis,
          (now) =>
            sql`SELECT DISTINCT application FROM application_usage WHERE hour >= ${beginningOf(hours, now)} AND ${condition}
            ORDER BY application LIMIT ${readAtMost}`.pipe(
              Effect.flatMap(decodeNames),
              Effect.map((rows) => rows.map(({ application }) => application))
            )
        )
      return {
        atTheirQuota: applications(sql.and([sql`code = 'quota-exceeded'`]), 1),
        callersOf: (agency, route) =>
          applications(sql.and([sql`agency = ${agency}`, ...route === undefined ? [] : [sql`route = ${route}`]]), 7 * 24)
      }
    })
  )
}
