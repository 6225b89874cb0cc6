/**
 * Which segment file holds how much, and how much of it still counts. Plain bookkeeping, no input or output.
 *
 * A record is live while it is the latest of a key that is in memory. Segments leave from the old end only, so an
 * older record never outlives a newer one of the same key.
 */
import type { Slot } from "./CacheTable.ts"

export interface Segment {
  readonly id: number
  bytes: number
  live: number
}

export interface Outdated {
  readonly segment: Segment
  /** What it alone holds is little enough to be written again before it goes. */
  readonly carry: boolean
}

export class SegmentLedger {
  /** From oldest to newest. */
  readonly segments = new Map<number, Segment>()
  private readonly maxBytes: number
  private readonly segmentBytes: number

  /**
   * @param maxBytes bound of all segments together
   * @param segmentBytes size at which a segment is full
   */
  constructor(maxBytes: number, segmentBytes: number) {
    this.maxBytes = maxBytes
    this.segmentBytes = segmentBytes
  }

  add(id: number, bytes: number): Segment {
    const segment = { id, bytes, live: 0 }
    this.segments.set(id, segment)
    return segment
  }

  /** The slot's latest record is in this segment now. */
  place(slot: Slot, segment: Segment, recordBytes: number, now: number): void {
    this.forget(slot)
    slot.segment = segment.id
    slot.recordBytes = recordBytes
    slot.writtenAt = now
    segment.live += recordBytes
  }

  /** The slot's record counts no longer. */
  forget(slot: Slot): void {
    const segment = this.segments.get(slot.segment)
    if (segment !== undefined) segment.live -= slot.recordBytes
  }

  /** The oldest segment, if one should go: the whole is over the bound, or more than half of it is outdated. */
  outdated(activeId: number | undefined): Outdated | undefined {
    let oldest: Segment | undefined
    let bytes = 0
    let live = 0
    for (const segment of this.segments.values()) {
      oldest ??= segment
      bytes += segment.bytes
      live += segment.live
    }
    const over = bytes > this.maxBytes
    const wasteful = bytes > 2 * live && bytes > 2 * this.segmentBytes
    if (oldest === undefined || oldest.id === activeId || !(over || wasteful)) return undefined
    return { segment: oldest, carry: oldest.live > 0 && (!over || oldest.live <= oldest.bytes / 2) }
  }
}
