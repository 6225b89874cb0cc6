/**
 * Removes old days of the privacy ledger, one by one, because a day may have many rows. What goes without being insisted
 * upon is a day, or a tenth of its time at most, as with the records (`Retention.ts`): more is due where a clock is wrong.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { utcDayOf } from "../domain/CityDays.ts"

const dayMillis = 86_400_000

const Span = Schema.Struct({ first: Schema.NullOr(Schema.String), last: Schema.NullOr(Schema.String) })
const decodeSpan = Schema.decodeUnknownEffect(Schema.Tuple([Span]))

/** More than a tenth of the ledger would go at once. */
export class TooMuchOfLedger
  extends Schema.TaggedError<TooMuchOfLedger>()("TooMuchOfLedger", { before: Schema.String, first: Schema.String })
{
  override get message(): string {
    return `the privacy ledger begins on ${this.first}, and all before ${this.before} is due, which is more than a tenth of it: `
      + "none of it is removed. If the clock is right, run gapura audit prune --force"
  }
}

const span = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const [found] = yield* Effect.flatMap(sql`SELECT MIN(day) AS first, MAX(day) AS last FROM privacy_ledger`, decodeSpan)
  return found
})

/** @param beforeMillis days that ended before it go @returns how many days went */
export const pruneLedger = Effect.fn("LedgerRetention.pruneLedger")(function*(beforeMillis: number) {
  const sql = yield* SqlClient.SqlClient
  const before = utcDayOf(beforeMillis)
  for (let days = 0;; days++) {
    const { first } = yield* span(sql)
    if (first === null || first >= before) return days
    yield* sql`DELETE FROM privacy_ledger WHERE day = ${first}`
    yield* Effect.yieldNow
  }
})

/** The same, where it is a tenth of the ledger's time at most. */
export const pruneTenthOfLedger = Effect.fn("LedgerRetention.pruneTenthOfLedger")(function*(beforeMillis: number) {
  const { first, last } = yield* span(yield* SqlClient.SqlClient)
  const before = utcDayOf(beforeMillis)
  if (first === null || last === null || first >= before) return 0
  const [due, kept] = [Date.parse(before) - Date.parse(first), Date.parse(last) - Date.parse(first)]
  if (due > dayMillis && due * 10 > kept) return yield* new TooMuchOfLedger({ before, first })
  return yield* pruneLedger(beforeMillis)
})
