/**
 * How full the part of the heap is that V8 ends the process for when it is full: the old generation.
 *
 * Gotchas: `heap_size_limit` has room for three young halves too, which objects only pass through. What is used counts
 * with what is dead and not yet collected, so a heap that looks full is collected: V8 waits with that until something is
 * allocated, and while requests are turned away little is.
 */
import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8"
import { collector } from "../upstream/BufferPressure.ts"

const mebibyte = 1024 * 1024
/** What V8 has when nobody sets it. */
const usualHalf = 32

/** The largest size of a young half, in MiB, as an option on Node's command line may have it. */
const youngHalf = (): number => {
  const given = /--max[-_]semi[-_]space[-_]size[= ](\d+)/.exec(process.execArgv.join(" "))?.[1]
  return given === undefined ? usualHalf : Number(given)
}

/** Bytes. */
const oldCap = getHeapStatistics().heap_size_limit - 3 * youngHalf() * mebibyte

/** 0 to 1. */
export const heapShare = (): number => {
  let used = 0
  for (const space of getHeapSpaceStatistics()) if (!space.space_name.startsWith("new_")) used += space.space_used_size
  return used / oldCap
}

let collect: (() => void) | undefined

/** Has the whole heap collected, after this turn. It stops the process for as long as V8's own collection would. */
export const collectHeap = (): void => {
  collect ??= collector("{ type: 'major', execution: 'async' }")
  collect()
}
