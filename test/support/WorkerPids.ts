/** The processes that a process has started, as the system tells; the workers of a `serve` among them. */
import { readFileSync } from "node:fs"

export const childrenOf = (pid: number): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter((text) => text !== "").map(Number)

export const isRunning = (pid: number): boolean => {
  try {
    // One that has ended and was not asked for yet is none.
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}
