/**
 * Checks a row of the chain, of one segment or of several that were merged. Merged ones are checked one by one as if each had a row of
 * its own: its name and link are kept in `parts`, its count and times follow from its entries, its place from the chain.
 *
 * What was merged is found again where somebody changed the length of something in the middle: the marks say up to where the segments
 * before are as they were, and from where on those behind.
 */
import { Effect } from "effect"
import { reading, unpack } from "./AuditRow.ts"
import { marksOf, type Span, spanOf } from "./Chain.ts"
import type { RowCells } from "./ChainCells.ts"
import { type Before, type Checked, checkSegment, distinct, mostRecords } from "./CheckSegment.ts"
import type { Fault } from "./Differences.ts"
import { entriesOf } from "./EntryReader.ts"
import { partsIn, type SegmentPart } from "./SegmentParts.ts"

export interface OpenRow {
  readonly cells: RowCells
  /** None in a row of one segment; undefined where they cannot be read. */
  readonly parts: ReadonlyArray<SegmentPart> | undefined
}

const unreadable = () => Effect.succeed(undefined)

export const openRow = Effect.fnUntraced(function*(cells: RowCells): Effect.fn.Return<OpenRow> {
  if (!cells.isMerged) return { cells, parts: [] }
  const parts = cells.parts && (yield* Effect.catchTag(partsIn(cells.parts, cells.segment), "EntriesDamaged", unreadable))
  const last = parts?.at(-1)
  // Where neither the name nor the link of the last one is that of the row, they are not those of the row.
  return { cells, parts: last?.segment === cells.segment || last?.link === cells.link ? parts : undefined }
})

/** How many of its segments were checked when each had its own row; 0 where it only seems so. */
const alreadyChecked = ({ cells, parts = [] }: OpenRow, before: Before): number => {
  const behind = (cells.sequence ?? before.sequence) - before.sequence
  const checked = parts.length - behind
  const link = parts[checked - 1]?.link
  return behind > 0 && link !== undefined && before.links.includes(link) ? checked : 0
}

/** Whether nothing is missing before it although its place says so: then it is how it was merged that was changed. */
const isUnlike = ({ cells: { first_position: first, sequence = 0 }, parts }: OpenRow, before: Before): boolean =>
  sequence > before.sequence + Math.max(1, parts?.length ?? 1) && first === before.position + 1

/** The place of its first segment that has not been checked. */
export const firstIn = (row: OpenRow, before: Before): number => {
  if (isUnlike(row, before)) return before.sequence + 1
  return (row.cells.sequence ?? 0) - Math.max(1, row.parts?.length ?? 1) + 1 + alreadyChecked(row, before)
}

interface Piece {
  readonly entries: Buffer
  /** As they were stored; undefined where these cannot be told apart. */
  readonly marks: Buffer | undefined
}

const isAsMarked = ({ entries, marks }: Piece): boolean => {
  try {
    return marks !== undefined && marksOf(entries, entriesOf(entries)).equals(marks)
  } catch {
    return false
  }
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)

/** Cuts bytes into pieces of these lengths, from the front. */
const cut = (bytes: Buffer, lengths: ReadonlyArray<number>): ReadonlyArray<Buffer> => {
  let end = 0
  return lengths.map((length) => bytes.subarray(end, end += length))
}

const piecesOf = (entries: Buffer, allMarks: Buffer | undefined, parts: ReadonlyArray<SegmentPart>): ReadonlyArray<Piece> => {
  const lengths = parts.map(({ bytes }) => bytes)
  const markLengths = parts.map((part) => part.entries * 4)
  const marks = allMarks?.length === sum(markLengths) ? cut(allMarks, markLengths) : []
  const cutAs = (some: ReadonlyArray<number>) => cut(entries, some).map((piece, index): Piece => ({ entries: piece, marks: marks[index] }))
  const surplus = entries.length - sum(lengths)
  if (surplus === 0) return cutAs(lengths)
  const fromFront = cutAs(lengths)
  const broken = fromFront.findIndex((piece) => !isAsMarked(piece))
  const first = broken === -1 ? parts.length - 1 : broken
  let last = parts.length - 1
  for (let end = entries.length; last > first; last--) {
    const begin = end - lengths[last]!
    if (begin < 0 || !isAsMarked({ entries: entries.subarray(begin, end), marks: marks[last] })) break
    end = begin
  }
  // Between those that are as they were everything else is; of several the last one has what is more, or less.
  return cutAs(lengths.map((length, index) => index === last ? Math.max(0, length + surplus) : length))
}

/** Its span and marks, or undefined where it cannot be read. */
const measured = (entries: Buffer) =>
  Effect.catchTag(
    reading(() => {
      const found = entriesOf(entries)
      return { count: found.length, marks: marksOf(entries, found), span: spanOf(entries, found) }
    }),
    "EntriesDamaged",
    unreadable
  )

const those = (first: number, records: number): string => records <= 1 ? `record ${first}` : `records ${first} to ${first + records - 1}`

