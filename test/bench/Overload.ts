/**
 * Overload: how many answers a second come, and how soon, when five times as many callers ask as at the peak.
 *
 * The peak is where more callers bring no more: the most of them with whom the throughput is within a tenth of
 * the best. Two kinds of callers are measured apart. Who insists asks again as soon as it has heard, whatever it has
 * heard. Who obeys waits after a 503 for as long as its `Retry-After` says, like a client written to the standard (RFC
 * 9110, section 10.2.3), and asks again at once after an answer. Load is wrk's; its Lua script sends
 * the time of each request as the trace id, which comes back in every answer's `traceparent`: so served and shed ones
 * are timed apart. What is asked in the first seconds is not counted: Node takes one connection in each turn of its
 * event loop, so that hundreds of new ones wait for seconds.
 */
import { Schema } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { loadCore, runPinned, settled } from "./Pinned.ts"
import { type Spread, spreadOf } from "./Spread.ts"

const callers = [32, 64, 128] as const
const times = 5
const asGood = 0.9
const settleSeconds = 3
const warmSeconds = 5

const Side = Schema.Struct({ count: Schema.Finite, p50: Schema.Finite, p99: Schema.Finite })
const Totals = Schema.Struct({ micros: Schema.Finite, socket: Schema.Finite, served: Side, shed: Side, other: Schema.Finite })
const decodeTotals = Schema.decodeUnknownSync(Schema.fromJsonString(Totals))

export interface OverloadTarget {
  readonly pid: number
  readonly port: number
  readonly path: string
  /** Enough of them that none is at its bound of requests in progress. */
  readonly tokens: ReadonlyArray<string>
}

/** Times in milliseconds. */
interface Run {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly shedPerSecond: number
  readonly toldP99: number
}

export const callerKinds = ["insist", "obey"] as const
export type CallerKind = typeof callerKinds[number]

/** Under five times the callers of the peak. */
export interface Overloaded {
  readonly perSecond: Spread
  readonly p99: Spread
  readonly shedPerSecond: Spread
  /** Of rounds side by side. */
  readonly goodput: Spread
  readonly latency: Spread
  readonly told: Spread
}

export interface OverloadResult extends Readonly<Record<CallerKind, Overloaded>> {
  readonly callers: number
  readonly peak: Spread
  readonly peakP99: Spread
}

let nextNumber = 1_000_000_000
const numbersPerRun = 5_000_000

/**
 * Counts times in tenths of a millisecond. wrk asks `delay` before each request of a connection but its first: the pauses
 * stand in a line in the order of the answers, so as many callers wait as were told to, if not always the very same.
 */
const script = ({ path, port, tokens }: OverloadTarget, skipSeconds: number, kind: CallerKind): string => {
  const number = nextNumber
  nextNumber += numbersPerRun
  const [before = "", after = ""] = path.split("@n")
  return `local ffi = require("ffi")
ffi.cdef[[ typedef struct { long s; long n; } timespec_t; int clock_gettime(int, timespec_t*); ]]
local now = ffi.new("timespec_t")
local function micros() ffi.C.clock_gettime(1, now); return tonumber(now.s) * 1000000 + math.floor(tonumber(now.n) / 1000) end
local tokens = { ${tokens.map((token) => `"${token}"`).join(", ")} }
local n = ${number}
local from
local head = "Host: 127.0.0.1:${port}\\r\\nAccept: application/json\\r\\n"
  .. "traceparent: 00-%032x-0000000000000001-00\\r\\nAuthorization: Bearer %s\\r\\n\\r\\n"
function init()
  served = {}; shed = {}; other = 0
end
function request()
  n = n + 1
  from = from or micros() + ${skipSeconds * 1_000_000}
  return string.format("GET ${before}%d${after} HTTP/1.1\\r\\n" .. head, n, micros(), tokens[n % #tokens + 1])
end
local pauses, first, last = {}, 1, 0
${
    kind === "obey"
      ? `function delay()
  local pause = pauses[first] or 0
  if first <= last then pauses[first] = nil; first = first + 1 end
  return pause
end`
      : ""
  }
function response(status, headers)
  last = last + 1
  pauses[last] = ${kind === "obey" ? "status == 503 and 1000 * tonumber(headers[\"retry-after\"] or 0) or 0" : "nil"}
  local side = status == 200 and served or status == 503 and shed
  local trace = headers["traceparent"]
  if not side or not trace then other = other + 1; return end
  local sent = tonumber(string.sub(trace, 23, 35), 16)
  if sent < from then return end
  local at = math.floor((micros() - sent) / 100)
  side[at] = (side[at] or 0) + 1
end
local threads = {}
function setup(thread) table.insert(threads, thread) end
local function percentiles(side)
  local count, last = 0, 0
  for at, times in pairs(side) do count = count + times; if at > last then last = at end end
  local function percentile(share)
    local seen = 0
    for at = 0, last do
      seen = seen + (side[at] or 0)
      if seen >= count * share then return at / 10 end
    end
    return 0
  end
  return string.format('{"count":%d,"p50":%.1f,"p99":%.1f}', count, percentile(0.5), percentile(0.99))
end
done = function(summary)
  local e, thread = summary.errors, threads[1]
  io.write(string.format('\\n{"micros":%d,"socket":%d,"served":%s,"shed":%s,"other":%d}\\n', summary.duration,
    e.connect + e.read + e.write + e.timeout, percentiles(thread:get("served")), percentiles(thread:get("shed")), thread:get("other")))
end
`
}

