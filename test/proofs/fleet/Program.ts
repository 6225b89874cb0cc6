/**
 * A program of the machine's packages as a process of the fleet's own: started, killed with all its children as by a
 * power cut, stopped where it is and let go on. What it printed is kept for who asks why it did not start.
 */
import { Effect, type Scope } from "effect"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { eventually } from "../../support/Suite.ts"

/** Where Debian keeps PostgreSQL's own programs: the newest version's. */
const postgresPrograms = (): ReadonlyArray<string> => {
  const base = "/usr/lib/postgresql"
  const versions = existsSync(base) ? readdirSync(base).filter((name) => /^\d+$/.test(name)) : []
  return versions.sort((one, other) => Number(other) - Number(one)).map((version) => join(base, version, "bin"))
}

const packages = {
  haproxy: "haproxy",
  prometheus: "prometheus",
  "prometheus-alertmanager": "prometheus-alertmanager",
  wrk: "wrk",
  "redis-server": "redis-server",
  "redis-sentinel": "redis-sentinel",
  postgres: "postgresql",
  initdb: "postgresql",
  pg_ctl: "postgresql",
  pg_basebackup: "postgresql"
} as const

export type ProgramName = keyof typeof packages

const find = (name: ProgramName): string | undefined =>
  [...postgresPrograms(), ...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"]
    .map((directory) => join(directory, name))
    .find((file) => existsSync(file))

/** The program's file. Fails with the name of the package that is to be installed. */
export const fileOf = (name: ProgramName): string => {
  const file = find(name)
  if (file === undefined) throw new Error(`${name} is not installed: apt-get install ${packages[name]}`)
  return file
}

/** Fails unless all are there, and names every package that is missing. */
export const requirePrograms = (names: ReadonlyArray<ProgramName>): void => {
  const missing = new Set(names.filter((name) => find(name) === undefined).map((name) => packages[name]))
  if (missing.size > 0) throw new Error(`packages are missing: apt-get install ${[...missing].join(" ")}`)
}

/** Who PostgreSQL runs as: it refuses root. */
export const postgresUser: { readonly uid?: number; readonly gid?: number } = process.getuid?.() === 0 && existsSync("/etc/passwd")
  ? (() => {
    const idOf = (kind: "-u" | "-g") => Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }))
    return /^postgres:/m.test(readFileSync("/etc/passwd", "utf8")) ? { uid: idOf("-u"), gid: idOf("-g") } : {}
  })()
  : {}

/** The process and all that it has begun, itself first. */
const familyOf = (pid: number): ReadonlyArray<number> => {
  const parents = new Map<number, number>()
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [, parent] = /^\d+ \(.*\) \S (\d+) /s.exec(readFileSync(join("/proc", name, "stat"), "utf8")) ?? []
      parents.set(Number(name), Number(parent))
    } catch {
      // It has ended meanwhile.
    }
  }
  const family = [pid]
  for (const member of family) for (const [child, parent] of parents) if (parent === member) family.push(child)
  return family
}

const signalAll = (pids: ReadonlyArray<number>, signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}

export interface Command {
  readonly file: string
  readonly words: ReadonlyArray<string>
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly user?: { readonly uid?: number; readonly gid?: number }
}

export interface Program {
  readonly name: string
  /** Starts it and waits for nothing. */
  readonly launch: (env?: Readonly<Record<string, string>>) => void
  /** Starts it and waits until it does its work. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<void>
  /** SIGTERM. @returns its exit code once it has ended */
  readonly stop: () => Promise<number | null>
  /** SIGKILL to it and its children. */
  readonly kill: () => Promise<void>
  /** Stops it and its children where they are, without closing anything. */
  readonly hang: () => void
  readonly resume: () => void
  readonly running: () => boolean
  /** Undefined while it does not run. */
  readonly pid: () => number | undefined
  /** What it printed since it was last started. */
  readonly output: () => string
}

/**
 * Is not started yet; whatever runs ends with the scope.
 * @param ready whether it does its work
 */
export const makeProgram = (
  name: string,
  command: Command,
  ready: () => boolean | Promise<boolean>
): Effect.Effect<Program, never, Scope.Scope> => {
  let current: { readonly child: ChildProcess; readonly pid: number; readonly ended: Promise<number | null> } | undefined
  let hung: ReadonlyArray<number> = []
  let output = ""

  const launch: Program["launch"] = (env = {}) => {
    if (current !== undefined) throw new Error(`${name} runs already`)
    output = ""
    const child = spawn(command.file, [...command.words], {
      ...command.user,
      ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...command.env, ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += String(chunk)
      })
    }
    if (child.pid === undefined) throw new Error(`${name} did not start`)
    const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)))
    const begun = { child, pid: child.pid, ended }
    current = begun
    void ended.then(() => {
      if (current === begun) current = undefined
    })
  }
  const resume = () => {
    signalAll(hung, "SIGCONT")
    hung = []
  }
  const kill = async () => {
    const begun = current
    if (begun === undefined) return
    signalAll(familyOf(begun.pid), "SIGKILL")
    hung = []
    await begun.ended
  }
  const program: Program = {
    name,
    launch,
    start: async (env) => {
      launch(env)
      await eventually(`${name} is ready`, () => {
        if (current === undefined) throw new Error(`${name} ended: ${output.slice(-2_000)}`)
        return ready()
      }, 60_000)
    },
    stop: async () => {
      const begun = current
      if (begun === undefined) return null
      begun.child.kill("SIGTERM")
      return begun.ended
    },
    kill,
    hang: () => {
      if (current === undefined) throw new Error(`${name} does not run`)
      // The first is stopped before its children are listed, so that none is born meanwhile.
      signalAll([current.pid], "SIGSTOP")
      hung = familyOf(current.pid)
      signalAll(hung, "SIGSTOP")
    },
    resume,
    running: () => current !== undefined,
    pid: () => current?.pid,
    output: () => output
  }
  return Effect.acquireRelease(Effect.succeed(program), () => Effect.promise(kill))
}
