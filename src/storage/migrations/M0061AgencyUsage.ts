/** Finds who uses an agency's endpoints without reading everybody else's use. Needs the counts of step 60. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0061AgencyUsage = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX application_usage_by_agency ON application_usage (agency, hour)`
})
