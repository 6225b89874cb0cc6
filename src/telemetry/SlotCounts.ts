/**
 * What was counted in a slot of time, in a form that adds up: over slots, endpoints and gateways. Pure.
 *
 * Availability is the share of answers that were no failure of ours or the agency's (a status of 500 or above). What
 * the caller did wrong is an answer like any other, and so is a stale copy: the caller was served. How many answers
 * were copies is kept beside it, because the agency did fail then. Without answers there is no availability.
 */
import { errorsAt, rowLength, staleAt } from "./CountRow.ts"
import { bucketCount, quantile } from "./LatencyHistogram.ts"

/** Laid out as a row of `CountRow`. */
export type SlotCounts = Float64Array

export interface SlotSummary {
  readonly answers: number
  readonly failures: number
  readonly stale: number
  /** 0 to 1; null without answers. */
  readonly availability: number | null
  /** Milliseconds; null without answers. */
  readonly p50: number | null
  readonly p95: number | null
}

export const noCounts = (): SlotCounts => new Float64Array(rowLength)

export const addCounts = (into: SlotCounts, counts: SlotCounts): SlotCounts => {
  for (let i = 0; i < rowLength; i++) into[i] = (into[i] ?? 0) + (counts[i] ?? 0)
  return into
}

/** @param counts is part of `from` */
export const subtractCounts = (from: SlotCounts, counts: SlotCounts): SlotCounts => {
  for (let i = 0; i < rowLength; i++) from[i] = (from[i] ?? 0) - (counts[i] ?? 0)
  return from
}

export const answersOf = (counts: SlotCounts): number => {
  let answers = 0
  for (let i = 0; i < bucketCount; i++) answers += counts[i] ?? 0
  return answers
}
export const failuresOf = (counts: SlotCounts): number => counts[errorsAt] ?? 0
export const staleOf = (counts: SlotCounts): number => counts[staleAt] ?? 0

const rounded = (millis: number | null): number | null => millis === null ? null : Math.round(millis * 100) / 100

export const summaryOf = (counts: SlotCounts): SlotSummary => {
  const answers = answersOf(counts)
  const failures = failuresOf(counts)
  return {
    answers,
    failures,
    stale: staleOf(counts),
    availability: answers === 0 ? null : 1 - failures / answers,
    p50: rounded(quantile(counts, 0.5)),
    p95: rounded(quantile(counts, 0.95))
  }
}

/** The buckets that hold anything, `12:3 14:1`: few of the fifty do. */
export const latencyText = (counts: SlotCounts): string => {
  const parts: Array<string> = []
  for (let i = 0; i < bucketCount; i++) if ((counts[i] ?? 0) > 0) parts.push(`${i}:${counts[i]}`)
  return parts.join(" ")
}

/** What `latencyText` writes. */
export const latencyPattern = /^(?:\d+:\d+(?: \d+:\d+)*)?$/

/** @param latencies fits `latencyPattern` */
export const countsOf = (latencies: string, failures: number, stale: number): SlotCounts => {
  const counts = noCounts()
  for (const part of latencies === "" ? [] : latencies.split(" ")) {
    const colon = part.indexOf(":")
    const bucket = Number(part.slice(0, colon))
    if (bucket < bucketCount) counts[bucket] = Number(part.slice(colon + 1))
  }
  counts[errorsAt] = failures
  counts[staleAt] = stale
  return counts
}
