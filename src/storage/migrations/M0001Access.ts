/** Applications, their clients and tokens, and the log of what changed about them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "./ColumnTypes.ts"

export const M0001Access = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { sequence } = columnTypes(sql)
  yield* sql`CREATE TABLE applications (
    name TEXT PRIMARY KEY,
    official INTEGER NOT NULL,
    private_verified INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    disabled_at BIGINT
  )`
  yield* sql`CREATE TABLE clients (
    client_id TEXT PRIMARY KEY,
    application TEXT NOT NULL REFERENCES applications (name),
    secret_hash TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT
  )`
  yield* sql`CREATE TABLE tokens (
    sequence ${sequence},
    token_id TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    application TEXT NOT NULL REFERENCES applications (name),
    client_id TEXT REFERENCES clients (client_id),
    scopes TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT
  )`
  yield* sql`CREATE INDEX tokens_of_client ON tokens (client_id, issued_at)`
  yield* sql`CREATE INDEX tokens_of_application ON tokens (application)`
  yield* sql`CREATE INDEX tokens_by_expiry ON tokens (expires_at)`
  // What changed about access, for the other processes: they read from the last sequence they know.
  yield* sql`CREATE TABLE access_changes (
    sequence ${sequence},
    subject TEXT NOT NULL,
    name TEXT NOT NULL,
    changed_at BIGINT NOT NULL
  )`
})
