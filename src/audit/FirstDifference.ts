/** Finds the first record of a segment that is not what its marks say. Pure. */
import type { AuditRecord } from "../domain/AuditRecord.ts"
import { entryType } from "./EntryFormat.ts"
import { Definitions, type Entry, recordAt } from "./EntryReader.ts"

export interface Fault {
  readonly kind: "edited" | "deleted" | "added" | "reordered" | "rewritten" | "checkpoint"
  /** Of the record in the whole log, from 1. */
  readonly position: number
  readonly time?: string
  readonly requestId?: string
  readonly reason: string
}

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

/** @param kept the marks that were stored; `marks` are those of the entries as they are */
export const firstDifference = (entries: Buffer, found: ReadonlyArray<Entry>, kept: Buffer, marks: Buffer, firstPosition: number): Fault | undefined => {
  const markAt = (bytes: Buffer, index: number): number | undefined => index * 4 + 4 <= bytes.length ? bytes.readUInt32LE(index * 4) : undefined
  const count = Math.max(kept.length, marks.length) / 4
  let index = 0
  while (index < count && markAt(kept, index) === markAt(marks, index)) index++
  if (index >= count) return undefined
  const position = firstPosition + found.slice(0, index).filter(({ type }) => type === entryType.record).length
  const place = named(shown(entries, found, index))
  const here = markAt(marks, index)
  const kindAt = found[index]?.type
  if (here === undefined || here === markAt(kept, index + 1) && marks.length < kept.length) {
    return { kind: "deleted", position, ...place, reason: "a record was deleted before it" }
  }
  if (kindAt !== undefined && kindAt !== entryType.record) return { kind: "edited", position, ...place, reason: "what it refers to was edited" }
  if (marks.length > kept.length && markAt(marks, index + 1) === markAt(kept, index)) return { kind: "added", position, ...place, reason: "it was added" }
  let elsewhere = false
  for (let other = index + 1; other < count && !elsewhere; other++) elsewhere = markAt(kept, other) === here
  return elsewhere ? { kind: "reordered", position, ...place, reason: "it was moved" } : { kind: "edited", position, ...place, reason: "it was edited" }
}
