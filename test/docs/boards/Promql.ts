/** Parts of queries over the gateway's metrics, named by its own table, for the gateways that are chosen on the board. */
import type { MetricName } from "../../../src/telemetry/MetricName.ts"
import { metricNames as m } from "../../../src/telemetry/MetricNames.ts"
import type { bounds } from "../../../src/telemetry/RouteDurations.ts"
import { type Query, query, type Variable } from "./Board.ts"

const chosen = `job=~"$job",instance=~"$instance"`

type Part = "" | "_bucket" | "_count" | "_sum"

/** @param labels further matchers, as PromQL has them */
export const series = ({ prometheus }: MetricName, labels = "", part: Part = ""): string =>
  `${prometheus}${part}{${[chosen, labels].filter((one) => one !== "").join(",")}}`

/** @param window a duration; absent: what fits the board's resolution */
export const rate = (metric: MetricName, labels = "", part: Part = "", window = "$__rate_interval"): string =>
  `rate(${series(metric, labels, part)}[${window}])`

/** How often something happened in the time that a point of the board stands for. */
export const times = (metric: MetricName, labels = "", by = ""): string =>
  `sum${by === "" ? "" : ` by (${by})`} (increase(${series(metric, labels)}[$__rate_interval]))`

export const sum = (expr: string, by = ""): string => `sum${by === "" ? "" : ` by (${by})`} (${expr})`
export const max = (expr: string, by = ""): string => `max${by === "" ? "" : ` by (${by})`} (${expr})`
export const top = (expr: string): string => `topk(10, ${expr})`

/** Of a histogram with many bounds. */
export const quantile = (share: number, metric: MetricName, labels = "", by = ""): string =>
  `histogram_quantile(${share}, ${sum(rate(metric, labels, "_bucket"), by === "" ? "le" : `le, ${by}`)})`

/** The three that latencies are told by. */
export const quantiles = (metric: MetricName, labels = ""): ReadonlyArray<Query> => [
  query(quantile(0.5, metric, labels), "half"),
  query(quantile(0.95, metric, labels), "95 in 100"),
  query(quantile(0.99, metric, labels), "99 in 100")
]

/** Mean seconds of a histogram. */
export const mean = (metric: MetricName, labels = "", by = ""): string =>
  `${sum(rate(metric, labels, "_sum"), by)} / ${sum(rate(metric, labels, "_count"), by)}`

export const status = (pattern: string): string => `http_response_status_code=~"${pattern}"`
/** Of an agency's endpoints, not of other doors. */
export const ofData = `agency!="none"`
export const ofDoors = `agency="none"`

/** Answers that took no longer than what a caller hardly notices, or what he puts up with. */
export const within = (bound: (typeof bounds)[number], labels = "", by = ""): string =>
  `${sum(rate(m.requestDuration, `${labels === "" ? "" : `${labels},`}le="${bound}"`, "_bucket"), by)} / ${
    sum(rate(m.requestDuration, labels, "_count"), by)
  }`

/** Answers of 500 and above among all that were not the caller's own fault. */
export const faults = (labels = "", by = ""): string => {
  const more = labels === "" ? "" : `${labels},`
  return `${sum(rate(m.requestDuration, more + status("5.."), "_count"), by)} / ${
    sum(rate(m.requestDuration, `${more}http_response_status_code!~"4.."`, "_count"), by)
  }`
}

const known = m.buildInfo.prometheus
export const job: Variable = { name: "job", label: "Job", series: known, of: "job" }
export const instance: Variable = { name: "instance", label: "Gateway", series: `${known}{job=~"$job"}`, of: "instance", many: true }
