/**
 * What becomes of checkpoints that were signed of a database that was lost, once another is in its place: a standby that was
 * behind, or an earlier time.
 *
 * The gateway keeps of each checkpoint the places of the segments that it is of. Where each of them is in the database that
 * is there now, byte for byte (its link follows from what it holds and from the link before it, up to the one that was
 * signed), nothing of what was signed is lost, though it may stand elsewhere. Then a signed statement, `replaced`, answers
 * for the old checkpoint, for whoever has kept that, and the log is signed on as it is. As long as some are missing nothing
 * is signed: other gateways may still have to load theirs.
 *
 * Gotcha: only after the database has become another. In the same one a history that changed is one that was changed.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditKey } from "./AuditKey.ts"
import { Place, reading } from "./AuditRow.ts"
import { linkOf, marksOf } from "./Chain.ts"
import type { Checkpoint } from "./Checkpoint.ts"
import { isContinued, writeCheckpoint } from "./Checkpoints.ts"
import { entriesOf } from "./EntryReader.ts"
import type { KeptSegments, SignedLine } from "./KeptSegments.ts"
import type { Head } from "./LoadSegment.ts"
import { prunedBefore } from "./Replay.ts"
import { linkAt, segmentNamed } from "./StoredSegments.ts"

const decodePlaces = Schema.decodeUnknownEffect(Schema.Array(Place))

/** Beyond this a checkpoint is not kept with its segments: the first one of a log that is there already. */
const mostPlaces = 20_000

/** Keeps what a checkpoint is of. @param after the end that was signed, or found, before */
export const noteSigned = Effect.fn("LostHistory.noteSigned")(
  function*(kept: KeptSegments, checkpoint: Checkpoint, after: Head, database: string) {
    const sql = yield* SqlClient.SqlClient
    const places = yield* Effect.flatMap(
      sql`SELECT sequence, segment, first_position, record_count, first_time, last_time, link FROM audit_segments
        WHERE sequence > ${after.sequence} AND sequence <= ${checkpoint.sequence} ORDER BY sequence LIMIT ${mostPlaces + 1}`,
      decodePlaces
    )
    const { link, records, sequence } = checkpoint
    const isWhole = places.length <= mostPlaces && places.length === sequence - after.sequence
    yield* kept.addSigned({
      checkpoint,
      database,
      ...(isWhole ? { after: { sequence: after.sequence, records: after.records, link: after.link }, places } : {
        after: { sequence, records, link },
        places: []
      })
    })
  }
)

/** The lines of a checkpoint and of those before it, newest first, back to an end that the database still has. */
const lostLines = Effect.fn("LostHistory.lostLines")(function*(kept: KeptSegments, key: AuditKey, latest: Checkpoint) {
  const sql = yield* SqlClient.SqlClient
  const lines: Array<SignedLine> = []
  let wanted: Pick<Head, "sequence" | "link"> = latest
  for (const pack of (yield* kept.packs).toReversed()) {
    for (const line of (yield* kept.read(pack)).signed.toReversed()) {
      if (line.checkpoint.sequence !== wanted.sequence || line.checkpoint.link !== wanted.link) continue
      lines.push(line)
      wanted = line.after
      if (wanted.sequence === 0 || (yield* isContinued(sql, key, line.after))) return lines
      if (line.places.length === 0) return undefined
    }
  }
  return undefined
})

/** Checkpoints that the database lacks although what they are of is in its place: they were lost alone, and hold. */
export const putBack = Effect.fn("LostHistory.putBack")(function*(kept: KeptSegments, isOther: (database: string) => boolean) {
  const sql = yield* SqlClient.SqlClient
  for (const pack of yield* kept.packs) {
    for (const { checkpoint, database } of (yield* kept.read(pack)).signed) {
      if (!isOther(database)) continue
      const { link, sequence } = checkpoint
      const there = yield* linkAt(sql, sequence)
      if (there?.link === link) yield* sql`INSERT INTO audit_checkpoints ${sql.insert(checkpoint)} ON CONFLICT (sequence, kind) DO NOTHING`
    }
  }
})

export type Reconciled =
  /** All that was signed is there. `base` is the last end that is the same in both. */
  | { readonly _tag: "Whole"; readonly base: Head; readonly records: number }
  | { readonly _tag: "Missing"; readonly segments: number; readonly records: number }
  /** It is not known what was signed, or the database is the same. */
  | { readonly _tag: "Unknown" }

/**
 * @param latest the checkpoint that the database contradicts
 * @param isOther whether the database is another than the one of that name
 */
export const reconcile = Effect.fn("LostHistory.reconcile")(
  function*(kept: KeptSegments, key: AuditKey, latest: Checkpoint, isOther: (database: string) => boolean) {
    const sql = yield* SqlClient.SqlClient
    const unknown: Reconciled = { _tag: "Unknown" }
    const lines = yield* lostLines(kept, key, latest)
    const base = lines?.at(-1)?.after
    if (lines === undefined || base === undefined || !lines.some(({ database }) => isOther(database))) return unknown
    const pruned = yield* prunedBefore(sql)
    let { link } = base
    let isProven = true
    const missing: Array<Place> = []
    for (const place of lines.toReversed().flatMap(({ places }) => places)) {
      const stored = yield* segmentNamed(sql, place.segment, { firstTime: place.first_time, lastTime: place.last_time })
      if (stored === undefined) {
        if (place.last_time >= pruned) missing.push(place)
      } else {
        const found = linkOf(link, {
          sequence: place.sequence,
          segment: place.segment,
          firstPosition: place.first_position,
          recordCount: place.record_count,
          firstTime: place.first_time,
          lastTime: place.last_time,
          entries: stored.entries,
          marks: yield* reading(() => marksOf(stored.entries, entriesOf(stored.entries)))
        })
        isProven &&= found === place.link
      }
      link = place.link
    }
    if (!isProven || link !== latest.link) return unknown
    if (missing.length > 0) {
      const records = missing.reduce((sum, { record_count }) => sum + record_count, 0)
      return { _tag: "Missing", segments: missing.length, records } satisfies Reconciled
    }
    for (const { checkpoint } of lines) yield* writeCheckpoint(key, "replaced", checkpoint)
    return { _tag: "Whole", base, records: latest.records - base.records } satisfies Reconciled
  }
)
