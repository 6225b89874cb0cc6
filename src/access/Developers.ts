/**
 * Developers: who owns applications, and whose private account somebody has verified.
 *
 * States: active or disabled; unverified or verified, with who approved it and when. Both are felt by the tokens of
 * all their applications, in every process within a second.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Developer, type DeveloperKind } from "../domain/Developer.ts"
import { announceOwned } from "./AccessChanges.ts"
import { oneWriter } from "./OneWriter.ts"

export interface DeveloperOptions {
  readonly account: string
  readonly name: string
  readonly kind: DeveloperKind
}

const Row = Schema.Struct({
  account: Schema.String,
  name: Schema.String,
  kind: Developer.fields.kind,
  created_at: Schema.Finite,
  verified_at: Schema.NullOr(Schema.Finite),
  verified_by: Schema.NullOr(Schema.String),
  disabled_at: Schema.NullOr(Schema.Finite)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const toDeveloper = (row: typeof Row.Type): Developer => ({
  account: row.account,
  name: row.name,
  kind: row.kind,
  createdAt: row.created_at,
  verifiedAt: row.verified_at,
  verifiedBy: row.verified_by,
  disabledAt: row.disabled_at
})

export class Developers extends Context.Service<Developers, {
  /** The developer of that account, made where there is none; name and kind are as given from now on. */
  readonly ensure: (options: DeveloperOptions) => Effect.Effect<Developer>
  readonly find: (account: string) => Effect.Effect<Developer | undefined>
  /** By account. */
  readonly list: Effect.Effect<ReadonlyArray<Developer>>
  /** Approves the private account; an earlier approval stays as it is. Undefined when there is no such developer. */
  readonly verify: (account: string, by: string) => Effect.Effect<Developer | undefined>
  /** Takes the approval back. */
  readonly unverify: (account: string) => Effect.Effect<Developer | undefined>
  /** A disabled developer's applications are refused and get no tokens. */
  readonly setDisabled: (account: string, disabled: boolean) => Effect.Effect<Developer | undefined>
}>()("gapura/access/Developers") {
  static readonly layer: Layer.Layer<Developers, never, SqlClient.SqlClient> = Layer.effect(
    Developers,
    Effect.gen(function*() {
      const sql = oneWriter(yield* SqlClient.SqlClient)
      const rowsWhere = (condition: ReturnType<typeof sql.and>) =>
        Effect.flatMap(
          sql`SELECT account, name, kind, created_at, verified_at, verified_by, disabled_at FROM developers WHERE ${condition} ORDER BY account`,
          decodeRows
        ).pipe(Effect.map((rows) => rows.map(toDeveloper)))
      const one = (account: string) => Effect.map(rowsWhere(sql.and([sql`account = ${account}`])), ([found]) => found)

      /** A change that the developer's applications feel. */
      const change = (account: string, fields: (nowMillis: number) => Readonly<Record<string, unknown>>, condition = "1 = 1") =>
        Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          return yield* sql.withTransaction(Effect.gen(function*() {
            const changed = yield* sql`UPDATE developers SET ${sql.update(fields(now))} WHERE account = ${account} AND ${sql.literal(condition)} RETURNING account`
            if (changed.length > 0) yield* announceOwned(sql, account, now)
            return yield* one(account)
          }))
        }).pipe(Effect.orDie)

      const ensure = Effect.fnUntraced(function*({ account, kind, name }: DeveloperOptions) {
        const created_at = yield* Clock.currentTimeMillis
        yield* sql`INSERT INTO developers ${sql.insert({ account, name, kind, created_at })}
          ON CONFLICT (account) DO UPDATE SET name = ${name}, kind = ${kind}`
        const found = yield* one(account)
        return found === undefined ? yield* Effect.die(new Error("a developer vanished")) : found
      }, Effect.orDie)

      return {
        ensure,
        find: (account) => Effect.orDie(one(account)),
        list: Effect.orDie(rowsWhere(sql.and([]))),
        verify: (account, by) => change(account, (now) => ({ verified_at: now, verified_by: by }), "verified_at IS NULL"),
        unverify: (account) => change(account, () => ({ verified_at: null, verified_by: null }), "verified_at IS NOT NULL"),
        setDisabled: (account, disabled) => change(account, (now) => ({ disabled_at: disabled ? now : null }), `disabled_at IS ${disabled ? "" : "NOT "}NULL`)
      }
    })
  )
}
