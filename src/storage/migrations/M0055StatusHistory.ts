/** How agencies and endpoints did, by slot of time, and when their circuits were open. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0055StatusHistory = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // The empty route is the whole agency; `latencies` has the answers by bucket of the histogram.
  yield* sql`CREATE TABLE status_slots (
    route TEXT NOT NULL,
    agency TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    slot BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    stale BIGINT NOT NULL,
    latencies TEXT NOT NULL,
    PRIMARY KEY (route, agency, minutes, slot)
  )`
  yield* sql`CREATE INDEX status_slots_by_time ON status_slots (minutes, slot)`
  // One gateway's view of one agency's open circuit; without an end while it is open.
  yield* sql`CREATE TABLE incident_spans (
    id TEXT PRIMARY KEY,
    agency TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    ended_at BIGINT,
    stale BIGINT NOT NULL,
    failed BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX incident_spans_by_time ON incident_spans (seen_at)`
})
