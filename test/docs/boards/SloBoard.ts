import { metricNames as m } from "../../../src/telemetry/MetricNames.ts"
import { type Board, lines, number, query, stack } from "./Board.ts"
import { instance, job, ofData, rate, status, sum, top } from "./Promql.ts"

/** Of all answers that were not the caller's own fault, the share that must be below 500. */
const objective = 0.999
const promptObjective = 0.99
const budget = Number((1 - objective).toFixed(6))

/** Data, aggregates and presets, and OAuth; pages promise nothing. */
const promised = `http_route=~"[^/].*|/oauth/.*"`
const answers = (which: string, window?: string, labels = "") =>
  rate(m.requestDuration, [promised, which, labels].filter((one) => one !== "").join(","), "_count", window)
const valid = (window?: string, labels?: string) => answers(`http_response_status_code!~"4.."`, window, labels)
const failed = (window?: string, labels?: string) => answers(status("5.."), window, labels)
/** Without any fault there is no series of it. */
const errorShare = (window?: string) => `(${sum(failed(window))} or vector(0)) / ${sum(valid(window))}`
const burn = (window: string) => `(${errorShare(window)}) / ${budget}`
const prompt = (window?: string) =>
  `${sum(rate(m.requestDuration, `${promised},${status("[23]..")},le="0.512"`, "_bucket", window))} / ${
    sum(answers(status("[23].."), window))
  }`
const month = "30d"

export const SloBoard: Board = {
  uid: "gapura-slo",
  title: "Service levels",
  description: "Whether 99.9 % of answers come without a fault of ours or of an agency, what is left of the budget, and who spends it.",
  variables: [job, instance],
  span: "7d",
  rows: [
    {
      title: "The budget of 30 days",
      panels: [
        number("Availability", "Which share of answers of 30 days was without fault?", "percentunit", [
          query(`1 - (${errorShare(month)})`, "availability")
        ], { width: 6, worse: [0.9995, objective] }),
        number("Budget left", "Which share of the faults that 30 days may have is left?", "percentunit", [
          query(`1 - ${burn(month)}`, "left")
        ], { width: 6, worse: [0.5, 0] }),
        number("Prompt answers", `Did ${promptObjective * 100} in 100 answers of 30 days take half a second at most?`, "percentunit", [
          query(prompt(month), "prompt")
        ], { width: 6, worse: [0.995, promptObjective] }),
        number("Burning now", "How many times too fast is the budget spent in this hour?", "none", [query(burn("1h"), "times")], {
          width: 6,
          worse: [1, 14.4]
        })
      ]
    },
    {
      title: "How fast it burns",
      panels: [
        lines("Fast", "Will the budget be gone within two days (14.4)?", "short", [
          query(burn("5m"), "5 minutes"),
          query(burn("1h"), "1 hour")
        ], { worse: [1, 14.4] }),
        lines("Steady", "Will the budget be gone within five days (6)?", "short", [
          query(burn("30m"), "30 minutes"),
          query(burn("6h"), "6 hours")
        ], { worse: [1, 6] }),
        lines("Slow", "Will the budget last for 30 days (1)?", "short", [
          query(burn("6h"), "6 hours"),
          query(burn("3d"), "3 days")
        ], { worse: [1, 1] })
      ]
    },
    {
      title: "Who spends it",
      panels: [
        stack("Faults by status", "Is it agencies (502, 504), want of room or open circuits (503), or ourselves (500)?", "reqps", [
          query(sum(failed(), "http_response_status_code"), "{{http_response_status_code}}")
        ], { noneIsZero: true }),
        lines("Faults by agency", "Which agency spends how much of the budget in a day?", "percentunit", [
          query(top(`${sum(failed("1d", ofData), "agency")} / scalar(${sum(valid("1d"))} * ${budget})`), "{{agency}}")
        ], { noneIsZero: true }),
        lines("Faults by route", "Which endpoints and doors fail?", "reqps", [
          query(top(sum(failed(), "http_route")), "{{http_route}}")
        ], { noneIsZero: true }),
        lines("Share without fault", "How did availability go?", "percentunit", [
          query(`1 - (${errorShare()})`, "availability")
        ], { width: 12, worse: [0.9995, objective] }),
        lines("Prompt share", "How did promptness go?", "percentunit", [query(prompt(), "within half a second")], {
          width: 12,
          worse: [0.995, promptObjective]
        })
      ]
    }
  ]
}
