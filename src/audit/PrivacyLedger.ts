/**
 * The privacy ledger: how many answers with which classes of whose personal data an application received, by day, and
 * how often it asked about a person with a parameter (`looked-up`, whatever the answer was). It
 * holds counts, and outlives the records that it was counted from.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { DisclosureForm } from "../domain/Disclosure.ts"

export interface LedgerQuestion {
  readonly application?: string | undefined
  readonly agency?: string | undefined
  /** Days, `YYYY-MM-DD`, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const Row = Schema.Struct({
  day: Schema.String,
  application: Schema.String,
  agency: Schema.String,
  class: Schema.String,
  form: DisclosureForm,
  answers: Schema.Int,
  occurrences: Schema.Int
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

export const readLedger = Effect.fn("PrivacyLedger.readLedger")(function*({ agency, application, from, to }: LedgerQuestion) {
  const sql = yield* SqlClient.SqlClient
  const asked = [
    sql`1 = 1`,
    ...(application === undefined ? [] : [sql`application = ${application}`]),
    ...(agency === undefined ? [] : [sql`agency = ${agency}`]),
    ...(from === undefined ? [] : [sql`day >= ${from}`]),
    ...(to === undefined ? [] : [sql`day <= ${to}`])
  ]
  return yield* Effect.flatMap(
    sql`SELECT day, application, agency, class, form, answers, occurrences FROM privacy_ledger
        WHERE ${sql.and(asked)} ORDER BY day, application, agency, class, form`,
    decodeRows
  )
})
