/** The settings of what the gateway tells of itself: OpenTelemetry's own, by their standard names, and the access log. */
import { Schema } from "effect"
import { optional, required } from "./Setting.ts"
import { HttpUrl, Positive, Propagators, ResourceAttributes, ResourceDetectors, Share, Text, TimerMillis } from "./SettingCodecs.ts"

const url = "an http:// or https:// address without credentials or query"
const exporter = Schema.Literals(["otlp", "none"])
const protocol = Schema.Literals(["http/json", "http/protobuf"])
const oneProtocol = "http/json or http/protobuf; gRPC is not spoken here"
const above0 = "a whole number above 0"
const millis = "a whole number of milliseconds above 0, at most 2147483647"

/**
 * Variables that OpenTelemetry's SDK reads itself, of a process that exports: they keep the meaning that it gives them and
 * are no settings of the gateway. They may be near to one, and are not misspelt.
 */
export const sdkVariables: ReadonlyArray<string> = [
  ...["", "TRACES_", "METRICS_", "LOGS_"].flatMap((kind) =>
    ["HEADERS", "TIMEOUT", "COMPRESSION", "CERTIFICATE", "CLIENT_CERTIFICATE", "CLIENT_KEY"].map((what) =>
      `OTEL_EXPORTER_OTLP_${kind}${what}`
    )
  ),
  ...["SCHEDULE_DELAY", "MAX_QUEUE_SIZE", "MAX_EXPORT_BATCH_SIZE", "EXPORT_TIMEOUT"].map((what) => `OTEL_BSP_${what}`),
  "OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT",
  "OTEL_ATTRIBUTE_COUNT_LIMIT",
  "OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT",
  "OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT",
  "OTEL_SPAN_LINK_COUNT_LIMIT"
]

export const telemetrySettingsTable = {
  otlpEndpoint: optional(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    url,
    "where OpenTelemetry data goes (OTLP over HTTP); absent: none is sent",
    HttpUrl
  ),
  tracesSampler: required(
    "OTEL_TRACES_SAMPLER",
    "parentbased_traceidratio",
    "one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio",
    "which requests are traced",
    Schema.Literals([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio"
    ])
  ),
  tracesSamplerArg: required(
    "OTEL_TRACES_SAMPLER_ARG",
    "0.1",
    "a number from 0 to 1",
    "share of requests traced by a ratio sampler",
    Share
  ),
  otlpTracesEndpoint: optional(
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    url,
    "where traces go, the whole address; default OTEL_EXPORTER_OTLP_ENDPOINT/v1/traces",
    HttpUrl
  ),
  otlpMetricsEndpoint: optional(
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
    url,
    "where metrics go, the whole address; default OTEL_EXPORTER_OTLP_ENDPOINT/v1/metrics",
    HttpUrl
  ),
  otlpLogsEndpoint: optional(
    "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT",
    url,
    "where log lines go, the whole address; default OTEL_EXPORTER_OTLP_ENDPOINT/v1/logs",
    HttpUrl
  ),
  otlpProtocol: required("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json", oneProtocol, "how it is sent", protocol),
  otlpTracesProtocol: optional("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", oneProtocol, "how traces are sent, where otherwise", protocol),
  otlpMetricsProtocol: optional("OTEL_EXPORTER_OTLP_METRICS_PROTOCOL", oneProtocol, "how metrics are sent, where otherwise", protocol),
  otlpLogsProtocol: optional("OTEL_EXPORTER_OTLP_LOGS_PROTOCOL", oneProtocol, "how log lines are sent, where otherwise", protocol),
  tracesExporter: required("OTEL_TRACES_EXPORTER", "otlp", "otlp or none", "whether traces are sent", exporter),
  metricsExporter: required("OTEL_METRICS_EXPORTER", "otlp", "otlp or none", "whether metrics are sent", exporter),
  logsExporter: required("OTEL_LOGS_EXPORTER", "otlp", "otlp or none", "whether log lines are sent, beside being written", exporter),
  metricExportInterval: required(
    "OTEL_METRIC_EXPORT_INTERVAL",
    "60000",
    millis,
    "milliseconds between two sendings of metrics",
    TimerMillis
  ),
  metricExportTimeout: required(
    "OTEL_METRIC_EXPORT_TIMEOUT",
    "10000",
    millis,
    "milliseconds that one may take; never more than the interval",
    TimerMillis
  ),
  metricTemporality: required(
    "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE",
    "cumulative",
    "one of cumulative, delta, lowmemory",
    "whether counters are sent since the start, or since they were last sent",
    Schema.Literals(["cumulative", "delta", "lowmemory"])
  ),
  logBatchDelay: required("OTEL_BLRP_SCHEDULE_DELAY", "1000", millis, "milliseconds between two sendings of log lines", TimerMillis),
  logQueueSize: required("OTEL_BLRP_MAX_QUEUE_SIZE", "2048", above0, "log lines that wait to be sent at most; more are lost", Positive),
  logBatchSize: required("OTEL_BLRP_MAX_EXPORT_BATCH_SIZE", "512", above0, "log lines that are sent at once at most", Positive),
  logBatchTimeout: required("OTEL_BLRP_EXPORT_TIMEOUT", "30000", millis, "milliseconds that a sending of log lines may take", TimerMillis),
  logAttributes: required(
    "OTEL_LOGRECORD_ATTRIBUTE_COUNT_LIMIT",
    "128",
    above0,
    "attributes of a log line that are sent at most",
    Positive
  ),
  logAttributeLength: optional(
    "OTEL_LOGRECORD_ATTRIBUTE_VALUE_LENGTH_LIMIT",
    above0,
    "characters of an attribute of a log line that are sent at most; absent: all",
    Positive
  ),
  histogramAggregation: required(
    "OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION",
    "explicit_bucket_histogram",
    "explicit_bucket_histogram, the only one that is made here",
    "how histograms are sent",
    Schema.Literals(["explicit_bucket_histogram"])
  ),
  resourceDetectors: required(
    "OTEL_NODE_RESOURCE_DETECTORS",
    "none",
    "none, all, or names joined by commas: env, host, os, process, serviceinstance",
    "what else is found out and said of the machine and the process in all that is sent; env and serviceinstance always are",
    ResourceDetectors
  ),
  serviceName: optional("OTEL_SERVICE_NAME", "a name", "the gateway's name in what is sent; default gapura", Text),
  resourceAttributes: required(
    "OTEL_RESOURCE_ATTRIBUTES",
    "",
    "`name=value` pairs joined by commas, values percent-encoded",
    "what else is said of this gateway in all that is sent",
    ResourceAttributes
  ),
  propagators: required(
    "OTEL_PROPAGATORS",
    "tracecontext,baggage",
    "none, or names joined by commas: tracecontext, baggage",
    "whether the traces of callers go on to agencies; `baggage` never does, whatever is said here",
    Propagators
  ),
  otelLogLevel: required(
    "OTEL_LOG_LEVEL",
    "none",
    "one of none, error, warn, info, debug, verbose, all",
    "what the log tells of OpenTelemetry's own SDK",
    Schema.Literals(["none", "error", "warn", "info", "debug", "verbose", "all"])
  ),
  otelSdkDisabled: required(
    "OTEL_SDK_DISABLED",
    "false",
    "true or false",
    "`true` sends nothing, whatever the others say",
    Schema.Literals(["true", "false"])
  ),
  accessLog: required(
    "ACCESS_LOG",
    "0",
    "a number from 0 to 1",
    "share of answered requests that the log tells of, a line each; above 0 every answer of 500 and above too",
    Share
  )
}
