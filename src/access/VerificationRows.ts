/** Verifications as the database has them: at most one for a developer and an agency, and one of the whole account. */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { fullPrivateAccess, type PrivateAccess } from "../domain/PrivateAccess.ts"
import { privateAccessOf, type Verification } from "../domain/Verification.ts"

/** Stands for every agency; no slug is like it. */
const wholeAccount = "*"

export const agencyColumn = (agency: string | null): string => agency ?? wholeAccount
export const agencyOfColumn = (column: string): string | null => column === wholeAccount ? null : column

const Row = Schema.Struct({
  account: Schema.String,
  agency: Schema.String,
  given_at: Schema.Finite,
  given_by: Schema.String,
  ends_at: Schema.NullOr(Schema.Finite),
  for_review: Schema.Int
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

/** By account; of one account that of the whole account comes first, then the agencies' by slug. */
export const verificationsWhere = (sql: SqlClient.SqlClient, condition: Statement.Fragment) =>
  Effect.map(
    Effect.flatMap(sql`SELECT * FROM verifications WHERE ${condition} ORDER BY agency`, decodeRows),
    (rows) => {
      const found = new Map<string, Array<Verification>>()
      for (const { account, agency, ends_at: until, for_review, given_at: givenAt, given_by: givenBy } of rows) {
        const one = { agency: agencyOfColumn(agency), givenAt, givenBy, until, forReview: for_review === 1 }
        const others = found.get(account)
        if (others === undefined) found.set(account, [one])
        // PostgreSQL sorts by its locale.
        else if (one.agency === null) others.unshift(one)
        else others.push(one)
      }
      return found
    }
  )

/**
 * What the private access of an application is made of, as one text for many tokens: of `a` the application and its
 * owner. `all`, or each verification as `agency end`, the end empty where there is none.
 */
export const privateAccessColumn = `CASE WHEN a.official = 1 OR a.private_verified = 1 THEN 'all' ELSE
  (SELECT string_agg(v.agency || ' ' || COALESCE(CAST(v.ends_at AS TEXT), ''), ',') FROM verifications v WHERE v.account = a.owner) END`

export const readPrivateAccess = (column: string): PrivateAccess =>
  column === "all" ? fullPrivateAccess : privateAccessOf(
    column.split(",").map((text) => {
      const [agency = "", end = ""] = text.split(" ")
      return { agency: agencyOfColumn(agency), until: end === "" ? null : Number(end) }
    })
  )
