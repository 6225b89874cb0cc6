/**
 * The fields that masked answers have: a row for each place in an endpoint's answers. `types` are words, `example` a masked value;
 * both hold for the endpoint as its `fingerprint` has it. Beside it what agencies say of their fields.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0143FieldDictionary = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE field_dictionary (
    route TEXT NOT NULL,
    path TEXT NOT NULL,
    position INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    types TEXT NOT NULL,
    format TEXT,
    field_class TEXT,
    seen BIGINT NOT NULL,
    nulls BIGINT NOT NULL,
    first_seen BIGINT NOT NULL,
    example TEXT,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (route, path)
  )`
  yield* sql`CREATE INDEX field_dictionary_by_time ON field_dictionary (changed_at)`
  yield* sql`CREATE TABLE field_descriptions (
    route TEXT NOT NULL,
    path TEXT NOT NULL,
    description TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (route, path)
  )`
})
