import { metricNames as m } from "../../../src/telemetry/MetricNames.ts"
import { type Board, lines, number, query, stack } from "./Board.ts"
import { instance, job, max, rate, series, status, sum, times, top } from "./Promql.ts"

const perGateway = "{{instance}}"

export const AuditBoard: Board = {
  uid: "gapura-audit",
  title: "Audit and privacy",
  description: "Whether every request is on record, the record is signed, and personal data stays masked.",
  variables: [job, instance],
  rows: [
    {
      title: "Now",
      panels: [
        number("Records", "Are records kept?", "none", [query(max(series(m.auditFailing)), "records")], {
          width: 4,
          flag: { no: "kept", yes: "NOT KEPT", good: 0 }
        }),
        number("Signing", "Is the audit log signed?", "none", [query(`min (${series(m.auditSigning)})`, "signing")], {
          width: 4,
          flag: { no: "REFUSED", yes: "signed", good: 1 }
        }),
        number("Last signature", "How long ago was the log's end signed, or found to be?", "s", [
          query(max(series(m.checkpointAge)), "age")
        ], {
          width: 4,
          worse: [900, 3600]
        }),
        number("Lost records", "Has a record been lost since the gateways started?", "none", [query(sum(series(m.auditLost)), "lost")], {
          width: 4,
          worse: [1, 1]
        }),
        number("Waiting", "How many records wait for the database?", "short", [query(sum(series(m.auditBacklog)), "records")], {
          width: 4,
          worse: [10_000, 100_000]
        }),
        number("Journal", "How full is the fullest journal?", "percentunit", [
          query(`max (${series(m.journalSize)} / ${series(m.journalLimit)})`, "used")
        ], { width: 4, worse: [0.5, 0.8] })
      ]
    },
    {
      title: "The audit log",
      panels: [
        lines("Records that wait", "Does the database keep up?", "short", [query(series(m.auditBacklog), perGateway)]),
        lines("Bytes of the journal", "How long until the journal is full?", "bytes", [
          query(series(m.journalSize), perGateway),
          query(series(m.journalLimit), `bound, ${perGateway}`)
        ]),
        lines("Age of the journal", "How long has the oldest record waited?", "s", [query(series(m.journalAge), perGateway)]),
        lines("Age of the signature", "Is the log's end signed again and again?", "s", [query(series(m.checkpointAge), perGateway)]),
        lines("Age of retention", "Was what is too old removed lately?", "s", [query(series(m.retentionAge), perGateway)]),
        lines("Requests to be recorded", "How many records do requests make?", "cps", [
          query(sum(rate(m.requests), "instance"), perGateway)
        ])
      ]
    },
    {
      title: "Personal data",
      panels: [
        stack("Masked values", "Who sends personal data, and how much?", "cps", [
          query(top(sum(rate(m.maskedValues), "agency")), "{{agency}}")
        ]),
        lines("New fields", "Who has begun to send fields that nobody has classified?", "short", [
          query(times(m.newFields, "", "agency, dataset"), "{{agency}}/{{dataset}}")
        ], { noneIsZero: true }),
        lines("Rows that could be joined", "Did aggregates hold people who could be found again, and what was done?", "short", [
          query(times(m.linkableRows, "", "policy"), "{{policy}}")
        ], { noneIsZero: true }),
        lines("Refused for rights", "Who asks for what he may not read, and of whom?", "reqps", [
          query(top(sum(rate(m.requests, status("403")), "agency")), "{{agency}}")
        ], { noneIsZero: true }),
        lines("Refused tokens", "Does somebody try tokens?", "reqps", [query(sum(rate(m.requests, status("401"))), "401")], {
          noneIsZero: true
        }),
        lines("Refused clients", "Does somebody try secrets, at OAuth or at sign-in?", "reqps", [
          query(
            sum(rate(m.requestDuration, `http_route=~"/oauth/.+|/portal/masuk.*",${status("4..")}`, "_count"), "http_route"),
            "{{http_route}}"
          )
        ], { noneIsZero: true })
      ]
    }
  ]
}
