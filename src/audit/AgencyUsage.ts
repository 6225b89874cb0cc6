/**
 * Who uses an agency's endpoints how often, out of the same counts as the use of applications (`ApplicationUsage`): a
 * second or two behind the answers, and kept for eight days. Requests and entries of aggregates count alike.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** Calls of one application to one endpoint in one day. */
const Use = Schema.Struct({
  /** Which of the days that were asked for: 0 is the latest. */
  daysBack: Schema.Int,
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

export class AgencyUsage extends Context.Service<AgencyUsage, {
  /** Latest day first. @param begins when each of the days begins, epoch milliseconds, the latest first */
  readonly of: (agency: string, begins: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<AgencyUse>>
}>()("gapura/audit/AgencyUsage") {
  static readonly layer: Layer.Layer<AgencyUsage, never, SqlClient.SqlClient> = Layer.effect(
    AgencyUsage,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const sum = (condition: string) => sql.literal(`CAST(SUM(CASE WHEN ${condition} THEN calls + entries ELSE 0 END) AS BIGINT)`)
      return AgencyUsage.of({
        of: (agency, begins) =>
          sql`SELECT CASE ${
            sql.literal(begins.map((begin, daysBack) => `WHEN hour >= ${begin} THEN ${daysBack}`).join(" "))
          } END AS "daysBack", application, route,
              ${sum("1 = 1")} AS calls, ${sum("status BETWEEN 400 AND 499")} AS refused, ${sum("status >= 500")} AS failed
            FROM application_usage WHERE agency = ${agency} AND hour >= ${begins.at(-1) ?? 0}
            GROUP BY 1, application, route ORDER BY 1, application, route`.pipe(Effect.flatMap(decodeUse), Effect.orDie)
      })
    })
  )
}
