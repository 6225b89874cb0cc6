/** A Prometheus of the test's own, from the machine's package, that scrapes every second; and what it answers. */
import { Effect, Schema } from "effect"
import { spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "./Gateway.ts"
import { eventually } from "./Suite.ts"
import { tempDirectory } from "./TempDatabase.ts"

const Labels = Schema.Record(Schema.String, Schema.String)
const Sample = Schema.Tuple([Schema.Finite, Schema.String])
const Data = Schema.Struct({
  resultType: Schema.Literals(["matrix", "vector", "scalar", "string"]),
  result: Schema.Array(Schema.Struct({
    metric: Labels,
    values: Schema.optionalKey(Schema.Array(Sample)),
    value: Schema.optionalKey(Sample)
  }))
})
const Exemplars = Schema.Array(Schema.Struct({
  seriesLabels: Labels,
  exemplars: Schema.Array(Schema.Struct({ labels: Labels, value: Schema.String, timestamp: Schema.Finite }))
}))
const answerOf = <A>(data: Schema.ConstraintDecoder<A>) =>
  Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ status: Schema.Literal("success"), data })))

export interface Series {
  readonly labels: Readonly<Record<string, string>>
  /** Over time; one of now where it was asked for now. */
  readonly values: ReadonlyArray<number>
}

export interface PrometheusServer {
  readonly url: string
  /** @param expr PromQL @param from epoch seconds */
  readonly over: (expr: string, from: number) => Promise<ReadonlyArray<Series>>
  readonly now: (expr: string) => Promise<ReadonlyArray<Series>>
  /** The values of a label of the series that match. */
  readonly labelValues: (match: string, label: string) => Promise<ReadonlyArray<string>>
  /** Ids of the traces that the series of an expression have. */
  readonly traces: (expr: string, from: number) => Promise<ReadonlyArray<string>>
}

const seriesOf = ({ result }: typeof Data.Type): ReadonlyArray<Series> =>
  result.map(({ metric, value, values }) => ({
    labels: metric,
    values: (values ?? (value === undefined ? [] : [value])).map(([, text]) => Number(text.replace("Inf", "Infinity")))
  }))

/** @param targets hosts and ports */
export const makePrometheusServer = Effect.fnUntraced(function*(targets: ReadonlyArray<string>) {
  const directory = yield* tempDirectory
  const port = yield* Effect.promise(freePort)
  const file = join(directory, "prometheus.yml")
  writeFileSync(
    file,
    JSON.stringify({
      global: { scrape_interval: "1s" },
      scrape_configs: [{ job_name: "gapura", scrape_timeout: "1s", static_configs: [{ targets }] }]
    })
  )
  let told = ""
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn("prometheus", [
        `--config.file=${file}`,
        `--storage.tsdb.path=${join(directory, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
        "--enable-feature=exemplar-storage"
      ], { stdio: ["ignore", "ignore", "pipe"] })
      child.stderr.on("data", (chunk) => {
        told += String(chunk)
      })
      const ended = new Promise((resolve) => child.once("exit", resolve))
      return { child, ended }
    }),
    ({ child, ended }) =>
      Effect.promise(() => {
        child.kill("SIGKILL")
        return ended
      })
  )
  const url = `http://127.0.0.1:${port}`
  yield* Effect.promise(() =>
    eventually("Prometheus is ready", () => fetch(`${url}/-/ready`).then(({ ok }) => ok, () => false))
      .catch((error: unknown) => Promise.reject(new Error(told.slice(-2_000), { cause: error })))
  )
  const asked = async <A>(path: string, data: Schema.ConstraintDecoder<A>, parameters: Readonly<Record<string, string>>): Promise<A> => {
    const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(parameters)}`)
    const text = await response.text()
    if (!response.ok) throw new Error(`${JSON.stringify(parameters)}: ${text}`)
    return answerOf(data)(text).data
  }
  const until = () => String(Date.now() / 1000)
  const server: PrometheusServer = {
    url,
    over: async (query, from) => seriesOf(await asked("query_range", Data, { query, start: String(from), end: until(), step: "1" })),
    now: async (query) => seriesOf(await asked("query", Data, { query })),
    labelValues: (match, label) => asked(`label/${label}/values`, Schema.Array(Schema.String), { "match[]": match }),
    traces: async (query, from) => {
      const found = await asked("query_exemplars", Exemplars, { query, start: String(from), end: until() })
      return found.flatMap(({ exemplars }) => exemplars.map(({ labels }) => labels["trace_id"] ?? ""))
    }
  }
  return server
})
