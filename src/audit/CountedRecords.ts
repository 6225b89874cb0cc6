/**
 * Requests that share one record a second: those of an address that sends far more without a valid token than it may.
 *
 * A record of this kind is a frame of its own in the open segment. As long as its second lasts it is written again in
 * its place, with one more for each request, so its count is on disk before the answer leaves and the log does not grow.
 *
 * States of one: new (its frame is not written yet), then counting (the frame is in the open segment, which therefore
 * stays open until the second is over), then done. While writing fails it goes on counting in memory, whatever second
 * it is, so that memory follows the addresses and not the time.
 */
import { type CountedRecord, type Recordable, recount } from "./EntryWriter.ts"

export interface Counted extends CountedRecord {
  times: number
  /** How many of them the segment has. */
  written: number
  /** As it is in the open segment; undefined while it is in none. */
  frame: Buffer | undefined
  position: number
}

const secondMillis = 1_000

export class CountedRecords {
  /** Those of this second, by address and status. */
  readonly #current = new Map<string, Counted>()
  /** Those that count more than the segment has. */
  readonly #changed = new Set<Counted>()
  #second = Number.NaN
  #secondAt = Number.NEGATIVE_INFINITY

  /** @param keep whether a record of an earlier second that is not written yet goes on */
  add(address: string, record: Recordable, status: number, code: string, bytes: number, durationMs: number, keep: boolean): void {
    const second = Math.floor(record.time / secondMillis)
    if (second !== this.#second) {
      this.#second = second
      this.#secondAt = performance.now()
      for (const [key, counted] of this.#current) if (!keep || !this.#changed.has(counted)) this.#current.delete(key)
    }
    const key = `${status} ${address}`
    let counted = this.#current.get(key)
    if (counted === undefined) {
      counted = { record, address, status, code, bytes, durationMs, times: 0, written: 0, frame: undefined, position: 0 }
      this.#current.set(key, counted)
    }
    counted.times++
    this.#changed.add(counted)
  }

  get hasChanged(): boolean {
    return this.#changed.size > 0
  }

  /** Records that no segment has. */
  get unwritten(): number {
    let unwritten = 0
    for (const { frame } of this.#changed) if (frame === undefined) unwritten++
    return unwritten
  }

  /** Whether a record in the open segment may still count more. */
  get isCounting(): boolean {
    if (performance.now() - this.#secondAt >= secondMillis) return false
    for (const { frame } of this.#current.values()) if (frame !== undefined) return true
    return false
  }

  /** Writes those again that the segment has. @returns whether there were any */
  rewrite(put: (frame: Buffer, position: number) => void): boolean {
    let any = false
    for (const { frame, position, times } of this.#changed) {
      if (frame === undefined) continue
      recount(frame, times)
      put(frame, position)
      any = true
    }
    return any
  }

  /** Writes the new ones. @param put writes a record as a frame of its own, and says what it wrote and where */
  writeNew(put: (counted: Counted) => { readonly frame: Buffer; readonly position: number }): void {
    for (const counted of this.#changed) Object.assign(counted, put(counted))
  }

  /** What was written is kept. */
  kept(): void {
    for (const counted of this.#changed) {
      if (counted.frame === undefined) continue
      counted.written = counted.times
      this.#changed.delete(counted)
    }
  }

  /** Puts back what was written again and is not kept, as far as the disk lets it, so that nothing is counted twice. */
  restore(put: (frame: Buffer, position: number) => void): void {
    try {
      for (const { frame, position, written } of this.#changed) {
        if (frame === undefined || written === 0) continue
        recount(frame, written)
        put(frame, position)
      }
    } catch {
      // The disk that fails here is the one whose failure is being handled.
    }
  }

  /** The open segment has ended: what it has counted stays there, and whatever more there is begins anew. */
  left(): void {
    for (const counted of this.#changed) {
      counted.times -= counted.written
      counted.written = 0
      counted.frame = undefined
    }
    for (const [key, counted] of this.#current) if (!this.#changed.has(counted)) this.#current.delete(key)
  }
}
