/** What operators tell the public: maintenance, from when to when, and notes to incidents, whose beginning is `starts_at`. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0148Announcements = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // The empty agency is the whole gateway.
  yield* sql`CREATE TABLE announcements (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    agency TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    text_id TEXT,
    text_en TEXT,
    made_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX announcements_by_end ON announcements (ends_at)`
})
