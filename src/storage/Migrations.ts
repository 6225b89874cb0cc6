/**
 * The database's shape, as numbered steps that each run once, in one transaction.
 *
 * Times are epoch milliseconds. Hashes are SHA-256 as lower-case hex: no token and no secret is ever stored. Scopes are
 * a JSON array of strings. A published step never changes; a new need is a new step.
 */
import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"

const access = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const sequence = sql.onDialectOrElse({
    pg: () => sql.literal("BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
    orElse: () => sql.literal("INTEGER PRIMARY KEY AUTOINCREMENT")
  })
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

const audit = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const sequence = sql.onDialectOrElse({
    pg: () => sql.literal("BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
    orElse: () => sql.literal("INTEGER PRIMARY KEY AUTOINCREMENT")
  })
  const bytes = sql.onDialectOrElse({ pg: () => sql.literal("BYTEA"), orElse: () => sql.literal("BLOB") })
  yield* sql`CREATE TABLE audit_batches (
    sequence ${sequence},
    first_time TEXT NOT NULL,
    last_time TEXT NOT NULL,
    record_count INTEGER NOT NULL,
    records ${bytes} NOT NULL
  )`
  yield* sql`CREATE INDEX audit_batches_by_time ON audit_batches (last_time)`
})

const steps = { "0001_access": access, "0002_audit": audit }

/** Highest step this program knows: a database beyond it was made by a newer one. */
export const latest = Object.keys(steps).length

export const table = "migrations"

/** Runs the steps that are missing; answers those it ran. */
export const migrate = Migrator.make({})({ loader: Migrator.fromRecord(steps), table })
