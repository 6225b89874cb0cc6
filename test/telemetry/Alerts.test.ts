/** The alert rules: what they ask for is exported, `promtool` has each of them fire and end, and the book says what to do. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parse } from "yaml"
import { LatencyHistogram } from "../../src/telemetry/LatencyHistogram.ts"
import { metricNames } from "../../src/telemetry/MetricNames.ts"
import { anchorsOf } from "../docs/Documents.ts"
import { promtool } from "../support/Promtool.ts"
import { type AlertCase, alertCases, type Course, uneventful } from "./AlertCases.ts"

const root = resolve(import.meta.dirname, "../..")
const file = join(root, "otel/alerts.yml")
const read = (path: string): string => readFileSync(join(root, path), "utf8")

const Alert = Schema.Struct({
  alert: Schema.String,
  expr: Schema.String,
  for: Schema.optionalKey(Schema.String),
  labels: Schema.Struct({ severity: Schema.Literals(["critical", "warning", "info"]) }),
  annotations: Schema.Struct({ summary: Schema.String, description: Schema.String, runbook_url: Schema.String })
})
const Recorded = Schema.Struct({ record: Schema.String, expr: Schema.String })
const Groups = Schema.Struct({
  groups: Schema.Array(Schema.Struct({ name: Schema.String, rules: Schema.Array(Schema.Union([Alert, Recorded])) }))
})
const rules = Schema.decodeUnknownSync(Groups, { onExcessProperty: "error" })(parse(readFileSync(file, "utf8"))).groups
  .flatMap((group) => group.rules)
const alerts = rules.filter((rule) => "alert" in rule)
const recorded = new Set(rules.flatMap((rule) => "record" in rule ? [rule.record] : []))

/** Without what stands in quotation marks, which are labels' values. */
const namesIn = (expression: string): ReadonlyArray<string> =>
  [...expression.replace(/"[^"]*"/g, "").matchAll(/\b(?:gapura[:_]|http_server_|http_client_|process_|system_|db_)[\w:]+(?=[{[\s)]|$)/g)]
    .map(([name]) => name.replace(/_(bucket|sum|count)$/, ""))

const seconds = (minutes: number): string => `${minutes * 60}s`
const inputs = (series: Course) => Object.entries(series).map(([name, values]) => ({ series: name, values }))

const testOf = ({ alert, fires, labels, over, series, silent, summary }: AlertCase) => {
  const rule = alerts.find((one) => one.alert === alert)
  const nothing = (minutes: number) => ({ eval_time: seconds(minutes), alertname: alert, exp_alerts: [] })
  const annotations = { ...rule?.annotations, summary }
  const fired = { exp_labels: { ...rule?.labels, ...labels }, exp_annotations: annotations }
  return {
    name: alert,
    interval: "1m",
    input_series: inputs(series),
    alert_rule_test: [...silent.map(nothing), { eval_time: seconds(fires), alertname: alert, exp_alerts: [fired] }, nothing(over)]
  }
}

/** What promtool says against them. */
const complaints = (tests: ReadonlyArray<unknown>, every = 1): string => {
  const directory = mkdtempSync(join(tmpdir(), "gapura-alerts-"))
  try {
    const path = join(directory, "test.json")
    writeFileSync(path, JSON.stringify({ rule_files: [file], evaluation_interval: `${every}m`, tests }))
    const { status, stderr, stdout } = spawnSync(promtool ?? "", ["test", "rules", path], { encoding: "utf8" })
    return status === 0 ? "" : `${stdout}${stderr}`
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

describe("the alert rules", () => {
  it("ask for metrics that the gateway exports, and for nothing else", () => {
    const exported = new Set<string>([...Object.values(metricNames).map(({ prometheus }) => prometheus), ...recorded])
    const series = [uneventful, ...alertCases.map((one) => one.series)].flatMap((course) => Object.keys(course))
    const used = [...rules.map(({ expr }) => expr), ...series].flatMap(namesIn)
    assert.isAbove(new Set(used).size, 20)
    for (const name of used) assert.isTrue(exported.has(name), `${name} is not exported`)
  })

  it("are tried on bucket boundaries that exist", () => {
    const boundaries = new Set(new LatencyHistogram().state().buckets.map(([boundary]) => String(boundary)).concat("+Inf"))
    const used = JSON.stringify([uneventful, alertCases]).matchAll(/le=\\"([^"\\]+)\\"/g)
    for (const [, boundary = ""] of used) assert.isTrue(boundaries.has(boundary), boundary)
  })

  it("each have a case in which they fire and end", () => {
    assert.deepStrictEqual(new Set(alertCases.map(({ alert }) => alert)), new Set(alerts.map(({ alert }) => alert)))
  })

  it("each lead to their part of the runbook, which says when it ends", () => {
    const book = read("docs/operations.md")
    const anchors = anchorsOf(book)
    const section = (name: string): string => new RegExp(`^### ${name}\\n([\\s\\S]*?)^##`, "m").exec(book)?.[1] ?? ""
    for (const { alert, annotations } of alerts) {
      assert.strictEqual(annotations.runbook_url, `docs/operations.md#${alert.toLowerCase()}`)
      assert.isTrue(anchors.has(alert.toLowerCase()), `docs/operations.md has no part ${alert}`)
      assert.match(section(alert), /^1\. /m, `${alert}: what to look at`)
      assert.match(section(alert), /\bends?\b/, `${alert}: when it ends`)
    }
    const parts = [...(/^## Alerts\n([\s\S]*?)^## /m.exec(book)?.[1] ?? "").matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
    assert.deepStrictEqual(parts.toSorted(), alerts.map(({ alert }) => alert).toSorted())
  })
})

describe.runIf(promtool !== undefined)("the alert rules, with promtool", () => {
  it("are a valid configuration of Prometheus", () => {
    const told = execFileSync(promtool ?? "", ["check", "config", "otel/prometheus.yml"], { cwd: root, encoding: "utf8" })
    assert.include(told, `${rules.length} rules found`)
  })

  it.each(alertCases.map((one) => [one.alert, one] as const))("%s fires when it should, and ends", (_, one) => {
    assert.strictEqual(complaints([testOf(one)], one.every), "")
  })

  it("are silent where all is well, and over what passes by itself", () => {
    const silent = Array.from(
      { length: 60 },
      (_, minute) => alerts.map(({ alert }) => ({ eval_time: seconds(minute), alertname: alert, exp_alerts: [] }))
    ).flat()
    assert.strictEqual(complaints([{ interval: "1m", input_series: inputs(uneventful), alert_rule_test: silent }]), "")
  })

  it("say so where nobody scrapes a gateway", () => {
    const [rule] = alerts.filter(({ alert }) => alert === "NoGatewayReady")
    const fired = { exp_labels: rule?.labels, exp_annotations: rule?.annotations }
    assert.strictEqual(complaints([{ alert_rule_test: [{ eval_time: "5m", alertname: "NoGatewayReady", exp_alerts: [fired] }] }]), "")
  })
})
