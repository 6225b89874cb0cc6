import { metricNames as m } from "../../../src/telemetry/MetricNames.ts"
import { type Board, lines, number, query, stack, states, table } from "./Board.ts"
import { faults, instance, job, max, mean, quantile, quantiles, rate, series, status, sum, times, top } from "./Promql.ts"

const its = `agency="$agency"`
const share = (part: string, whole: string) => `${sum(part)} / ${sum(whole)}`

export const AgencyBoard: Board = {
  uid: "gapura-agency",
  title: "Agency",
  description: "How one agency's data is served, and how its server does.",
  variables: [job, instance, {
    name: "agency",
    label: "Agency",
    series: `${m.requests.prometheus}{job=~"$job",agency!="none"}`,
    of: "agency"
  }],
  rows: [
    {
      title: "Its callers",
      panels: [
        number("Requests", "How much is asked of it?", "reqps", [query(sum(rate(m.requests, its)), "requests")], { width: 4 }),
        number(
          "Faults",
          "Which share of its answers failed through no fault of the caller?",
          "percentunit",
          [query(faults(its), "faults")],
          {
            width: 4,
            worse: [0.001, 0.05],
            noneIsZero: true
          }
        ),
        number("Latency", "How long do 19 in 20 reads take at most?", "s", [
          query(quantile(0.95, m.agencyRequestDuration, its), "95 in 100")
        ], {
          width: 4,
          worse: [1, 2]
        }),
        number("Fresh copies", "Which share of its answers does it not have to give itself?", "percentunit", [
          query(share(rate(m.requests, `${its},cache="hit"`), rate(m.requests, its)), "hits")
        ], { width: 4 }),
        number("Stale copies", "Which share of its answers is old, because it fails?", "percentunit", [
          query(share(rate(m.requests, `${its},cache="stale"`), rate(m.requests, its)), "stale")
        ], { width: 4, worse: [0.01, 0.05], noneIsZero: true }),
        number("Circuit", "Is it called?", "none", [query(max(series(m.circuitState, `${its},state="open"`)), "circuit")], {
          width: 4,
          flag: { no: "called", yes: "NOT CALLED", good: 0 },
          noneIsZero: true
        }),
        stack("Answers by status", "What do its callers hear?", "reqps", [
          query(sum(rate(m.requests, its), "http_response_status_code"), "{{http_response_status_code}}")
        ]),
        stack("Answers by copy", "How much comes from copies, and how much from its server?", "reqps", [
          query(sum(rate(m.requests, its), "cache"), "{{cache}}")
        ]),
        lines("Latency of answers", "How long do its callers wait?", "s", quantiles(m.agencyRequestDuration, its)),
        table("Endpoints", "Which of its endpoints is busy, failing or slow?", "reqps", [
          query(sum(rate(m.requestDuration, its, "_count"), "http_route"), "requests"),
          query(faults(its, "http_route"), "faults", { unit: "percentunit" }),
          query(mean(m.requestDuration, its, "http_route"), "mean", { unit: "s" })
        ], { width: 16, leadsTo: { label: "http_route", board: "gapura-endpoint", variable: "route" } }),
        lines("Faults by endpoint", "Which of its endpoints fail?", "reqps", [
          query(top(sum(rate(m.requestDuration, `${its},${status("5..")}`, "_count"), "http_route")), "{{http_route}}")
        ], { noneIsZero: true })
      ]
    },
    {
      title: "Its server",
      panels: [
        lines("Calls by outcome", "How do calls to it end, retries included?", "cps", [
          query(sum(rate(m.agencyCallDuration, its, "_count"), "outcome"), "{{outcome}}")
        ]),
        lines("Duration of calls", "How long do calls to it take, retries included?", "s", quantiles(m.agencyCallDuration, its)),
        lines("Attempts by status", "What does it answer?", "cps", [
          query(
            sum(rate(m.clientDuration, `${its},http_response_status_code!=""`, "_count"), "http_response_status_code"),
            "{{http_response_status_code}}"
          )
        ]),
        lines("Attempts that failed", "What goes wrong on the way to it?", "cps", [
          query(sum(rate(m.clientDuration, `${its},error_type!=""`, "_count"), "error_type"), "{{error_type}}")
        ], { noneIsZero: true }),
        lines("Duration of attempts", "How fast is its server?", "s", quantiles(m.clientDuration, its)),
        lines("Attempts a call", "How often is it asked again?", "short", [
          query(share(rate(m.clientDuration, its, "_count"), rate(m.agencyCallDuration, its, "_count")), "attempts")
        ], { worse: [1.2, 2] }),
        lines("Connections", "How full is the room for connections to it?", "short", [
          query(sum(series(m.agencyConnections, its), "http_connection_state"), "{{http_connection_state}}"),
          query(sum(series(m.agencyConnectionsLimit, its)), "limit")
        ]),
        lines("Waiting", "How many calls wait for a connection?", "short", [query(sum(series(m.agencyWaiting, its)), "waiting")]),
        lines("Circuit changes", "How often was its circuit opened, tried and closed?", "short", [
          query(times(m.circuitTransitions, its, "to"), "{{to}}")
        ], { noneIsZero: true }),
        states("Circuit by state", "In which state was its circuit, and when?", "none", [
          query(max(series(m.circuitState, its), "state"), "{{state}}")
        ], { width: 24, flag: { no: "–", yes: "is", good: 1 }, noneIsZero: true })
      ]
    },
    {
      title: "Its data",
      panels: [
        lines("Masked values", "How much personal data does it send?", "cps", [query(sum(rate(m.maskedValues, its)), "values")], {
          width: 12
        }),
        lines("New fields", "Has it begun to send fields that nobody has classified?", "short", [
          query(times(m.newFields, its, "dataset"), "{{dataset}}")
        ], { width: 12, noneIsZero: true })
      ]
    }
  ]
}
