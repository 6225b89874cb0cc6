/**
 * Signed statements about the chain: "up to this segment there are so many records, and the link is this one". A
 * `checkpoint` is made every minute; a `cut` stands for all that retention removed before it.
 */
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditKey, PublicAuditKey } from "./AuditKey.ts"
import { type Head, readHead } from "./LoadSegment.ts"

export const Checkpoint = Schema.Struct({
  sequence: Schema.Int,
  kind: Schema.Literals(["checkpoint", "cut"]),
  records: Schema.Int,
  link: Schema.String,
  signed_at: Schema.Int,
  key_id: Schema.String,
  signature: Schema.String
})
export type Checkpoint = typeof Checkpoint.Type
const decodeCheckpoints = Schema.decodeUnknownEffect(Schema.Array(Checkpoint))

const textOf = ({ kind, link, records, sequence, signed_at }: Omit<Checkpoint, "key_id" | "signature">): string =>
  JSON.stringify(["gapura audit checkpoint 1", kind, sequence, records, link, signed_at])

export const isSigned = (checkpoint: Checkpoint, keys: ReadonlyArray<PublicAuditKey>): boolean =>
  keys.some(({ id, verifies }) => id === checkpoint.key_id && verifies(textOf(checkpoint), checkpoint.signature))

export const readCheckpoints = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  return yield* Effect.flatMap(
    sql`SELECT sequence, kind, records, link, signed_at, key_id, signature FROM audit_checkpoints ORDER BY sequence`,
    decodeCheckpoints
  )
})

export const writeCheckpoint = Effect.fnUntraced(function*(key: AuditKey, kind: Checkpoint["kind"], { link, records, sequence }: Head) {
  const sql = yield* SqlClient.SqlClient
  const statement = { sequence, kind, records, link, signed_at: yield* Clock.currentTimeMillis }
  const checkpoint = { ...statement, key_id: key.id, signature: key.sign(textOf(statement)) }
  yield* sql`INSERT INTO audit_checkpoints ${sql.insert(checkpoint)} ON CONFLICT (sequence, kind) DO NOTHING`
  return checkpoint
})

/** The database no longer has what was signed: signing its end would make a changed history a true one. */
export class HistoryChanged extends Schema.TaggedError<HistoryChanged>()("HistoryChanged", { records: Schema.Int }) {
  override get message(): string {
    return `the audit log no longer has the ${this.records} records that were signed here`
  }
}

const decodeLinks = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ link: Schema.String })))

/** Whether the database still has what was signed, or a signed cut stands for it. */
const isContinued = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, key: PublicAuditKey, signed: Checkpoint) {
  const [row] = yield* Effect.flatMap(sql`SELECT link FROM audit_segments WHERE sequence = ${signed.sequence}`, decodeLinks)
  if (row !== undefined) return row.link === signed.link
  const cut = (yield* readCheckpoints(sql)).findLast(({ kind }) => kind === "cut")
  return cut !== undefined && isSigned(cut, [key]) && (cut.sequence > signed.sequence || cut.sequence === signed.sequence && cut.link === signed.link)
})

/**
 * Signs the end of the chain as it is now; undefined where there is nothing that is not signed yet.
 *
 * @param signed the latest that this key signed
 */
export const signHead = Effect.fnUntraced(function*(key: AuditKey, signed?: Checkpoint) {
  const sql = yield* SqlClient.SqlClient
  const head = yield* readHead(sql)
  // After the head was read: what is changed from now on is not what is signed.
  if (signed !== undefined && !(yield* isContinued(sql, key, signed))) return yield* new HistoryChanged({ records: signed.records })
  if (head.sequence <= (signed?.sequence ?? 0)) return undefined
  return yield* writeCheckpoint(key, "checkpoint", head)
})
