/** Answers that developers have watched. `next_at` is also what keeps two gateways from asking for the same one. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0156AnswerWatches = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // Of an answer nothing is kept but a keyed hash of its entity tag, of which nobody can tell what was in it.
  yield* sql`CREATE TABLE answer_watches (
    watch_id TEXT PRIMARY KEY,
    application TEXT NOT NULL,
    target TEXT NOT NULL,
    seal TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,
    changed_at BIGINT,
    failing TEXT,
    ended_at BIGINT
  )`
  yield* sql`CREATE INDEX answer_watches_due ON answer_watches (next_at)`
  yield* sql`CREATE INDEX answer_watches_of_application ON answer_watches (application)`
})
