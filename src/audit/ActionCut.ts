/**
 * Where the log of actions begins, once older ones were removed: a signed statement about the last action that went, so
 * that its removal is not taken for somebody's deletion, nor a deletion for it.
 */
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditKey, PublicAuditKey } from "./AuditKey.ts"

const ActionCut = Schema.Struct({ sequence: Schema.Int, link: Schema.String, signed_at: Schema.Finite, key_id: Schema.String, signature: Schema.String })
export type ActionCut = typeof ActionCut.Type
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(ActionCut))

const textOf = ({ link, sequence, signed_at }: Pick<ActionCut, "sequence" | "link" | "signed_at">): string =>
  JSON.stringify(["gapura action cut 1", sequence, link, signed_at])

export const isCutSigned = (cut: ActionCut, keys: ReadonlyArray<PublicAuditKey>): boolean =>
  keys.some(({ id, verifies }) => id === cut.key_id && verifies(textOf(cut), cut.signature))

/** Undefined where nothing was removed. */
export const readActionCut = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [cut] = yield* Effect.flatMap(sql`SELECT sequence, link, signed_at, key_id, signature FROM actions_cut WHERE id = 1`, decodeRows)
  return cut
})

/** In the place of the cut before. */
export const writeActionCut = Effect.fnUntraced(function*(key: AuditKey, last: Pick<ActionCut, "sequence" | "link">) {
  const sql = yield* SqlClient.SqlClient
  const statement = { ...last, signed_at: yield* Clock.currentTimeMillis }
  yield* sql`DELETE FROM actions_cut`
  yield* sql`INSERT INTO actions_cut ${sql.insert({ id: 1, ...statement, key_id: key.id, signature: key.sign(textOf(statement)) })}`
})
