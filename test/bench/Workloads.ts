/** The measured workloads: what is asked, who answers, and what has to be reached. */
import { agencySlugs, dataset } from "./Endpoints.ts"

/** `silent` is gapura without its audit, `shared` the one that counts in Redis, `workers` several on one port. */
export type ContestantName = "gapura" | "silent" | "shared" | "workers" | "fastify" | "bare"
/** Better figures are higher for `throughput`, lower for the other two (milliseconds). */
export type Measure = "throughput" | "p50" | "p99"

/** A goal is a ratio to a contestant or an absolute figure. */
export type Goal =
  | { readonly to: ContestantName; readonly ratio: number }
  | { readonly atMost: number }

export interface Target {
  readonly measure: Measure
  readonly must: ReadonlyArray<Goal>
  readonly aim: Goal
}

export interface Workload {
  readonly name: string
  readonly title: string
  readonly path: string
  readonly body?: string
  readonly callers: number
  readonly contestants: ReadonlyArray<ContestantName>
  /** How many times a list of five facilities is in the answer. */
  readonly lists: number
  readonly cache: "HIT" | null
  /** Whether the server's core should have no time to spare. */
  readonly saturating: boolean
  readonly targets: ReadonlyArray<Target>
}

const prefix = "/api/v4/gateway"

const aggregateOf = (path: string): string =>
  JSON.stringify({ strategy: "keyed", requests: agencySlugs.map((opd) => ({ alias: opd, opd, dataset, path, query: { n: "@n" } })) })

const toFastify = (ratio: number): Goal => ({ to: "fastify", ratio })

export const workloads: ReadonlyArray<Workload> = [
  {
    name: "hit",
    title: "hit, 1.5 KB",
    path: `${prefix}/dinkes/${dataset}/tetap`,
    callers: 64,
    contestants: ["gapura", "fastify", "bare"],
    lists: 1,
    cache: "HIT",
    saturating: true,
    targets: [{ measure: "throughput", must: [toFastify(1), { to: "bare", ratio: 0.55 }], aim: toFastify(1.25) }]
  },
  {
    name: "miss",
    title: "miss, 1.5 KB, everything on",
    path: `${prefix}/dinkes/${dataset}/ringkas?n=@n`,
    callers: 64,
    contestants: ["gapura", "fastify"],
    lists: 1,
    cache: null,
    saturating: true,
    targets: [{ measure: "throughput", must: [toFastify(1)], aim: toFastify(1.3) }]
  },
  {
    name: "audit-hit",
    title: "hit, 1.5 KB, beside no audit",
    path: `${prefix}/dinkes/${dataset}/tetap`,
    callers: 64,
    contestants: ["gapura", "silent"],
    lists: 1,
    cache: "HIT",
    saturating: true,
    targets: [{ measure: "throughput", must: [{ to: "silent", ratio: 0.9 }], aim: { to: "silent", ratio: 0.95 } }]
  },
  {
    name: "audit-miss",
    title: "miss, 1.5 KB, beside no audit",
    path: `${prefix}/dinkes/${dataset}/ringkas?n=@n`,
    callers: 64,
    contestants: ["gapura", "silent"],
    lists: 1,
    cache: null,
    saturating: true,
    targets: [{ measure: "throughput", must: [{ to: "silent", ratio: 0.9 }], aim: { to: "silent", ratio: 0.95 } }]
  },
  {
    name: "miss-50k",
    title: "miss, 50 KB",
    path: `${prefix}/dinkes/${dataset}/lengkap?n=@n`,
    callers: 64,
    contestants: ["gapura", "fastify"],
    lists: 1,
    cache: null,
    saturating: true,
    targets: [{ measure: "throughput", must: [toFastify(1)], aim: toFastify(1.5) }]
  },
  {
    name: "aggregate",
    title: "aggregate of five, 1.5 KB each",
    path: `${prefix}/aggregate`,
    body: aggregateOf("ringkas"),
    callers: 64,
    contestants: ["gapura", "fastify"],
    lists: 5,
    cache: null,
    saturating: true,
    targets: [{ measure: "throughput", must: [toFastify(1.1)], aim: toFastify(1.4) }]
  },
  {
    name: "aggregate-slow",
    title: "aggregate of five, agencies take 50 ms, 64 callers",
    path: `${prefix}/aggregate`,
    body: aggregateOf("lambat"),
    callers: 64,
    contestants: ["gapura", "fastify"],
    lists: 5,
    cache: null,
    saturating: false,
    targets: [
      { measure: "p50", must: [{ atMost: 54 }], aim: { atMost: 52 } },
      { measure: "p99", must: [toFastify(1)], aim: toFastify(0.5) }
    ]
  }
]
