/**
 * Verifications are an agency's own and end. Those that were given before opened every agency's private endpoints
 * without end: they stay so, of the whole account (`*`), and wait for an operator's review.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0070Verifications = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // Without a foreign key, as applications and their owners: whose developer is unknown opens nothing.
  yield* sql`CREATE TABLE verifications (
    account TEXT NOT NULL,
    agency TEXT NOT NULL,
    given_at BIGINT NOT NULL,
    given_by TEXT NOT NULL,
    ends_at BIGINT,
    for_review INTEGER NOT NULL,
    PRIMARY KEY (account, agency)
  )`
  yield* sql`CREATE INDEX verifications_of_agency ON verifications (agency)`
  yield* sql`INSERT INTO verifications (account, agency, given_at, given_by, ends_at, for_review)
    SELECT account, '*', verified_at, COALESCE(verified_by, 'unknown'), NULL, 1 FROM developers WHERE verified_at IS NOT NULL`
  // The columns of `developers` stay for gateways of the version before: they may still run meanwhile.
})
