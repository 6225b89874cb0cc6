/** What people changed through the portal, as a chain: `link` covers the row and the link before it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0031Actions = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE actions (
    sequence BIGINT PRIMARY KEY,
    done_at BIGINT NOT NULL,
    account TEXT NOT NULL,
    action TEXT NOT NULL,
    agency TEXT,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    link TEXT NOT NULL
  )`
  yield* sql`CREATE INDEX actions_of_agency ON actions (agency, sequence)`
  yield* sql`CREATE INDEX actions_of_account ON actions (account, sequence)`
  // The end of the chain: one row once there is an action, and the lock of whoever adds to it.
  yield* sql`CREATE TABLE actions_head (id INTEGER PRIMARY KEY, sequence BIGINT NOT NULL, link TEXT NOT NULL)`
})
