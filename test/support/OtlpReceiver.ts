/**
 * A receiver of OTLP over HTTP on this machine: what it was sent, in JSON or as protocol buffers, read into plain spans,
 * metrics and log records. What is malformed fails the reading.
 */
import { Effect, Schema, type Scope } from "effect"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { gunzipSync } from "node:zlib"
import { decodeProtobuf } from "./OtlpProtobuf.ts"

export type Signal = "traces" | "metrics" | "logs"

const Int64 = Schema.Union([Schema.String, Schema.Finite])
const AnyValue = Schema.Union([
  Schema.Struct({ stringValue: Schema.String }),
  Schema.Struct({ boolValue: Schema.Boolean }),
  Schema.Struct({ intValue: Int64 }),
  Schema.Struct({ doubleValue: Schema.Finite }),
  Schema.Struct({ arrayValue: Schema.Struct({ values: Schema.Array(Schema.Unknown) }) })
])
const KeyValues = Schema.Array(Schema.Struct({ key: Schema.String, value: AnyValue }))
const Resource = Schema.Struct({ attributes: KeyValues })
const TraceId = Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/))
const SpanId = Schema.String.check(Schema.isPattern(/^[0-9a-f]{16}$/))
const Link = Schema.Struct({ traceId: TraceId, spanId: SpanId })
const Span = Schema.Struct({
  traceId: TraceId,
  spanId: SpanId,
  parentSpanId: Schema.optionalKey(Schema.Union([SpanId, Schema.Literal("")])),
  name: Schema.String,
  kind: Schema.Int,
  startTimeUnixNano: Int64,
  endTimeUnixNano: Int64,
  attributes: KeyValues,
  events: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  links: Schema.optionalKey(Schema.Array(Link)),
  status: Schema.optionalKey(Schema.Struct({ code: Schema.optionalKey(Schema.Int), message: Schema.optionalKey(Schema.String) }))
})
const Point = Schema.Struct({
  attributes: KeyValues,
  asDouble: Schema.optionalKey(Schema.Finite),
  asInt: Schema.optionalKey(Int64),
  count: Schema.optionalKey(Int64)
})
const Points = Schema.Struct({ dataPoints: Schema.Array(Point), aggregationTemporality: Schema.optionalKey(Schema.Int) })
const Metric = Schema.Struct({
  name: Schema.String,
  unit: Schema.String,
  gauge: Schema.optionalKey(Points),
  sum: Schema.optionalKey(Points),
  histogram: Schema.optionalKey(Points)
})
const LogRecord = Schema.Struct({
  timeUnixNano: Int64,
  severityNumber: Schema.Int,
  severityText: Schema.String,
  body: AnyValue,
  attributes: KeyValues,
  traceId: Schema.optionalKey(Schema.Union([TraceId, Schema.Literal("")])),
  spanId: Schema.optionalKey(Schema.Union([SpanId, Schema.Literal("")])),
  flags: Schema.optionalKey(Schema.Int)
})

const Traces = Schema.Struct({
  resourceSpans: Schema.Array(Schema.Struct({ resource: Resource, scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) })) }))
})
const Metrics = Schema.Struct({
  resourceMetrics: Schema.Array(
    Schema.Struct({ resource: Resource, scopeMetrics: Schema.Array(Schema.Struct({ metrics: Schema.Array(Metric) })) })
  )
})
const Logs = Schema.Struct({
  resourceLogs: Schema.Array(
    Schema.Struct({ resource: Resource, scopeLogs: Schema.Array(Schema.Struct({ logRecords: Schema.Array(LogRecord) })) })
  )
})
const decodeTraces = Schema.decodeUnknownSync(Traces)
const decodeMetrics = Schema.decodeUnknownSync(Metrics)
const decodeLogs = Schema.decodeUnknownSync(Logs)

export type Attributes = Readonly<Record<string, unknown>>

export interface ReceivedSpan {
  readonly resource: Attributes
  readonly traceId: string
  readonly spanId: string
  /** Undefined of a root. */
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: "internal" | "server" | "client" | "other"
  readonly attributes: Attributes
  readonly events: number
  readonly links: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
  /** OpenTelemetry's status `ERROR`. */
  readonly failed: boolean
  readonly millis: number
}

export interface ReceivedMetric {
  readonly resource: Attributes
  readonly name: string
  readonly unit: string
  readonly type: "gauge" | "sum" | "histogram" | "none"
  readonly temporality: "delta" | "cumulative" | "none"
  readonly points: ReadonlyArray<{ readonly attributes: Attributes; readonly value: number }>
}

export interface ReceivedLog {
  readonly resource: Attributes
  readonly severityNumber: number
  readonly severityText: string
  readonly body: unknown
  readonly attributes: Attributes
  readonly traceId: string | undefined
  readonly spanId: string | undefined
  readonly flags: number
}

