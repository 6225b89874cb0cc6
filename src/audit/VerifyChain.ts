/**
 * Checks the whole chain: every segment's link, its place, and every signed checkpoint. Names the first record that was
 * edited, deleted or reordered, and says how many others are proven.
 *
 * Gotchas: whoever can write the database and has the key can write another history; without the key, everything up to
 * the newest checkpoint that somebody else keeps is proven. Records after the last checkpoint are linked, not signed.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { PublicAuditKey } from "./AuditKey.ts"
import { type AuditRow, decodeRows, reading, unpack } from "./AuditRow.ts"
import { linkOf, marksOf } from "./Chain.ts"
import { type Checkpoint, isSigned, readCheckpoints } from "./Checkpoints.ts"
import { type Fault, firstDifference } from "./FirstDifference.ts"
import { entriesOf } from "./EntryReader.ts"
import { readHead } from "./LoadSegment.ts"

export interface Verdict {
  /** Absent where the chain is whole. */
  readonly fault: Fault | undefined
  readonly records: number
  /** Records whose own bytes and place are proven, given the links as they stand. */
  readonly proven: number
  readonly firstPosition: number
  readonly lastPosition: number
  /** Position of the last record that a valid signature covers; 0 where none does. */
  readonly signedThrough: number
  readonly checkpoints: number
}

const rowsAtOnce = 4
const maxTries = 3

export interface VerifyOptions {
  /** Checkpoints that were kept elsewhere; what they say must hold too. */
  readonly kept?: ReadonlyArray<Checkpoint>
  readonly progress?: (records: number) => Effect.Effect<void>
}

const verifyOnce = Effect.fnUntraced(function*(keys: ReadonlyArray<PublicAuditKey>, { kept = [], progress = () => Effect.void }: VerifyOptions) {
  const sql = yield* SqlClient.SqlClient
  // Checkpoints, then the end, then the records: what is added meanwhile is for the next time.
  const checkpoints = yield* readCheckpoints(sql)
  const head = yield* readHead(sql)
  const cut = checkpoints.findLast(({ kind }) => kind === "cut")
  const binding = [...checkpoints, ...kept.filter(({ sequence }) => sequence >= (cut?.sequence ?? 0))]
  const bySequence = new Map<number, ReadonlyArray<Checkpoint>>(Map.groupBy(binding, ({ sequence }) => sequence))
  const faults: Array<Fault> = []
  const sequence = { last: cut?.sequence ?? 0 }
  let link: string | undefined = cut?.link ?? ""
  let position = cut?.records ?? 0
  let records = 0
  let proven = 0
  let signedThrough = 0
  let firstPosition = 0

  const signature = (checkpoint: Checkpoint, positionThere: number, linkThere: string | undefined) => {
    if (!isSigned(checkpoint, keys)) {
      const known = keys.some(({ id }) => id === checkpoint.key_id)
      faults.push({ kind: "checkpoint", position: checkpoint.records, reason: known ? "its checkpoint's signature is false" : `its checkpoint was signed by another key (${checkpoint.key_id})` })
    } else if (checkpoint.link !== linkThere || checkpoint.records !== positionThere) {
      faults.push({ kind: "rewritten", position: signedThrough + 1, reason: `records ${signedThrough + 1} to ${checkpoint.records} are not those that were signed` })
    } else signedThrough = checkpoint.records
  }
  if (cut !== undefined) for (const checkpoint of bySequence.get(cut.sequence) ?? []) signature(checkpoint, position, link)

  const check = Effect.fnUntraced(function*(row: AuditRow) {
    if (firstPosition === 0) firstPosition = row.first_position
    if (row.sequence !== sequence.last + 1) {
      faults.push({ kind: "deleted", position: position + 1, reason: `records ${position + 1} to ${row.first_position - 1} are missing` })
      link = undefined
      position = row.first_position - 1
    } else if (row.first_position !== position + 1) {
      faults.push({ kind: "edited", position: position + 1, reason: "its place in the log was edited" })
    }
    const opened = yield* Effect.result(Effect.flatMap(unpack(row), (entries) => reading(() => ({ entries, found: entriesOf(entries) }))))
    if (opened._tag === "Failure") faults.push({ kind: "edited", position: row.first_position, reason: `records ${row.first_position} to ${row.first_position + row.record_count - 1} cannot be read` })
    else {
      const { entries, found } = opened.success
      const expected = link === undefined ? row.link : linkOf(link, {
        sequence: row.sequence,
        segment: row.segment,
        firstPosition: position + 1,
        recordCount: row.record_count,
        firstTime: row.first_time,
        lastTime: row.last_time,
        entries,
        marks: row.marks
      })
      const difference = firstDifference(entries, found, Buffer.from(row.marks), marksOf(entries, found), row.first_position)
      if (difference !== undefined) faults.push(difference)
      else if (expected !== row.link) {
        faults.push({ kind: "rewritten", position: row.first_position, reason: `records ${row.first_position} to ${row.first_position + row.record_count - 1} are not those that were linked` })
      } else if (link !== undefined) proven += row.record_count
    }
    records += row.record_count
    position += row.record_count
    sequence.last = row.sequence
    link = row.link
    for (const checkpoint of bySequence.get(row.sequence) ?? []) if (checkpoint.kind === "checkpoint") signature(checkpoint, position, row.link)
    yield* progress(records)
  })

  for (let after = sequence.last > 0 ? 0 : -1;;) {
    const rows: ReadonlyArray<AuditRow> = yield* Effect.flatMap(
      sql`SELECT sequence, segment, first_position, record_count, first_time, last_time, entries, marks, link FROM audit_segments
          WHERE sequence > ${after} AND sequence <= ${head.sequence} ORDER BY sequence LIMIT ${rowsAtOnce}`,
      decodeRows
    )
    for (const row of rows) yield* check(row)
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.sequence
  }

  const end = Math.max(head.records, ...binding.map((checkpoint) => checkpoint.records))
  if (sequence.last !== Math.max(head.sequence, ...binding.map((checkpoint) => checkpoint.sequence))) {
    faults.push({ kind: "deleted", position: position + 1, reason: `records ${position + 1} to ${end} are missing at the end` })
  } else if (head.sequence > 0 && (head.link !== link || head.records !== position)) {
    faults.push({ kind: "rewritten", position: signedThrough + 1, reason: "the end of the chain is not the one that was linked" })
  }
  const fault = faults.toSorted((a, b) => a.position - b.position)[0]
  const verdict: Verdict = { fault, records, proven, firstPosition, lastPosition: position, signedThrough, checkpoints: checkpoints.length }
  return { verdict, cutAt: cut?.sequence ?? 0 }
})

/** @param keys public keys whose checkpoints count */
export const verifyChain = Effect.fnUntraced(function*(keys: ReadonlyArray<PublicAuditKey>, options: VerifyOptions = {}) {
  const sql = yield* SqlClient.SqlClient
  for (let tries = 1;; tries++) {
    const { cutAt, verdict } = yield* verifyOnce(keys, options)
    // What retention removed meanwhile is no fault: its cut tells.
    const wasCut = verdict.fault !== undefined && (yield* readCheckpoints(sql)).some(({ kind, sequence }) => kind === "cut" && sequence > cutAt)
    if (!wasCut || tries === maxTries) return verdict
  }
})
