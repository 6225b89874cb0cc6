/**
 * Checks the whole chain: every segment's link, its place, and every signed checkpoint. Names each record that was
 * edited, deleted or reordered, whatever the cells of the database hold by now, and says how many others are proven.
 *
 * Gotchas: whoever can write the database and has the key can write another history; without the key, everything up to
 * the newest checkpoint that somebody else keeps is proven. Records after the last checkpoint are linked, not signed.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { PublicAuditKey } from "./AuditKey.ts"
import { checkpointCells, type DamagedCheckpoint, headCells, rowsBetween, rowsOutside } from "./ChainCells.ts"
import { type Checkpoint, isSigned } from "./Checkpoint.ts"
import type { Checked } from "./CheckSegment.ts"
import type { Fault } from "./Differences.ts"
import { checkRow, firstIn, type OpenRow, openRow } from "./MergedCells.ts"

export interface Verdict {
  /** The first of the faults; absent where the chain is whole. */
  readonly fault: Fault | undefined
  /** In the order of their positions. */
  readonly faults: ReadonlyArray<Fault>
  readonly records: number
  /** Records whose own bytes and place are proven, given the links as they stand. */
  readonly proven: number
  readonly firstPosition: number
  readonly lastPosition: number
  /** Position of the last record that a valid signature covers; 0 where none does. */
  readonly signedThrough: number
  readonly checkpoints: number
  /** Those of a database that was lost, whose records are all in this one. */
  readonly replaced: number
}

const rowsAtOnce = 4
/** Rows without a place that are looked through. */
const mostOutside = 64
const maxTries = 3

export interface VerifyOptions {
  /** Checkpoints that were kept elsewhere; what they say must hold too. */
  readonly kept?: ReadonlyArray<Checkpoint>
  readonly progress?: (records: number) => Effect.Effect<void>
}

/** The end, read again where there is none beside segments: the first may just have been loaded. */
const endOf = Effect.fn("VerifyChain.endOf")(function*(sql: SqlClient.SqlClient) {
  const head = yield* headCells(sql)
  const isEmpty = head === undefined && (yield* sql`SELECT 1 AS one FROM audit_segments LIMIT 1`).length === 0
  return isEmpty ? { sequence: 0, records: 0, link: "" } : head ?? (yield* headCells(sql)) ?? "missing"
})

