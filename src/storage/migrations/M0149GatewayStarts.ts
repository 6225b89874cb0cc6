/** When gateways started, and which version each was; and a way to the actions of a time. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0149GatewayStarts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE gateway_starts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    started_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX gateway_starts_by_time ON gateway_starts (started_at)`
  yield* sql`CREATE INDEX actions_by_time ON actions (done_at)`
})
