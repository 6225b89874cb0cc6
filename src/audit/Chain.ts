/**
 * What makes tampering show, pure.
 *
 * Each loaded segment has a link: SHA-256 over the link before it, the segment's place in the chain, all of its entries
 * and their marks. A mark is 32 bits of one entry: it proves nothing, but tells which entry of a segment differs.
 */
import { hash } from "node:crypto"
import { at, entryType } from "./EntryFormat.ts"
import type { Entry } from "./EntryReader.ts"

export interface Link {
  readonly sequence: number
  readonly segment: string
  /** Of its first record in the whole log, from 1. */
  readonly firstPosition: number
  readonly recordCount: number
  /** Epoch milliseconds. */
  readonly firstTime: number
  readonly lastTime: number
  readonly entries: Uint8Array
  readonly marks: Uint8Array
}

export const linkOf = (
  before: string,
  { entries, firstPosition, firstTime, lastTime, marks, recordCount, segment, sequence }: Link
): string =>
  hash(
    "sha256",
    JSON.stringify([
      "gapura audit 1",
      before,
      sequence,
      segment,
      firstPosition,
      recordCount,
      firstTime,
      lastTime,
      hash("sha256", entries),
      hash("sha256", marks)
    ])
  )

/** The bytes as words; copied only where they do not lie on a boundary. */
const wordsOf = (bytes: Buffer): Uint32Array => {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(aligned.buffer, aligned.byteOffset, bytes.length >> 2)
}

/** 4 bytes for each entry. */
export const marksOf = (entries: Buffer, found: ReadonlyArray<Entry>): Buffer => {
  const words = wordsOf(entries)
  const marks = new Uint32Array(found.length)
  found.forEach(({ end, start }, index) => {
    let mark = 0x811c9dc5
    for (let word = start >> 2; word < end >> 2; word++) {
      mark = Math.imul(mark ^ words[word]!, 0x9e3779b1)
      mark = mark << 13 | mark >>> 19
    }
    marks[index] = mark ^ mark >>> 15
  })
  return Buffer.from(marks.buffer)
}

export interface Span {
  readonly recordCount: number
  readonly firstTime: number
  readonly lastTime: number
}

export const spanOf = (entries: Buffer, found: ReadonlyArray<Entry>): Span => {
  const words = wordsOf(entries)
  let recordCount = 0
  let firstTime = Number.POSITIVE_INFINITY
  let lastTime = 0
  for (const { start, type } of found) {
    if (type !== entryType.record) continue
    recordCount++
    const word = start >> 2
    const time = words[word + (at.timeLow >> 2)]! + (words[word + (at.timeHigh >> 2)]! & 0xffff) * 0x1_0000_0000
    if (time < firstTime) firstTime = time
    if (time > lastTime) lastTime = time
  }
  return { recordCount, firstTime: recordCount === 0 ? 0 : firstTime, lastTime }
}
