/** What a developer sees of an application: what it is for, which tokens were only for trying out, and how it is used. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0060ApplicationUse = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE applications ADD COLUMN purpose TEXT`
  // 1 where the portal made the token to try an endpoint out.
  yield* sql`ALTER TABLE tokens ADD COLUMN trial INTEGER NOT NULL DEFAULT 0`
  // Counted from each segment of the audit log in the transaction that loads it, as the privacy ledger is.
  yield* sql`CREATE TABLE application_usage (
    application TEXT NOT NULL,
    hour BIGINT NOT NULL,
    agency TEXT NOT NULL,
    route TEXT NOT NULL,
    status INTEGER NOT NULL,
    code TEXT NOT NULL,
    calls BIGINT NOT NULL,
    entries BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (application, hour, agency, route, status, code)
  )`
  yield* sql`CREATE INDEX application_usage_by_hour ON application_usage (hour)`
})
