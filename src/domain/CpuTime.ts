/** Milliseconds that this thread has worked so far: what else the machine does is not in it, as it is in time that has passed. */
export const cpuMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}