export interface OtlpReceiver {
  readonly url: string
  /** Paths of all that was received, in order. */
  readonly paths: Array<string>
  readonly headers: Array<IncomingHttpHeaders>
  readonly spans: () => ReadonlyArray<ReceivedSpan>
  readonly metrics: () => ReadonlyArray<ReceivedMetric>
  readonly logs: () => ReadonlyArray<ReceivedLog>
  /** All of it as text, to look for what must not be there. */
  readonly text: () => string
  /** How it answers from now on: takes all, refuses all, or never answers. */
  readonly become: (mood: "well" | "refusing" | "silent") => void
}

const valueOf = (value: typeof AnyValue.Type): unknown => {
  if ("stringValue" in value) return value.stringValue
  if ("boolValue" in value) return value.boolValue
  if ("intValue" in value) return Number(value.intValue)
  return "doubleValue" in value ? value.doubleValue : value.arrayValue.values
}

const attributesOf = (pairs: typeof KeyValues.Type): Attributes => Object.fromEntries(pairs.map(({ key, value }) => [key, valueOf(value)]))

const kinds = ["other", "internal", "server", "client"] as const
const temporalities = ["none", "delta", "cumulative"] as const

const spansOf = (text: unknown): ReadonlyArray<ReceivedSpan> =>
  decodeTraces(text).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans).map((span) => ({
      resource: attributesOf(resource.attributes),
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId === "" ? undefined : span.parentSpanId,
      name: span.name,
      kind: kinds[span.kind] ?? "other",
      attributes: attributesOf(span.attributes),
      events: span.events?.length ?? 0,
      links: span.links ?? [],
      failed: span.status?.code === 2,
      millis: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6
    }))
  )

const metricsOf = (text: unknown): ReadonlyArray<ReceivedMetric> =>
  decodeMetrics(text).resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) => metrics).map(({ gauge, histogram, name, sum, unit }) => {
      const points = gauge ?? sum ?? histogram
      return {
        resource: attributesOf(resource.attributes),
        name,
        unit,
        type: gauge !== undefined ? "gauge" : sum !== undefined ? "sum" : histogram !== undefined ? "histogram" : "none",
        temporality: temporalities[points?.aggregationTemporality ?? 0] ?? "none",
        points: (points?.dataPoints ?? []).map(({ asDouble, asInt, attributes, count }) => ({
          attributes: attributesOf(attributes),
          value: Number(asDouble ?? asInt ?? count ?? 0)
        }))
      }
    })
  )

const logsOf = (text: unknown): ReadonlyArray<ReceivedLog> =>
  decodeLogs(text).resourceLogs.flatMap(({ resource, scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) => logRecords).map((record) => ({
      resource: attributesOf(resource.attributes),
      severityNumber: record.severityNumber,
      severityText: record.severityText,
      body: valueOf(record.body),
      attributes: attributesOf(record.attributes),
      traceId: record.traceId === "" ? undefined : record.traceId,
      spanId: record.spanId === "" ? undefined : record.spanId,
      flags: record.flags ?? 0
    }))
  )

const signalOf = (decoded: unknown): Signal =>
  Schema.is(Schema.Struct({ resourceSpans: Schema.Unknown }))(decoded)
    ? "traces"
    : Schema.is(Schema.Struct({ resourceLogs: Schema.Unknown }))(decoded)
    ? "logs"
    : "metrics"

const byPath: Readonly<Record<string, Signal>> = { "/v1/traces": "traces", "/v1/metrics": "metrics", "/v1/logs": "logs" }

export const makeOtlpReceiver: Effect.Effect<OtlpReceiver, never, Scope.Scope> = Effect.acquireRelease(
  Effect.callback<OtlpReceiver & { readonly close: () => void }>((resume) => {
    const bodies: Record<Signal, Array<unknown>> = { traces: [], metrics: [], logs: [] }
    const paths: Array<string> = []
    const headers: Array<IncomingHttpHeaders> = []
    let mood: Parameters<OtlpReceiver["become"]>[0] = "well"
    const take = (path: string, type: string | undefined, body: Buffer): void => {
      const isJson = type === "application/json"
      const json: unknown = isJson ? JSON.parse(body.toString()) : undefined
      const signal = byPath[path] ?? signalOf(json)
      bodies[signal].push(isJson ? json : decodeProtobuf(signal, body))
    }
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
        if (mood === "silent") return
        if (mood === "refusing") return response.writeHead(400).end()
        const body = Buffer.concat(chunks)
        paths.push(request.url ?? "")
        headers.push(request.headers)
        take(
          request.url ?? "",
          request.headers["content-type"],
          request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body
        )
        response.writeHead(200, { "content-type": "application/json" }).end("{}")
      })
    }).listen(0, "127.0.0.1", () => {
      const address = server.address()
      resume(Effect.succeed({
        url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
        paths,
        headers,
        spans: () => bodies.traces.flatMap(spansOf),
        metrics: () => bodies.metrics.flatMap(metricsOf),
        logs: () => bodies.logs.flatMap(logsOf),
        text: () => JSON.stringify(bodies),
        become: (next) => {
          mood = next
        },
        close: () => {
          server.closeAllConnections()
          server.close()
        }
      }))
    })
  }),
  ({ close }) => Effect.sync(close)
)
