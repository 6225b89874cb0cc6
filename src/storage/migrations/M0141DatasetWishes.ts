/** Datasets that developers ask agencies for, and what the agencies answer. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0141DatasetWishes = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE dataset_wishes (
    wish_id TEXT PRIMARY KEY,
    agency TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    asked_at BIGINT NOT NULL,
    what TEXT NOT NULL,
    why TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    answered_by TEXT,
    answered_at BIGINT
  )`
  yield* sql`CREATE INDEX dataset_wishes_by_agency ON dataset_wishes (agency, asked_at)`
  yield* sql`CREATE INDEX dataset_wishes_by_developer ON dataset_wishes (asked_by, asked_at)`
})
