/**
 * `npm run bench`: gapura beside a Fastify stack that does the same work and beside bare `node:http`, one core for the
 * server. Prints a Markdown table; exits 1 when an answer was wrong, a contestant did not start, or (`--strict`) a
 * figure that must be reached was not.
 *
 * Needs Linux, two cores, `taskset` and `wrk`. `--help` prints the options.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { cpus, loadavg, tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { checkAnswer, type CheckedAnswer } from "./Checks.ts"
import { type Contestant, startBare, startFastify } from "./Contestants.ts"
import { type GapuraHome, issueTokens, prepareGapura, startGapura } from "./Gapura.ts"
import type { LookUpResult } from "./LookUps.ts"
import type { MaskingResult } from "./Masking.ts"
import { measureFloor, measureMemory, type MeasureOptions, measureRounds, type Memory } from "./Measure.ts"
import { readOptions, requireMachine } from "./Options.ts"
import { measureOverload, type OverloadResult } from "./Overload.ts"
import { loadCore, pinSelf, settled, startPinned } from "./Pinned.ts"
import {
  cpuHead,
  cpuRow,
  lookUpMissed,
  lookUpRow,
  maskingMissed,
  maskingRow,
  overloadLines,
  overloadMissed,
  type Rounds,
  tableHead,
  timingHead,
  timingMissed,
  timingRow,
  verdict,
  withSpread,
  workloadRows
} from "./Report.ts"
import { measureShared, sharedLine, sharedMissed } from "./SharedLimit.ts"
import { spreadOf } from "./Spread.ts"
import { measureStream, streamLines, streamMissed, type StreamResult } from "./Streaming.ts"
import type { Timing } from "./Timing.ts"
import { measureWorkers, workersLine, workersMissed } from "./Workers.ts"
import { type ContestantName, workloads } from "./Workloads.ts"

const flags = readOptions()
requireMachine()

const directory = mkdtempSync(join(tmpdir(), "gapura-bench-"))
process.once("exit", () => rmSync(directory, { recursive: true, force: true }))
pinSelf(loadCore)

const peerAudit = flags.peerAudit ? directory : undefined
let wrong = false
const warnings = new Set<string>()
const warn: MeasureOptions["warn"] = (fault, message) => {
  wrong ||= fault === "wrong"
  warnings.add(message)
  console.error(`${fault === "wrong" ? "WRONG" : "weak"}: ${message}`)
}

const loadAtStart = loadavg()[0] ?? 0
const agencies = startPinned(loadCore, [process.execPath, resolve(import.meta.dirname, "Agencies.ts")])
const origins = (await agencies.firstLine).split(",").map((port) => `http://127.0.0.1:${port}`)

/** A gapura of its own data directory; undefined, loudly, when it does not start. */
const tryGapura = async (
  name: string,
  audited = true
): Promise<{ readonly home: GapuraHome; readonly contestant: Contestant; readonly readyMillis: number } | undefined> => {
  try {
    const home = await prepareGapura(join(directory, name), origins)
    const { port, process: server, readyMillis } = await startGapura(home, audited)
    return { home, contestant: { process: server, port }, readyMillis }
  } catch (error) {
    warn("wrong", `GAPURA DID NOT START AND IS NOT MEASURED: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

const gapura = await tryGapura("rounds")
const silent = [...flags.only].some((name) => name.startsWith("audit-")) ? await tryGapura("silent", false) : undefined
/** Each gapura has a database and so tokens of its own. */
const tokensOf = (name: ContestantName): ReadonlyArray<string> => name === "silent" && silent !== undefined ? silent.home.tokens : tokens
const tokens = gapura?.home.tokens ?? [`gpr_${"0".repeat(43)}`]
const contestants = new Map<ContestantName, Contestant>()
if (gapura !== undefined) contestants.set("gapura", gapura.contestant)
if (silent !== undefined) contestants.set("silent", silent.contestant)
contestants.set("fastify", await startFastify(tokens, origins, peerAudit))

const options: MeasureOptions = { tokensOf, directory, warn, rounds: flags.rounds, seconds: flags.seconds }

/** Every contestant has to give a right answer before anything is measured; who does not is left out. */
const check = async (
  workload: typeof workloads[number],
  name: ContestantName,
  contestant: Contestant
): Promise<CheckedAnswer | undefined> => {
  try {
    return await checkAnswer(workload, contestant.port, tokensOf(name)[0] ?? "")
  } catch (error) {
    warn("wrong", `${workload.title}, ${name}: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

const results = new Map<string, Rounds>()
for (const workload of workloads.filter(({ name }) => flags.only.has(name))) {
  const sound = new Map<ContestantName, Contestant>()
  const answers = new Map<ContestantName, CheckedAnswer>()
  for (const name of workload.contestants) {
    const model = answers.get("gapura") ?? answers.get("fastify")
    if (name === "bare" && model !== undefined && !contestants.has("bare")) contestants.set("bare", await startBare(model, directory))
    const contestant = contestants.get(name)
    const answer = contestant === undefined ? undefined : await check(workload, name, contestant)
    if (contestant === undefined || answer === undefined) continue
    sound.set(name, contestant)
    answers.set(name, answer)
  }
  const ours = answers.get("gapura")
  const theirs = answers.get("fastify")
  if (ours !== undefined && theirs !== undefined) {
    const names = (answer: CheckedAnswer): string => answer.headers.map(([name]) => name).sort().join(" ")
    if (names(ours) !== names(theirs)) {
      warn("weak", `${workload.title}: header names differ: gapura ${names(ours)}; Fastify ${names(theirs)}`)
    }
    if (workload.lists === 1 && !isDeepStrictEqual(ours.data, theirs.data)) {
      warn("weak", `${workload.title}: gapura and Fastify do not mask alike`)
    }
  }
  console.error(`measuring ${workload.title}: ${[...sound.keys()].join(", ")}`)
  if (sound.size === 0) continue
  try {
    results.set(workload.name, await measureRounds(workload, sound, options))
  } catch (error) {
    // One that dies under load must not take the other workloads' figures with it.
    const dead = [...sound].filter(([, { process: server }]) => server.exitCode() !== undefined)
    warn(
      "wrong",
      `${workload.title} IS NOT MEASURED: ${error instanceof Error ? error.message : String(error)}${
        dead.map(([name, { process: server }]) => `; ${name} ended:\n${server.output()}`).join("")
      }`
    )
    for (const [name] of dead) contestants.delete(name)
  }
}
const slow = workloads.find(({ name }) => name === "aggregate-slow")
const floor = slow !== undefined && results.has(slow.name)
  ? await measureFloor(Number(new URL(origins[0] ?? "").port), slow.callers, options)
  : undefined
for (const { process: server } of contestants.values()) await server.stop()

const measureOverloaded = async (): Promise<OverloadResult | undefined> => {
  try {
    console.error("measuring overload")
    const home = await prepareGapura(join(directory, "overload"), origins)
    const tokens = await issueTokens(home, "ringkas")
    const { port, process: server } = await startGapura(home)
    const path = workloads.find(({ name }) => name === "miss")?.path ?? ""
    return await measureOverload({ pid: server.pid, port, path, tokens }, options).finally(() => server.stop())
  } catch (error) {
    warn("wrong", `OVERLOAD IS NOT MEASURED: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}
const overload = flags.only.has("overload") ? await measureOverloaded() : undefined

const hit = workloads.find(({ name }) => name === "hit")
const measureHits = async (part: "redis" | "workers", measure: typeof measureShared): Promise<Rounds | undefined> => {
  if (hit === undefined || !flags.only.has(part)) return undefined
  try {
    console.error(`measuring hits with ${part} and without`)
    return await measure(hit, directory, origins, options)
  } catch (error) {
    warn("wrong", `HITS WITH ${part.toUpperCase()} ARE NOT MEASURED: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}
const withRedis = await measureHits("redis", measureShared)
const withWorkers = await measureHits("workers", measureWorkers)

const starts: Array<number> = []
if (flags.only.has("start") && gapura !== undefined) {
  starts.push(gapura.readyMillis)
  // Each with an empty data directory of its own, as the first one had.
  for (let start = 1; start < 5; start++) {
    const again = await tryGapura(`start-${start}`)
    if (again === undefined) continue
    starts.push(again.readyMillis)
    await again.contestant.process.stop()
  }
}

const memories = new Map<ContestantName, Memory>()
const memoryLoad = workloads.find(({ name }) => name === "miss")
if (flags.only.has("memory") && memoryLoad !== undefined) {
  const minute = { ...options, seconds: flags.memorySeconds }
  console.error(`measuring memory under ${memoryLoad.title}, ${minute.seconds} s each`)
  const fresh = await tryGapura("memory")
  if (fresh !== undefined) {
    memories.set("gapura", await measureMemory(memoryLoad, "gapura", fresh.contestant, { ...minute, tokensOf: () => fresh.home.tokens }))
    await fresh.contestant.process.stop()
  }
  const peer = await startFastify(tokens, origins, peerAudit)
  await settled(peer.process.pid)
  memories.set("fastify", await measureMemory(memoryLoad, "fastify", peer, minute))
  await peer.process.stop()
}
await agencies.stop()

const streams: Array<StreamResult> = []
if (flags.only.has("stream")) {
  try {
    streams.push(...await measureStream(join(directory, "stream"), flags.streamBytes))
  } catch (error) {
    warn("wrong", `STREAMS ARE NOT MEASURED: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Loaded now, so that nothing of gapura is in this process while others are measured. */
const measureLookUps = async (): Promise<ReadonlyArray<LookUpResult>> => {
  try {
    console.error("measuring look-ups")
    return await (await import("./LookUps.ts")).measureLookUps()
  } catch (error) {
    warn("wrong", `LOOK-UPS ARE NOT MEASURED: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}
const lookUps = flags.only.has("look-up") ? await measureLookUps() : []

const measureMasking = async (): Promise<ReadonlyArray<MaskingResult>> => {
  try {
    console.error("measuring masking")
    return (await import("./Masking.ts")).measureMasking()
  } catch (error) {
    warn("wrong", `MASKING IS NOT MEASURED: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}
const maskings = flags.only.has("masking") ? await measureMasking() : []
const measureTimings = async (): Promise<ReadonlyArray<Timing>> => {
  try {
    console.error("measuring how long refusals take")
    return await (await import("./Timing.ts")).measureTiming()
  } catch (error) {
    warn("wrong", `REFUSALS ARE NOT MEASURED: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}
const timings = flags.only.has("timing") ? await measureTimings() : []

const lines: Array<string> = []
const measured = workloads.flatMap((workload) => {
  const rounds = results.get(workload.name)
  return rounds === undefined ? [] : [{ workload, rounds }]
})
let missed = measured.some(({ rounds, workload }) => workload.targets.some((target) => verdict(target, rounds) === "NO"))
lines.push(...tableHead, ...measured.flatMap(({ rounds, workload }) => workloadRows(workload, rounds)))
const mib = (bytes: number | undefined): string => bytes === undefined ? "–" : `${(bytes / 1_048_576).toFixed(0)} MiB`
const ours = memories.get("gapura")?.loadedBytes
const theirs = memories.get("fastify")?.loadedBytes
if (memories.size > 0) {
  const ratio = ours === undefined || theirs === undefined ? undefined : ours / theirs
  missed ||= ratio !== undefined && ratio > 1.3
  lines.push(
    `| resident memory after ${flags.memorySeconds === 60 ? "a minute" : `${flags.memorySeconds} s`} of load | ${mib(ours)} | ${
      mib(theirs)
    } | – | ${ratio === undefined ? "–" : `${ratio.toFixed(2)}×`} | – | ≤ 1.3× Fastify | ${
      ratio === undefined ? "–" : ratio <= 1 ? "aim" : ratio <= 1.3 ? "yes" : "NO"
    } |`
  )
}
if (starts.length > 0) {
  const spread = spreadOf(starts)
  missed ||= spread.median > 1_500
  lines.push(
    `| \`gapura serve\`, start to ready | ${withSpread(spread, 0, " ms")} | – | – | – | – | ≤ 1500 ms | ${
      spread.median <= 500 ? "aim" : spread.median <= 1_500 ? "yes" : "NO"
    } |`
  )
}
missed ||= lookUps.some(lookUpMissed)
missed ||= maskings.some(maskingMissed)
missed ||= streams.some(streamMissed)
lines.push(...lookUps.map(lookUpRow), ...maskings.map(maskingRow))
if (streams.length > 0) lines.push("", ...streamLines(streams))
if (overload !== undefined) {
  missed ||= overloadMissed(overload)
  lines.push("", ...overloadLines(overload))
}
if (withRedis !== undefined) {
  missed ||= sharedMissed(withRedis)
  lines.push("", sharedLine(withRedis))
}
if (withWorkers !== undefined) {
  missed ||= workersMissed(withWorkers)
  lines.push("", workersLine(withWorkers))
}
missed ||= timings.some(timingMissed)
if (timings.length > 0) lines.push("", ...timingHead, ...timings.map(timingRow))
lines.push("", ...cpuHead, ...measured.map(({ rounds, workload }) => cpuRow(workload, rounds)))
lines.push(
  "",
  ...floor === undefined
    ? []
    : [
      `The slow agencies alone, asked by as many callers: p50 ${floor.p50Millis.toFixed(1)} ms, p99 ${floor.p99Millis.toFixed(1)} ms.`,
      ""
    ],
  `Node ${process.version}, ${cpus()[0]?.model.trim() ?? "unknown processor"}, ${options.rounds} rounds of ${options.seconds} s in turn, `
    + `medians (lowest–highest round); server on core 0, agencies and wrk on core 1. Load average ${loadAtStart.toFixed(1)} at start, ${
      (loadavg()[0] ?? 0).toFixed(1)
    } at the end.${flags.peerAudit ? " The Fastify peer wrote an audit too." : ""}`
)
console.log(lines.join("\n"))
for (const message of warnings) console.log(`- ${message}`)
if (flags.json !== undefined) {
  mkdirSync(resolve(flags.json, ".."), { recursive: true })
  writeFileSync(
    flags.json,
    `${
      JSON.stringify(
        {
          rounds: Object.fromEntries([...results].map(([name, rounds]) => [name, Object.fromEntries(rounds)])),
          memory: Object.fromEntries(memories),
          starts,
          lookUps,
          maskings,
          timings,
          streams,
          overload,
          warnings: [...warnings]
        },
        null,
        2
      )
    }\n`
  )
}
process.exit(wrong || flags.strict && missed ? 1 : 0)
