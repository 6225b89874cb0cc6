/**
 * Processes pinned to a core: servers to core 0; agencies, load and the benchmark itself to core 1. Everything started
 * here is stopped again, also when the benchmark fails or is interrupted.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"

export const serverCore = 0
export const loadCore = 1

const children = new Set<ChildProcess>()
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL")
})
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))

export interface Pinned {
  readonly pid: number
  /** Undefined while it runs. */
  readonly exitCode: () => number | undefined
  /** The latest output, for the message when it does not start. */
  readonly output: () => string
  /** The first line of standard output; fails when the process ends before it. */
  readonly firstLine: Promise<string>
  readonly stop: () => Promise<void>
}

/** @param core or several, as `taskset` takes them */
export const startPinned = (core: number | string, command: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): Pinned => {
  const child = spawn("taskset", ["-c", String(core), ...command], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  children.add(child)
  let output = ""
  let ended: number | undefined
  const exited = new Promise<void>((resolve) => {
    child.once("close", (code) => {
      ended = code ?? 1
      children.delete(child)
      resolve()
    })
  })
  const firstLine = new Promise<string>((resolve, reject) => {
    let text = ""
    child.stdout.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000)
      text += text.includes("\n") ? "" : chunk.toString()
      const end = text.indexOf("\n")
      if (end !== -1) resolve(text.slice(0, end))
    })
    child.once("error", reject)
    void exited.then(() => reject(new Error(`${command.slice(0, 4).join(" ")} … ended:\n${output}`)))
  })
  // Nobody may be waiting for the line of a server that is polled instead.
  firstLine.catch(() => {})
  child.stderr.on("data", (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000)
  })
  return {
    pid: child.pid ?? 0,
    exitCode: () => ended,
    output: () => output,
    firstLine,
    stop: async () => {
      child.kill("SIGTERM")
      const forced = AbortSignal.timeout(10_000)
      forced.addEventListener("abort", () => child.kill("SIGKILL"))
      await exited
    }
  }
}

/** Runs a command on a core to its end; its standard output. */
export const runPinned = (core: number, command: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 16 * 1024 * 1024 }
    const child = execFile("taskset", ["-c", String(core), ...command], options, (error, stdout, stderr) => {
      children.delete(child)
      if (error === null) resolve(stdout)
      else reject(new Error(`${command.slice(0, 4).join(" ")} …: ${stderr.trim() === "" ? error.message : stderr.trim()}`))
    })
    children.add(child)
  })

/** CPU time that the process and its children have used so far, all threads, in milliseconds. */
export const cpuMillis = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter((child) => child !== "")
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + ownCpuMillis(each), 0)
}

/** Of one process (proc(5), fields 14 and 15, 100 ticks a second). */
const ownCpuMillis = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Resident memory in bytes. */
export const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) * 1024

/** Waits until the process has finished what the load left behind, at most 10 s: it must not run into the next round. */
export const settled = async (pid: number): Promise<void> => {
  const deadline = performance.now() + 10_000
  for (;;) {
    const before = cpuMillis(pid)
    await sleep(200)
    if (cpuMillis(pid) - before <= 10 || performance.now() > deadline) return
  }
}

/** What anybody has used of a core so far, in milliseconds: more than the server's own share shows a busy machine. */
export const coreBusyMillis = (core: number): number => {
  const line = new RegExp(`^cpu${core} (.*)$`, "m").exec(readFileSync("/proc/stat", "utf8"))?.[1] ?? ""
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(" ").map(Number)
  return (user + nice + system + irq + softirq + steal) * 10
}

/** Moves this very process, all its threads, to a core. */
export const pinSelf = (core: number): void => {
  execFileSync("taskset", ["-a", "-c", "-p", String(core), String(process.pid)])
}
