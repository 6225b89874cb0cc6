/**
 * Which segments stand in a row into which several were merged, one behind the other: the name and the link of each, and how much of
 * the row is whose. Each keeps what it was linked with, so that the chain is proven segment by segment as before.
 */
import { Effect, Schema } from "effect"
import { promisify } from "node:util"
import { constants, zstdCompress, zstdDecompressSync } from "node:zlib"
import { EntriesDamaged } from "./EntryReader.ts"

export interface SegmentPart {
  readonly segment: string
  readonly link: string
  /** Of its entries, unpacked. */
  readonly bytes: number
  /** Definitions and records. */
  readonly entries: number
  readonly records: number
}

const Packed = Schema.NonEmptyArray(Schema.Tuple([Schema.String, Schema.String, Schema.Natural, Schema.Natural, Schema.Natural]))
const decodePacked = Schema.decodeUnknownEffect(Schema.fromJsonString(Packed))

/** No row has the parts for more than this. */
const maxBytes = 4 * 1024 * 1024
const level = 6
const compress = promisify(zstdCompress)

/** Beside the event loop. */
export const pack = (bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.promise(() => compress(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level } }))

export const packParts = (parts: ReadonlyArray<SegmentPart>): Effect.Effect<Uint8Array> =>
  pack(Buffer.from(JSON.stringify(parts.map(({ bytes, entries, link, records, segment }) => [segment, link, bytes, entries, records]))))

/** @param last the name of the row, which is that of the last of them */
export const partsIn = (packed: Uint8Array, last: string | undefined): Effect.Effect<ReadonlyArray<SegmentPart>, EntriesDamaged> => {
  const damaged = () => new EntriesDamaged({ reason: `which segments were merged into ${last} cannot be read` })
  return Effect.try({
    try: () => zstdDecompressSync(packed, { maxOutputLength: maxBytes }).toString("utf8"),
    catch: damaged
  }).pipe(
    Effect.flatMap((text) => Effect.mapError(decodePacked(text), damaged)),
    Effect.map((rows) => rows.map(([segment, link, bytes, entries, records]) => ({ segment, link, bytes, entries, records })))
  )
}
