/** How endpoints did by minute, laid out as `status_slots`; and since when there are counts of a length of slot. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0147StatusMinutes = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE status_minutes (
    route TEXT NOT NULL,
    agency TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    slot BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    stale BIGINT NOT NULL,
    latencies TEXT NOT NULL,
    PRIMARY KEY (route, agency, minutes, slot)
  )`
  yield* sql`CREATE INDEX status_minutes_by_time ON status_minutes (minutes, slot)`
  yield* sql`CREATE TABLE status_since (minutes INTEGER PRIMARY KEY, since BIGINT NOT NULL)`
})
