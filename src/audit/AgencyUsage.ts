/**
 * Who uses an agency's endpoints how often, out of the same counts as the use of applications (`ApplicationUsage`): a
 * second or two behind the answers, and kept for eight days. Requests and entries of aggregates count alike.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { hourMillis } from "./UsageRows.ts"

/** Calls of one application to one endpoint in one day. */
const Use = Schema.Struct({
  /** Days since 1970, of the city. */
  day: Schema.Int,
  application: Schema.String,
  route: Schema.String,
  calls: Schema.Int,
  /** Of those, refused with 4xx. */
  refused: Schema.Int,
  /** Of those, failed with 5xx. */
  failed: Schema.Int
})
export type AgencyUse = typeof Use.Type
const decodeUse = Schema.decodeUnknownEffect(Schema.Array(Use))

const dayMillis = 24 * hourMillis

export class AgencyUsage extends Context.Service<AgencyUsage, {
  /** Latest day first. @param sinceMillis from the beginning of this time's day; @param aheadMillis how far the city is ahead of UTC */
  readonly of: (agency: string, sinceMillis: number, aheadMillis: number) => Effect.Effect<ReadonlyArray<AgencyUse>>
}>()("gapura/audit/AgencyUsage") {
  static readonly layer: Layer.Layer<AgencyUsage, never, SqlClient.SqlClient> = Layer.effect(
    AgencyUsage,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const sum = (condition: string) => sql.literal(`CAST(SUM(CASE WHEN ${condition} THEN calls + entries ELSE 0 END) AS BIGINT)`)
      return AgencyUsage.of({
        of: (agency, sinceMillis, aheadMillis) =>
          sql`SELECT CAST((hour + ${sql.literal(String(aheadMillis))}) / ${sql.literal(String(dayMillis))} AS INTEGER) AS day, application, route,
              ${sum("1 = 1")} AS calls, ${sum("status BETWEEN 400 AND 499")} AS refused, ${sum("status >= 500")} AS failed
            FROM application_usage WHERE agency = ${agency} AND hour >= ${Math.floor((sinceMillis + aheadMillis) / dayMillis) * dayMillis - aheadMillis}
            GROUP BY 1, application, route ORDER BY day DESC, application, route`.pipe(Effect.flatMap(decodeUse), Effect.orDie)
      })
    })
  )
}
