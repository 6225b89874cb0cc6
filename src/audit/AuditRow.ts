/** Segments as the database has them. */
import { Effect, Schema } from "effect"
import { zstdDecompressSync } from "node:zlib"
import { EntriesDamaged } from "./EntryReader.ts"

/** A segment of the chain in its place, without its entries. */
export const Place = Schema.Struct({
  sequence: Schema.Int,
  segment: Schema.String,
  first_position: Schema.Int,
  record_count: Schema.Int,
  first_time: Schema.Int,
  last_time: Schema.Int,
  link: Schema.String
})
export type Place = typeof Place.Type

/** One segment, or several that were merged: then `parts` has which ones. */
export const AuditRow = Schema.Struct({ ...Place.fields, entries: Schema.Uint8Array, parts: Schema.NullOr(Schema.Uint8Array) })
export type AuditRow = typeof AuditRow.Type

export const decodeRows = Schema.decodeUnknownEffect(Schema.Array(AuditRow))

/** No segment unpacks to more than this. */
const maxBytes = 64 * 1024 * 1024

export const unpack = (
  row: { readonly sequence: number | undefined; readonly entries: Uint8Array | undefined }
): Effect.Effect<Buffer, EntriesDamaged> =>
  Effect.try({
    try: () => zstdDecompressSync(row.entries ?? new Uint8Array(), { maxOutputLength: maxBytes }),
    catch: () => new EntriesDamaged({ reason: `segment ${row.sequence} cannot be unpacked` })
  })

/** What reading entries throws, as a failure. */
export const reading = <A>(read: () => A): Effect.Effect<A, EntriesDamaged> =>
  Effect.try({ try: read, catch: (cause) => cause instanceof EntriesDamaged ? cause : new EntriesDamaged({ reason: String(cause) }) })
