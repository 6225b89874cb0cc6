/**
 * Metrics as Prometheus has them: families of samples, read from the metric registry, and written as text. Workers send
 * theirs as such a text, which their parent reads, adds up and writes again (`SummedMetrics.ts`).
 */
import { type Context, Metric } from "effect"
import { metricNames } from "./MetricNames.ts"

export interface Family {
  readonly type: "counter" | "gauge" | "histogram"
  readonly help: string
  /** By name with labels. */
  readonly samples: Map<string, number>
}

/** By name. */
export type Families = Map<string, Family>

const types = { Counter: "counter", Gauge: "gauge", Histogram: "histogram", Summary: undefined, Frequency: undefined } as const

const prometheusNames: ReadonlyMap<string, string> = new Map(Object.values(metricNames).map((name) => [name.id, name.prometheus]))

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\"": "\\\"", "\n": "\\n" }
const escaped = (text: string): string => text.replace(/[\\"\n]/g, (character) => escapes[character] ?? character)

/** Without braces; each series keeps its own, so that a scrape of thousands makes none of them again. */
const written = new WeakMap<Metric.Metric.AttributeSet, string>()
const labelsOf = (attributes: Metric.Metric.AttributeSet | undefined): string => {
  if (attributes === undefined) return ""
  let labels = written.get(attributes)
  if (labels === undefined) {
    // Effect keeps the unit among them.
    const own = Object.entries(attributes).filter(([key]) => key !== "unit")
    labels = own.map(([key, value]) => `${key.replace(/\W/g, "_")}="${escaped(value)}"`).join(",")
    written.set(attributes, labels)
  }
  return labels
}

const addHistogram = (samples: Family["samples"], name: string, labels: string, { buckets, count, sum }: Metric.HistogramState): void => {
  const open = `${name}_bucket{${labels}${labels === "" ? "" : ","}le="`
  for (const [boundary, cumulated] of buckets) if (boundary !== Infinity) samples.set(`${open}${boundary}"}`, cumulated)
  samples.set(`${open}+Inf"}`, count)
  const all = labels === "" ? "" : `{${labels}}`
  samples.set(`${name}_sum${all}`, sum)
  samples.set(`${name}_count${all}`, count)
}

export const readFamilies = (context: Context.Context<never>): Families => {
  const families: Families = new Map()
  for (const metric of Metric.snapshotUnsafe(context)) {
    const type = types[metric.type]
    if (type === undefined) continue
    const name = prometheusNames.get(metric.id) ?? metric.id.replace(/\W/g, "_")
    let family = families.get(name)
    if (family === undefined) families.set(name, family = { type, help: metric.description ?? "", samples: new Map() })
    const labels = labelsOf(metric.attributes)
    if (metric.type === "Histogram") addHistogram(family.samples, name, labels, metric.state)
    else {
      const value = metric.type === "Counter" ? metric.state.count : metric.type === "Gauge" ? metric.state.value : Number.NaN
      family.samples.set(labels === "" ? name : `${name}{${labels}}`, Number(value))
    }
  }
  return families
}

const textOf = (value: number): string => String(value).replace("Infinity", "+Inf").replace("-+", "-")

/** Prometheus's text format 0.0.4. */
export const writeFamilies = (families: Families): string => {
  const lines: Array<string> = []
  for (const [name, { help, samples, type }] of families) {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
    for (const [sample, value] of samples) lines.push(`${sample} ${textOf(value)}`)
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`
}

const isType = (text: string | undefined): text is Family["type"] => text === "counter" || text === "gauge" || text === "histogram"

/** @param text as `writeFamilies` has it */
export const parseFamilies = (text: string): Families => {
  const families: Families = new Map()
  let help = ""
  let open: Family | undefined
  for (const line of text.split("\n")) {
    const [hash, keyword, name = "", type] = line.split(" ", 4)
    if (hash !== "#") {
      const end = line.lastIndexOf(" ")
      if (end > 0) open?.samples.set(line.slice(0, end), Number(line.slice(end + 1).replace("Inf", "Infinity")))
    } else if (keyword === "HELP") help = line.slice("# HELP ".length + name.length + 1)
    else if (isType(type)) families.set(name, open = { type, help, samples: new Map() })
  }
  return families
}
