/**
 * What may happen once, on whichever gateway: a sign-in that comes back, a page that shows a secret. The database remembers it for ten
 * minutes, in the table that sign-ins gave its name.
 */
import { Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { hash } from "node:crypto"

export const rememberedMillis = Duration.toMillis(Duration.minutes(10))
/** Of which the newest are remembered: what a flood may leave in the database. */
const mostRemembered = 10_000

/** True the first time. @param what stored as its hash alone */
export const isFirstTime = (sql: SqlClient.SqlClient, what: string, now: number) =>
  sql.withTransaction(Effect.gen(function*() {
    yield* sql`DELETE FROM sign_ins WHERE finished_at <= ${now - rememberedMillis}`
    yield* sql`DELETE FROM sign_ins WHERE finished_at <= (SELECT finished_at FROM sign_ins ORDER BY finished_at DESC LIMIT 1 OFFSET ${
      mostRemembered - 1
    })`
    const added = yield* sql`INSERT INTO sign_ins ${
      sql.insert({ state_hash: hash("sha256", what), finished_at: now })
    } ON CONFLICT (state_hash) DO NOTHING RETURNING state_hash`
    return added.length > 0
  }))
