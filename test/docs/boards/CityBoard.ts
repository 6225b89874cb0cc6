import { metricNames as m } from "../../../src/telemetry/MetricNames.ts"
import { type Board, lines, number, query, stack, states, table } from "./Board.ts"
import {
  faults,
  instance,
  job,
  max,
  ofData,
  ofDoors,
  quantile,
  quantiles,
  rate,
  series,
  status,
  sum,
  times,
  top,
  within
} from "./Promql.ts"

const dataRequests = rate(m.requests, ofData)
const ofCache = (cache: string) => `${sum(rate(m.requests, `${ofData},cache="${cache}"`))} / ${sum(dataRequests)}`
const isOpen = series(m.circuitState, `state="open"`)

export const CityBoard: Board = {
  uid: "gapura-city",
  title: "City overview",
  description: "Whether the city is served, how well, and which agency to look at.",
  variables: [job, instance],
  rows: [
    {
      title: "Now",
      panels: [
        number("Gateways", "How many gateways take traffic, of how many that Prometheus watches?", "none", [
          query(sum(series(m.ready)), "ready"),
          query(`count(up{job=~"$job",instance=~"$instance"})`, "watched")
        ]),
        number("Requests", "How much is asked?", "reqps", [query(sum(rate(m.requestDuration, "", "_count")), "requests")]),
        number("Faults", "Which share of answers failed through no fault of the caller?", "percentunit", [query(faults(), "faults")], {
          worse: [0.001, 0.01],
          noneIsZero: true
        }),
        number("Latency", "How long do 19 in 20 reads of data take at most?", "s", [
          query(quantile(0.95, m.agencyRequestDuration, ofData), "95 in 100")
        ], { worse: [1, 2] }),
        number("Fresh copies", "Which share of data comes from fresh copies?", "percentunit", [query(ofCache("hit"), "hits")]),
        number("Stale copies", "Which share of data is old, because its agency fails?", "percentunit", [query(ofCache("stale"), "stale")], {
          worse: [0.01, 0.05],
          noneIsZero: true
        }),
        number("Open circuits", "How many agencies are not called any more?", "none", [query(sum(max(isOpen, "agency")), "open")], {
          worse: [1, 3],
          noneIsZero: true
        }),
        number("Audit", "Are records kept?", "none", [query(max(series(m.auditFailing)), "records")], {
          flag: { no: "kept", yes: "NOT KEPT", good: 0 }
        })
      ]
    },
    {
      title: "Traffic",
      panels: [
        stack("Answers by status", "What do callers hear?", "reqps", [
          query(sum(rate(m.requestDuration, "", "_count"), "http_response_status_code"), "{{http_response_status_code}}")
        ]),
        stack("Data by copy", "How much is answered from copies, and how much by agencies?", "reqps", [
          query(sum(dataRequests, "cache"), "{{cache}}")
        ]),
        stack("Other doors", "How much are OAuth, catalogue, exports, documents, portal, sign-in and aggregates used?", "reqps", [
          query(sum(rate(m.requestDuration, ofDoors, "_count"), "http_route"), "{{http_route}}")
        ]),
        table("Agencies", "Which agency is busy, failing, slow or old?", "reqps", [
          query(sum(dataRequests, "agency"), "requests"),
          query(faults(ofData, "agency"), "faults", { unit: "percentunit" }),
          query(quantile(0.95, m.agencyRequestDuration, ofData, "agency"), "95 in 100", { unit: "s" }),
          query(`${sum(rate(m.requests, `${ofData},cache="stale"`), "agency")} / ${sum(dataRequests, "agency")}`, "stale", {
            unit: "percentunit"
          })
        ], { leadsTo: { label: "agency", board: "gapura-agency", variable: "agency" } }),
        states("Circuits", "Which agencies have failed so often that they were left alone, and when?", "none", [
          query(max(isOpen, "agency"), "{{agency}}")
        ], { flag: { no: "closed", yes: "open", good: 0 }, noneIsZero: true })
      ]
    },
    {
      title: "Trouble",
      panels: [
        lines("Faults by agency", "Whose data fails?", "reqps", [
          query(top(sum(rate(m.requests, `${ofData},${status("5..")}`), "agency")), "{{agency}}")
        ], { noneIsZero: true }),
        lines("Faults by status", "Is it agencies (502, 504), want of room or open circuits (503), or ourselves (500)?", "reqps", [
          query(sum(rate(m.requestDuration, status("5.."), "_count"), "http_response_status_code"), "{{http_response_status_code}}")
        ], { noneIsZero: true }),
        lines("Refusals", "What do callers do wrong: tokens (401), rights (403), addresses (404), quotas (429)?", "reqps", [
          query(sum(rate(m.requestDuration, status("4.."), "_count"), "http_response_status_code"), "{{http_response_status_code}}")
        ], { noneIsZero: true }),
        lines("Quota", "How many requests are refused because a token or application has spent its quota?", "reqps", [
          query(sum(rate(m.limiterRefused)), "refused")
        ]),
        lines("Turned away", "How many found no room, and why?", "reqps", [query(sum(rate(m.shed), "reason"), "{{reason}}")]),
        lines("Circuits that opened", "How often was an agency left alone?", "short", [
          query(times(m.circuitTransitions, `to="open"`, "agency"), "{{agency}}")
        ], { noneIsZero: true })
      ]
    },
    {
      title: "Latency",
      panels: [
        lines("Data", "How long do reads of data take?", "s", quantiles(m.agencyRequestDuration, ofData)),
        lines("Slowest agencies", "Whose data takes long?", "s", [
          query(top(quantile(0.95, m.agencyRequestDuration, ofData, "agency")), "{{agency}}")
        ]),
        lines("Other doors, prompt", "Which share of other doors' answers takes half a second at most?", "percentunit", [
          query(within(0.512, ofDoors, "http_route"), "{{http_route}}")
        ])
      ]
    }
  ]
}
