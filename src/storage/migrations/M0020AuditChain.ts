/**
 * The chain of audit records, its signed checkpoints and the privacy ledger. No release wrote the table of batches that
 * this replaces.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "./ColumnTypes.ts"

export const M0020AuditChain = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bytes } = columnTypes(sql)
  yield* sql`DROP TABLE audit_batches`
  // One row a segment of a journal; `segment` makes loading it a second time impossible.
  yield* sql`CREATE TABLE audit_segments (
    sequence BIGINT PRIMARY KEY,
    segment TEXT NOT NULL UNIQUE,
    first_position BIGINT NOT NULL,
    record_count INTEGER NOT NULL,
    first_time BIGINT NOT NULL,
    last_time BIGINT NOT NULL,
    entries ${bytes} NOT NULL,
    marks ${bytes} NOT NULL,
    link TEXT NOT NULL
  )`
  yield* sql`CREATE INDEX audit_segments_by_time ON audit_segments (last_time)`
  // The end of the chain: one row once there is a segment, and the lock of whoever adds to it.
  yield* sql`CREATE TABLE audit_head (id INTEGER PRIMARY KEY, sequence BIGINT NOT NULL, records BIGINT NOT NULL, link TEXT NOT NULL)`
  yield* sql`CREATE TABLE audit_checkpoints (
    sequence BIGINT NOT NULL,
    kind TEXT NOT NULL,
    records BIGINT NOT NULL,
    link TEXT NOT NULL,
    signed_at BIGINT NOT NULL,
    key_id TEXT NOT NULL,
    signature TEXT NOT NULL,
    PRIMARY KEY (sequence, kind)
  )`
  yield* sql`CREATE TABLE privacy_ledger (
    day TEXT NOT NULL,
    application TEXT NOT NULL,
    agency TEXT NOT NULL,
    class TEXT NOT NULL,
    form TEXT NOT NULL,
    answers BIGINT NOT NULL,
    occurrences BIGINT NOT NULL,
    PRIMARY KEY (day, application, agency, class, form)
  )`
  yield* sql`CREATE INDEX privacy_ledger_by_agency ON privacy_ledger (agency, day)`
})
