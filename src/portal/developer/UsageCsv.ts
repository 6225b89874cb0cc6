/** The use of an application as a table for spreadsheets (RFC 4180), with a name that would be a formula made harmless. Pure. */
import { csvCell } from "../../domain/CsvCell.ts"
import type { UsageFacts } from "./UsagePage.ts"

const head = ["application", "since", "agency", "route", "status", "code", "calls", "entries", "lastAt"]

export const usageCsv = ({ application, sinceMillis, uses }: UsageFacts): string => {
  const since = new Date(sinceMillis).toISOString()
  const rows = uses.map((
    { agency, calls, code, entries, last_at, route, status }
  ) => [application, since, agency, route, String(status), code, String(calls), String(entries), new Date(last_at).toISOString()])
  return [head, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")
}
