/**
 * Measures the longest turn of this process's event loop, in milliseconds of its thread's own CPU time: what other
 * processes of a busy machine take does not count.
 */
const cpuMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

export interface TurnMeter {
  /** The longest turn since the last call. */
  readonly longest: () => number
  readonly stop: () => void
}

export const startTurnMeter = (): TurnMeter => {
  let longest = 0
  let last = cpuMillis()
  let next: NodeJS.Immediate | undefined
  const turn = () => {
    const now = cpuMillis()
    longest = Math.max(longest, now - last)
    last = now
    next = setImmediate(turn)
  }
  next = setImmediate(turn)
  return {
    longest: () => {
      const found = longest
      longest = 0
      return found
    },
    stop: () => clearImmediate(next)
  }
}
