/**
 * Developers: who owns applications, and who may read what is private.
 *
 * States: active or disabled; verified or not, for each agency with an end, or as a whole account. All of it is felt by
 * the tokens of all their applications, in every process within a second; an end comes at its time by itself.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Developer, type DeveloperKind } from "../domain/Developer.ts"
import type { Verification } from "../domain/Verification.ts"
import { announceOwned } from "./AccessChanges.ts"
import { AccessSql } from "./AccessSql.ts"
import { agencyColumn, verificationsWhere } from "./VerificationRows.ts"

export interface DeveloperOptions {
  readonly account: string
  readonly name: string
  readonly kind: DeveloperKind
}

export interface VerifyOptions {
  readonly account: string
  /** Slug; null for the whole account, which is an operator's to give. */
  readonly agency: string | null
  readonly by: string
  /** Epoch milliseconds; null without an end. */
  readonly until: number | null
}

const Row = Schema.Struct({
  account: Schema.String,
  name: Schema.String,
  kind: Developer.fields.kind,
  created_at: Schema.Finite,
  disabled_at: Schema.NullOr(Schema.Finite)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const toDeveloper = (row: typeof Row.Type, verifications: ReadonlyArray<Verification>): Developer => ({
  account: row.account,
  name: row.name,
  kind: row.kind,
  createdAt: row.created_at,
  verifications,
  disabledAt: row.disabled_at
})

export class Developers extends Context.Service<Developers, {
  /** The developer of that account, made where there is none; name and kind are as given from now on. */
  readonly ensure: (options: DeveloperOptions) => Effect.Effect<Developer>
  readonly find: (account: string) => Effect.Effect<Developer | undefined>
  /** By account. */
  readonly list: Effect.Effect<ReadonlyArray<Developer>>
  /** With a verification for that agency or of the whole account, in force or over; by account. */
  readonly listVerified: (agency: string) => Effect.Effect<ReadonlyArray<Developer>>
  /** Gives a verification, or gives it anew with another end. Undefined when there is no such developer. */
  readonly verify: (options: VerifyOptions) => Effect.Effect<Developer | undefined>
  /** Takes one back (null: that of the whole account), or all of them. Undefined as above. */
  readonly unverify: (account: string, agency: string | null | "all") => Effect.Effect<Developer | undefined>
  /** A disabled developer's applications are refused and get no tokens. */
  readonly setDisabled: (account: string, disabled: boolean) => Effect.Effect<Developer | undefined>
}>()("gapura/access/Developers") {
  static readonly layer: Layer.Layer<Developers, never, AccessSql> = Layer.effect(
    Developers,
    Effect.gen(function*() {
      const sql = yield* AccessSql
      const developersWhere = Effect.fn("Developers.developersWhere")(function*(condition: ReturnType<typeof sql.and>) {
        const rows = yield* Effect.flatMap(
          sql`SELECT account, name, kind, created_at, disabled_at FROM developers WHERE ${condition} ORDER BY account`,
          decodeRows
        )
        const given = yield* verificationsWhere(sql, sql`account IN (SELECT account FROM developers WHERE ${condition})`)
        return rows.map((row) => toDeveloper(row, given.get(row.account) ?? []))
      })
      const one = (account: string) => Effect.map(developersWhere(sql.and([sql`account = ${account}`])), ([found]) => found)

      /** A change that the developer's applications feel. @param make answers the rows that it changed */
      const change = (account: string, make: (nowMillis: number) => Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
        Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          return yield* sql.withTransaction(Effect.gen(function*() {
            const developer = yield* one(account)
            if (developer === undefined) return undefined
            if ((yield* make(now)).length === 0) return developer
            yield* announceOwned(sql, account, now)
            return yield* one(account)
          }))
        }).pipe(Effect.orDie)

      const verify = ({ account, agency, by: given_by, until: ends_at }: VerifyOptions) =>
        change(account, (given_at) => {
          const fields = { given_at, given_by, ends_at, for_review: 0 }
          return sql`INSERT INTO verifications ${sql.insert({ account, agency: agencyColumn(agency), ...fields })}
            ON CONFLICT (account, agency) DO UPDATE SET ${sql.update(fields)} RETURNING account`
        })

      const unverify = (account: string, agency: string | null | "all") =>
        change(account, () =>
          Effect.gen(function*() {
            // What a gateway of the version before reads, as long as one still runs.
            if (agency === null || agency === "all") {
              yield* sql`UPDATE developers SET verified_at = NULL, verified_by = NULL WHERE account = ${account}`
            }
            const which = sql.and([sql`account = ${account}`, ...(agency === "all" ? [] : [sql`agency = ${agencyColumn(agency)}`])])
            return yield* sql`DELETE FROM verifications WHERE ${which} RETURNING account`
          }))

      const ensure = Effect.fn("Developers.ensure")(function*({ account, kind, name }: DeveloperOptions) {
        const created_at = yield* Clock.currentTimeMillis
        yield* sql`INSERT INTO developers ${sql.insert({ account, name, kind, created_at })}
          ON CONFLICT (account) DO UPDATE SET name = ${name}, kind = ${kind}`
        const found = yield* one(account)
        return found === undefined ? yield* Effect.die(new Error("a developer vanished")) : found
      }, Effect.orDie)

      return {
        ensure,
        find: (account) => Effect.orDie(one(account)),
        list: Effect.orDie(developersWhere(sql.and([]))),
        listVerified: (agency) =>
          Effect.orDie(
            developersWhere(
              sql.and([sql`account IN (SELECT account FROM verifications WHERE agency IN ${sql.in([agencyColumn(null), agency])})`])
            )
          ),
        verify,
        unverify,
        setDisabled: (account, disabled) =>
          change(
            account,
            (now) =>
              sql`UPDATE developers SET disabled_at = ${disabled ? now : null} WHERE account = ${account} AND disabled_at IS ${
                sql.literal(disabled ? "" : "NOT")
              } NULL RETURNING account`
          )
      }
    })
  )
}
