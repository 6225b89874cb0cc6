/** The command line of the benchmark, and what the machine must have. Wrong options end it with one line. */
import { execFileSync } from "node:child_process"
import { availableParallelism, cpus } from "node:os"
import { parseArgs } from "node:util"
import { workloads } from "./Workloads.ts"

const parts = [
  ...workloads.map(({ name }) => name),
  "overload",
  "stream",
  "memory",
  "start",
  "look-up",
  "masking",
  "timing",
  "redis",
  "workers"
]

const help = `npm run bench -- [options]
  --quick            2 rounds of 2 s, 10 s for memory and 200 MB for streams, instead of 5 of 4 s, a minute and 1 GB
  --rounds <n> --seconds <n>
  --only <a,b>       some of ${parts.join(", ")}; audit is both that begin so
  --json <file>      writes every round
  --strict           exit 1 too when a figure is not reached
  --peer-audit       the Fastify peer writes an audit too`

const fail = (message: string): never => {
  console.error(`bench: ${message}`)
  process.exit(1)
}

export interface Options {
  readonly rounds: number
  readonly seconds: number
  readonly memorySeconds: number
  /** Size of the streamed bodies. */
  readonly streamBytes: number
  readonly only: ReadonlySet<string>
  readonly json: string | undefined
  readonly strict: boolean
  readonly peerAudit: boolean
}

const parsed = () => {
  try {
    return parseArgs({
      options: {
        quick: { type: "boolean", default: false },
        only: { type: "string" },
        rounds: { type: "string" },
        seconds: { type: "string" },
        json: { type: "string" },
        strict: { type: "boolean", default: false },
        "peer-audit": { type: "boolean", default: false },
        help: { type: "boolean", default: false }
      }
    }).values
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

export const readOptions = (): Options => {
  const flags = parsed()
  if (flags.help) {
    console.log(help)
    process.exit(0)
  }
  const positive = (name: "rounds" | "seconds", fallback: number): number => {
    const value = flags[name] === undefined ? fallback : Number(flags[name])
    return Number.isInteger(value) && value > 0 ? value : fail(`--${name} must be a whole number above 0`)
  }
  const only = new Set(flags.only?.split(",").flatMap((name) => name === "audit" ? ["audit-hit", "audit-miss"] : [name]) ?? parts)
  for (const name of only) if (!parts.includes(name)) fail(`--only ${name}: there is no such part; there are ${parts.join(", ")}`)
  return {
    rounds: positive("rounds", flags.quick ? 2 : 5),
    seconds: positive("seconds", flags.quick ? 2 : 4),
    streamBytes: flags.quick ? 200_000_000 : 1_000_000_000,
    memorySeconds: flags.quick ? 10 : 60,
    only,
    json: flags.json,
    strict: flags.strict,
    peerAudit: flags["peer-audit"]
  }
}

const requireCommand = (command: string, debianPackage: string): void => {
  try {
    execFileSync("which", [command], { stdio: "ignore" })
  } catch {
    fail(`${command} is missing; on Debian: apt install ${debianPackage}`)
  }
}

export const requireMachine = (): void => {
  if (process.platform !== "linux") fail("Linux only: cores are pinned with taskset and figures are read from /proc")
  requireCommand("taskset", "util-linux")
  requireCommand("wrk", "wrk")
  if (cpus().length < 2 || availableParallelism() < 2) fail("two cores are needed: one for the server, one for agencies and load")
}
