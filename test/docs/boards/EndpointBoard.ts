import { metricNames as m } from "../../../src/telemetry/MetricNames.ts"
import { type Board, lines, number, query, stack } from "./Board.ts"
import { faults, instance, job, mean, rate, status, sum, within } from "./Promql.ts"

const its = `agency="$agency",http_route="$route"`
const requests = m.requestDuration.prometheus
/** Of each status, as many as have the last of all bounds: asked for like this the traces come along, which the bounds have. */
const answers = `max by (http_response_status_code) (${sum(rate(m.requestDuration, its, "_bucket"), "http_response_status_code, le")})`
const seconds = sum(rate(m.requestDuration, its, "_sum"), "http_response_status_code")

export const EndpointBoard: Board = {
  uid: "gapura-endpoint",
  title: "Endpoint",
  description: "One endpoint of an agency, or with the agency `none` one of the other doors.",
  variables: [
    job,
    instance,
    { name: "agency", label: "Agency", series: `${requests}_count{job=~"$job"}`, of: "agency" },
    { name: "route", label: "Route", series: `${requests}_count{job=~"$job",agency="$agency"}`, of: "http_route" }
  ],
  rows: [
    {
      title: "Now",
      panels: [
        number("Requests", "How much is asked?", "reqps", [query(sum(rate(m.requestDuration, its, "_count")), "requests")], { width: 6 }),
        number("Faults", "Which share of answers failed through no fault of the caller?", "percentunit", [query(faults(its), "faults")], {
          width: 6,
          worse: [0.001, 0.05],
          noneIsZero: true
        }),
        number("Mean", "How long does an answer take?", "s", [query(mean(m.requestDuration, its), "mean")], { width: 6, worse: [1, 2] }),
        number("Share of its agency", "How much of what is asked of its agency is asked here?", "percentunit", [
          query(
            `${sum(rate(m.requestDuration, its, "_count"))} / ${sum(rate(m.requestDuration, `agency="$agency"`, "_count"))}`,
            "share"
          )
        ], { width: 6 })
      ]
    },
    {
      title: "Answers",
      panels: [
        stack("By status", "What do callers hear?", "reqps", [
          query(sum(rate(m.requestDuration, its, "_count"), "http_response_status_code"), "{{http_response_status_code}}")
        ]),
        stack("By method", "How is it asked?", "reqps", [
          query(sum(rate(m.requestDuration, its, "_count"), "http_request_method"), "{{http_request_method}}")
        ]),
        lines("Refusals and faults", "What goes wrong here?", "reqps", [
          query(
            sum(rate(m.requestDuration, `${its},${status("[45]..")}`, "_count"), "http_response_status_code"),
            "{{http_response_status_code}}"
          )
        ], { noneIsZero: true })
      ]
    },
    {
      title: "Latency",
      panels: [
        lines("Within bounds", "Which share is prompt (half a second), and which do callers put up with (two)?", "percentunit", [
          query(within(0.512, its), "prompt"),
          query(within(2.048, its), "tolerable")
        ], { width: 12 }),
        lines("Mean by status", "How long do answers and errors take, and which traces show it?", "s", [
          query(`${seconds} / ${answers}`, "{{http_response_status_code}}", { exemplars: true })
        ], { width: 12 })
      ]
    }
  ]
}
