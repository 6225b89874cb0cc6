/** Who stands behind an application: developers, agencies, what was asked of whom; secrets that overlap, and disabling. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0010AccessGovernance = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE developers (
    account TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    verified_at BIGINT,
    verified_by TEXT,
    disabled_at BIGINT
  )`
  // Without a foreign key: a backup puts the tables back in the order in which they were made.
  yield* sql`ALTER TABLE applications ADD COLUMN owner TEXT`
  yield* sql`ALTER TABLE applications ADD COLUMN agency TEXT`
  // The scopes that its portal tokens may have; NULL where nobody has chosen any.
  yield* sql`ALTER TABLE applications ADD COLUMN scopes TEXT`
  yield* sql`CREATE INDEX applications_of_owner ON applications (owner)`
  yield* sql`ALTER TABLE clients ADD COLUMN disabled_at BIGINT`
  // The secret before the present one, for as long as the two overlap.
  yield* sql`ALTER TABLE clients ADD COLUMN previous_hash TEXT`
  yield* sql`ALTER TABLE clients ADD COLUMN previous_until BIGINT`
  yield* sql`CREATE INDEX clients_of_application ON clients (application)`
  yield* sql`CREATE TABLE access_requests (
    request_id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    application TEXT NOT NULL REFERENCES applications (name),
    agency TEXT NOT NULL,
    scopes TEXT NOT NULL,
    purpose TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    asked_at BIGINT NOT NULL,
    state TEXT NOT NULL,
    decided_by TEXT,
    decided_at BIGINT,
    reason TEXT,
    client_id TEXT REFERENCES clients (client_id)
  )`
  yield* sql`CREATE INDEX access_requests_of_agency ON access_requests (agency, asked_at)`
})
