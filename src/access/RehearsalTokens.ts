/**
 * Tokens of kind `latihan`: a client is tried with them against answers that are made up. They open nothing real, so they have no
 * scope and nobody is asked; they live for a season, because a client's own tests go on with one.
 */
import { Effect, Schema } from "effect"
import { AccessSql } from "./AccessSql.ts"
import { unavailable } from "./AccessUnavailable.ts"
import { rehearsalMillis } from "./IssuedToken.ts"
import { mostRehearsals, TooManyRehearsals } from "./TokenRefusals.ts"
import { TokenStore } from "./TokenStore.ts"

const decodeCount = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ count: Schema.Int })]))

/** @param nowMillis epoch milliseconds */
export const issueRehearsal = Effect.fn("RehearsalTokens.issueRehearsal")(function*(application: string, nowMillis: number) {
  const sql = yield* AccessSql
  const tokens = yield* TokenStore
  const [{ count }] = yield* Effect.flatMap(
    sql`SELECT COUNT(*) AS count FROM tokens
      WHERE application = ${application} AND rehearsal = 1 AND trial = 0 AND revoked_at IS NULL AND expires_at > ${nowMillis}`,
    decodeCount
  )
  if (count >= mostRehearsals) return yield* new TooManyRehearsals({ application })
  return yield* tokens.issue({ application, scopes: [], lifetimeMillis: rehearsalMillis, nowMillis, rehearsal: true })
}, unavailable)
