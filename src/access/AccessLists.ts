/** Who may call, as operators look for them: living tokens, applications and developers, by a part of their names, page by page. */
import { Context, Effect, Layer, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Developer } from "../domain/Developer.ts"
import { AccessSql } from "./AccessSql.ts"
import { type AccessUnavailable, unavailable } from "./AccessUnavailable.ts"
import { diedAt, tokensJoined } from "./TokenRows.ts"

export interface Looked {
  /** A part of a name, in any case; empty for all. */
  readonly text: string
  readonly limit: number
  readonly offset: number
}

/** Times are epoch milliseconds. */
const ListedToken = Schema.Struct({
  token_id: Schema.String,
  application: Schema.String,
  owner: Schema.NullOr(Schema.String),
  client_id: Schema.NullOr(Schema.String),
  trial: Schema.Int,
  rehearsal: Schema.Int,
  issued_at: Schema.Finite,
  expires_at: Schema.Finite
})
export type ListedToken = typeof ListedToken.Type
const decodeTokens = Schema.decodeUnknownEffect(Schema.Array(ListedToken))

const ListedApplication = Schema.Struct({
  name: Schema.String,
  owner: Schema.NullOr(Schema.String),
  agency: Schema.NullOr(Schema.String),
  created_at: Schema.Finite,
  disabled_at: Schema.NullOr(Schema.Finite),
  /** Living tokens. */
  tokens: Schema.Int
})
export type ListedApplication = typeof ListedApplication.Type
const decodeApplications = Schema.decodeUnknownEffect(Schema.Array(ListedApplication))

const ListedDeveloper = Schema.Struct({
  account: Schema.String,
  name: Schema.String,
  kind: Developer.fields.kind,
  created_at: Schema.Finite,
  disabled_at: Schema.NullOr(Schema.Finite),
  applications: Schema.Int
})
export type ListedDeveloper = typeof ListedDeveloper.Type
const decodeDevelopers = Schema.decodeUnknownEffect(Schema.Array(ListedDeveloper))

/** Some of the columns has the text in it. */
export const hasText = (sql: SqlClient.SqlClient, columns: ReadonlyArray<string>, text: string) => {
  const pattern = `%${text.toLowerCase().replace(/[!%_]/g, "!$&")}%`
  return text === ""
    ? sql.literal("1 = 1")
    : sql.or(columns.map((column) => sql`LOWER(${sql.literal(column)}) LIKE ${pattern} ESCAPE '!'`))
}

export class AccessLists extends Context.Service<AccessLists, {
  /** Those that live, the latest first, by id, application, owner or client. */
  readonly tokens: (looked: Looked, nowMillis: number) => Effect.Effect<ReadonlyArray<ListedToken>, AccessUnavailable>
  /** The living one of that very id. */
  readonly token: (tokenId: string, nowMillis: number) => Effect.Effect<ListedToken | undefined, AccessUnavailable>
  /** By name, owner or agency. */
  readonly applications: (looked: Looked, nowMillis: number) => Effect.Effect<ReadonlyArray<ListedApplication>, AccessUnavailable>
  /** By account or name. */
  readonly developers: (looked: Looked) => Effect.Effect<ReadonlyArray<ListedDeveloper>, AccessUnavailable>
}>()("gapura/access/AccessLists") {
  static readonly layer: Layer.Layer<AccessLists, never, AccessSql> = Layer.effect(
    AccessLists,
    Effect.gen(function*() {
      const sql = yield* AccessSql
      const living = (nowMillis: number) => sql`t.expires_at > ${nowMillis} AND ${sql.literal(diedAt)} IS NULL`
      const tokensWhere = (condition: Statement.Fragment, { limit, offset }: Pick<Looked, "limit" | "offset">, nowMillis: number) =>
        unavailable(Effect.flatMap(
          sql`SELECT t.token_id, t.application, a.owner, t.client_id, t.trial, t.rehearsal, t.issued_at, t.expires_at FROM ${
            sql.literal(tokensJoined)
          }
            WHERE ${living(nowMillis)} AND ${condition} ORDER BY t.sequence DESC LIMIT ${limit} OFFSET ${offset}`,
          decodeTokens
        ))
      return {
        tokens: (looked, nowMillis) =>
          tokensWhere(hasText(sql, ["t.token_id", "t.application", "a.owner", "t.client_id"], looked.text), looked, nowMillis),
        token: (tokenId, nowMillis) =>
          Effect.map(tokensWhere(sql`t.token_id = ${tokenId}`, { limit: 1, offset: 0 }, nowMillis), ([found]) => found),
        applications: ({ limit, offset, text }, nowMillis) =>
          unavailable(Effect.flatMap(
            sql`SELECT p.name, p.owner, p.agency, p.created_at, p.disabled_at, (SELECT CAST(COUNT(*) AS INTEGER)
                FROM ${sql.literal(tokensJoined)} WHERE t.application = p.name AND ${living(nowMillis)}) AS tokens
              FROM applications p WHERE ${hasText(sql, ["p.name", "p.owner", "p.agency"], text)}
              ORDER BY p.name LIMIT ${limit} OFFSET ${offset}`,
            decodeApplications
          )),
        developers: ({ limit, offset, text }) =>
          unavailable(Effect.flatMap(
            sql`SELECT d.account, d.name, d.kind, d.created_at, d.disabled_at,
                (SELECT CAST(COUNT(*) AS INTEGER) FROM applications a WHERE a.owner = d.account) AS applications
              FROM developers d WHERE ${hasText(sql, ["d.account", "d.name"], text)}
              ORDER BY d.account LIMIT ${limit} OFFSET ${offset}`,
            decodeDevelopers
          ))
      }
    })
  )
}
