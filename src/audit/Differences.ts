/** Finds the records of a segment that are not what its marks say. Pure. */
import type { AuditRecord } from "../domain/AuditRecord.ts"
import { entryType } from "./EntryFormat.ts"
import { Definitions, type Entry, recordAt } from "./EntryReader.ts"

export interface Fault {
  readonly kind: "edited" | "deleted" | "added" | "reordered" | "rewritten" | "checkpoint"
  /** Of the record in the whole log, from 1. */
  readonly position: number
  readonly time?: string
  readonly requestId?: string
  /** Name of the segment that it stands in. */
  readonly segment?: string
  readonly reason: string
}

/** As many records of one segment as are named. */
const mostNamed = 20

const shown = (entries: Buffer, found: ReadonlyArray<Entry>, index: number): AuditRecord | undefined => {
  const next = found.slice(index).find(({ type }) => type === entryType.record)
  if (next === undefined) return undefined
  try {
    return recordAt(entries, next.start, new Definitions(entries, found))
  } catch {
    return undefined
  }
}

const named = (record: AuditRecord | undefined): Pick<Fault, "time" | "requestId"> =>
  record === undefined ? {} : { time: record.time, requestId: record.requestId }

/**
 * Where entries were added or deleted the first place is named, elsewhere every record that differs.
 *
 * @param kept the marks that were stored; `marks` are those of the entries as they are
 * @param segment its name
 */
export const differences = (
  entries: Buffer,
  found: ReadonlyArray<Entry>,
  kept: Buffer,
  marks: Buffer,
  firstPosition: number,
  segment?: string
): ReadonlyArray<Fault> => {
  const markAt = (bytes: Buffer, index: number): number | undefined =>
    index * 4 + 4 <= bytes.length ? bytes.readUInt32LE(index * 4) : undefined
  const count = Math.max(kept.length, marks.length) / 4
  const differing = Array.from({ length: Math.ceil(count) }, (_, index) => index)
    .filter((index) => markAt(kept, index) !== markAt(marks, index))
  const placeOf = (index: number) => ({
    position: firstPosition + found.slice(0, index).filter(({ type }) => type === entryType.record).length,
    ...named(shown(entries, found, index)),
    ...(segment === undefined ? {} : { segment })
  })
  const differenceAt = (index: number, rest: string): Fault => {
    const here = markAt(marks, index)
    const kindAt = found[index]?.type
    if (here === undefined || here === markAt(kept, index + 1) && marks.length < kept.length) {
      return { kind: "deleted", ...placeOf(index), reason: `a record was deleted before it${rest}` }
    }
    if (kindAt !== undefined && kindAt !== entryType.record) {
      return { kind: "edited", ...placeOf(index), reason: `what it refers to was edited${rest}` }
    }
    if (marks.length > kept.length && markAt(marks, index + 1) === markAt(kept, index)) {
      return { kind: "added", ...placeOf(index), reason: `it was added${rest}` }
    }
    const elsewhere = differing.some((other) => other > index && markAt(kept, other) === here)
    return { kind: elsewhere ? "reordered" : "edited", ...placeOf(index), reason: `it was ${elsewhere ? "moved" : "edited"}${rest}` }
  }
  const isAligned = marks.length === kept.length
  const several = differing.slice(0, isAligned ? mostNamed : 1)
  const unnamed = isAligned ? differing.length - several.length : 0
  const rest = unnamed > 0 ? `, and ${unnamed} more after it` : ""
  return several.map((index, number) => differenceAt(index, number === several.length - 1 ? rest : ""))
}
