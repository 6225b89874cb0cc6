/**
 * What a segment has beyond a copy that was taken of it while it was being written (a backup takes such ones), pure. Segments
 * only grow, so that a copy is a beginning.
 */
import { at, entryType } from "./EntryFormat.ts"
import { EntriesDamaged, type Entry } from "./EntryReader.ts"

/**
 * With all definitions, which it may refer to; undefined where there is nothing more. Throws `EntriesDamaged` where the copy is
 * no beginning of it, so that nobody knows what it lacks.
 */
export const restOf = (entries: Buffer, found: ReadonlyArray<Entry>, copy: Buffer): Buffer | undefined => {
  const isRecord = ({ type }: Entry): boolean => type === entryType.record
  if (!found.some((entry) => entry.start >= copy.length && isRecord(entry))) return undefined
  const before = found.filter(({ start }) => start < copy.length)
  const last = before.findLast(isRecord)
  // A record that counts requests may have counted more meanwhile: ids tell which records they are.
  const idOf = (bytes: Buffer): Buffer => bytes.subarray((last?.start ?? 0) + at.requestId, (last?.start ?? 0) + at.traceId)
  if (before.at(-1)?.end !== copy.length || last !== undefined && !idOf(entries).equals(idOf(copy))) {
    throw new EntriesDamaged({ reason: "the database has other records by the name of this segment" })
  }
  const definitions = before.filter((entry) => !isRecord(entry)).map(({ end, start }) => entries.subarray(start, end))
  return Buffer.concat([...definitions, entries.subarray(copy.length)])
}
