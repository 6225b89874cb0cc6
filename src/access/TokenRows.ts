/** Tokens as the database has them, read page by page, and the Caller each one stands for. */
import { Effect, identity, Option, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import type { Caller } from "../domain/Caller.ts"
import { noPrivateAccess, type PrivateAccess } from "../domain/PrivateAccess.ts"
import { privateAccessColumn, readPrivateAccess } from "./VerificationRows.ts"

const Row = Schema.Struct({
  sequence: Schema.Int,
  token_id: Schema.String,
  bucket: Schema.NullOr(Schema.String),
  hash: Schema.String,
  application: Schema.String,
  scopes: Schema.String,
  expires_at: Schema.Finite,
  revoked_at: Schema.NullOr(Schema.Finite),
  private_access: Schema.NullOr(Schema.String),
  /** Absent from a copy that a gateway of the version before has made. */
  rehearsal: Schema.optionalKey(Schema.Int)
})
export type TokenRow = typeof Row.Type

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

/** Rows as a text has them. */
export const decodePage = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Array(Row)))

/** A JSON array of strings in a text column. */
export const Scopes = Schema.fromJsonString(Schema.Array(Schema.String))
const decodeScopes = Schema.decodeOption(Scopes)

/** Tokens with whom they live and die by: `a` the application, `d` its owner, `c` the client that asked. */
export const tokensJoined = `tokens t JOIN applications a ON a.name = t.application
  LEFT JOIN developers d ON d.account = a.owner LEFT JOIN clients c ON c.client_id = t.client_id`

/** When a token of `tokensJoined` died, other than by its age; NULL while it lives. */
export const diedAt = "COALESCE(t.revoked_at, c.revoked_at, c.disabled_at, a.disabled_at, d.disabled_at)"

const maxShared = 10_000

/** Reads each text once, so that the tokens with the same one share what it means. */
const sharing = <A>(read: (text: string) => A): (text: string) => A => {
  const known = new Map<string, A>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= maxShared) known.clear()
    const value = read(text)
    known.set(text, value)
    return value
  }
}

/** Makes Callers. Scopes that cannot be read open nothing, and hold up no other token. */
export const makeToCaller = (): (row: TokenRow) => Caller => {
  const scopesOf = sharing((text): ReadonlySet<string> => new Set(Option.getOrElse(decodeScopes(text), () => [])))
  const accessOf = sharing((text): PrivateAccess => readPrivateAccess(text))
  return (row) => {
    return {
      tokenId: row.token_id,
      bucket: row.bucket ?? row.token_id,
      application: row.application,
      scopes: scopesOf(row.scopes),
      privateAccess: row.private_access === null ? noPrivateAccess : accessOf(row.private_access),
      expiresAt: row.expires_at,
      isRehearsal: row.rehearsal === 1
    }
  }
}

type Page = Effect.Effect<ReadonlyArray<TokenRow>, SqlError.SqlError | Schema.SchemaError>

/** Every row that matches, newest first, `size` at a time, dead ones included: `revoked_at` says when they died. */
export const forEachPage = (
  sql: SqlClient.SqlClient,
  where: Statement.Fragment,
  size: number,
  use: (rows: ReadonlyArray<TokenRow>) => Effect.Effect<void>,
  /** What goes round one page: its query and its use. */
  around: (page: Page) => Page = identity
) =>
  Effect.gen(function*() {
    let before = Number.MAX_SAFE_INTEGER
    while (true) {
      const page = Effect.flatMap(
        sql`SELECT t.sequence, t.token_id, t.bucket, t.hash, t.application, t.scopes, t.expires_at,
            ${sql.literal(diedAt)} AS revoked_at,
            ${sql.literal(privateAccessColumn)} AS private_access, t.rehearsal
          FROM ${sql.literal(tokensJoined)}
          WHERE ${where} AND t.sequence < ${before} ORDER BY t.sequence DESC LIMIT ${size}`,
        decodeRows
      )
      const rows = yield* around(Effect.tap(page, use))
      const last = rows.at(-1)
      if (last === undefined || rows.length < size) return
      before = last.sequence
    }
  })
