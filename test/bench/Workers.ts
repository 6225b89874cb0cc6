/**
 * What it costs a hit that two workers answer and their parent counts: CPU of all three beside one gapura on a core.
 *
 * Where nothing else wants the processor, twice the processors give `2 / cost` times the answers. That is what has to be reached,
 * because wrk has to run on one of the two cores, so that the answers of a round say less.
 */
import { cpuTexts, measureBeside, moreCpu } from "./Beside.ts"
import type { MeasureOptions } from "./Measure.ts"
import { loadCore, serverCore } from "./Pinned.ts"
import { ratios, type Rounds, withSpread } from "./Report.ts"
import type { Workload } from "./Workloads.ts"

const workers = 2
/** At least so many times the answers of one process. */
const goal = 1.7

export const measureWorkers = (
  hit: Workload,
  directory: string,
  origins: ReadonlyArray<string>,
  options: MeasureOptions
): Promise<Rounds> =>
  // As many callers for each processor as one process has of its own in other workloads.
  measureBeside({ ...hit, callers: hit.callers * workers }, directory, origins, options, {
    name: "workers",
    env: { WORKERS: String(workers) },
    cores: `${serverCore},${loadCore}`
  })

export const workersMissed = (rounds: Rounds): boolean => workers / moreCpu(rounds, "workers").median < goal

export const workersLine = (rounds: Rounds): string => {
  const cost = moreCpu(rounds, "workers")
  const answers = ratios(rounds, "workers", "gapura", "throughput")
  return `CPU of a hit with ${workers} workers and their parent, to one of a single process: ${withSpread(cost, 2)}× (${
    cpuTexts(rounds, "workers")
  }), so ${(workers / cost.median).toFixed(2)}× the answers on as many processors, at least ${goal}×: ${
    workersMissed(rounds) ? "NO" : "yes"
  }. Beside wrk on the same two cores ${withSpread(answers, 2)}× the answers.`
}
