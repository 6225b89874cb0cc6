/**
 * Where the log of actions begins, once older ones were removed: a signed statement about the last action that went, so
 * that its removal is not taken for somebody's deletion, nor a deletion for it.
 */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditKey, PublicAuditKey } from "./AuditKey.ts"

export interface ActionCut {
  readonly sequence: number
  readonly link: string
  readonly signed_at: number
  readonly key_id: string
  readonly signature: string
}

const textOf = ({ link, sequence, signed_at }: Pick<ActionCut, "sequence" | "link" | "signed_at">): string =>
  JSON.stringify(["gapura action cut 1", sequence, link, signed_at])

export const isCutSigned = (cut: ActionCut, keys: ReadonlyArray<PublicAuditKey>): boolean =>
  keys.some(({ id, verifies }) => id === cut.key_id && verifies(textOf(cut), cut.signature))

/** In the place of the cut before. */
export const writeActionCut = Effect.fn("ActionCut.writeActionCut")(function*(key: AuditKey, last: Pick<ActionCut, "sequence" | "link">) {
  const sql = yield* SqlClient.SqlClient
  const statement = { ...last, signed_at: yield* Clock.currentTimeMillis }
  yield* sql`DELETE FROM actions_cut`
  yield* sql`INSERT INTO actions_cut ${sql.insert({ id: 1, ...statement, key_id: key.id, signature: key.sign(textOf(statement)) })}`
})
