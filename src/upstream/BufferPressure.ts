/**
 * Keeps the memory of what has streamed through from piling up.
 *
 * Buffers lie outside of V8's heap, and it hardly sees them: while little else is allocated it waits for 64 MB of dead
 * ones and then collects the whole heap, which costs a stream half of its speed. A collection of the young alone frees
 * them within a millisecond, so one is asked for each time so many bytes have gone through. Measured on 300 MB that
 * hardly need masking: memory rises by 18 MB instead of 63, at 370 MB a second of CPU instead of 180.
 *
 * Only a long body is told of. Where many of a megabyte are in progress, a collection of the young makes their buffers old, which
 * then wait for a collection of the whole heap, and it breaks into one that has begun: callers wait 40 to 100 ms until it is
 * done. Without it such an answer takes a seventh less CPU, in as much memory.
 *
 * Nor is the whole heap collected for each 64 MB of them, which is what V8 does with nothing else said: of answers of 1 MB that
 * are kept as copies that is each twentieth, and a third of their CPU. They count with the heap instead, which may grow by a share of
 * both. Only the Node that this was measured with is told so: one that does not know the flag would complain in the log.
 *
 * Where V8 gives no collector nothing is asked for: streams are slower then, and right all the same.
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

const measuredWith = 26

if (Number(process.versions.node.split(".")[0]) >= measuredWith) setFlagsFromString("--external-memory-accounted-in-global-limit")

const bytesBetween = 4 * 1024 * 1024

let collect: (() => void) | undefined

/** V8 gives its collector to contexts that are made after it was told to. @param what a part of a V8 program: options of its `gc` */
export const collector = (what: "{ type: 'minor' }" | "{ type: 'major', execution: 'async' }"): () => void => {
  setFlagsFromString("--expose-gc")
  const gc: unknown = runInNewContext(`typeof gc === "function" ? () => void gc(${what}) : () => {}`)
  setFlagsFromString("--no-expose-gc")
  return typeof gc === "function" ? () => void gc() : () => {}
}

let passed = 0

/** So many more bytes of a body have come in buffers of their own, after so many before them. */
export const bytesPassed = (bytes: number, before: number): void => {
  if (before < bytesBetween) return
  passed += bytes
  if (passed < bytesBetween) return
  passed = 0
  collect ??= collector("{ type: 'minor' }")
  collect()
}
