/** Hits of a gapura that is set otherwise, beside those of one that is set as ever: rounds in turn, on the same machine. */
import { join } from "node:path"
import { type Gapura, prepareGapura, startGapura } from "./Gapura.ts"
import { type MeasureOptions, measureRounds } from "./Measure.ts"
import { ratios, type Rounds, withSpread } from "./Report.ts"
import { spreadOf } from "./Spread.ts"
import type { ContestantName, Workload } from "./Workloads.ts"

export interface Other {
  readonly name: ContestantName
  readonly env: Readonly<Record<string, string>>
  /** As `taskset` takes them; the server's own when absent. */
  readonly cores?: string
  /** Looks at it before it ends. */
  readonly measured?: (other: Gapura) => Promise<void>
}

export const measureBeside = async (
  hit: Workload,
  directory: string,
  origins: ReadonlyArray<string>,
  options: MeasureOptions,
  { cores, env, measured, name }: Other
): Promise<Rounds> => {
  const home = await prepareGapura(join(directory, name, "alone"), origins)
  const homeOf = await prepareGapura(join(directory, name, "other"), origins)
  const first = await startGapura(home)
  try {
    const second = await startGapura({ ...homeOf, env: { ...homeOf.env, ...env } }, true, cores)
    try {
      const contestants = new Map<ContestantName, Gapura>([["gapura", first], [name, second]])
      const tokensOf = (whose: ContestantName) => whose === name ? homeOf.tokens : home.tokens
      const rounds = await measureRounds({ ...hit, contestants: ["gapura", name] }, contestants, { ...options, tokensOf })
      await measured?.(second)
      return rounds
    } finally {
      await second.process.stop()
    }
  } finally {
    await first.process.stop()
  }
}

/** CPU time of a hit, to that of one of a gapura that is set as ever. */
export const moreCpu = (rounds: Rounds, name: ContestantName) => ratios(rounds, name, "gapura", "cpuMicros")

/** Both, as `27.3 µs (26.1–29.0) to 20.0 µs (19.2–21.3)`. */
export const cpuTexts = (rounds: Rounds, name: ContestantName): string =>
  [name, "gapura" as const].map((whose) => withSpread(spreadOf((rounds.get(whose) ?? []).map(({ cpuMicros }) => cpuMicros)), 1, " µs"))
    .join(" to ")
