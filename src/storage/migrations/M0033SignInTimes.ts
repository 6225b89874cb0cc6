/** Finds the sign-ins that came back long ago, and those beyond the most that are remembered, without reading the others. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0033SignInTimes = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX sign_ins_by_time ON sign_ins (finished_at)`
})
