/**
 * An application's tokens as its developer may see them: never a token, only what is known of it. Dead ones are
 * forgotten a month after they expired.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { AccessSql } from "./AccessSql.ts"
import { diedAt, Scopes, tokensJoined } from "./TokenRows.ts"

/** Times are epoch milliseconds. */
export interface OwnToken {
  readonly tokenId: string
  /** Whose calls count together with its own: see `Caller`. */
  readonly bucket: string
  readonly application: string
  /** The client that asked for it; null where it was issued to the application itself. */
  readonly clientId: string | null
  readonly scopes: ReadonlyArray<string>
  readonly issuedAt: number
  readonly expiresAt: number
  /** When it, its client, its application or its owner ended; null while all of them live. */
  readonly endedAt: number | null
  /** Made by the portal to try an endpoint out. */
  readonly trial: boolean
  /** For rehearsals. */
  readonly isRehearsal: boolean
}

const Row = Schema.Struct({
  token_id: Schema.String,
  bucket: Schema.String,
  application: Schema.String,
  client_id: Schema.NullOr(Schema.String),
  scopes: Scopes,
  issued_at: Schema.Finite,
  expires_at: Schema.Finite,
  ended_at: Schema.NullOr(Schema.Finite),
  trial: Schema.Int,
  rehearsal: Schema.Int
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const toToken = (row: typeof Row.Type): OwnToken => ({
  tokenId: row.token_id,
  bucket: row.bucket,
  application: row.application,
  clientId: row.client_id,
  scopes: row.scopes,
  issuedAt: row.issued_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
  trial: row.trial === 1,
  isRehearsal: row.rehearsal === 1
})

/** As many as a list shows. */
const listed = 100

export class OwnTokens extends Context.Service<OwnTokens, {
  /** Those that live: its own and then its clients', the latest first and no more than a hundred. */
  readonly living: (application: string, nowMillis: number) => Effect.Effect<ReadonlyArray<OwnToken>>
  /** The latest of its kind that its developer was shown, dead or alive: what a form was made beside. */
  readonly latestShown: (application: string, kind?: "rehearsal") => Effect.Effect<OwnToken | undefined>
  readonly find: (tokenId: string) => Effect.Effect<OwnToken | undefined>
  /** Until this transaction ends nobody else issues to the application itself. */
  readonly hold: (application: string) => Effect.Effect<void>
}>()("gapura/access/OwnTokens") {
  static readonly layer: Layer.Layer<OwnTokens, never, AccessSql> = Layer.effect(
    OwnTokens,
    Effect.gen(function*() {
      const sql = yield* AccessSql
      const tokensWhere = (condition: ReturnType<typeof sql.and>, limit: number, order = "t.sequence DESC") =>
        sql`SELECT t.token_id, COALESCE(t.bucket, t.token_id) AS bucket, t.application, t.client_id, t.scopes, t.issued_at, t.expires_at, ${
          sql.literal(diedAt)
        } AS ended_at, t.trial, t.rehearsal
          FROM ${sql.literal(tokensJoined)} WHERE ${condition} ORDER BY ${sql.literal(order)} LIMIT ${limit}`.pipe(
          Effect.flatMap(decodeRows),
          Effect.map((rows) => rows.map(toToken)),
          Effect.orDie
        )
      return {
        living: (application, nowMillis) =>
          tokensWhere(
            sql.and([sql`t.application = ${application}`, sql`t.expires_at > ${nowMillis}`, `${diedAt} IS NULL`]),
            listed,
            "CASE WHEN t.client_id IS NULL THEN 0 ELSE 1 END, t.sequence DESC"
          ),
        latestShown: (application, kind) =>
          Effect.map(
            tokensWhere(
              sql.and([
                sql`t.application = ${application}`,
                "t.client_id IS NULL",
                "t.trial = 0",
                kind === "rehearsal" ? "t.rehearsal = 1" : "t.rehearsal = 0"
              ]),
              1
            ),
            ([found]) => found
          ),
        hold: (application) =>
          sql.onDialectOrElse({
            pg: () => Effect.asVoid(Effect.orDie(sql`SELECT name FROM applications WHERE name = ${application} FOR NO KEY UPDATE`)),
            orElse: () => Effect.void
          }),
        find: (tokenId) => Effect.map(tokensWhere(sql.and([sql`t.token_id = ${tokenId}`]), 1), ([found]) => found)
      }
    })
  )
}
