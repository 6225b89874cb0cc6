/** Requests for access are read page by page: of an agency what waits, of an application all. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0157RequestIndexes = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX access_requests_by_state ON access_requests (agency, state, asked_at)`
  yield* sql`CREATE INDEX access_requests_of_application ON access_requests (application, asked_at)`
})
