/** Medians, spreads and the Markdown table. Pure. */
import type { LookUpResult, LookUpTimes } from "./LookUps.ts"
import type { MaskingResult } from "./Masking.ts"
import { type CallerKind, callerKinds, type Overloaded, type OverloadResult } from "./Overload.ts"
import { type Spread, spreadOf } from "./Spread.ts"
import type { Timing } from "./Timing.ts"
import type { ContestantName, Goal, Measure, Target, Workload } from "./Workloads.ts"

/** One round of one contestant. */
export interface Round {
  readonly throughput: number
  readonly p50: number
  readonly p99: number
  /** Server CPU time for one request, in microseconds, what it did after the load stopped included. */
  readonly cpuMicros: number
  /** Share of its core that the server had while under load, 0..1. */
  readonly cpuShare: number
  /** Share of that core that other processes had meanwhile. */
  readonly othersShare: number
}

export type Rounds = ReadonlyMap<ContestantName, ReadonlyArray<Round>>

/** Ratios of the rounds that ran side by side, not of the medians: what disturbs the machine disturbs both. */
export const ratios = (rounds: Rounds, from: ContestantName, to: ContestantName, measure: Measure | "cpuMicros"): Spread => {
  const others = rounds.get(to) ?? []
  return spreadOf((rounds.get(from) ?? []).map((round, index) => round[measure] / (others[index]?.[measure] ?? Number.NaN)))
}

const reached = (goal: Goal, target: Target, rounds: Rounds): boolean => {
  if ("atMost" in goal) return spreadOf((rounds.get("gapura") ?? []).map((round) => round[target.measure])).median <= goal.atMost
  const { median } = ratios(rounds, "gapura", goal.to, target.measure)
  return target.measure === "throughput" ? median >= goal.ratio : median <= goal.ratio
}

export const verdict = (target: Target, rounds: Rounds): "aim" | "yes" | "NO" | "–" => {
  if (!rounds.has("gapura")) return "–"
  if (!target.must.every((goal) => reached(goal, target, rounds))) return "NO"
  return reached(target.aim, target, rounds) ? "aim" : "yes"
}

export const withSpread = (spread: Spread, digits: number, unit = ""): string =>
  `${spread.median.toFixed(digits)}${unit} (${spread.min.toFixed(digits)}–${spread.max.toFixed(digits)})`

const names: Readonly<Record<ContestantName, string>> = {
  gapura: "gapura",
  silent: "gapura without audit",
  shared: "gapura with Redis",
  workers: "gapura with workers",
  fastify: "Fastify",
  bare: "bare node"
}

const figure = (rounds: Rounds, name: ContestantName, measure: Measure): string => {
  const own = rounds.get(name)
  if (own === undefined) return "–"
  const spread = spreadOf(own.map((round) => round[measure]))
  return measure === "throughput" ? withSpread(spread, 0, "/s") : withSpread(spread, 1, " ms")
}

const goalText = (goal: Goal, measure: Measure): string =>
  "atMost" in goal ? `≤ ${goal.atMost} ms` : `${measure === "throughput" ? "≥" : "≤"} ${goal.ratio}× ${names[goal.to]}`

/** One line for each target: figures as median (lowest–highest round), ratios of side-by-side rounds. */
export const workloadRows = (workload: Workload, rounds: Rounds): ReadonlyArray<string> =>
  workload.targets.map((target) => {
    const ratio = (to: ContestantName): string =>
      rounds.has("gapura") && rounds.has(to) ? `${withSpread(ratios(rounds, "gapura", to, target.measure), 2)}×` : "–"
    return `| ${
      [
        `${workload.title}${target.measure === "throughput" ? "" : `: ${target.measure}`}`,
        figure(rounds, "gapura", target.measure),
        rounds.has("silent") ? `no audit: ${figure(rounds, "silent", target.measure)}` : figure(rounds, "fastify", target.measure),
        figure(rounds, "bare", target.measure),
        rounds.has("silent") ? `to no audit: ${ratio("silent")}` : ratio("fastify"),
        ratio("bare"),
        target.must.map((goal) => goalText(goal, target.measure)).join(", "),
        verdict(target, rounds)
      ].join(" | ")
    } |`
  })

export const tableHead = [
  "| Workload | gapura | Fastify | bare node | to Fastify | to bare node | must reach | reached |",
  "|---|---|---|---|---|---|---|---|"
]

