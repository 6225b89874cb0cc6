/**
 * Metrics as Prometheus has them: families of samples, read from the metric registry, and written as text. Workers send
 * theirs as such a text, which their parent reads, adds up and writes again (`SummedMetrics.ts`).
 */
import { type Context, Metric } from "effect"
import { metricNames } from "./MetricNames.ts"
import { type Exemplar, TracedState } from "./RouteDurations.ts"

export interface Sample {
  /** With labels. */
  readonly name: string
  readonly value: number
  /** As OpenMetrics writes it behind the value. */
  readonly exemplar: string | undefined
}

export interface Family {
  readonly type: "counter" | "gauge" | "histogram"
  readonly help: string
  readonly samples: Iterable<Sample>
}

/** By name. */
export type Families = ReadonlyMap<string, Family>

interface Opened extends Family {
  readonly samples: Array<Sample>
}

const types = { Counter: "counter", Gauge: "gauge", Histogram: "histogram", Summary: undefined, Frequency: undefined } as const

const prometheusNames: ReadonlyMap<string, string> = new Map(Object.values(metricNames).map((name) => [name.id, name.prometheus]))

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\"": "\\\"", "\n": "\\n" }
const escaped = (text: string): string => text.replace(/[\\"\n]/g, (character) => escapes[character] ?? character)

const labelsOf = (attributes: Metric.Metric.AttributeSet | undefined, more: string): string => {
  // Effect keeps the unit among them.
  const own = Object.entries(attributes ?? {}).filter(([key]) => key !== "unit")
  const labels = [...own.map(([key, value]) => `${key.replace(/\W/g, "_")}="${escaped(value)}"`), ...more === "" ? [] : [more]]
  return labels.length === 0 ? "" : `{${labels.join(",")}}`
}

const namesFor = (name: string, { attributes, state, type }: Metric.Metric.Snapshot): ReadonlyArray<string> => {
  if (type !== "Histogram") return [name + labelsOf(attributes, "")]
  const bucket = (le: number | string) => `${name}_bucket${labelsOf(attributes, `le="${le}"`)}`
  const rest = labelsOf(attributes, "")
  return [...state.buckets.map(([boundary]) => bucket(boundary)), bucket("+Inf"), `${name}_sum${rest}`, `${name}_count${rest}`]
}

/** The names of a series' samples are kept with it: a scrape of thousands makes none of them again. */
const written = new WeakMap<Metric.Metric.AttributeSet, { readonly id: string; readonly names: ReadonlyArray<string> }>()
const namesOf = (name: string, metric: Metric.Metric.Snapshot): ReadonlyArray<string> => {
  const { attributes, id } = metric
  const known = attributes === undefined ? undefined : written.get(attributes)
  if (known?.id === id) return known.names
  const names = namesFor(name, metric)
  if (attributes !== undefined) written.set(attributes, { id, names })
  return names
}

const textOfExemplar = (exemplar: Exemplar | undefined): string | undefined =>
  exemplar && `{trace_id="${exemplar.traceId}",span_id="${exemplar.spanId}"} ${exemplar.seconds}`

const addSamples = (samples: Array<Sample>, names: ReadonlyArray<string>, metric: Metric.Metric.Snapshot): void => {
  const add = (value: number | bigint, at: number, exemplar?: Exemplar): void =>
    void samples.push({ name: names[at] ?? "", value: Number(value), exemplar: textOfExemplar(exemplar) })
  switch (metric.type) {
    case "Counter":
      return add(metric.state.count, 0)
    case "Gauge":
      return add(metric.state.value, 0)
    case "Histogram": {
      const { buckets, count, sum } = metric.state
      const exemplars = metric.state instanceof TracedState ? metric.state.exemplars : []
      for (const [at, [, cumulated]] of buckets.entries()) add(cumulated, at, exemplars[at])
      add(count, buckets.length, exemplars[buckets.length])
      add(sum, buckets.length + 1)
      return add(count, buckets.length + 2)
    }
  }
}

export const readFamilies = (context: Context.Context<never>): Families => {
  const families = new Map<string, Opened>()
  for (const metric of Metric.snapshotUnsafe(context)) {
    const type = types[metric.type]
    if (type === undefined) continue
    const name = prometheusNames.get(metric.id) ?? metric.id.replace(/\W/g, "_")
    let family = families.get(name)
    if (family === undefined) families.set(name, family = { type, help: metric.description ?? "", samples: [] })
    addSamples(family.samples, namesOf(name, metric), metric)
  }
  return families
}

const textOf = (value: number): string => String(value).replace("Infinity", "+Inf").replace("-+", "-")

/** What Prometheus reads; exemplars are in the second alone. */
export type Format = "text" | "openMetrics"

export const writeFamilies = (families: Families, format: Format): string => {
  const isOpen = format === "openMetrics"
  const lines: Array<string> = []
  for (const [name, { help, samples, type }] of families) {
    const family = isOpen && type === "counter" ? name.replace(/_total$/, "") : name
    lines.push(`# HELP ${family} ${help}`, `# TYPE ${family} ${type}`)
    for (const { exemplar, name: sample, value } of samples) {
      lines.push(isOpen && exemplar !== undefined ? `${sample} ${textOf(value)} # ${exemplar}` : `${sample} ${textOf(value)}`)
    }
  }
  if (isOpen) lines.push("# EOF")
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`
}

const isType = (text: string | undefined): text is Family["type"] => text === "counter" || text === "gauge" || text === "histogram"

/** @param text of OpenMetrics, as `writeFamilies` has it */
export const parseFamilies = (text: string): Families => {
  const families = new Map<string, Opened>()
  let help = ""
  let open: Opened | undefined
  for (const line of text.split("\n")) {
    const [hash, keyword, name = "", type] = line.split(" ", 4)
    if (hash !== "#") {
      const [told = "", exemplar] = line.split(" # ", 2)
      const end = told.lastIndexOf(" ")
      if (end <= 0) continue
      const value = Number(told.slice(end + 1).replace("Inf", "Infinity"))
      open?.samples.push({ name: told.slice(0, end), value, exemplar })
    } else if (keyword === "HELP") help = line.slice("# HELP ".length + name.length + 1)
    else if (isType(type)) families.set(type === "counter" ? `${name}_total` : name, open = { type, help, samples: [] })
  }
  return families
}
