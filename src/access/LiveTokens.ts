/** Takes scopes out of tokens that live: what is withdrawn leaves them, nothing new ever enters. */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Scopes } from "./TokenRows.ts"

const decodeSets = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ scopes: Scopes, text: Schema.String })))
export const encodeScopes = Schema.encodeSync(Scopes)

/** Sorted, each one once. */
export const scopeSet = (scopes: Iterable<string>): ReadonlyArray<string> => [...new Set(scopes)].sort()

/** By the sets of scopes that there are, which are few where tokens are many. @param which the tokens, by columns of `tokens` */
export const narrowTokens = Effect.fn("LiveTokens.narrowTokens")(
  function*(sql: SqlClient.SqlClient, which: Statement.Fragment, keep: (scope: string) => boolean, nowMillis: number) {
    const live = sql.and([which, sql`expires_at > ${nowMillis}`, "revoked_at IS NULL"])
    for (
      const { scopes, text } of yield* Effect.flatMap(sql`SELECT DISTINCT scopes, scopes AS text FROM tokens WHERE ${live}`, decodeSets)
    ) {
      const kept = scopes.filter(keep)
      if (kept.length < scopes.length) yield* sql`UPDATE tokens SET scopes = ${encodeScopes(kept)} WHERE ${live} AND scopes = ${text}`
    }
  }
)
