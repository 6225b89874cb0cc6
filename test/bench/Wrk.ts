/**
 * Load by wrk. Its Lua script makes each request and prints the totals as one JSON line, so nothing is read out of
 * text for people.
 *
 * wrk counts statuses above 399 as errors. Nothing here asks conditionally, so there are no others but 200; the mean
 * length of an answer is reported too, and the benchmark compares it with the answer that it checked.
 */
import { Schema } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { loadCore, runPinned } from "./Pinned.ts"

export interface Load {
  readonly port: number
  readonly path: string
  /** Used in turn where the request changes: one token has 32 requests in progress at most. */
  readonly tokens: ReadonlyArray<string>
  /** The body of a POST, which needs an `@n`; absent for a GET. `@n` in path or body becomes the running number. */
  readonly body?: string
  readonly callers: number
}

const Totals = Schema.Struct({
  requests: Schema.Finite,
  micros: Schema.Finite,
  bytes: Schema.Finite,
  status: Schema.Finite,
  socket: Schema.Finite,
  p50: Schema.Finite,
  p99: Schema.Finite
})
const decodeTotals = Schema.decodeUnknownSync(Schema.fromJsonString(Totals))

export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  /** Bytes of a mean answer, headers included. */
  readonly answerBytes: number
  readonly refused: number
  readonly socketErrors: number
  readonly p50Millis: number
  readonly p99Millis: number
}

/** All running numbers have ten digits, so that a body's length stays the same. */
let nextNumber = 1_000_000_000
const numbersPerRun = 5_000_000

const lua = (text: string): string => `[==[${text}]==]`

/** The request's text between its running numbers. */
const partsOf = (load: Load, token: string): ReadonlyArray<string> => {
  const headers = `Host: 127.0.0.1:${load.port}\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n`
  const length = load.body === undefined ? 0 : Buffer.byteLength(load.body.replaceAll("@n", "1000000000"))
  const text = load.body === undefined
    ? `GET ${load.path} HTTP/1.1\r\n${headers}\r\n`
    : `POST ${load.path} HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${load.body}`
  // Lua drops a line break right after an opening bracket and turns CRLF into LF: both are written as escapes.
  return text.split("@n").map((part) => `(${lua(part)}):gsub("~", "\\r\\n")`.replaceAll("\r\n", "~"))
}

const script = (load: Load): string => {
  const number = nextNumber
  nextNumber += numbersPerRun
  const requestsOf = load.tokens.map((token) => partsOf(load, token))
  // A request that never changes is left to wrk itself: calling Lua for each costs the load its core before the server its own.
  const requests = requestsOf[0]?.length === 1
    ? `wrk.headers["Authorization"] = ${lua(`Bearer ${load.tokens[0] ?? ""}`)}\nwrk.headers["Accept"] = "application/json"`
    : "request = function() n = n + 1; return table.concat(parts[n % #parts + 1], string.format('%d', n)) end"
  return `local parts = {}
${
    requestsOf.map((pieces, token) =>
      `parts[${token + 1}] = {}\n${pieces.map((piece, index) => `parts[${token + 1}][${index + 1}] = ${piece}`).join("\n")}`
    ).join("\n")
  }
local n = ${number}
${requests}
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests":%d,"micros":%d,"bytes":%d,"status":%d,"socket":%d,"p50":%d,"p99":%d}\\n',
    summary.requests, summary.duration, summary.bytes, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
`
}

export const runWrk = async (load: Load, seconds: number, directory: string): Promise<LoadResult> => {
  const file = join(directory, "load.lua")
  writeFileSync(file, script(load))
  const output = await runPinned(loadCore, [
    "wrk",
    "-t1",
    `-c${load.callers}`,
    `-d${seconds}s`,
    "--timeout",
    "10s",
    "-s",
    file,
    `http://127.0.0.1:${load.port}${load.path.includes("@n") ? "" : load.path}`
  ])
  const totals = decodeTotals(output.trimEnd().split("\n").at(-1) ?? "")
  return {
    requests: totals.requests,
    perSecond: totals.requests / totals.micros * 1e6,
    answerBytes: totals.requests === 0 ? 0 : totals.bytes / totals.requests,
    refused: totals.status,
    socketErrors: totals.socket,
    p50Millis: totals.p50 / 1_000,
    p99Millis: totals.p99 / 1_000
  }
}
