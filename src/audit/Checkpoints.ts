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

/** Signs the end of the chain as it is now; undefined where there is nothing that is not signed yet. */
export const signHead = Effect.fnUntraced(function*(key: AuditKey, signedSequence: number) {
  const head = yield* readHead(yield* SqlClient.SqlClient)
  if (head.sequence <= signedSequence) return undefined
  return yield* writeCheckpoint(key, "checkpoint", head)
})
