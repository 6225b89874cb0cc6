/** Takes scopes out of tokens that live: what is withdrawn leaves them, nothing new ever enters. */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Scopes } from "./TokenRows.ts"

const decodeTokens = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ token_id: Schema.String, scopes: Scopes })))
export const encodeScopes = Schema.encodeSync(Scopes)

/** Sorted, each one once. */
export const scopeSet = (scopes: Iterable<string>): ReadonlyArray<string> => [...new Set(scopes)].sort()

/** @param which the tokens, by columns of `tokens` */
export const narrowTokens = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, which: Statement.Fragment, keep: (scope: string) => boolean, nowMillis: number) {
  const live = yield* Effect.flatMap(
    sql`SELECT token_id, scopes FROM tokens WHERE ${which} AND expires_at > ${nowMillis} AND revoked_at IS NULL`,
    decodeTokens
  )
  for (const { scopes, token_id } of live) {
    const kept = scopes.filter(keep)
    if (kept.length < scopes.length) yield* sql`UPDATE tokens SET scopes = ${encodeScopes(kept)} WHERE token_id = ${token_id}`
  }
})
