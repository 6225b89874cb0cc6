/** A signed statement about the chain, and what exactly is signed. Pure. */
import { Schema } from "effect"
import type { PublicAuditKey } from "./AuditKey.ts"

export const Checkpoint = Schema.Struct({
  sequence: Schema.Int,
  kind: Schema.Literals(["checkpoint", "cut", "replaced"]),
  records: Schema.Int,
  link: Schema.String,
  signed_at: Schema.Int,
  key_id: Schema.String,
  signature: Schema.String
})
export type Checkpoint = typeof Checkpoint.Type

export const checkpointText = ({ kind, link, records, sequence, signed_at }: Omit<Checkpoint, "key_id" | "signature">): string =>
  JSON.stringify(["gapura audit checkpoint 1", kind, sequence, records, link, signed_at])

export const isSigned = (checkpoint: Checkpoint, keys: ReadonlyArray<PublicAuditKey>): boolean =>
  keys.some(({ id, verifies }) => id === checkpoint.key_id && verifies(checkpointText(checkpoint), checkpoint.signature))
