/**
 * What OpenTelemetry's semantic conventions ask of what was received, and what the gateway adds to them: every breach in
 * words. A name that is neither published nor the gateway's own is one.
 */
import * as published from "@opentelemetry/semantic-conventions/incubating"
import { metricNames } from "../../src/telemetry/MetricNames.ts"
import type { Attributes, OtlpReceiver, ReceivedLog, ReceivedMetric, ReceivedSpan } from "./OtlpReceiver.ts"

const constants: ReadonlyArray<readonly [string, unknown]> = Object.entries(published)
const textsOf = (prefix: string): ReadonlySet<string> =>
  new Set(constants.flatMap(([name, value]) => name.startsWith(prefix) && typeof value === "string" ? [value] : []))

const publishedAttributes = textsOf("ATTR_")
const publishedMetrics = textsOf("METRIC_")

/** Labels of the gateway's metrics, which are the same in Prometheus; no span and no log record has any. */
const metricLabels: ReadonlySet<string> = new Set([
  "agency",
  "cache",
  "dataset",
  "hash",
  "node",
  "outcome",
  "policy",
  "reason",
  "state",
  "to",
  "version"
])

type Type = "string" | "int" | "boolean"

const isOf = (type: Type, value: unknown): boolean =>
  type === "int" ? Number.isInteger(value) : typeof value === (type === "string" ? "string" : "boolean")

/** Types of what is told, whatever has it. */
const types: Readonly<Record<string, Type>> = {
  "error.type": "string",
  "exception.message": "string",
  "exception.stacktrace": "string",
  "exception.type": "string",
  "gapura.agency": "string",
  "gapura.cache": "string",
  "gapura.circuit.state": "string",
  "gapura.dataset": "string",
  "gapura.entry.status_code": "int",
  "gapura.error.code": "string",
  "gapura.interrupted": "boolean",
  "gapura.request.id": "string",
  "http.request.method": "string",
  "http.request.method_original": "string",
  "http.request.resend_count": "int",
  "http.response.body.size": "int",
  "http.response.status_code": "int",
  "http.route": "string",
  "server.address": "string",
  "server.port": "int",
  "url.path": "string",
  "url.scheme": "string",
  "url.template": "string"
}

/** What is learnt of a request or an entry while it is answered. */
const learnt = [
  "error.type",
  "gapura.agency",
  "gapura.dataset",
  "gapura.cache",
  "gapura.circuit.state",
  "gapura.error.code",
  "gapura.interrupted"
]

/** By kind of span: attributes that it has to have, and those that it may have beside them. */
const ofSpans: Readonly<
  Record<"server" | "client" | "internal", { readonly required: ReadonlyArray<string>; readonly allowed: ReadonlyArray<string> }>
> = {
  server: {
    required: ["http.request.method", "url.path", "url.scheme", "http.route", "server.address", "server.port", "gapura.request.id"],
    allowed: ["http.request.method_original", "http.response.status_code", ...learnt]
  },
  client: {
    // Without the agency's address, which the conventions want too and no trace may have.
    required: ["http.request.method", "url.template", "gapura.agency"],
    allowed: ["http.request.resend_count", "http.response.status_code", "error.type", "gapura.interrupted"]
  },
  internal: {
    required: ["gapura.request.id"],
    allowed: ["http.route", "gapura.entry.status_code", ...learnt]
  }
}

const namesOf = (attributes: Attributes, mayHave: (name: string) => boolean): ReadonlyArray<string> =>
  Object.entries(attributes).flatMap(([name, value]) => {
    if (!publishedAttributes.has(name) && !name.startsWith("gapura.") && !mayHave(name)) return [`${name} is no published name`]
    const type = types[name]
    return type === undefined || isOf(type, value) ? [] : [`${name} is no ${type}: ${JSON.stringify(value)}`]
  })

const ofResource = (resource: Attributes): ReadonlyArray<string> => [
  ...["service.name", "service.version", "service.instance.id", "telemetry.sdk.name", "telemetry.sdk.language", "telemetry.sdk.version"]
    .flatMap((
      name
    ) => typeof resource[name] === "string" ? [] : [`the resource lacks ${name}`]),
  ...namesOf(resource, () => false)
]

/** Whether the span has failed, and why, agree with its status. */
const outcomeOf = ({ attributes, failed, kind }: ReceivedSpan): ReadonlyArray<string> => {
  const status = attributes["http.response.status_code"]
  const error = attributes["error.type"]
  const faults: Array<string> = []
  if (failed !== (error !== undefined)) faults.push("error.type and the span's status disagree")
  const isError = typeof status === "number" && status >= (kind === "client" ? 400 : 500)
  if (isError && error !== String(status)) faults.push(`error.type of ${status} is ${JSON.stringify(error)}`)
  if (kind !== "internal" && status === undefined && error === undefined && attributes["gapura.interrupted"] !== true) {
    faults.push("neither a status nor an error")
  }
  return faults
}

