/** Tokens as the database has them, read page by page, and the Caller each one stands for. */
import { Effect, identity, Option, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import type { Caller } from "../domain/Caller.ts"

const Row = Schema.Struct({
  sequence: Schema.Int,
  token_id: Schema.String,
  hash: Schema.String,
  application: Schema.String,
  scopes: Schema.String,
  expires_at: Schema.Finite,
  revoked_at: Schema.NullOr(Schema.Finite),
  private_access: Schema.Int
})
export type TokenRow = typeof Row.Type

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

/** A JSON array of strings in a text column. */
export const Scopes = Schema.fromJsonString(Schema.Array(Schema.String))
const decodeScopes = Schema.decodeOption(Scopes)

/** Tokens with whom they live and die by: `a` the application, `d` its owner, `c` the client that asked. */
export const tokensJoined = `tokens t JOIN applications a ON a.name = t.application
  LEFT JOIN developers d ON d.account = a.owner LEFT JOIN clients c ON c.client_id = t.client_id`

/** When a token of `tokensJoined` died, other than by its age; NULL while it lives. */
export const diedAt = "COALESCE(t.revoked_at, c.revoked_at, c.disabled_at, a.disabled_at, d.disabled_at)"

const maxScopeSets = 10_000

/** Makes Callers; tokens with the same scopes share one set. Scopes that cannot be read open nothing, and hold up no other token. */
export const makeToCaller = (): (row: TokenRow) => Caller => {
  const sets = new Map<string, ReadonlySet<string>>()
  return (row) => {
    let scopes = sets.get(row.scopes)
    if (scopes === undefined) {
      if (sets.size >= maxScopeSets) sets.clear()
      scopes = new Set(Option.getOrElse(decodeScopes(row.scopes), () => []))
      sets.set(row.scopes, scopes)
    }
    return {
      tokenId: row.token_id,
      application: row.application,
      scopes,
      privateAccess: row.private_access === 1,
      expiresAt: row.expires_at
    }
  }
}

type Page = Effect.Effect<ReadonlyArray<TokenRow>, SqlError.SqlError | Schema.SchemaError>

/** Every row that matches, newest first, `size` at a time, dead ones included: `revoked_at` says when they died. */
export const forEachPage = (
  sql: SqlClient.SqlClient,
  where: Statement.Fragment,
  size: number,
  use: (rows: ReadonlyArray<TokenRow>) => Effect.Effect<void>,
  /** What goes round one page: its query and its use. */
  around: (page: Page) => Page = identity
) =>
  Effect.gen(function*() {
    let before = Number.MAX_SAFE_INTEGER
    while (true) {
      const page = Effect.flatMap(
        sql`SELECT t.sequence, t.token_id, t.hash, t.application, t.scopes, t.expires_at,
            ${sql.literal(diedAt)} AS revoked_at,
            CASE WHEN a.official = 1 OR a.private_verified = 1 OR d.verified_at IS NOT NULL THEN 1 ELSE 0 END AS private_access
          FROM ${sql.literal(tokensJoined)}
          WHERE ${where} AND t.sequence < ${before} ORDER BY t.sequence DESC LIMIT ${size}`,
        decodeRows
      )
      const rows = yield* around(Effect.tap(page, use))
      const last = rows.at(-1)
      if (last === undefined || rows.length < size) return
      before = last.sequence
    }
  })
