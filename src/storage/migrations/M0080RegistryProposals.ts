/** Changes of desks that protect data less, on their way to a second person. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "./ColumnTypes.ts"

export const M0080RegistryProposals = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { sequence } = columnTypes(sql)
  yield* sql`CREATE TABLE registry_proposals (
    sequence ${sequence},
    agency TEXT NOT NULL,
    proposed_at BIGINT NOT NULL,
    proposed_by TEXT NOT NULL,
    reason TEXT NOT NULL,
    settings TEXT NOT NULL,
    undoes BIGINT,
    lowers TEXT NOT NULL,
    base TEXT NOT NULL,
    state TEXT NOT NULL,
    decided_at BIGINT,
    decided_by TEXT,
    decision_reason TEXT,
    change_sequence BIGINT
  )`
  yield* sql`CREATE INDEX registry_proposals_of_agency ON registry_proposals (agency, state, sequence)`
})
