/**
 * Checks one segment of the chain, whatever its row holds: whether its link is that of its records in their place after
 * the segments before, and where it is not, which records or cells differ.
 *
 * What can be worked out is not taken from the row: its count, its times and its marks follow from its entries, its
 * place from the chain. So a cell that was changed is told from records that were, and the chain goes on behind both.
 */
import { Effect } from "effect"
import { reading, unpack } from "./AuditRow.ts"
import { linkOf, marksOf, spanOf } from "./Chain.ts"
import type { SegmentCells } from "./ChainCells.ts"
import { differences, type Fault } from "./Differences.ts"
import { entriesOf } from "./EntryReader.ts"

/** What is known before a segment. */
export interface Before {
  readonly sequence: number
  /** Of the last record before it. */
  readonly position: number
  /** What it may be linked to; none where what stood before it is missing. */
  readonly links: ReadonlyArray<string>
}

export interface Checked {
  readonly faults: ReadonlyArray<Fault>
  readonly records: number
  readonly proven: number
  readonly after: Before
}

export const mostRecords = 1_000_000

/** Untraced like its caller: a log has so many segments that a span of each would say nothing. */
const opened = Effect.fnUntraced(function*(row: SegmentCells, unpacked: Buffer | undefined) {
  const entries = unpacked ?? (yield* unpack(row))
  return yield* reading(() => {
    const found = entriesOf(entries)
    return { entries, found, span: spanOf(entries, found), marks: marksOf(entries, found) }
  })
})

export const distinct = <A>(values: ReadonlyArray<A | undefined>): ReadonlyArray<A> =>
  [...new Set(values)].filter((value) => value !== undefined)

/**
 * @param before its sequence is the one that this segment must have
 * @param unpacked its entries, where they are not those of the row
 */
export const checkSegment = Effect.fnUntraced(function*(row: SegmentCells, before: Before, unpacked?: Buffer): Effect.fn.Return<Checked> {
  const { sequence } = before
  const first = before.links.length === 0 ? row.first_position ?? before.position + 1 : before.position + 1
  const segment = row.segment === undefined ? {} : { segment: row.segment }
  const stated = row.record_count !== undefined && row.record_count >= 0 && row.record_count <= mostRecords ? row.record_count : undefined
  const those = (records: number): string => records <= 1 ? `record ${first}` : `records ${first} to ${first + records - 1}`
  const fault = (kind: Fault["kind"], reason: string): Fault => ({ kind, position: first, ...segment, reason })
  const result = (faults: ReadonlyArray<Fault>, records: number, proven: number, links: ReadonlyArray<string>, from = first): Checked => ({
    faults,
    records,
    proven,
    after: { sequence, position: from - 1 + records, links }
  })

  const read = yield* Effect.result(opened(row, unpacked))
  if (read._tag === "Failure") {
    const records = stated ?? 0
    return result([fault("edited", `${those(records)} cannot be read`)], records, 0, distinct([row.link]))
  }
  const { entries, found, marks, span: { firstTime, lastTime, recordCount } } = read.success
  const places = distinct([first, row.first_position]).flatMap((firstPosition) =>
    before.links.map((link) => ({
      firstPosition,
      link: linkOf(link, { sequence, segment: row.segment ?? "", firstPosition, recordCount, firstTime, lastTime, entries, marks })
    }))
  )
  const place = places.find(({ link }) => link === row.link)
  const from = place?.firstPosition ?? first
  const derived: ReadonlyArray<readonly [column: string, stored: number | undefined, worth: number]> = [
    ["sequence", row.sequence, sequence],
    ["first_position", row.first_position, from],
    ["record_count", row.record_count, recordCount],
    ["first_time", row.first_time, firstTime],
    ["last_time", row.last_time, lastTime]
  ]
  const changed = derived.filter(([, stored, worth]) => stored !== worth).map(([column]) => column)
  const isMarked = row.marks !== undefined && marks.equals(row.marks)
  const cells = (columns: ReadonlyArray<string>): ReadonlyArray<Fault> =>
    columns.length === 0
      ? []
      : [fault("edited", `${columns.join(", ")} of ${those(recordCount)} in the database ${columns.length === 1 ? "was" : "were"} changed`)]
  if (place !== undefined) {
    // Its place is proven with it: what was counted before it was wrong.
    const moved = from === first ? [] : [fault("edited", "its place in the log was edited")]
    return result([...moved, ...cells([...changed, ...(isMarked ? [] : ["marks"])])], recordCount, recordCount, [row.link ?? ""], from)
  }
  const records = stated ?? recordCount
  const links = distinct([row.link, ...places.map(({ link }) => link)])
  const differing = isMarked ? [] : row.marks === undefined || row.marks.length % 4 !== 0 || row.marks.length === 0
    ? cells(["marks"])
    : differences(entries, found, Buffer.from(row.marks), marks, first, row.segment)
  const unreadable = [...(row.segment === undefined ? ["segment"] : []), ...(row.link === undefined ? ["link"] : [])]
  if (differing.length > 0) return result(differing, records, 0, links)
  if (unreadable.length > 0) return result(cells([...unreadable, ...changed]), records, 0, links)
  // Without what stood before it its link contradicts nothing and proves nothing.
  if (before.links.length === 0) return result(cells(changed), records, 0, links)
  const reason = `${those(records)} ${records <= 1 ? "is not what was" : "are not those that were"} linked`
  return result([fault("rewritten", reason)], records, 0, links)
})
