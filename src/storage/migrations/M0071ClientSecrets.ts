/**
 * Who has seen a client's secret: the account of the developer who made it in the portal, the empty text where nobody
 * has, NULL where an operator or an approver may have. Of those that are there already nobody knows.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0071ClientSecrets = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE clients ADD COLUMN secret_of TEXT`
  // Of the secret before, while the two overlap.
  yield* sql`ALTER TABLE clients ADD COLUMN previous_of TEXT`
})