const checkMerged = Effect.fnUntraced(function*(row: OpenRow, parts: ReadonlyArray<SegmentPart>, start: Before) {
  const { cells } = row
  const checkedBefore = alreadyChecked(row, start)
  const begun = start.links.length === 0 ? cells.first_position ?? start.position + 1 : start.position + 1
  const fault = (reason: string): Fault => ({ kind: "edited", position: begun, segment: parts[0]?.segment ?? "", reason })
  const unpacked = yield* Effect.result(unpack(cells))
  if (unpacked._tag === "Failure") {
    const records = sum(parts.slice(checkedBefore).map((part) => part.records))
    const after = {
      sequence: start.sequence + parts.length - checkedBefore,
      position: begun - 1 + records,
      links: distinct([cells.link, parts.at(-1)?.link])
    }
    const checked: Checked = { faults: [fault(`${those(begun, records)} cannot be read`)], records, proven: 0, after }
    return [checked]
  }
  const entries = unpacked.success
  const marks = yield* Effect.catchTag(unpack({ sequence: cells.sequence, entries: cells.marks }), "EntriesDamaged", unreadable)
  const pieces = piecesOf(entries, marks, parts)
  const all: Array<Checked> = []
  const spans: Array<Span> = []
  const changed = new Set<string>()
  let before = start
  for (const [index, part] of parts.entries()) {
    if (index < checkedBefore) continue
    const piece = pieces[index]!
    const found = yield* measured(piece.entries)
    const one = {
      sequence: before.sequence + 1,
      segment: part.segment,
      first_position: index === 0 ? cells.first_position : before.position + 1,
      record_count: found?.span.recordCount ?? part.records,
      first_time: found?.span.firstTime,
      last_time: found?.span.lastTime,
      entries: undefined,
      marks: piece.marks ?? found?.marks,
      link: part.link
    }
    const at = { ...before, sequence: before.sequence + 1 }
    let checked = yield* checkSegment(one, at, piece.entries)
    // Where something was added or deleted the chain goes on as it was.
    if (checked.proven === 0) checked = yield* checkSegment({ ...one, record_count: part.records }, at, piece.entries)
    const isLast = index === parts.length - 1
    if (isLast && checked.proven === 0 && cells.link !== part.link) {
      const other = yield* checkSegment({ ...one, link: cells.link }, at, piece.entries)
      if (other.proven > 0) checked = other
    }
    if (piece.marks === undefined) changed.add("marks")
    if (part.bytes !== piece.entries.length || part.entries !== found?.count || part.records !== found.span.recordCount) {
      changed.add("parts")
    }
    if (isLast && !checked.after.links.includes(part.link)) changed.add("parts")
    if (found !== undefined) spans.push(found.span)
    all.push(checked)
    before = checked.after
  }
  // What was edited is named by its record; a cell beside it is named where all of them are proven.
  const [first, ...others] = all
  if (first === undefined || checkedBefore > 0 || all.some(({ proven }) => proven === 0)) return all
  const worths: ReadonlyArray<readonly [column: string, stored: number | string | undefined, worth: number | string | undefined]> = [
    ["sequence", cells.sequence, before.sequence],
    ["segment", cells.segment, parts.at(-1)?.segment],
    ["link", cells.link, before.links[0]],
    ["record_count", cells.record_count, sum(spans.map(({ recordCount }) => recordCount))],
    ["first_time", cells.first_time, Math.min(...spans.map(({ firstTime }) => firstTime))],
    ["last_time", cells.last_time, Math.max(...spans.map(({ lastTime }) => lastTime))]
  ]
  for (const [column, stored, worth] of worths) if (stored !== worth) changed.add(column)
  if (changed.size === 0) return all
  const records = sum(all.map((one) => one.records))
  const reason = `${[...changed].join(", ")} of ${those(begun, records)} in the database ${changed.size === 1 ? "was" : "were"} changed`
  return [{ ...first, faults: [...first.faults, fault(reason)] }, ...others]
})

/** One for each segment that was not checked before. @param before what is known before the first of these */
export const checkRow = Effect.fnUntraced(function*(row: OpenRow, before: Before): Effect.fn.Return<ReadonlyArray<Checked>> {
  const { cells, parts } = row
  const isMerged = parts !== undefined && parts.length > 0
  const alone = parts?.length === 0 ? [yield* checkSegment(cells, { ...before, sequence: before.sequence + 1 })] : []
  const checked = isMerged ? yield* checkMerged(row, parts, before) : alone
  if (checked.every(({ proven }) => proven === 0) && (parts === undefined || isUnlike(row, before))) {
    const { first_position: first = before.position + 1, link, record_count: stated = 0, sequence = before.sequence + 1 } = cells
    const records = stated >= 0 && stated <= mostRecords ? stated : 0
    const position = before.links.length === 0 ? first : before.position + 1
    const reason = `parts of ${those(position, records)} in the database was changed`
    const faults: ReadonlyArray<Fault> = [{ kind: "edited", position, segment: cells.segment ?? "", reason }]
    return [{ faults, records, proven: 0, after: { sequence, position: position - 1 + records, links: distinct([link]) } }]
  }
  return checked
})
