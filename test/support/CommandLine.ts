/**
 * The real command line, with settings of its own and nothing of this process's: as a process of its own, or within this
 * one, which takes a twentieth of the time. A command within this process must have the database to itself, or share it
 * with other processes: one of SQLite's that waits for another holds up the whole process, so also the other.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Exit, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert } from "vitest"
import { commandLine } from "../../src/commands/CommandLine.ts"
import { Environment } from "../../src/settings/Settings.ts"
import { databaseUrl, fewConnections, onPostgres } from "./Postgres.ts"
import { eventually } from "./Suite.ts"

export const root = fileURLToPath(new URL("../../", import.meta.url))

/** What `npm run gapura` runs, without npm. */
const { scripts }: { readonly scripts: { readonly gapura: string } } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const [, ...program] = scripts.gapura.split(" ")

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  readonly finished: Promise<Finished>
}

export type Variables = Readonly<Record<string, string>>

/** @param entrance what is run in place of the program's own `main.ts` */
export const start = (words: ReadonlyArray<string>, variables: Variables = {}, entrance?: string): Running => {
  const dataDir = variables["DATA_DIR"]
  const database = onPostgres && dataDir !== undefined ? { DATABASE_URL: databaseUrl(dataDir), ...fewConnections } : {}
  const child = spawn(process.execPath, [...(entrance === undefined ? program : [entrance]), ...words], {
    cwd: root,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...database, ...variables },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (chunk) => {
    stdout += String(chunk)
  })
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk)
  })
  const finished = new Promise<Finished>((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })))
  return { child, stdout: () => stdout, stderr: () => stderr, finished }
}

/** What is printed, kept. */
const makeConsole = () => {
  const printed = { stdout: "", stderr: "" }
  const to = (stream: keyof typeof printed) => (...parts: ReadonlyArray<unknown>): void => {
    printed[stream] += `${parts.map(String).join(" ")}\n`
  }
  const console_: Console.Console = Object.assign(Object.create(globalThis.console), { log: to("stdout"), error: to("stderr") })
  return { printed, console: console_ }
}

/** Runs one command to its end, within this process. */
export const runHere = async (words: ReadonlyArray<string>, variables: Variables = {}): Promise<Finished> => {
  const dataDir = variables["DATA_DIR"]
  const database = onPostgres && dataDir !== undefined ? { DATABASE_URL: databaseUrl(dataDir) } : {}
  const { console, printed } = makeConsole()
  const exit = await Effect.runPromiseExit(
    commandLine(words).pipe(
      Effect.provide(NodeServices.layer),
      Effect.provideService(Environment, { ...database, ...variables }),
      Effect.provideService(Console.Console, console)
    )
  )
  return { code: Exit.isSuccess(exit) ? 0 : 1, ...printed }
}

/** Runs one command to its end, as a process. */
export const run = (words: ReadonlyArray<string>, variables?: Variables): Promise<Finished> => start(words, variables).finished

/** The JSON objects that a command printed, one a line. */
export const objects = ({ stdout }: Finished): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line))

/** The one JSON object that a command printed, which must have gone well and said nothing else. */
export const only = (finished: Finished): Readonly<Record<string, unknown>> => {
  assert.deepStrictEqual([finished.code, finished.stderr], [0, ""])
  const found = objects(finished)
  assert.strictEqual(found.length, 1, finished.stdout)
  return found[0] ?? {}
}

/** Exit 1 with one line, which has these parts, and nothing printed but what a gateway has logged until then. */
export const expectFailure = ({ code, stderr, stdout }: Finished, ...parts: ReadonlyArray<string>): void => {
  assert.deepStrictEqual([code, stdout], [1, ""], stderr)
  assert.match(stderr, /^(?:\{[^\n]+\}\n)*gapura: [^\n]+\n$/)
  for (const part of parts) assert.include(stderr, part)
}

/** A gateway that serves until the scope closes or somebody ends it; ready when this returns. */
export const serving = (variables: Variables, entrance?: string): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const running = start(["serve"], variables, entrance)
      let ended: Finished | undefined
      void running.finished.then((finished) => {
        ended = finished
      })
      await eventually("the gateway is ready", () => {
        if (ended !== undefined) throw new Error(`it ended: ${ended.stderr}`)
        return running.stderr().includes("gapura is ready")
      })
      return running
    }),
    ({ child, finished }) =>
      Effect.promise(() => {
        if (child.exitCode === null) child.kill("SIGKILL")
        return finished
      })
  )
