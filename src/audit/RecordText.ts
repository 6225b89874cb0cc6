/** Records as lines of text that no terminal, log reader or spreadsheet takes for anything else. Pure. */
import { AuditRecord } from "../domain/AuditRecord.ts"
import { csvCell } from "../domain/CsvCell.ts"

/** Line breaks and control characters of C1, and marks that turn text round: JSON itself lets these through. */
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const escaped = (json: string): string => json.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** One line of JSON. */
export const toLine = (record: AuditRecord): string => escaped(JSON.stringify(record))

/** A name as a person reads it, without a control character. */
const plain = (text: string | null): string => text === null ? "-" : escaped(JSON.stringify(text)).slice(1, -1)

export const toReadable = (record: AuditRecord): string =>
  `${record.time}  ${record.status}${record.times === undefined ? "" : ` ×${record.times}`}  ${plain(record.method)} ${
    plain(record.route)
  }  ${plain(record.consumerApplication)} → ${plain(record.ownerApplication)}  ${record.durationMs} ms  ${plain(record.requestId)}${
    record.address === undefined ? "" : `  ${plain(record.address)}`
  }`

const columns = Object.keys(AuditRecord.fields) as ReadonlyArray<keyof AuditRecord>
const widest = Math.max(...columns.map(({ length }) => length))

/** All of it, a line for each member. */
export const toBlock = (record: AuditRecord): string =>
  columns.flatMap((column) => {
    const value = record[column]
    return value === undefined ? [] : [`${column.padEnd(widest)}  ${plain(value === null ? null : String(value))}\n`]
  }).join("")

export const csvHead = columns.join(",")

const cell = (value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return ""
  return typeof value === "number" ? String(value) : csvCell(escaped(JSON.stringify(value)).slice(1, -1).replaceAll("\\\"", "\""))
}

export const toCsvLine = (record: AuditRecord): string => columns.map((column) => cell(record[column])).join(",")

/** A line that is no record, of as many cells. */
export const csvNote = (text: string): string => cell(text) + ",".repeat(columns.length - 1)
