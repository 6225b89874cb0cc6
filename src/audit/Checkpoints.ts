/**
 * Signed statements about the chain: "up to this segment there are so many records, and the link is this one". A
 * `checkpoint` is made every minute; a `cut` stands for all that retention removed before it; `replaced` says of a checkpoint of
 * a database that was lost that all its records are in this one (`LostHistory.ts`).
 */
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditKey, PublicAuditKey } from "./AuditKey.ts"
import { checkpointCells } from "./ChainCells.ts"
import { type Checkpoint, checkpointText, isSigned } from "./Checkpoint.ts"
import { type Head, readHead } from "./LoadSegment.ts"
import { linkAt } from "./StoredSegments.ts"

/** What the key says of an end of the chain, as of now. */
export const signed = Effect.fn("Checkpoints.signed")(
  function*(key: AuditKey, kind: Checkpoint["kind"], { link, records, sequence }: Head) {
    const statement = { sequence, kind, records, link, signed_at: yield* Clock.currentTimeMillis }
    const checkpoint: Checkpoint = { ...statement, key_id: key.id, signature: key.sign(checkpointText(statement)) }
    return checkpoint
  }
)

export const writeCheckpoint = Effect.fn("Checkpoints.writeCheckpoint")(function*(key: AuditKey, kind: Checkpoint["kind"], head: Head) {
  const sql = yield* SqlClient.SqlClient
  const checkpoint = yield* signed(key, kind, head)
  yield* sql`INSERT INTO audit_checkpoints ${sql.insert(checkpoint)} ON CONFLICT (sequence, kind) DO NOTHING`
  return checkpoint
})

/** The database no longer has what was signed: signing its end would make a changed history a true one. */
export class HistoryChanged extends Schema.TaggedError<HistoryChanged>()("HistoryChanged", { records: Schema.Int, sequence: Schema.Int }) {
  override get message(): string {
    return `the audit log no longer has the ${this.records} records that were signed here`
  }
}

/** Whether the database still has what was signed, or a signed cut stands for it; a cell that cannot be read has not. */
export const isContinued = Effect.fn("Checkpoints.isContinued")(
  function*(sql: SqlClient.SqlClient, key: PublicAuditKey, { link, sequence }: Head) {
    const found = yield* linkAt(sql, sequence)
    if (found !== undefined) return found.link === link
    const cut = (yield* checkpointCells(sql)).whole.findLast(({ kind }) => kind === "cut")
    return cut !== undefined && isSigned(cut, [key]) && (cut.sequence > sequence || cut.sequence === sequence && cut.link === link)
  }
)

/**
 * Signs the end of the chain as it is now; undefined where there is nothing that is not signed yet.
 *
 * @param latest the latest that this key signed
 * @param own the latest that this process put there, signed or not
 */
export const signHead = Effect.fn("Checkpoints.signHead")(function*(key: AuditKey, latest?: Checkpoint, own?: Head) {
  const sql = yield* SqlClient.SqlClient
  const head = yield* readHead(sql)
  // After the head was read: what is changed from now on is not what is signed.
  for (const known of [own, latest]) {
    if (known !== undefined && !(yield* isContinued(sql, key, known))) {
      return yield* new HistoryChanged({ records: known.records, sequence: known.sequence })
    }
  }
  if (head.sequence <= (latest?.sequence ?? 0)) return undefined
  return yield* writeCheckpoint(key, "checkpoint", head)
})
