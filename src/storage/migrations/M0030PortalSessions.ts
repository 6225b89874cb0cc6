/** Sessions of the portal: who is signed in, since when, and until when. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0030PortalSessions = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    agencies TEXT NOT NULL,
    operator INTEGER NOT NULL,
    signed_in_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`
})
