/** Where notices go beside the portal, and what is on its way there. `next_at` is also the lease of whoever sends it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0145NoticeDeliveries = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // Of the code that confirms an address only a hash is kept; a webhook's secret is made of its id and nowhere kept.
  yield* sql`CREATE TABLE notice_destinations (
    destination_id TEXT PRIMARY KEY,
    recipient TEXT NOT NULL,
    channel TEXT NOT NULL,
    address TEXT NOT NULL,
    language TEXT NOT NULL,
    asked_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    stopped_at BIGINT,
    code_hash TEXT UNIQUE,
    code_until BIGINT,
    UNIQUE (recipient, channel)
  )`
  yield* sql`CREATE TABLE notice_deliveries (
    delivery_id TEXT PRIMARY KEY,
    destination_id TEXT NOT NULL,
    channel TEXT NOT NULL,
    notice BIGINT,
    made_at BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    next_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX notice_deliveries_due ON notice_deliveries (next_at)`
  yield* sql`CREATE INDEX notice_deliveries_of_destination ON notice_deliveries (destination_id)`
})
