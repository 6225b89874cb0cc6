/** How a record of the log is written: JSON on one line for machines, and `name=value` for whoever sits at a terminal. */
import { Formatter } from "effect"
import type { LogRecord } from "./LogRecord.ts"

export const jsonLine = (record: LogRecord): string => Formatter.formatJson(record)

const bare = /^[^\s"=]+$/

const pair = ([name, value]: readonly [string, unknown]): string => {
  const text = typeof value === "string" ? value : Formatter.format(value)
  return `${name}=${bare.test(text) ? text : JSON.stringify(text)}`
}

export const readableLine = ({ annotations, ...record }: LogRecord): string =>
  [...Object.entries(record), ...Object.entries(annotations)].map(pair).join(" ")