interface Asking {
  readonly connections: number
  readonly seconds: number
  readonly skipSeconds: number
  readonly kind: CallerKind
}

const run = async (target: OverloadTarget, { connections, kind, seconds, skipSeconds }: Asking, directory: string): Promise<Run> => {
  const file = join(directory, "overload.lua")
  writeFileSync(file, script(target, skipSeconds, kind))
  const output = await runPinned(loadCore, [
    "wrk",
    "-t1",
    `-c${connections}`,
    `-d${skipSeconds + seconds}s`,
    "--timeout",
    "10s",
    "-s",
    file,
    `http://127.0.0.1:${target.port}`
  ])
  const { micros: all, other, served, shed, socket } = decodeTotals(output.trimEnd().split("\n").at(-1) ?? "")
  if (other + socket > 0) throw new Error(`${other} answers were neither served nor shed, ${socket} connection faults`)
  const micros = all - skipSeconds * 1e6
  return {
    perSecond: served.count / micros * 1e6,
    p50: served.p50,
    p99: served.p99,
    shedPerSecond: shed.count / micros * 1e6,
    toldP99: shed.p99
  }
}

export const measureOverload = async (
  target: OverloadTarget,
  { directory, rounds, seconds }: { readonly rounds: number; readonly seconds: number; readonly directory: string }
): Promise<OverloadResult> => {
  const measured = async (connections: number, skipSeconds: number, kind: CallerKind): Promise<Run> => {
    const result = await run(target, { connections, seconds, skipSeconds, kind }, directory)
    await settled(target.pid)
    return result
  }
  await run(target, { connections: 64, seconds: warmSeconds, skipSeconds: 0, kind: "insist" }, directory)
  const tried = new Map<number, Array<number>>(callers.map((connections) => [connections, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [connections, runs] of tried) runs.push((await measured(connections, 1, "insist")).perSecond)
  }
  const medians = [...tried].map(([connections, runs]) => ({ connections, perSecond: spreadOf(runs).median }))
  const best = Math.max(...medians.map(({ perSecond }) => perSecond))
  const connections = medians.findLast(({ perSecond }) => perSecond >= asGood * best)?.connections ?? callers[0]
  const peaks: Array<Run> = []
  const loads: Record<CallerKind, Array<Run>> = { insist: [], obey: [] }
  for (let round = 0; round < rounds; round++) {
    peaks.push(await measured(connections, 1, "insist"))
    for (const kind of callerKinds) loads[kind].push(await measured(connections * times, settleSeconds, kind))
  }
  const spread = (runs: ReadonlyArray<Run>, of: keyof Run): Spread => spreadOf(runs.map((one) => one[of]))
  const overloaded = (runs: ReadonlyArray<Run>): Overloaded => {
    const ratio = (of: keyof Run): Spread => spreadOf(runs.map((load, index) => load[of] / (peaks[index]?.[of] ?? Number.NaN)))
    return {
      perSecond: spread(runs, "perSecond"),
      p99: spread(runs, "p99"),
      shedPerSecond: spread(runs, "shedPerSecond"),
      goodput: ratio("perSecond"),
      latency: ratio("p99"),
      told: spread(runs, "toldP99")
    }
  }
  return {
    callers: connections,
    peak: spread(peaks, "perSecond"),
    peakP99: spread(peaks, "p99"),
    insist: overloaded(loads.insist),
    obey: overloaded(loads.obey)
  }
}