/** Server CPU time for a request: what is left of a comparison when the machine is busy with other things. */
export const cpuRow = (workload: Workload, rounds: Rounds): string => {
  const own = (name: ContestantName): string => {
    const values = rounds.get(name)
    if (values === undefined) return "–"
    return `${withSpread(spreadOf(values.map(({ cpuMicros }) => cpuMicros)), 1, " µs")}, ${
      (spreadOf(values.map(({ cpuShare }) => cpuShare)).median * 100).toFixed(0)
    } %`
  }
  if (rounds.has("silent")) {
    return `| ${workload.title} | ${own("gapura")} | no audit: ${own("silent")} | – | ${
      withSpread(ratios(rounds, "silent", "gapura", "cpuMicros"), 2)
    }× |`
  }
  const ratio = rounds.has("gapura") && rounds.has("fastify") ? `${withSpread(ratios(rounds, "fastify", "gapura", "cpuMicros"), 2)}×` : "–"
  return `| ${workload.title} | ${own("gapura")} | ${own("fastify")} | ${own("bare")} | ${ratio} |`
}

export const cpuHead = [
  "| CPU time a request, share of the core | gapura | Fastify | bare node | Fastify's to gapura's |",
  "|---|---|---|---|---|"
]

/** Only the pattern `in use` has a target: cold, it is the machine's memory that is measured. */
export const lookUpMissed = ({ gapura, pattern }: LookUpResult): boolean => pattern === "in use" && gapura.ratio.median > 1.2

export const lookUpRow = (result: LookUpResult): string => {
  const times = ({ large, ratio, small }: LookUpTimes): string =>
    `${small.median.toFixed(0)} → ${large.median.toFixed(0)} ns, ${withSpread(ratio, 2)}×`
  const title = `${result.title}, ${result.pattern === "in use" ? "1,000 of them in use" : "any of them at random"}`
  const goal = result.pattern === "in use" ? `≤ 1.2× the time | ${lookUpMissed(result) ? "NO" : "yes"}` : "– | –"
  return `| ${title} | ${times(result.gapura)} | \`Map\`: ${times(result.map)} | – | – | – | ${goal} |`
}

export const maskingMissed = ({ ratio }: MaskingResult): boolean => ratio.median < 1

export const maskingRow = ({ copy, mask, parse, ratio, title }: MaskingResult): string =>
  `| ${title} | ${withSpread(mask, 0, " MB/s")} | \`JSON.parse\` + \`stringify\`: ${withSpread(parse, 0, " MB/s")} | a copy: ${
    copy.median.toFixed(0)
  } MB/s | ${withSpread(ratio, 2)}× | – | ≥ 1× the bytes | ${ratio.median >= 1.5 ? "aim" : ratio.median >= 1 ? "yes" : "NO"} |`
const kindWords: Readonly<Record<CallerKind, string>> = {
  insist: "who ask again at once, whatever they hear",
  obey: "who wait as `Retry-After` says"
}

const overloadGoals = ({ goodput, latency, told }: Overloaded) =>
  [
    ["goodput, to the peak", withSpread(goodput, 2, "×"), "≥ 0.8×", goodput.median >= 0.8],
    ["p99 of served ones, to that at the peak", withSpread(latency, 2, "×"), "≤ 2×", latency.median <= 2],
    ["p99 of the time until shed ones are told", withSpread(told, 1, " ms"), "≤ 50 ms", told.median <= 50]
  ] as const

export const overloadMissed = (result: OverloadResult): boolean =>
  callerKinds.some((kind) => overloadGoals(result[kind]).some(([, , , isReached]) => !isReached))

export const overloadLines = (result: OverloadResult): ReadonlyArray<string> => {
  const { callers, peak, peakP99 } = result
  return [
    `| Misses, 1.5 KB, five times as many callers as at the peak (${callers}) | measured | goal | |`,
    "|---|---|---|---|",
    `| at the peak | ${withSpread(peak, 0, "/s")}, p99 ${withSpread(peakP99, 1, " ms")} | – | |`,
    ...callerKinds.flatMap((kind) => {
      const { p99, perSecond, shedPerSecond } = result[kind]
      return [
        `| callers ${kindWords[kind]} | ${withSpread(perSecond, 0, "/s")}, p99 ${withSpread(p99, 1, " ms")}, shed ${
          withSpread(shedPerSecond, 0, "/s")
        } | – | |`,
        ...overloadGoals(result[kind]).map(([what, measured, goal, isReached]) =>
          `| ${what} | ${measured} | ${goal} | ${isReached ? "yes" : "NO"} |`
        )
      ]
    })
  ]
}

/** Beyond it a difference between two kinds of secrets can be seen. */
const timingLimit = 4.5

export const timingHead = ["| Refusal of | the first | the second | Welch's t | goal | |", "|---|---|---|---|---|---|"]

export const timingMissed = ({ t }: Timing): boolean => !(Math.abs(t) < timingLimit)

export const timingRow = (timing: Timing): string =>
  `| ${timing.title} | ${timing.first.toFixed(0)} ns | ${timing.second.toFixed(0)} ns | ${timing.t.toFixed(2)} | below ±${timingLimit} | ${
    timingMissed(timing) ? "NO" : "yes"
  } |`
