/** Which key the first gateway on this database has, so that another one can tell that it has a different one. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0004KeyFingerprints = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE key_fingerprints (
    name TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL
  )`
})
