/** In which order the board has its agencies: by trouble, unless its address says otherwise. Pure. */
import type { Health } from "../../domain/Health.ts"
import type { Language } from "../../pages/Language.ts"
import { bounds } from "../../telemetry/RouteDurations.ts"
import type { AgencyNow } from "./LiveBoard.ts"

export const orders = ["trouble", "slow", "errors", "name"] as const
export type Order = typeof orders[number]

export const orderParameter = "urut"
/** As the address has them. */
export const orderNames: Readonly<Record<Order, string>> = { trouble: "gangguan", slow: "lambat", errors: "kesalahan", name: "nama" }

export const askedOrder = (query: URLSearchParams): Order =>
  orders.find((one) => orderNames[one] === query.get(orderParameter)) ?? "trouble"

const slowMillis = bounds[1] * 1_000
const severity: Readonly<Record<Health, number>> = { down: 0, degraded: 1, up: 2, unknown: 3 }

const p95Of = ({ stats }: AgencyNow): number => stats?.p95 ?? 0
const errorsOf = ({ stats }: AgencyNow): number => stats?.errorShare ?? 0

/** Down or not called at all, slow, failing or helped by copies, well, nobody asked. */
const troubleOf = (agency: AgencyNow): number => {
  const { circuit, health, hold, stats } = agency
  if (health === "down" || hold?.state === "open" || circuit?.state === "open") return 0
  if (p95Of(agency) > slowMillis) return 1
  if (health === "degraded" || (stats?.errors ?? 0) > 0) return 2
  return 3
}

type Compare = (a: AgencyNow, b: AgencyNow) => number
const comparisons: Readonly<Record<Order, Compare>> = {
  trouble: (a, b) => {
    const [one, other] = [troubleOf(a), troubleOf(b)]
    if (one !== other) return one - other
    if (one === 0) return severity[a.health] - severity[b.health] || errorsOf(b) - errorsOf(a)
    if (one === 1) return p95Of(b) - p95Of(a)
    return one === 2 ? errorsOf(b) - errorsOf(a) : severity[a.health] - severity[b.health]
  },
  slow: (a, b) => p95Of(b) - p95Of(a),
  errors: (a, b) => errorsOf(b) - errorsOf(a),
  name: () => 0
}

/** Those that are alike in it by name. */
export const inOrder = (agencies: ReadonlyArray<AgencyNow>, order: Order, language: Language): ReadonlyArray<AgencyNow> =>
  agencies.toSorted((a, b) => comparisons[order](a, b) || a.name.localeCompare(b.name, language))