const verifyOnce = Effect.fn("VerifyChain.verifyOnce")(function*(keys: ReadonlyArray<PublicAuditKey>, options: VerifyOptions) {
  const { progress = () => Effect.void } = options
  const sql = yield* SqlClient.SqlClient
  // Checkpoints, then the end, then the records: what is added meanwhile is for the next time.
  const { damaged, whole } = yield* checkpointCells(sql)
  const replaced = whole.filter(({ kind }) => kind === "replaced")
  const checkpoints = whole.filter(({ kind }) => kind !== "replaced")
  // What a signed statement answers for was of a database that is lost, and is proven by its records in this one.
  const kept = (options.kept ?? []).filter(({ link, sequence }) =>
    !replaced.some((one) => one.sequence === sequence && one.link === link && isSigned(one, keys))
  )
  const end = yield* endOf(sql)
  const cut = checkpoints.findLast(({ kind }) => kind === "cut")
  const binding = [...checkpoints, ...kept.filter(({ sequence }) => sequence >= (cut?.sequence ?? 0))]
  const bySequence = new Map<number, ReadonlyArray<Checkpoint>>(Map.groupBy(binding, ({ sequence }) => sequence))
  const signedEnd = Math.max(0, ...binding.map(({ sequence }) => sequence))
  const until = typeof end === "string" ? Number.MAX_SAFE_INTEGER : Math.max(end.sequence, signedEnd)
  const faults: Array<Fault> = []
  /** What stands in no place: its turn comes where its records are missing. */
  const outside = yield* Effect.forEach(yield* rowsOutside(sql, until, mostOutside), openRow)
  let before: Checked["after"] = { sequence: cut?.sequence ?? 0, position: cut?.records ?? 0, links: [cut?.link ?? ""] }
  let records = 0
  let proven = 0
  let signedThrough = 0
  let firstPosition = 0

  const signature = (checkpoint: Checkpoint) => {
    if (!isSigned(checkpoint, keys)) {
      const known = keys.some(({ id }) => id === checkpoint.key_id)
      const reason = known ? "its checkpoint's signature is false" : `its checkpoint was signed by another key (${checkpoint.key_id})`
      faults.push({ kind: "checkpoint", position: checkpoint.records, reason })
    } else if (!before.links.includes(checkpoint.link) || checkpoint.records !== before.position) {
      const reason = `records ${signedThrough + 1} to ${checkpoint.records} are not those that were signed`
      faults.push({ kind: "rewritten", position: signedThrough + 1, reason })
    } else signedThrough = checkpoint.records
  }
  if (cut !== undefined) { for (const checkpoint of bySequence.get(cut.sequence) ?? []) signature(checkpoint) }
  for (const { records: position, ...rest } of replaced) {
    if (isSigned({ records: position, ...rest }, keys)) continue
    faults.push({ kind: "checkpoint", position, reason: "what is said of a lost database was not signed with this key" })
  }
  const unread = new Set(damaged)
  const unreadable = (one: DamagedCheckpoint, position: number) => {
    unread.delete(one)
    faults.push({ kind: "checkpoint", position, reason: `its checkpoint cannot be read (${one.columns.join(", ")})` })
  }

  // Untraced: once for each row.
  const check = Effect.fnUntraced(function*(row: OpenRow) {
    for (const checked of yield* checkRow(row, before)) {
      const { position, sequence } = checked.after
      if (firstPosition === 0) firstPosition = position - checked.records + 1
      faults.push(...checked.faults)
      records += checked.records
      proven += checked.proven
      before = checked.after
      for (const checkpoint of bySequence.get(sequence) ?? []) if (checkpoint.kind === "checkpoint") signature(checkpoint)
      // Where its segment ends, which its own cell may no longer say.
      for (const one of unread) if (one.sequence === sequence) unreadable(one, position)
    }
    yield* progress(records)
  })
  const takeOutside = Effect.gen(function*() {
    for (;;) {
      const index = outside.findIndex(({ cells }) => cells.first_position === before.position + 1)
      if (index === -1) return
      for (const row of outside.splice(index, 1)) yield* check(row)
    }
  })

  for (let after = Number.MIN_SAFE_INTEGER;;) {
    const rows = yield* rowsBetween(sql, after, until, rowsAtOnce)
    for (const cells of rows) {
      const row = yield* openRow(cells)
      after = cells.sequence ?? 0
      if (firstIn(row, before) > before.sequence + 1) yield* takeOutside
      const sequence = firstIn(row, before)
      if (sequence <= before.sequence) {
        outside.push(row)
        continue
      }
      if (sequence > before.sequence + 1) {
        const { first_position: stated } = cells
        const first = stated !== undefined && stated > before.position ? stated : undefined
        const missing = first === undefined ? "records" : `records ${before.position + 1} to ${first - 1}`
        faults.push({ kind: "deleted", position: before.position + 1, reason: `${missing} are missing` })
        before = { sequence: sequence - 1, position: (first ?? before.position + 1) - 1, links: [] }
      }
      yield* check(row)
    }
    if (rows.length === 0) break
  }
  // What was added meanwhile stands behind the end, and is for the next time.
  const isLater = ({ cells: { first_position: first = 0, sequence = 0 } }: OpenRow) =>
    typeof end !== "string" && sequence > until && first > end.records
  const expected = typeof end === "string" ? signedEnd : Math.max(end.sequence, signedEnd)
  if (before.sequence < expected) yield* takeOutside
  for (const { cells: { first_position: first, segment } } of outside.filter((row) => !isLater(row))) {
    const named = segment === undefined ? {} : { segment }
    faults.push({ kind: "reordered", position: first ?? before.position + 1, ...named, reason: "its place in the log was edited" })
  }
  for (const one of unread) unreadable(one, one.records ?? before.position)

  const last = Math.max(typeof end === "string" ? 0 : end.records, ...binding.map((checkpoint) => checkpoint.records))
  if (before.sequence < expected) {
    const reason = `records ${before.position + 1} to ${last} are missing at the end`
    faults.push({ kind: "deleted", position: before.position + 1, reason })
  } else if (typeof end === "string") {
    const reason = end === "missing" ? "the end of the chain is missing" : "the end of the chain cannot be read"
    faults.push({ kind: "rewritten", position: signedThrough + 1, reason })
  } else if (end.sequence !== before.sequence || end.records !== before.position || !before.links.includes(end.link)) {
    faults.push({ kind: "rewritten", position: signedThrough + 1, reason: "the end of the chain is not the one that was linked" })
  }
  // The table has a checkpoint before it is kept, and a cut takes away those before it alone.
  const lost = kept.filter(({ sequence }) =>
    sequence > (cut?.sequence ?? 0) && sequence <= before.sequence && !checkpoints.some((one) => one.sequence === sequence)
  )
  if (damaged.length === 0) {
    for (const { records: position } of lost) {
      faults.push({ kind: "checkpoint", position, reason: "its signed checkpoint was deleted from the database" })
    }
  }
  const sorted = faults.toSorted((a, b) => a.position - b.position)
  const verdict: Verdict = {
    fault: sorted[0],
    faults: sorted,
    records,
    proven,
    firstPosition,
    lastPosition: before.position,
    signedThrough,
    checkpoints: checkpoints.length,
    replaced: replaced.length
  }
  return { verdict, cutAt: cut?.sequence ?? 0 }
})

/** @param keys public keys whose checkpoints count */
export const verifyChain = Effect.fn("VerifyChain.verifyChain")(
  function*(keys: ReadonlyArray<PublicAuditKey>, options: VerifyOptions = {}) {
    const sql = yield* SqlClient.SqlClient
    for (let tries = 1;; tries++) {
      const { cutAt, verdict } = yield* verifyOnce(keys, options)
      // What retention removed meanwhile is no fault: its cut tells.
      if (verdict.fault === undefined || tries === maxTries) return verdict
      const wasCut = (yield* checkpointCells(sql)).whole.some(({ kind, sequence }) => kind === "cut" && sequence > cutAt)
      if (!wasCut) return verdict
    }
  }
)