const nameOf = ({ attributes, kind }: ReceivedSpan): string => {
  const method = attributes["http.request.method"] === "_OTHER" ? "HTTP" : attributes["http.request.method"]
  if (kind === "internal") return attributes["http.route"] === undefined ? "entry" : `entry ${attributes["http.route"]}`
  return `${method} ${attributes[kind === "client" ? "url.template" : "http.route"]}`
}

export const spanFaults = (span: ReceivedSpan): ReadonlyArray<string> => {
  const { attributes, events, kind, millis, name } = span
  if (kind === "other") return [`${name}: an unknown kind`]
  const { allowed, required } = ofSpans[kind]
  return [
    ...ofResource(span.resource),
    ...required.filter((one) => attributes[one] === undefined).map((one) => `lacks ${one}`),
    ...Object.keys(attributes).filter((one) => !required.includes(one) && !allowed.includes(one)).map((one) => `may not have ${one}`),
    ...namesOf(attributes, () => false),
    ...outcomeOf(span),
    ...name === nameOf(span) ? [] : [`is named ${name}, not ${nameOf(span)}`],
    ...events === 0 ? [] : ["has events"],
    ...millis >= 0 ? [] : ["ended before it began"],
    ...(kind === "server" || span.parentSpanId !== undefined) ? [] : ["has no parent"]
  ].map((fault) => `${kind} span ${name}: ${fault}`)
}

/**
 * Attributes that every point of these has to have. What is called at an agency has its `agency` in place of
 * `server.address` and `server.port`: an agency's address is in no telemetry.
 */
const ofMetrics: Readonly<Record<string, ReadonlyArray<string>>> = {
  "http.server.request.duration": ["http.request.method", "http.response.status_code", "http.route", "url.scheme"],
  "http.client.request.duration": ["http.request.method", "agency"]
}

/** Whether a point of these says what came of its requests, and why where they failed. */
const pointFaults = (name: string, attributes: Attributes): ReadonlyArray<string> => {
  const required = ofMetrics[name]
  if (required === undefined) return []
  const status = attributes["http.response.status_code"]
  const error = attributes["error.type"]
  const isError = Number(status) >= (name.startsWith("http.client") ? 400 : 500)
  return [
    ...required.filter((one) => attributes[one] === undefined).map((one) => `lacks ${one}`),
    ...status === undefined && error === undefined ? ["has neither a status nor an error"] : [],
    ...isError && error === undefined ? [`has no error.type for ${status}`] : []
  ]
}

const units = new Map(Object.values(metricNames).map(({ id, unit }) => [id, unit]))

export const metricFaults = ({ name, points, resource, type, unit }: ReceivedMetric): ReadonlyArray<string> =>
  [
    ...ofResource(resource),
    ...publishedMetrics.has(name) || name.startsWith("gapura.") ? [] : ["is no published name"],
    ...units.get(name) === unit ? [] : [`has the unit ${unit}, not ${units.get(name)}`],
    ...type === "none" ? ["has no points"] : [],
    ...new Set(
      points.flatMap(({ attributes }) => [...namesOf(attributes, (one) => metricLabels.has(one)), ...pointFaults(name, attributes)])
    )
  ].map((fault) => `metric ${name}: ${fault}`)

/** The first of each range of severities. */
const severities: Readonly<Record<string, number>> = { TRACE: 1, DEBUG: 5, INFO: 9, WARN: 13, ERROR: 17, FATAL: 21 }

export const logFaults = (
  { attributes, body, resource, severityNumber, severityText, spanId, traceId }: ReceivedLog
): ReadonlyArray<string> =>
  [
    ...ofResource(resource),
    ...typeof body === "string" && body !== "" ? [] : ["its body is no text"],
    ...severities[severityText] === severityNumber ? [] : [`its severity ${severityText} is ${severityNumber}`],
    ...(traceId === undefined) === (spanId === undefined) ? [] : ["half a trace context"],
    ...namesOf(attributes, () => false)
  ].map((fault) => `log record ${JSON.stringify(body)}: ${fault}`)

/** All breaches of what was received so far. */
export const breaches = (receiver: OtlpReceiver): ReadonlyArray<string> => [
  ...new Set([
    ...receiver.spans().flatMap(spanFaults),
    ...receiver.metrics().flatMap(metricFaults),
    ...receiver.logs().flatMap(logFaults)
  ])
]
