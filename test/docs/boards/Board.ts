/** What a board shows, before it is Grafana's: panels that each answer a question, in rows. `otel/grafana/dashboards` is made of it. */

/** Of those that Grafana knows, the ones that boards use. */
export const units = ["short", "percentunit", "s", "bytes", "reqps", "cps", "dateTimeFromNow", "none"] as const
export type Unit = (typeof units)[number]

/** Metrics of Prometheus's own about what it scrapes. */
export const scrapeMetrics = ["up", "scrape_duration_seconds", "scrape_samples_scraped"] as const

export interface Query {
  /** PromQL with Grafana's variables. */
  readonly expr: string
  /** What a series is called, `{{label}}` being its label's value; of a table the heading of the column. */
  readonly legend: string
  /** Of a table's column, where it is another than the panel's. */
  readonly unit?: Unit
  /** Asks for the traces of requests beside it. */
  readonly exemplars?: true
}

export interface Panel {
  readonly title: string
  /** What whoever looks wants to know; ends with a question mark. */
  readonly question: string
  /** Lines over time, the same stacked, numbers of now, states over time, a table of now. */
  readonly kind: "lines" | "stack" | "number" | "states" | "table"
  readonly unit: Unit
  readonly queries: ReadonlyArray<Query>
  /** Of 24. */
  readonly width: number
  /** Orange from the first on, red from the second: upwards where the first is the lower one, downwards otherwise. */
  readonly worse?: readonly [orange: number, red: number]
  /** What 0 and 1 mean, and which of them is the good one. */
  readonly flag?: { readonly no: string; readonly yes: string; readonly good: 0 | 1 }
  /** Of a table: the label whose values lead to another board, where they are its variable. */
  readonly leadsTo?: { readonly label: string; readonly board: string; readonly variable: string }
  /** Nothing is there before it happens, and nothing is then none of it. */
  readonly noneIsZero?: true
}

export interface Row {
  readonly title: string
  readonly panels: ReadonlyArray<Panel>
}

export interface Variable {
  readonly name: string
  readonly label: string
  /** The metric and the label whose values it takes. */
  readonly series: string
  readonly of: string
  readonly many?: true
}

export interface Board {
  /** Its file and its address in Grafana. */
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly variables: ReadonlyArray<Variable>
  readonly rows: ReadonlyArray<Row>
  /** What is shown at first, back from now. */
  readonly span?: string
}

type More = Partial<Omit<Panel, "kind" | "queries" | "question" | "title" | "unit">>
type Make = (title: string, question: string, unit: Unit, queries: ReadonlyArray<Query>, more?: More) => Panel

const making = (kind: Panel["kind"], width: number): Make => (title, question, unit, queries, more) => ({
  title,
  question,
  kind,
  unit,
  queries,
  width,
  ...more
})

export const lines = making("lines", 8)
export const stack = making("stack", 8)
export const number = making("number", 3)
export const states = making("states", 12)
export const table = making("table", 12)

export const query = (expr: string, legend: string, more: Partial<Query> = {}): Query => ({ expr, legend, ...more })
