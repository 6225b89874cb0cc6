/** One round of one contestant, rounds of all contestants in turn, and memory after a minute of load. */
import type { Contestant } from "./Contestants.ts"
import { agencySlugs } from "./Endpoints.ts"
import { coreBusyMillis, cpuMillis, residentBytes, serverCore, settled } from "./Pinned.ts"
import type { Round, Rounds } from "./Report.ts"
import { spreadOf } from "./Spread.ts"
import type { ContestantName, Workload } from "./Workloads.ts"
import { type LoadResult, runWrk } from "./Wrk.ts"

export interface MeasureOptions {
  readonly tokensOf: (name: ContestantName) => ReadonlyArray<string>
  readonly directory: string
  readonly seconds: number
  readonly rounds: number
  /** Anything that makes the figures worth less: answers that were no answer, a server that had time to spare. */
  readonly warn: (fault: "wrong" | "weak", message: string) => void
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

const measureRound = async (
  workload: Workload,
  name: ContestantName,
  contestant: Contestant,
  seconds: number,
  options: MeasureOptions
): Promise<Round> => {
  const { pid } = contestant.process
  const cpuBefore = cpuMillis(pid)
  const coreBefore = coreBusyMillis(serverCore)
  const started = performance.now()
  const load = {
    port: contestant.port,
    path: workload.path,
    tokens: options.tokensOf(name),
    callers: workload.callers,
    ...(workload.body === undefined ? {} : { body: workload.body })
  }
  const result = await runWrk(load, seconds, options.directory)
  const elapsed = performance.now() - started
  const underLoad = cpuMillis(pid) - cpuBefore
  const others = coreBusyMillis(serverCore) - coreBefore - underLoad
  await settled(pid)
  const label = `${workload.title}, ${name}`
  if (result.requests === 0) throw new Error(`${label}: no answer at all`)
  if (result.refused > 0) options.warn("wrong", `${label}: ${result.refused} of ${result.requests} answers were not 2xx`)
  if (result.socketErrors > 0) options.warn("wrong", `${label}: ${result.socketErrors} connection faults`)
  const cpuShare = underLoad / elapsed
  return {
    throughput: result.perSecond,
    p50: result.p50Millis,
    p99: result.p99Millis,
    cpuMicros: (cpuMillis(pid) - cpuBefore) * 1_000 / result.requests,
    cpuShare,
    othersShare: Math.max(0, others) / elapsed
  }
}

/** A B C A B C …, after a warm-up of each. */
export const measureRounds = async (
  workload: Workload,
  contestants: ReadonlyMap<ContestantName, Contestant>,
  options: MeasureOptions
): Promise<Rounds> => {
  const rounds = new Map<ContestantName, Array<Round>>()
  const present = workload.contestants.flatMap((name) => {
    const contestant = contestants.get(name)
    return contestant === undefined ? [] : [{ name, contestant }]
  })
  for (const { contestant, name } of present) {
    await measureRound(workload, name, contestant, Math.min(3, options.seconds), options)
    rounds.set(name, [])
  }
  for (let round = 0; round < options.rounds; round++) {
    for (const { contestant, name } of present) {
      rounds.get(name)?.push(await measureRound(workload, name, contestant, options.seconds, options))
    }
  }
  for (const [name, own] of rounds) {
    const share = spreadOf(own.map(({ cpuShare }) => cpuShare)).median
    const others = spreadOf(own.map(({ othersShare }) => othersShare)).median
    if (workload.saturating && share < 0.9) {
      const rest = share + others > 0.9
        ? `other processes ${percent(others)}: the machine is busy`
        : "and was idle for the rest: load or agencies were the limit"
      options.warn("weak", `${workload.title}, ${name}: the server had ${percent(share)} of its core, ${rest}`)
    }
  }
  return rounds
}

/** What the agencies alone take under as many callers as a workload of five entries makes of its own: the floor of its latency. */
export const measureFloor = (port: number, callers: number, options: MeasureOptions): Promise<LoadResult> =>
  runWrk(
    { port, path: "/slow", tokens: options.tokensOf("gapura"), callers: callers * agencySlugs.length },
    options.seconds,
    options.directory
  )

export interface Memory {
  readonly atStartBytes: number
  /** At the end of the load, before anything is collected. */
  readonly loadedBytes: number
}

export const measureMemory = async (
  workload: Workload,
  name: ContestantName,
  contestant: Contestant,
  options: MeasureOptions
): Promise<Memory> => {
  const { pid } = contestant.process
  const atStartBytes = residentBytes(pid)
  let loadedBytes = 0
  const load = measureRound(workload, name, contestant, options.seconds, options)
  const sampler = setInterval(() => {
    loadedBytes = residentBytes(pid)
  }, 250)
  await load.finally(() => clearInterval(sampler))
  return { atStartBytes, loadedBytes }
}
