/** What people are told: each notice once for each of its readers, as the unique key says. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "./ColumnTypes.ts"

export const M0144Notices = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { sequence } = columnTypes(sql)
  yield* sql`CREATE TABLE notices (
    sequence ${sequence},
    notice_key TEXT NOT NULL UNIQUE,
    recipient TEXT NOT NULL,
    notice TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    keep_until BIGINT NOT NULL,
    read_at BIGINT
  )`
  yield* sql`CREATE INDEX notices_of_recipient ON notices (recipient, sequence)`
  yield* sql`CREATE INDEX notices_unread ON notices (recipient) WHERE read_at IS NULL`
  yield* sql`CREATE INDEX notices_by_end ON notices (keep_until)`
})
