/** The settings of what the gateway tells of itself: OpenTelemetry's own, by their standard names, and the access log. */
import { Schema } from "effect"
import { optional, required } from "./Setting.ts"
import { HttpUrl, Positive } from "./SettingCodecs.ts"

const url = "an http:// or https:// address without credentials or query"
const share = Schema.FiniteFromString.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const exporter = Schema.Literals(["otlp", "none"])

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
    share
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
  otlpProtocol: required(
    "OTEL_EXPORTER_OTLP_PROTOCOL",
    "http/json",
    "http/json, the only one that is spoken here",
    "how it is sent",
    Schema.Literals(["http/json"])
  ),
  tracesExporter: required("OTEL_TRACES_EXPORTER", "otlp", "otlp or none", "whether traces are sent", exporter),
  metricsExporter: required("OTEL_METRICS_EXPORTER", "otlp", "otlp or none", "whether metrics are sent", exporter),
  metricExportInterval: required(
    "OTEL_METRIC_EXPORT_INTERVAL",
    "60000",
    "a whole number of milliseconds above 0",
    "milliseconds between two sendings of metrics",
    Positive
  ),
  metricExportTimeout: required(
    "OTEL_METRIC_EXPORT_TIMEOUT",
    "10000",
    "a whole number of milliseconds above 0",
    "milliseconds that one may take; never more than the interval",
    Positive
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
    share
  )
}
