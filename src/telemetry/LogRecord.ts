/**
 * What one line of the log says, whoever wrote it: a text, when, how grave, which process, which request, and what is
 * known beside it by name. Errors are told by their texts and causes by their own field, so that `message` is a text always.
 */
import { Cause, Formatter, type Logger, Option, Predicate, References } from "effect"
import { reasonOf } from "../domain/Reason.ts"

export interface LogRecord {
  readonly message: string
  /** Effect's, in capitals: `INFO`, `WARN`, `ERROR`, `FATAL`. */
  readonly level: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** The process, as `service.instance.id` has it. */
  readonly instance: string
  /** These four where the line is about a request, by the names of OpenTelemetry for logs that it does not send itself. */
  readonly request_id?: string
  readonly trace_id?: string
  readonly span_id?: string
  readonly trace_flags?: string
  /** A failure with its stack. */
  readonly cause?: string
  readonly annotations: Readonly<Record<string, unknown>>
}

const ofRequest = ["request_id", "trace_id", "span_id", "trace_flags"] as const

const isFields = (part: unknown): part is Readonly<Record<string, unknown>> =>
  Predicate.isObject(part) && (Object.getPrototypeOf(part) === Object.prototype || Object.getPrototypeOf(part) === null)

const textOf = (part: unknown): string => {
  if (typeof part === "string") return part
  if (part instanceof Error) return reasonOf(part)
  return Cause.isCause(part) ? Cause.pretty(part) : Formatter.format(part)
}

const plain = (value: unknown): unknown => value instanceof Error || Cause.isCause(value) ? textOf(value) : value

/** @param instance the process */
export const logRecordOf = (instance: string) => ({ cause, date, fiber, logLevel, message }: Logger.Options<unknown>): LogRecord => {
  const [first, ...rest] = Array.isArray(message) ? message : [message]
  const annotations: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fiber.getRef(References.CurrentLogAnnotations))) annotations[name] = plain(value)
  const reasons: Array<string> = []
  for (const part of rest) {
    if (!isFields(part)) reasons.push(textOf(part))
    else for (const [name, value] of Object.entries(part)) annotations[name] = plain(value)
  }
  if (reasons.length > 0) annotations["reason"] = reasons.join("; ")
  const ids: Record<string, string> = {}
  for (const name of ofRequest) {
    const id = annotations[name]
    if (typeof id === "string") ids[name] = id
    delete annotations[name]
  }
  return {
    message: first === undefined ? causeText(cause) : textOf(first),
    level: logLevel.toUpperCase(),
    timestamp: date.toISOString(),
    instance,
    ...ids,
    ...cause.reasons.length === 0 ? {} : { cause: Cause.pretty(cause) },
    annotations
  }
}

/** A line that has nothing but a failure. */
const causeText = (cause: Cause.Cause<unknown>): string => {
  const error = Option.getOrElse(Cause.findErrorOption(cause), () => Cause.squash(cause))
  return textOf(error)
}
