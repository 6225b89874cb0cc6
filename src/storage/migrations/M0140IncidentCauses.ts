/**
 * Why an agency was not called: of a span its cause, the reason that the public is told, and when it last began, ended or
 * changed its cause; of a hold what the public is told. NULL: written by a program that knew none of it.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0140IncidentCauses = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE incident_spans ADD COLUMN cause TEXT`
  yield* sql`ALTER TABLE incident_spans ADD COLUMN reason TEXT`
  yield* sql`ALTER TABLE incident_spans ADD COLUMN changed_at BIGINT`
  yield* sql`ALTER TABLE circuit_holds ADD COLUMN public_cause TEXT`
  yield* sql`ALTER TABLE circuit_holds ADD COLUMN public_reason TEXT`
})
