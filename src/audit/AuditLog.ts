/** Reads audit records back, in the order in which they were written. */
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { AuditRecord } from "../domain/AuditRecord.ts"
import { type BatchDamaged, unpack } from "./AuditBatch.ts"

export interface AuditFilter {
  /** Epoch milliseconds: from then on. */
  readonly from?: number | undefined
  /** Epoch milliseconds: before then. */
  readonly to?: number | undefined
  /** Slug. */
  readonly agency?: string | undefined
  /** The application that owns the route. */
  readonly application?: string | undefined
  readonly status?: number | undefined
}

const Batch = Schema.Struct({ sequence: Schema.Int, records: Schema.Uint8Array })
const decodeBatches = Schema.decodeUnknownEffect(Schema.Array(Batch))
const batchesAtOnce = 4

const iso = (millis: number | undefined): string | undefined => millis === undefined ? undefined : new Date(millis).toISOString()

const matcher = ({ agency, application, from, status, to }: AuditFilter) => {
  const first = iso(from)
  const end = iso(to)
  return (record: AuditRecord): boolean =>
    (first === undefined || record.time >= first)
    && (end === undefined || record.time < end)
    && (agency === undefined || record.agency === agency)
    && (application === undefined || record.ownerApplication === application)
    && (status === undefined || record.status === status)
}

/** Line breaks and control characters of C1, and marks that turn text round: JSON itself lets these through. */
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The record as one line that no terminal and no log reader takes for anything else. */
export const toLine = (record: AuditRecord): string =>
  JSON.stringify(record).replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

export class AuditLog extends Context.Service<AuditLog, {
  /** A damaged batch fails the stream: silence would look like absence. */
  readonly records: (filter?: AuditFilter) => Stream.Stream<AuditRecord, BatchDamaged | Schema.SchemaError | SqlError.SqlError>
}>()("gapura/audit/AuditLog") {
  static readonly layer: Layer.Layer<AuditLog, never, SqlClient.SqlClient> = Layer.effect(
    AuditLog,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      return {
        records: (filter = {}) => {
          const matches = matcher(filter)
          const first = iso(filter.from)
          const end = iso(filter.to)
          const within = [
            ...(first === undefined ? [] : [sql`last_time >= ${first}`]),
            ...(end === undefined ? [] : [sql`first_time < ${end}`])
          ]
          // Pages rather than one long read, which would keep SQLite from shortening its write-ahead log.
          return Stream.paginate(0, (after) =>
            Effect.gen(function*() {
              const batches = yield* Effect.flatMap(
                sql`SELECT sequence, records FROM audit_batches WHERE ${sql.and([sql`sequence > ${after}`, ...within])} ORDER BY sequence LIMIT ${batchesAtOnce}`,
                decodeBatches
              )
              const found: Array<AuditRecord> = []
              for (const batch of batches) {
                for (const record of yield* unpack(batch.records)) if (matches(record)) found.push(record)
              }
              const last = batches.at(-1)
              return [found, batches.length < batchesAtOnce || last === undefined ? Option.none<number>() : Option.some(last.sequence)] as const
            }))
        }
      }
    })
  )
}
